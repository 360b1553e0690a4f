"""Results of solvers: the shortest solution found, and a lower bound on the length of any solution.

A solo game may have a module ``solve`` (see ``docs/how-to/game-input.md``). The server passes its solutions to the
game's scenes and uses them for hints.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Solution:
    """The best known solution: a sequence of choices from a position to the end of the game.

    >>> Solution((3, 8), bound=2).proven, Solution((3, 8, 5), bound=2).proven
    (True, False)
    """

    choices: tuple[int, ...]
    """Choices of the player, in order."""
    bound: int
    """Number of choices that every solution needs at the minimum, as the solver has proved."""

    @property
    def proven(self) -> bool:
        """Whether the solution is proven to be the shortest."""
        return len(self.choices) == self.bound
