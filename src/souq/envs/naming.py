"""What environments, agents and the extra that they need are called."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from souq.engine.game import Game

VERSION = 0
"""``-v0``: another number when the dynamics, the observations or the actions of an environment change."""

NEEDED = {"pettingzoo": "PettingZoo", "gymnasium": "Gymnasium", "PIL": "Pillow"}


def agents(players: int) -> list[str]:
    """The seats of a table as agents.

    >>> agents(2)
    ['seat_0', 'seat_1']
    """
    return [f"seat_{seat}" for seat in range(players)]


def zoo_name(game: Game) -> str:
    """What PettingZoo calls the environment of a game."""
    return f"souq_{game.name}_v{VERSION}"


def gym_id(game: Game, kind: str = "") -> str:
    """What Gymnasium calls it: ``souq/kairo-v0``, or of another kind ``souq/kairo-selfplay-v0``."""
    return f"souq/{game.name}{kind and '-'}{kind}-v{VERSION}"


@contextmanager
def extra() -> Iterator[None]:
    """Import what the extra ``envs`` brings; where it is missing, say how to install it."""
    try:
        yield
    except ModuleNotFoundError as missing:
        needed = NEEDED.get((missing.name or "").partition(".")[0])
        if needed is None:
            raise
        message = f"This needs {needed}. Install it from a checkout: python -m pip install '.[envs]'"
        raise ModuleNotFoundError(message, name=missing.name) from None
