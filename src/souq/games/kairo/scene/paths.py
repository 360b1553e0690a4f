"""Walking on the square: distances, shortest paths, and the sites that all of them cross.

A set of sites is one integer here, a bit per site: one step of all walkers is a few shifts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from souq.engine.rules.bits import WIDTH as WORD
from souq.games.kairo.box import HEIGHT, WIDTH

BOARD = (1 << WIDTH * HEIGHT) - 1
_WEST = sum(1 << WIDTH * row for row in range(HEIGHT))
_NOT_WEST = BOARD ^ _WEST
_NOT_EAST = BOARD ^ _WEST << WIDTH - 1
_STEPS = (1, WIDTH, -1, -WIDTH)


def board(row: Sequence[int]) -> int:
    """Convert a set of sites from the three words of a record to one integer."""
    return int(row[0]) | int(row[1]) << WORD | int(row[2]) << 2 * WORD


def sites(board: int) -> Iterator[int]:
    """Yield the sites of a set, ascending."""
    while board:
        low = board & -board
        yield low.bit_length() - 1
        board ^= low


def beside(board: int) -> int:
    """Return the sites next to any of these."""
    east, west = (board << 1) & _NOT_WEST, (board >> 1) & _NOT_EAST
    return (east | west | board << WIDTH | board >> WIDTH) & BOARD


@lru_cache(maxsize=1024)
def levels(walk: int, start: int) -> tuple[int, ...]:
    """Return the sites that can be reached from ``start`` over ``walk``, as sets indexed by the number of steps."""
    made, seen = [1 << start], 1 << start
    while True:
        edge = beside(made[-1]) & walk & ~seen
        if not edge:
            return tuple(made)
        seen |= edge
        made.append(edge)


def steps(reach: Sequence[int], goal: int) -> int:
    """Return the number of steps to a site; -1 if it is not reached."""
    return next((k for k, edge in enumerate(reach) if edge >> goal & 1), -1)


def shortest(reach: Sequence[int], goal: int) -> list[int]:
    """Return, for each distance from the start, the sites on shortest paths to ``goal``; empty if unreachable."""
    made = [1 << goal]
    for k in range(steps(reach, goal) - 1, -1, -1):
        made.append(beside(made[-1]) & reach[k])
    return made[::-1] if steps(reach, goal) >= 0 else []


@lru_cache(maxsize=4096)
def route(walk: int, start: int, goal: int) -> tuple[int, ...]:
    """Return the sites of a shortest path with few turns, both ends included; empty if unreachable."""
    return straightest(shortest(levels(walk, start), goal))


def straightest(open_ways: Sequence[int]) -> tuple[int, ...]:
    """Return one of the shortest paths (see :func:`shortest`), chosen to have few turns."""
    if not open_ways:
        return ()
    # Keep the direction while the next site allows it; else turn to the one with the longest straight run.
    way, ahead = [open_ways[0].bit_length() - 1], 0
    while len(way) < len(open_ways):
        at = way[-1]
        if not _run(open_ways, len(way), at, ahead, 1):
            ahead = max(_STEPS, key=lambda step: _run(open_ways, len(way), at, step))
        way.append(at + ahead)
    return tuple(way)


def _run(open_ways: Sequence[int], k: int, at: int, step: int, enough: int = 99) -> int:
    """Return how many steps, at most ``enough``, a shortest path can continue in the direction ``step``.

    ``at`` is the site that the path has reached, and ``k`` the number of sites that it has so far.
    """
    far = 0
    while far < enough and k + far < len(open_ways) and _next(at, step) and open_ways[k + far] >> (at + step) & 1:
        at, far = at + step, far + 1
    return far


def _next(at: int, step: int) -> bool:
    """Return whether a step from the site ``at`` stays on the board."""
    if abs(step) == 1:
        return 0 <= at % WIDTH + step < WIDTH
    return step != 0 and 0 <= at + step < WIDTH * HEIGHT


def narrows(open_ways: list[int]) -> int:
    """Return the sites that every shortest path crosses, without the first and the last site."""
    found = 0
    for edge in open_ways[1:-1]:
        if edge & (edge - 1) == 0:
            found |= edge
    return found
