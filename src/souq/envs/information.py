"""Test whether a game hides information other than chance."""

from __future__ import annotations

from souq.engine.game import Game

CHANCE = {"key", "draws"}
"""Fields of a record that hold the state of chance."""


def hides(game: Game) -> bool:
    """Return whether ``hide`` may blank more than the chance fields, which no seat ever sees.

    A rule whose code names no other field and calls no function can't hide anything else, whatever the options.
    """
    hide = game.rules.hide
    code = getattr(hide, "py_func", hide).__code__
    return not set(code.co_names) <= CHANCE or bool(code.co_freevars)
