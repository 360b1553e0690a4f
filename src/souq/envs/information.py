"""Whether a game hides anything but chance."""

from __future__ import annotations

from souq.engine.game import Game

CHANCE = {"key", "draws"}
"""The fields of a record that chance is drawn from."""


def hides(game: Game) -> bool:
    """Return whether ``hide`` may blank more than chance, which nobody knows anywhere.

    A rule whose code names no other field and calls nothing can hide nothing else, under no option.
    """
    hide = game.rules.hide
    code = getattr(hide, "py_func", hide).__code__
    return not set(code.co_names) <= CHANCE or bool(code.co_freevars)
