"""The interpreted twin: the same rules, run by Python over plain integers and lists.

Compiled code cannot be stepped through, covered or printed from. A :class:`Twin` holds a record's fields as
attributes, and :func:`interpreted` gives the plain-Python form of a compiled rule, with everything it calls. Both
must agree in every position; a property test holds them to it.

What a game tells and draws of a position it reads from a twin too. There a type-checker is told that it is the game's
``State``, whose fields it knows: rules and rooms say ``view.hand[seat]`` alike, and a misspelt field is found in both.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from souq.engine.rules.record import Batch, Record

F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R", bound=Record)

TWINS: dict[Any, Callable[..., Any]] = {}
"""Plain-Python twins of intrinsics, by intrinsic."""


class Twin:
    """A record's fields as plain integers and nested lists, indexed as in rules: ``twin.hand[seat][good]``."""

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)

    @classmethod
    def of(cls, record: Any) -> Twin:
        """The twin of a record, or of a batch of one."""
        one = record[0] if isinstance(record, np.ndarray) and record.ndim == 1 else record
        values = zip(one.dtype.names, one.item(), strict=True)
        return cls(**{name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in values})

    def store(self, record: Any) -> None:
        """Write the fields back into a record, or a batch of one."""
        one = record[0] if isinstance(record, np.ndarray) and record.ndim == 1 else record
        for name in one.dtype.names:
            one[name] = self.__dict__[name]

    if TYPE_CHECKING:

        def __setattr__(self, name: str, value: Any) -> None: ...

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the record has no field {name!r}")


def blank(kind: type[R], **fields: object) -> R:
    """A view in which every field is 0 but those given, for rules to be asked about.

    Raises:
        AttributeError: the record has no such field.
    """
    return changed(cast(R, Twin.of(kind.new())), **fields)


def changed(view: R, **fields: object) -> R:
    """A copy of a view with other values in some fields, for rules to be asked about; all other lists are shared.

    Raises:
        AttributeError: the record has no such field.
    """
    unknown = fields.keys() - view.__dict__.keys()
    if unknown:
        raise AttributeError(f"the record has no field {min(unknown)!r}")
    return cast(R, Twin(**{**view.__dict__, **fields}))


def recorded(view: R, kind: type[R]) -> Batch:
    """A view as a record again, for compiled rules: a batch of one."""
    made = kind.new()
    cast(Twin, view).store(made)
    return made


class Interpreter:
    """Makes the plain-Python forms of compiled rules; what they call is replaced by its own, or by what stands for it.

    One module has one form of itself in an interpreter, so two interpreters never mix.
    """

    def __init__(self, instead: Mapping[Any, Callable[..., Any]] | None = None) -> None:
        """``instead``: what stands for some rules, beside the twins of intrinsics."""
        self._instead = dict(instead or {})
        self._made: dict[Any, Callable[..., Any]] = {}
        self._globals: dict[int, dict[str, Any]] = {}

    def __call__(self, rule: F) -> F:
        """The plain-Python form of a rule."""
        if rule in self._instead:
            return cast(F, self._instead[rule])
        if rule in TWINS:
            return cast(F, TWINS[rule])
        if rule not in self._made:
            source: Any = getattr(rule, "py_func", rule)
            names = self._names(source.__globals__)
            self._made[rule] = types.FunctionType(
                source.__code__, names, source.__name__, source.__defaults__, source.__closure__
            )
        return cast(F, self._made[rule])

    def _names(self, names: dict[str, Any]) -> dict[str, Any]:
        """A module's globals with every compiled thing replaced; a copy that is kept before it is walked further."""
        known = self._globals.get(id(names))
        if known is None:
            known = self._globals[id(names)] = dict(names)
            for name, value in names.items():
                if _is_compiled(value) or _is_intrinsic(value):
                    known[name] = self(value)
                elif isinstance(value, np.ndarray):
                    known[name] = value.tolist()
        return known


_plain = Interpreter()


def interpreted(rule: F) -> F:
    """The plain-Python twin of a compiled rule; its callees, tables and intrinsics are replaced by theirs."""
    return _plain(rule)


def over_records(rule: Any) -> Callable[..., Any]:
    """The twin of a rule that Python calls with a batch and arrays, called with the same and writing to the same."""
    twin = interpreted(rule)

    def called(states: Any, *given: Any) -> Any:
        record = Twin.of(states)
        plain = [each.tolist() if isinstance(each, np.ndarray) else each for each in given]
        found = twin([record], *plain)
        if states.flags.writeable:
            record.store(states)
        for array, changed in zip(given, plain, strict=True):
            if isinstance(array, np.ndarray) and array.flags.writeable:
                array[:] = changed
        return found

    return called


def _is_compiled(value: Any) -> bool:
    """Told by what it was made from, not by its class: whoever needs a twin need not load the compiler."""
    return hasattr(value, "py_func")


def _is_intrinsic(value: Any) -> bool:
    try:
        return value in TWINS
    except TypeError:  # unhashable values are no intrinsics
        return False
