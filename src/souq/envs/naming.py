"""Names of environments and agents."""

from __future__ import annotations

from souq.engine.game import Game

VERSION = 0
"""Version at the end of environments' names (``-v0``). It grows when dynamics, observations or actions change."""


def agents(players: int) -> list[str]:
    """Return the names of a table's agents, one per seat.

    >>> agents(2)
    ['seat_0', 'seat_1']
    """
    return [f"seat_{seat}" for seat in range(players)]


def zoo_name(game: Game) -> str:
    """Return PettingZoo's name for the environment of a game."""
    return f"souq_{game.name}_v{VERSION}"


def gym_id(game: Game, kind: str = "") -> str:
    """Return Gymnasium's ID: ``souq/kairo-v0``, or with a kind ``souq/kairo-selfplay-v0``."""
    return f"souq/{game.name}{kind and '-'}{kind}-v{VERSION}"
