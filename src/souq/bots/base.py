"""What a bot is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from souq.engine.rules.seeds import mixed as mixed

if TYPE_CHECKING:
    from souq.engine.game import Game
    from souq.engine.rules.record import Batch

Legal = NDArray[np.signedinteger[Any]] | Sequence[int]
"""The choices there are, ascending."""


class Bot(Protocol):
    """Somebody who chooses. One bot may sit in many seats of many matches at once.

    It may remember what it thought, if that is of use in no other position; what it is not told it never knows.
    """

    name: str
    """What the level is called in commands and saved matches."""
    title: str
    """What it is called at a table."""
    tagline: str
    """One line on its character."""

    def choose(self, game: Game, view: Batch, seat: int, legal: Legal, seed: int) -> int:
        """One of ``legal``, for ``seat``.

        Args:
            game: the game being played.
            view: what the seat may know, a batch of one hidden record; left as it is.
            seat: who decides.
            legal: the choices there are, at least one.
            seed: any integer; a bot that is asked the same things with the same seeds chooses the same.
        """
        ...


def one_of(options: Legal, seed: int) -> int:
    """One of ``options``, each equally likely over all seeds.

    >>> [one_of([2, 3, 5], seed) for seed in range(6)]
    [5, 3, 3, 2, 3, 3]
    """
    return int(options[mixed(seed) * len(options) >> 64])
