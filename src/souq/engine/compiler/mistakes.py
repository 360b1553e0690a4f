"""Error messages for mistakes in rules, with file, rule, line and a suggestion.

Numba's own errors list everything the compiler was doing at the time. The author of a rule needs to know where to look.
"""

from __future__ import annotations

import ast
import builtins
import difflib
import inspect
import re
import textwrap
import types
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import numba.core.errors
import numba.core.types

from souq.engine.errors import BadRule

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_STEPS = re.compile(r"^(Failed in |Cannot |During: |- |Overload |With argument|There are |No match|>>> |File |Known )")
_UNDEFINED = re.compile(r"(?:NameError: name|Untyped global name) '(\w+)'")
_UNKNOWN = re.compile(r"Unknown attribute '(\w+)' of type (\w+)")
_BOUND = re.compile(r'due to "TypeError: ([^"]*)"')
_CALLED = re.compile(r"CPUDispatcher\(<function (\w+)")
_LOWERED = re.compile(r"^During: lowering .* \((\d+)\)$", re.M)
_MADE = re.compile(r"NRT required|Only accept returning of array")
ALLOCATING = "Rules don't; a function of the evaluator may, with @allocating above it instead of @rule."
_INDEXED = re.compile(r"built-in function (?:get|set)item>.*?\((int\d+)", re.S)


def mistake(rule: Callable[..., Any], given: tuple[Any, ...], error: Exception) -> BadRule | None:
    """Convert a compiler's exception to a :class:`BadRule`, which says in plain words what is wrong and in which line.

    Return None if the exception isn't due to a mistake in the rule.

    Args:
        rule: the rule's Python function.
        given: Numba's types of the arguments.
        error: the compiler's exception.
    """
    if isinstance(error, BadRule | numba.core.errors.ForceLiteralArg):
        return None
    said = _said(rule, given, error)
    if said is None:
        return None
    return _at(rule, *said)


def handed(rule: Callable[..., Any]) -> BadRule:
    """Return the error for a rule that returns an array, or calls a rule that does, without being ``@allocating``."""
    words = f"it returns an array, or calls what does. {ALLOCATING}"
    return _at(rule, words, rule.__code__.co_firstlineno)


def _at(rule: Callable[..., Any], words: str, line: int) -> BadRule:
    file = Path(rule.__code__.co_filename)
    short = "/".join(file.parts[-min(3, rule.__module__.count(".") + 1) :])
    return BadRule(f"{short}, line {line}, in `{rule.__name__}`: {words}", str(file), line, rule.__name__)


def _said(rule: Callable[..., Any], given: tuple[Any, ...], error: Exception) -> tuple[str, int] | None:
    """Return a message that explains a compiler's exception, and the number of the line that caused it.

    Return None if the exception isn't due to a mistake in the rule.
    """
    if isinstance(error, KeyError) and error.args:
        field = str(error.args[0])
        line = _line_of(rule, lambda node: isinstance(node, ast.Attribute) and node.attr == field)
        known = next((kind.fields for kind in given if isinstance(kind, numba.core.types.Record)), {})
        return (f"State has no field `{field}`{_nearest(field, known)}.", line) if line else None
    if not isinstance(error, numba.core.errors.TypingError | numba.core.errors.NumbaRuntimeError):
        return None
    text, place = _COLOUR.sub("", str(error)), getattr(error, "loc", None)
    line = place.line if place else int(found[1]) if (found := _LOWERED.search(text)) else 0
    if found := _UNDEFINED.search(text):
        name = found[1]
        line = _line_of(rule, lambda node: isinstance(node, ast.Name) and node.id == name) or line
        return _about_name(rule, name), line
    return _about_types(text), line or rule.__code__.co_firstlineno


def _about_name(rule: Callable[..., Any], name: str) -> str:
    value = rule.__globals__.get(name)
    if isinstance(value, types.FunctionType):
        return f"`{name}` is an ordinary function; put @rule above it, so that rules can call it."
    if name in rule.__globals__ or hasattr(builtins, name):
        return f"`{name}` cannot be used in a rule, which is restricted to integers, loops and indexing."
    return f"`{name}` is not defined{_nearest(name, rule.__globals__)}."


def _about_types(text: str) -> str:
    if _MADE.search(text):
        return f"it makes an array or a list. {ALLOCATING}"
    if found := _UNKNOWN.search(text):
        return f"`.{found[1]}` cannot be used on {found[2]} in a rule."
    if (bound := _BOUND.search(text)) and (called := _CALLED.search(text)):
        return f"`{called[1]}` is called with other arguments than it has: {bound[1]}."
    if _INDEXED.search(text):
        return "an integer is indexed as if it were an array."
    lines = [line.strip() for line in text.splitlines()]
    first = next((line for line in lines if line and not _STEPS.match(line)), "it cannot be compiled")
    return f"{first[:200].rstrip('.')}. A rule is restricted to integers, loops and indexing."


def _line_of(rule: Callable[..., Any], wanted: Callable[[ast.AST], bool]) -> int:
    """Return the number of the first line in a rule with an expression that ``wanted`` accepts; 0 if there is none."""
    try:
        source, first = inspect.getsourcelines(rule)
    except (OSError, TypeError):
        return 0
    tree = ast.parse(textwrap.dedent("".join(source)))
    lines = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.expr) and wanted(node)]
    return first + min(lines) - 1 if lines else 0


def _nearest(name: str, known: Collection[str]) -> str:
    near = difflib.get_close_matches(name, list(known), n=1)
    return f"; perhaps `{near[0]}`" if near else ""
