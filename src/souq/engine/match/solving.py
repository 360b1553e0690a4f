"""What a solver finds: the best way on from a position, and how good any way can be.

A game that one player plays out alone may have a module ``solve`` (see ``docs/adding-a-game.md``). The table gives what
it finds to the game's scenes, and offers hints from it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Solution:
    """The best way known from a position to the end.

    >>> Solution((3, 8), bound=2).proven, Solution((3, 8, 5), bound=2).proven
    (True, False)
    """

    choices: tuple[int, ...]
    """What to choose, one after another, by the one seat that is asked."""
    bound: int
    """No way is shorter than so many choices: this is proven."""

    @property
    def proven(self) -> bool:
        """Whether nothing is better."""
        return len(self.choices) == self.bound
