"""Environments for research: every registered game behind the interfaces that learners know.

>>> games = vector("kairo", 1024, players=2)          # many games at once, in arrays
>>> games.masks.shape[0]
1024
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from souq.envs.vectors import Vector


def vector(game: str, n: int, players: int | None = None, options: dict[str, Any] | None = None, **how: Any) -> Vector:
    """``n`` games stepped together: see :class:`souq.envs.vectors.Vector` for what else can be said.

    Raises:
        UnknownGame, BadPlayers, BadOption, BadPosition, BadSetting: with what is wrong and what would be right.
    """
    from souq.envs.vectors import Vector

    return Vector(game, n, players, options, **how)
