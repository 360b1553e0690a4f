"""What every game must hold, as tests: for games of the house and for any other.

A game needs one class::

    from souq.testing import Contract

    class TestDates(Contract):
        game = GAME

Each check takes the game, plays it at random and looks at every moment; none knows any game. What fails is said in a
sentence: which check, at which seat and choice, what was found and what would be right. ``SOUQ_FUZZ=1`` tries other
games than the last run did.

Without pytest, ``check(GAME)`` runs every check and raises :class:`Broken` at the first that fails.
"""

from __future__ import annotations

from souq.extras import importing

with importing("test", "souq.testing needs"):
    import hypothesis as _hypothesis  # noqa: F401
    import pytest

from typing import ClassVar

from souq.engine.game import Game
from souq.testing import (
    deciding,
    drawing,
    fields,
    hiding,
    illustrating,
    judging,
    keeping,
    knowing,
    playing,
    practising,
    reading,
    saying,
    showing,
    teaching,
    telling,
)
from souq.testing.base import CHECKS, Check, somewhere
from souq.testing.broken import Broken, MissingCard

__all__ = [
    "CHECKS",
    "Broken",
    "Check",
    "Contract",
    "MissingCard",
    "check",
    "deciding",
    "drawing",
    "fields",
    "hiding",
    "illustrating",
    "judging",
    "keeping",
    "knowing",
    "playing",
    "practising",
    "reading",
    "saying",
    "showing",
    "somewhere",
    "teaching",
    "telling",
]


class Contract:
    """Every check as a test of its own, of the ``game`` that a subclass names."""

    game: ClassVar[Game]

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
    def test_it_holds(self, check: Check) -> None:
        """What the check's name says holds for this game."""
        check(self.game)


def check(game: Game) -> None:
    """Run every check on a game.

    Raises:
        Broken: one fails; the message says which, and why.
    """
    for one in CHECKS:
        one(game)
