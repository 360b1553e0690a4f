"""Tests that every game for souq must pass, whether it is part of this repository or a package of its own.

A game needs one class::

    from souq.testing import Contract

    class TestDates(Contract):
        game = GAME

Each check takes a game, plays it at random and examines positions along the way; no check knows any particular game. A
failure is explained in a sentence: the check, the seat and choice, what was found and what would be right. With
``SOUQ_FUZZ=1`` each run plays other random games.

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
    answering,
    deciding,
    drawing,
    fields,
    hiding,
    illustrating,
    judging,
    knowing,
    playing,
    practising,
    reading,
    reasoning,
    saving,
    saying,
    showing,
    teaching,
)
from souq.testing.base import CHECKS, Check, somewhere
from souq.testing.broken import Broken, MissingCard

__all__ = [
    "CHECKS",
    "Broken",
    "Check",
    "Contract",
    "MissingCard",
    "answering",
    "check",
    "deciding",
    "drawing",
    "fields",
    "hiding",
    "illustrating",
    "judging",
    "knowing",
    "playing",
    "practising",
    "reading",
    "reasoning",
    "saving",
    "saying",
    "showing",
    "somewhere",
    "teaching",
]


class Contract:
    """A pytest class that runs every check as a separate test on the ``game`` that its subclass sets."""

    game: ClassVar[Game]

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
    def test_it_holds(self, check: Check) -> None:
        """Run one check of the contract on the game."""
        check(self.game)


def check(game: Game) -> None:
    """Run every check on a game.

    Raises:
        Broken: one fails; the message says which, and why.
    """
    for one in CHECKS:
        one(game)
