"""A person's ladder in a game: the levels of bots they have beaten, and the level to play against next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from souq.bots.characters import CHARACTERS, Character
from souq.server.core.store.rows import AgainstBots

NAMES = [each.name for each in CHARACTERS]


@dataclass(frozen=True, slots=True)
class Ladder:
    """A person's progress in one game. It follows from the games against bots that they have played to the end."""

    beaten: int = 0
    """Number of levels up to the strongest one beaten; 0 if none is. Weaker levels count as beaten, too."""
    last: int = -1
    """Level in the latest game, as an index of :data:`NAMES`; -1 before the first."""
    won: bool = False
    """Whether the person won the latest game."""

    def next(self, there: Sequence[Character]) -> Character:
        """Return the level to play against next, of those that play at a table (``there``, the weakest first).

        Before the first game it is the weakest. After a lost game it stays the same, and after a won one it is the
        level above the strongest one beaten.

        >>> from souq.bots.characters import EVERYWHERE
        >>> Ladder().next(EVERYWHERE).title, Ladder(1, 0, won=True).next(EVERYWHERE).title
        ('Apprentice', 'Trader')
        """
        wanted = self.beaten if self.won or self.last < 0 else self.last
        return there[min(wanted, len(there) - 1)]


def ladders(games: Sequence[AgainstBots]) -> dict[str, Ladder]:
    """Return a person's ladder in every game, from the games against bots that they have finished, the latest first.

    >>> lost, won = AgainstBots("b", "kairo", ("trader",), False), AgainstBots("a", "kairo", ("apprentice",), True)
    >>> ladders([lost, won])["kairo"]
    Ladder(beaten=1, last=1, won=False)
    """
    made: dict[str, Ladder] = {}
    for each in games:
        level = strongest(each.levels)
        if level < 0:
            continue
        before = made.get(each.game) or Ladder(0, level, each.won)
        beaten = max(before.beaten, level + 1 if each.won else 0)
        made[each.game] = Ladder(beaten, before.last, before.won)
    return made


def strongest(levels: Sequence[str]) -> int:
    """Return the index of the strongest of these levels in :data:`NAMES`; -1 if none of them is on the ladder."""
    return max((NAMES.index(level) for level in levels if level in NAMES), default=-1)
