"""Test whether a game hides anything but chance."""

from __future__ import annotations

from souq.engine.game import Game

CHANCE = {"key", "draws"}
"""Fields of a record from which chance is drawn."""


def hides(game: Game) -> bool:
    """Return whether ``hide`` may blank more than the chance fields, which no seat ever sees.

    A rule whose code names no other field and calls no function can't hide anything else, whatever the options.
    """
    hide = game.rules.hide
    code = getattr(hide, "py_func", hide).__code__
    return not set(code.co_names) <= CHANCE or bool(code.co_freevars)
