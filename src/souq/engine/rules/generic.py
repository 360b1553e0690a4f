"""Algorithms over any game: written once, compiled once per game.

Numba can't cache code across processes if it takes functions as arguments. A generic algorithm therefore calls the
rules as if they were globals of its module (``legal(s, seat, out)``), and :func:`instantiate` compiles it with a game's
rules as those globals. Call each rule from one place only: every call site is compiled separately.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from types import ModuleType
from typing import Any, Protocol

from souq.engine.compiler.compiled import hot, rule
from souq.engine.rules.record import GameRecord

RULES = ("setup", "deciders", "legal", "refusal", "apply", "hide", "determinize", "points", "ranks")
"""Functions that the ``rules`` of every game define."""

OPTIONAL = ("unwon",)
"""Functions that ``rules`` may define: ``unwon(s)``, whether a finished game has no winner although ranks are equal."""

QUICKER = ("random_legal",)
"""Functions that ``rules`` may define to replace slower generic ones of :mod:`souq.engine.learn.playout`."""

EVALUATOR = ("priors", "terms", "certainty")
"""Functions that an ``evaluator`` may define; :func:`no_priors` and the like are the defaults."""


@rule
def no_priors(s: Any, w: Any, seat: int, choices: Any, n: int, out: Any) -> None:
    """Default priors: 0 for every choice."""
    for i in range(n):
        out[i] = 0.0


@rule
def no_terms(s: Any, w: Any, seat: int, out: Any) -> None:
    """Default terms: none."""


@rule
def no_certainty(s: Any, w: Any) -> float:
    """Return the default certainty: 0, nothing is decided before the end."""
    return 0.0


@rule
def always_won(s: Any) -> int:
    """Return 0: by default, the first in rank has won."""
    return 0


class Rules(Protocol):
    """The part of a game that compiled code needs; :class:`souq.engine.game.Game` implements it."""

    @property
    def name(self) -> str:
        """Name of the game, used in the names of compiled functions."""

    @property
    def State(self) -> type[GameRecord]:
        """Record type of a position."""

    @property
    def n_choices(self) -> int:
        """Number of choices in the game's numbering."""

    @property
    def rules(self) -> ModuleType:
        """Module with :data:`RULES`."""

    @property
    def evaluator(self) -> ModuleType | None:
        """Module with functions of :data:`EVALUATOR`; None if the game has none."""


class Generic:
    """A generic function, not yet bound to a game's rules."""

    def __init__(self, function: Callable[..., Any], inline: bool) -> None:
        self.function = function
        self.inline = inline

    def __call__(self, *args: Any) -> Any:
        """Raise ``TypeError``: there are no rules to call yet."""
        raise TypeError(f"{self.function.__name__} is generic: instantiate it for a game first")


def generic(function: Callable[..., Any]) -> Any:
    """Mark a function as generic: it calls a game's rules by name."""
    return Generic(function, inline=False)


def generic_hot(function: Callable[..., Any]) -> Any:
    """Mark a function as generic, and inline it into its callers."""
    return Generic(function, inline=True)


def instantiate(template: Any, game: Rules, **instead: Any) -> Any:
    """Compile ``template`` and the generic functions it calls over the rules and the ``evaluator`` of ``game``.

    The result is cached with the game's own code, under its name. ``instead`` replaces generic functions that it calls,
    by name. The replacements become part of the name of every function that calls them, because the cache identifies
    compiled code by name only.
    """
    return _instance(template, game, {}, instead)


def filled(template: Any, game: Rules, **instead: Any) -> types.FunctionType:
    """Return ``template`` bound to a game's rules like :func:`instantiate`, but not compiled: for another compiler.

    ``instead`` can replace any global that it uses, such as the sizes of its arrays.
    """
    return _filled(template, game, {}, instead)


def _instance(waiting: Generic, game: Rules, made: dict[Generic, Any], instead: dict[str, Any]) -> Any:
    return (hot if waiting.inline else rule)(_filled(waiting, game, made, instead))


def _filled(waiting: Generic, game: Rules, made: dict[Generic, Any], instead: dict[str, Any]) -> types.FunctionType:
    """Bind one generic function to the game's rules; the generic functions it calls are compiled first."""
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
    function.__qualname__ = ".".join((called, *sorted(_replaced(waiting, instead)), game.name))
    function.__module__ = game.rules.__name__
    return function


def _replaced(waiting: Generic, instead: dict[str, Any]) -> set[str]:
    """Return the generic functions in ``instead`` that it calls, directly or through others."""
    found = set[str]()
    for name in waiting.function.__code__.co_names:
        own = waiting.function.__globals__.get(name)
        called = instead.get(name, own)
        if isinstance(called, Generic):
            found |= _replaced(called, instead)
            if called is not own:
                found.add(f"{called.function.__module__}.{called.function.__name__}")
    return found
