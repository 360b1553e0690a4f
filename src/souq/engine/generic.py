"""Algorithms over any game: one source, compiled once a game.

Numba never caches across processes what is compiled over functions passed as arguments. So a generic algorithm names
the rules as if they were its own module's (``legal(s, seat, out)``), and :func:`instantiate` compiles it with a
game's rules in their place. Call each rule from one place only: every call site is compiled again.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from souq.engine.compiled import hot, rule

if TYPE_CHECKING:
    from souq.engine.game import Game

RULES = ("setup", "deciders", "legal", "refusal", "apply", "hide", "redeal", "points", "ranks")
"""What every game's ``rules.py`` defines."""

SENSE = ("priors", "value")
"""What a game's ``sense.py`` defines."""


class Generic:
    """A function waiting for a game's rules."""

    def __init__(self, function: Callable[..., Any], inline: bool) -> None:
        self.function = function
        self.inline = inline

    def __call__(self, *args: Any) -> Any:
        """Refuse: there are no rules to call yet."""
        raise TypeError(f"{self.function.__name__} is generic: instantiate it for a game first")


def generic(function: Callable[..., Any]) -> Any:
    """Mark a function that calls a game's rules by name."""
    return Generic(function, inline=False)


def generic_hot(function: Callable[..., Any]) -> Any:
    """The same, inlined into its callers."""
    return Generic(function, inline=True)


def instantiate(template: Any, game: Game) -> Any:
    """``template``, and every generic function it may call in its module, compiled over the rules of ``game``.

    The game's ``sense`` joins in when the game has one. Cached with the game's own code, under its name.
    """
    names: dict[str, Any] = dict(template.function.__globals__)
    names.update({name: getattr(game.rules, name) for name in RULES})
    if game.sense is not None:
        names.update({name: getattr(game.sense, name) for name in SENSE if hasattr(game.sense, name)})
    for name, value in list(names.items()):
        if isinstance(value, Generic):
            names[name] = _instance(value, game, names)
    return names[template.function.__name__]


def _instance(waiting: Generic, game: Game, names: dict[str, Any]) -> Any:
    source = waiting.function
    made = types.FunctionType(source.__code__, names, source.__name__, source.__defaults__)
    made.__qualname__ = f"{source.__module__.rpartition('.')[2]}.{source.__name__}.{game.name}"
    made.__module__ = game.rules.__name__
    return (hot if waiting.inline else rule)(made)
