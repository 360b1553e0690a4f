"""What every game must hold. A registered game gets these tests by being registered (``tests/test_contract.py``).

Each check takes a game and plays it at random with Hypothesis' numbers; none knows any game. A game that lives in
another package imports :func:`check` and calls it in a test of its own.
"""

from __future__ import annotations

from souq.engine.game import Game
from tests.contract import deciding, hiding, judging, keeping, playing, saying, showing, telling
from tests.contract.base import CHECKS, somewhere

__all__ = [
    "CHECKS",
    "check",
    "deciding",
    "hiding",
    "judging",
    "keeping",
    "playing",
    "saying",
    "showing",
    "somewhere",
    "telling",
]


def check(game: Game) -> None:
    """Run every check on a game."""
    for one in CHECKS:
        one(game)
