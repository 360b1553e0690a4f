"""Who plays with whom: of those who wait, whoever has waited longest is found company first.

Pure: what stands here knows neither clocks nor tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody would like to play: any of these games, among so many players."""

    games: tuple[str, ...]
    sizes: tuple[int, ...] = ()
    """Empty: as many as there are."""
    clock: str = "live"
    """Which kind: only those play together who wish for the same."""


@dataclass(frozen=True, slots=True)
class Party:
    """Some who can play together: which game, and who, as numbers in the queue, the longest waiting first."""

    game: str
    members: tuple[int, ...]


Apart = Callable[[int, int], bool]
"""Whether two, by their numbers in the queue, would rather not meet."""


def party(
    queue: Sequence[Wish], sizes: Mapping[str, Sequence[int]], apart: Apart = lambda one, other: False
) -> Party | None:
    """Who can sit down together now, if anybody can.

    Whoever has waited longest comes first, with as many as like the same, and of those with whoever has waited longest;
    of several games the one that they named first.

    >>> queue = [Wish(("kairo",)), Wish(("marracash",)), Wish(("marracash", "kairo"))]
    >>> party(queue, {"kairo": [2, 3], "marracash": [3]})
    Party(game='kairo', members=(0, 2))

    Args:
        queue: what those who wait would like, the longest waiting first.
        sizes: how many can play each game.
        apart: who would rather not meet whom.
    """
    for first, wish in enumerate(queue):
        found = [made for game in wish.games for made in _with(queue, first, game, sizes.get(game, ()), apart)]
        if found:
            return max(found, key=lambda made: len(made.members))  # the first of equals
    return None


def _with(queue: Sequence[Wish], first: int, game: str, sizes: Sequence[int], apart: Apart) -> list[Party]:
    """The parties of a game that somebody can play in, by size."""
    made, clock = [], queue[first].clock
    for size in sizes:
        fits = [at for at, wish in enumerate(queue) if game in wish.games and size in (wish.sizes or sizes)]
        fits = [at for at in fits if queue[at].clock == clock and not apart(first, at)]
        members = _together(first, fits, size, apart) if first in fits and len(fits) >= size else None
        if members:
            made.append(Party(game, members))
    return made


def _together(first: int, fits: Sequence[int], size: int, apart: Apart) -> tuple[int, ...] | None:
    """The longest waiting of those who fit and would meet each other; ``first`` is one of them.

    Where some would not, it is tried with each of them as the second: nobody keeps all others from company for long.
    """
    others = [at for at in fits if at != first]
    for second in others:
        chosen = [first, second]
        for at in others:
            if len(chosen) < size and at != second and not any(apart(at, one) for one in chosen):
                chosen.append(at)
        if len(chosen) == size:
            return tuple(sorted(chosen))
    return None
