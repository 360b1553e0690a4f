"""Matching of players in the queue; those who have waited longest are matched first.

All functions are pure: they depend on the queue only, not on the time or on tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wish:
    """A player's wishes: any of these games, with any of these numbers of players."""

    games: tuple[str, ...]
    sizes: tuple[int, ...] = ()
    """Accepted numbers of players; empty means any."""
    clock: str = "live"
    """Kind of clock; only players with the same kind are matched."""


@dataclass(frozen=True, slots=True)
class Party:
    """A group of waiting players to seat together: the game, and their indices in the queue in ascending order."""

    game: str
    members: tuple[int, ...]


Apart = Callable[[int, int], bool]
"""Function that returns whether two players must not be matched, given their indices in the queue."""


def party(
    queue: Sequence[Wish], sizes: Mapping[str, Sequence[int]], apart: Apart = lambda one, other: False
) -> Party | None:
    """Return the next group of players to seat at one table, or None if nobody can be matched.

    Its first member is the longest-waiting player who can be matched. Among that player's possible parties, the largest
    is chosen; if several are equally large, the one for the game that the player named first. The other members are
    those who have waited longest.

    >>> queue = [Wish(("kairo",)), Wish(("marracash",)), Wish(("marracash", "kairo"))]
    >>> party(queue, {"kairo": [2, 3], "marracash": [3]})
    Party(game='kairo', members=(0, 2))

    Args:
        queue: the players' wishes, the longest waiting first.
        sizes: possible numbers of players of each game.
        apart: returns whether two players must not be matched.
    """
    for first, wish in enumerate(queue):
        found = [made for game in wish.games for made in _with(queue, first, game, sizes.get(game, ()), apart)]
        if found:
            return max(found, key=lambda made: len(made.members))  # the first of equals
    return None


def _with(queue: Sequence[Wish], first: int, game: str, sizes: Sequence[int], apart: Apart) -> list[Party]:
    """Return the groups that could play a game and include the player at index `first`, the smallest group first."""
    made, clock = [], queue[first].clock
    for size in sizes:
        fits = [at for at, wish in enumerate(queue) if game in wish.games and size in (wish.sizes or sizes)]
        fits = [at for at in fits if queue[at].clock == clock and not apart(first, at)]
        members = _together(first, fits, size, apart) if first in fits and len(fits) >= size else None
        if members:
            made.append(Party(game, members))
    return made


def _together(first: int, fits: Sequence[int], size: int, apart: Apart) -> tuple[int, ...] | None:
    """Choose `size` players, including `first`, without blocks among them; return None if that is impossible.

    Players who have waited longer are preferred. The search is repeated with each player as the second member, so that
    a player who is blocked by many others can't prevent a match.
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
