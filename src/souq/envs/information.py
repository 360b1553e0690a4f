"""A test whether players of a game have hidden information, such as a hand of cards."""

from __future__ import annotations

from souq.engine.game import Game

CHANCE = {"key", "draws"}
"""Fields of a record from which chance is drawn. They are hidden from everyone in every game."""


def hides(game: Game) -> bool:
    """Return whether a game may hide anything from a seat except the fields of :data:`CHANCE`.

    The code of the game's ``hide`` is inspected. If it names no other field and calls no function, it hides nothing
    else, whatever the options.
    """
    hide = game.rules.hide
    code = getattr(hide, "py_func", hide).__code__
    return not set(code.co_names) <= CHANCE or bool(code.co_freevars)
