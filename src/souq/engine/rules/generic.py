"""Algorithms over any game: one source, compiled once a game.

Numba never caches across processes what is compiled over functions passed as arguments. So a generic algorithm names
the rules as if they were its own module's (``legal(s, seat, out)``), and :func:`instantiate` compiles it with a
game's rules in their place. Call each rule from one place only: every call site is compiled again.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from types import ModuleType
from typing import Any, Protocol

from souq.engine.compiler.compiled import hot, rule
from souq.engine.rules.record import GameRecord

RULES = ("setup", "deciders", "legal", "refusal", "apply", "hide", "determinize", "points", "ranks")
"""What every game's ``rules.py`` defines."""

OPTIONAL = ("unwon",)
"""What it may define: ``unwon(s)``, whether a finished game has no winner, although ranks are equal."""

QUICKER = ("random_legal",)
"""What it may define to be quicker than the generic function of that name, in :mod:`souq.engine.learn.playout`."""

EVALUATOR = ("priors", "terms", "certainty")
"""What a game's ``evaluator`` may define; what it does not is nothing (:func:`no_priors` and the like)."""


@rule
def no_priors(s: Any, w: Any, seat: int, choices: Any, n: int, out: Any) -> None:
    """All choices look alike."""
    for i in range(n):
        out[i] = 0.0


@rule
def no_terms(s: Any, w: Any, seat: int, out: Any) -> None:
    """Nothing can be expected."""


@rule
def no_certainty(s: Any, w: Any) -> float:
    """Nothing is decided before the end."""
    return 0.0


@rule
def always_won(s: Any) -> int:
    """Whoever is first has won."""
    return 0


class Rules(Protocol):
    """What compiled code needs of a game (:class:`souq.engine.game.Game` is one)."""

    @property
    def name(self) -> str:
        """What the code is called after."""

    @property
    def State(self) -> type[GameRecord]:
        """The record of a position."""

    @property
    def n_choices(self) -> int:
        """How many choices are numbered."""

    @property
    def rules(self) -> ModuleType:
        """The module with :data:`RULES`."""

    @property
    def evaluator(self) -> ModuleType | None:
        """The module with :data:`EVALUATOR`, if it has one."""


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


def instantiate(template: Any, game: Rules, **instead: Any) -> Any:
    """``template``, and every generic function it may call, compiled over the rules and the ``evaluator`` of ``game``.

    Cached with the game's own code, under its name. ``instead`` are other generic functions for some that it calls, by
    name; what calls one of them has it in its own name, since a cache knows compiled code by nothing else.
    """
    return _instance(template, game, {}, instead)


def filled(template: Any, game: Rules, **instead: Any) -> types.FunctionType:
    """``template`` as :func:`instantiate` fills it, not compiled itself: for another compiler.

    ``instead`` may be anything that it names, such as the sizes of its arrays.
    """
    return _filled(template, game, {}, instead)


def _instance(waiting: Generic, game: Rules, made: dict[Generic, Any], instead: dict[str, Any]) -> Any:
    """One generic function, compiled."""
    return (hot if waiting.inline else rule)(_filled(waiting, game, made, instead))


def _filled(waiting: Generic, game: Rules, made: dict[Generic, Any], instead: dict[str, Any]) -> types.FunctionType:
    """One generic function with the game's names; those it calls are made first."""
    names: dict[str, Any] = dict(waiting.function.__globals__)
    names.update({name: getattr(game.rules, name) for name in RULES})
    names.update({name: getattr(game.rules, name, always_won) for name in OPTIONAL})
    names.update({name: getattr(game.rules, name) for name in QUICKER if hasattr(game.rules, name)})
    blank = {"priors": no_priors, "terms": no_terms, "certainty": no_certainty}
    names.update({name: getattr(game.evaluator, name, blank[name]) for name in EVALUATOR})
    names["N_TERMS"] = len(getattr(game.evaluator, "TERMS", ()))
    names.update(instead)
    for name in waiting.function.__code__.co_names:
        if isinstance(names.get(name), Generic):
            wanted = names[name]
            if wanted not in made:
                made[wanted] = _instance(wanted, game, made, instead)
            names[name] = made[wanted]
    source = waiting.function
    function = types.FunctionType(source.__code__, names, source.__name__, source.__defaults__)
    called = f"{source.__module__.rpartition('.')[2]}.{source.__name__}"
    function.__qualname__ = ".".join((called, *sorted(_others(waiting, instead)), game.name))
    function.__module__ = game.rules.__name__
    return function


def _others(waiting: Generic, instead: dict[str, Any]) -> set[str]:
    """Which generic functions it calls ``instead`` of its own, itself or through others."""
    found = set[str]()
    for name in waiting.function.__code__.co_names:
        own = waiting.function.__globals__.get(name)
        called = instead.get(name, own)
        if isinstance(called, Generic):
            found |= _others(called, instead)
            if called is not own:
                found.add(f"{called.function.__module__}.{called.function.__name__}")
    return found
