"""Structures in a market: groups, mixes, paths and rectangles (CH-K01 to K07).

They are stored with the position, and only those of the colour that moved are computed again.
"""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import hot, rule
from souq.engine.rules.bits import popcount
from souq.games.chatuchak.state import (
    COLOURS,
    COLUMNS,
    FIRST_COLUMN,
    FULL,
    GROUPS,
    LAST_COLUMN,
    MIX,
    MIXES,
    PAIRS,
    PATH,
    RECTANGLE,
    STRONG,
    State,
)

SHORTEST = 3
"""Minimum number of booths of a path (CH-K04)."""


@hot
def near(cells: int) -> int:
    """Return all neighbours of the cells in a set; cells of the set are included if they are neighbours themselves."""
    across = ((cells & ~LAST_COLUMN) << 1) | ((cells & ~FIRST_COLUMN) >> 1)
    return (across | (cells << COLUMNS) | (cells >> COLUMNS)) & FULL


@hot
def grown(seed: int, cells: int) -> int:
    """Return the connected part of ``cells`` that contains ``seed`` (flood fill)."""
    part = seed
    more = near(part) & cells & ~part
    while more != 0:
        part |= more
        more = near(part) & cells & ~part
    return part


@rule
def survey(s: State, seat: int, colour: int) -> None:
    """Compute the derived fields of one colour: groups, number of pieces, longest run and largest rectangle."""
    cells = s.booths[seat][colour]
    joined = cells & near(cells)
    parts = popcount(cells & ~joined)
    groups = s.groups[seat][colour]
    k = 0
    largest = 0
    while joined != 0:
        group = grown(joined & -joined, joined)
        joined &= ~group
        groups[k] = group
        largest = max(largest, popcount(group))
        k += 1
    s.parts[seat][colour] = parts + k
    for rest in range(k, GROUPS):
        groups[rest] = 0
    s.strength[seat][colour] = largest
    s.run[seat][colour] = max(longest(cells, 1, ~FIRST_COLUMN), longest(cells, COLUMNS, FULL)) if k > 0 else 0
    s.block[seat][colour] = largest_block(cells) if k > 0 else 0


@hot
def longest(cells: int, step: int, inside: int) -> int:
    """Return the length of the longest straight run in steps of ``step``, or 0 if it is too short for a path (CH-K04).

    A step from a cell is allowed only if the next cell is in ``inside``, which stops rows from wrapping around.
    """
    line = cells
    n = 0
    for _ in range(COLUMNS):
        if line == 0:
            break
        n += 1
        line = cells & ((line & inside) >> step)
    return n if n >= SHORTEST else 0


@hot
def squares(cells: int) -> int:
    """Return the top left cells of all two-by-two squares within ``cells``."""
    pairs = cells & ((cells & ~FIRST_COLUMN) >> 1)
    return pairs & (pairs >> COLUMNS)


@hot
def largest_block(cells: int) -> int:
    """Return the number of booths in the largest rectangle of a colour (six booths at most): 0, 4 or 6 (CH-K05)."""
    found = squares(cells)
    if found == 0:
        return 0
    return 6 if found & (((found & ~FIRST_COLUMN) >> 1) | (found >> COLUMNS)) != 0 else 4


@rule
def mixed(groups: Any, others: Any) -> int:
    """Return the strength of the best mix of two colours' groups, or 0 if no groups touch (CH-K03)."""
    best = 0
    for i in range(GROUPS):
        if groups[i] != 0:
            best = max(best, mixed_with(groups[i], others))
    return best


@hot
def mixed_with(group: int, others: Any) -> int:
    """Return the strength of the best mix of a group with another colour's groups, 0 if it touches none (CH-K03)."""
    border = near(group)
    size = popcount(group)
    best = 0
    for i in range(GROUPS):
        if others[i] & border != 0:
            other = popcount(others[i])
            best = max(best, STRONG * min(size, other) + max(size, other))
    return best


@rule
def renew(s: State, seat: int, colour: int) -> None:
    """Compute all derived fields that depend on the booths of one colour, after one of them has moved."""
    survey(s, seat, colour)
    for tile in range(MIXES):
        pair = PAIRS[tile][s.mix[tile]]
        if pair[0] == colour or pair[1] == colour:
            s.strength[seat][MIX + tile] = mixed(s.groups[seat][pair[0]], s.groups[seat][pair[1]])
    run = 0
    block = 0
    for c in range(COLOURS):
        run = max(run, s.run[seat][c])
        block = max(block, s.block[seat][c])
    s.strength[seat][PATH] = run
    s.strength[seat][RECTANGLE] = block


@rule
def tidy(s: State, seat: int) -> bool:
    """Return whether every colour is in one piece (CH-V01)."""
    for colour in range(COLOURS):
        if s.parts[seat][colour] > 1:
            return False
    return True


@rule
def untidiest(s: State, seat: int) -> int:
    """Return the number of pieces of the colour that has the most pieces (CH-E02)."""
    most = 0
    for colour in range(COLOURS):
        most = max(most, s.parts[seat][colour])
    return most
