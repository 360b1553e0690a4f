"""The interface that every bot implements: a name, a title, a description, and a method that chooses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from souq.engine.arrays import NDArray, np
from souq.engine.rules.seeds import mixed as mixed

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.engine.rules.record import Batch

Legal = NDArray[np.signedinteger[Any]] | Sequence[int]
"""The legal choices, ascending."""


class Bot(Protocol):
    """Interface of a bot (a computer player). One bot may play in many seats of many matches at once.

    It may cache results for a position as long as they don't affect its choices in other positions. It must use only
    the arguments it is given.
    """

    name: str
    """Name of the level in commands and saved matches."""
    title: str
    """Name shown at the table."""
    tagline: str
    """Description of its character, in one line."""

    def choose(self, game: Game, view: Batch, seat: int, legal: Legal, seed: int) -> int:
        """Return one of ``legal``, for ``seat``.

        Args:
            game: the game being played.
            view: what the seat may know, a batch of one record, hidden fields blanked; must not be modified.
            seat: the deciding seat.
            legal: the legal choices, at least one.
            seed: any integer; the same sequence of calls with the same seeds gives the same choices.
        """
        ...


def one_of(options: Legal, seed: int) -> int:
    """Return a random element of ``options`` that depends only on ``seed``.

    >>> [one_of([2, 3, 5], seed) for seed in range(6)]
    [5, 3, 3, 2, 3, 3]
    """
    return int(options[mixed(seed) * len(options) >> 64])
