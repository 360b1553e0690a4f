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
"""Functions that ``rules`` may define.

``unwon(s)`` returns 1 if a finished game has no winner, even though a seat ranks first.
"""

QUICKER = ("random_legal",)
"""Functions of :mod:`souq.engine.learn.playout` that a game's ``rules`` may replace by faster versions."""

EVALUATOR = ("priors", "terms", "certainty")
"""Functions that a game's ``evaluator`` may define; the defaults are :func:`no_priors`, :func:`no_terms` and so on."""


@rule
def no_priors(s: Any, w: Any, seat: int, choices: Any, n: int, out: Any) -> None:
    """Write 0 for every choice, for games whose evaluator has no ``priors``."""
    for i in range(n):
        out[i] = 0.0


@rule
def no_terms(s: Any, w: Any, seat: int, out: Any) -> None:
    """Do nothing, for games whose evaluator has no ``terms``."""


@rule
def no_certainty(s: Any, w: Any) -> float:
    """Return 0 for ``certainty``, which a game's evaluator may leave out.

    All seats then have the same win probability until the game is over.
    """
    return 0.0


@rule
def always_won(s: Any) -> int:
    """Return 0 for ``unwon``, which most rules leave out: the seat that ranks first has won."""
    return 0


class Rules(Protocol):
    """The parts of a game that are needed to compile its rules; :class:`souq.engine.game.Game` has them all."""

    @property
    def name(self) -> str:
        """Name of the game, used in the names of compiled functions."""

    @property
    def State(self) -> type[GameRecord]:
        """Class of the records that store the game's positions."""

    @property
    def n_choices(self) -> int:
        """Total number of choices in the game."""

    @property
    def rules(self) -> ModuleType:
        """Module with the game's rules: the functions whose names are in :data:`RULES`."""

    @property
    def evaluator(self) -> ModuleType | None:
        """Module with functions whose names are in :data:`EVALUATOR`; None if the game has none."""


class Generic:
    """A function for any game that calls rules by name. It can be called only after it has been compiled for a game."""

    def __init__(self, function: Callable[..., Any], inline: bool) -> None:
        self.function = function
        self.inline = inline

    def __call__(self, *args: Any) -> Any:
        """Raise ``TypeError``, because the function hasn't been compiled for a game."""
        raise TypeError(f"{self.function.__name__} is generic: instantiate it for a game first")


def generic(function: Callable[..., Any]) -> Any:
    """Mark a function as generic: it calls a game's rules by name and is compiled once per game."""
    return Generic(function, inline=False)


def generic_hot(function: Callable[..., Any]) -> Any:
    """Mark a function as generic (see :func:`generic`); its compiled form is inlined into its callers."""
    return Generic(function, inline=True)


def instantiate(template: Any, game: Rules, **instead: Any) -> Any:
    """Compile the generic function ``template`` for a game: the rules that it calls by name are those of ``game``.

    Generic functions that it calls are compiled as well. The result is cached with the game's own code, under the
    template's name. ``instead`` replaces generic functions that it calls, by name. The replacements become part of the
    name of every function that calls them, because the cache identifies compiled code by name only.
    """
    return _instance(template, game, {}, instead)


def filled(template: Any, game: Rules, **instead: Any) -> types.FunctionType:
    """Return the generic function ``template`` as plain Python with a game's rules, for other compilers than Numba.

    It is like the function that :func:`instantiate` compiles. ``instead`` can replace any global that the template
    uses, such as the sizes of its arrays.
    """
    return _filled(template, game, {}, instead)


def _instance(waiting: Generic, game: Rules, made: dict[Generic, Any], instead: dict[str, Any]) -> Any:
    return (hot if waiting.inline else rule)(_filled(waiting, game, made, instead))


def _filled(waiting: Generic, game: Rules, made: dict[Generic, Any], instead: dict[str, Any]) -> types.FunctionType:
    """Return a copy of a generic function whose names refer to a game's rules.

    Generic functions that it calls are compiled for the game first.
    """
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
    """Return the names of the replacements in ``instead`` that a generic function calls, directly or through others."""
    found = set[str]()
    for name in waiting.function.__code__.co_names:
        own = waiting.function.__globals__.get(name)
        called = instead.get(name, own)
        if isinstance(called, Generic):
            found |= _replaced(called, instead)
            if called is not own:
                found.add(f"{called.function.__module__}.{called.function.__name__}")
    return found
