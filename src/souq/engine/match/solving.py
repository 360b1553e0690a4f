"""Results of solvers: the best continuation from a position, and a bound on how good any can be.

A game that a single player plays to the end may have a module ``solve`` (see ``docs/how-to/game-input.md``). The server
passes its solutions to the game's scenes and uses them for hints.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Solution:
    """The best known sequence of choices from a position to the end.

    >>> Solution((3, 8), bound=2).proven, Solution((3, 8, 5), bound=2).proven
    (True, False)
    """

    choices: tuple[int, ...]
    """Choices of the only decider, in order."""
    bound: int
    """Proven lower bound on the number of choices."""

    @property
    def proven(self) -> bool:
        """Whether it is proven to be optimal."""
        return len(self.choices) == self.bound
