"""Algorithms for any game, written once and compiled once per game.

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
"""Functions that every game's module ``rules`` defines."""

OPTIONAL = ("unwon",)
"""Functions that ``rules`` may define: ``unwon(s)`` returns 1 if a finished game has no winner, whatever the ranks."""

QUICKER = ("random_legal",)
"""Functions that ``rules`` may define as faster versions of generic ones in :mod:`souq.engine.learn.playout`."""

EVALUATOR = ("priors", "terms", "certainty")
"""Functions that a game's ``evaluator`` may define; the defaults are :func:`no_priors`, :func:`no_terms` and so on."""


@rule
def no_priors(s: Any, w: Any, seat: int, choices: Any, n: int, out: Any) -> None:
    """Default for ``priors``: write 0 for every choice."""
    for i in range(n):
        out[i] = 0.0


@rule
def no_terms(s: Any, w: Any, seat: int, out: Any) -> None:
    """Default for ``terms``: do nothing, because there are no terms."""


@rule
def no_certainty(s: Any, w: Any) -> float:
    """Return 0, the default of ``certainty``: expected points don't affect win probabilities before the end."""
    return 0.0


@rule
def always_won(s: Any) -> int:
    """Return 0, the default of ``unwon``, because the seat ranked first has won."""
    return 0


class Rules(Protocol):
    """The part of a game that is needed to compile its rules; :class:`souq.engine.game.Game` implements it."""

    @property
    def name(self) -> str:
        """Name of the game, used in the names of compiled functions."""

    @property
    def State(self) -> type[GameRecord]:
        """Record type of a position."""

    @property
    def n_choices(self) -> int:
        """Total number of choices in the game."""

    @property
    def rules(self) -> ModuleType:
        """Module with the functions :data:`RULES`."""

    @property
    def evaluator(self) -> ModuleType | None:
        """Module with functions from :data:`EVALUATOR`; None if the game has none."""


class Generic:
    """A generic function, which calls a game's rules by name; it can be called only after being bound to a game."""

    def __init__(self, function: Callable[..., Any], inline: bool) -> None:
        self.function = function
        self.inline = inline

    def __call__(self, *args: Any) -> Any:
        """Raise ``TypeError``, because there are no rules to call yet."""
        raise TypeError(f"{self.function.__name__} is generic: instantiate it for a game first")


def generic(function: Callable[..., Any]) -> Any:
    """Mark a function as generic: it calls a game's rules by name and is compiled once per game."""
    return Generic(function, inline=False)


def generic_hot(function: Callable[..., Any]) -> Any:
    """Mark a function as generic and to be inlined into its callers."""
    return Generic(function, inline=True)


def instantiate(template: Any, game: Rules, **instead: Any) -> Any:
    """Compile ``template``, and the generic functions it calls, bound to the rules and evaluator of ``game``.

    The result is cached with the game's own code, under the template's name. ``instead`` replaces generic functions
    that it calls, by name. The replacements become part of the name of every function that calls them, because the
    cache identifies compiled code by name only.
    """
    return _instance(template, game, {}, instead)


def filled(template: Any, game: Rules, **instead: Any) -> types.FunctionType:
    """Bind ``template`` to a game's rules like :func:`instantiate`, but don't compile it: for other compilers.

    ``instead`` can replace any global that the template uses, such as the sizes of its arrays.
    """
    return _filled(template, game, {}, instead)


def _instance(waiting: Generic, game: Rules, made: dict[Generic, Any], instead: dict[str, Any]) -> Any:
    return (hot if waiting.inline else rule)(_filled(waiting, game, made, instead))


def _filled(waiting: Generic, game: Rules, made: dict[Generic, Any], instead: dict[str, Any]) -> types.FunctionType:
    """Bind a generic function to the game's rules, after compiling the generic functions that it calls."""
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
    """Return the generic functions from ``instead`` that ``waiting`` calls, directly or through others."""
    found = set[str]()
    for name in waiting.function.__code__.co_names:
        own = waiting.function.__globals__.get(name)
        called = instead.get(name, own)
        if isinstance(called, Generic):
            found |= _replaced(called, instead)
            if called is not own:
                found.add(f"{called.function.__module__}.{called.function.__name__}")
    return found
