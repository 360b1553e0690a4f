"""Names of environments and agents."""

from __future__ import annotations

from souq.engine.game import Game

VERSION = 0
"""``-v0``: another number when the dynamics, the observations or the actions of an environment change."""


def agents(players: int) -> list[str]:
    """Return the agents of a table, one a seat.

    >>> agents(2)
    ['seat_0', 'seat_1']
    """
    return [f"seat_{seat}" for seat in range(players)]


def zoo_name(game: Game) -> str:
    """Return PettingZoo's name for the environment of a game."""
    return f"souq_{game.name}_v{VERSION}"


def gym_id(game: Game, kind: str = "") -> str:
    """Return Gymnasium's id: ``souq/kairo-v0``, or of another kind ``souq/kairo-selfplay-v0``."""
    return f"souq/{game.name}{kind and '-'}{kind}-v{VERSION}"
