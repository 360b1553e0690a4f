"""The interpreted twin: rules run by Python on plain integers and lists instead of being compiled.

Compiled code can't be stepped through in a debugger or measured for coverage, and it can't print. A :class:`Twin`
therefore holds a record's fields as plain attributes, and :func:`interpreted` returns the plain-Python form of a
compiled rule, including everything it calls. A property test checks that both forms agree in every position.

Stories and scenes read positions as twins, too. They annotate them as the game's ``State``, so that type checkers know
the fields and find misspelt ones: rules and scenes both write ``view.hand[seat]``.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from souq.engine.arrays import np
from souq.engine.rules.record import Batch, Record

F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R", bound=Record)


class Twin:
    """A position as plain Python integers and nested lists, so that rules can run without being compiled.

    It is indexed as in rules: ``twin.hand[seat][good]``.
    """

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)

    @classmethod
    def of(cls, record: Any) -> Twin:
        """Return the twin of a record, or of an array of one record."""
        one = record[0] if isinstance(record, np.ndarray) and record.ndim == 1 else record
        values = zip(one.dtype.names, one.item(), strict=True)
        return cls(**{name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in values})

    def store(self, record: Any) -> None:
        """Write the twin's fields to a record, or to an array of one record."""
        one = record[0] if isinstance(record, np.ndarray) and record.ndim == 1 else record
        for name in one.dtype.names:
            one[name] = self.__dict__[name]

    if TYPE_CHECKING:

        def __setattr__(self, name: str, value: Any) -> None: ...

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the record has no field {name!r}")


def blank(kind: type[R], **fields: object) -> R:
    """Return a twin with the given fields and 0 in all others, for calling rules outside a game.

    Raises:
        AttributeError: the record has no such field.
    """
    return changed(cast(R, Twin.of(kind.new())), **fields)


def changed(view: R, **fields: object) -> R:
    """Return a copy of a twin in which some fields have other values.

    The lists of the other fields are the same objects as in the original.

    Raises:
        AttributeError: the record has no such field.
    """
    unknown = fields.keys() - view.__dict__.keys()
    if unknown:
        raise AttributeError(f"the record has no field {min(unknown)!r}")
    return cast(R, Twin(**{**view.__dict__, **fields}))


def recorded(view: R, kind: type[R]) -> Batch:
    """Convert a twin to an array of one record, which compiled rules take."""
    made = kind.new()
    cast(Twin, view).store(made)
    return made


class Interpreter:
    """A converter of compiled rules, and of all functions that they call, to plain Python functions.

    An interpreter converts each module's globals once; two interpreters never share converted functions.
    """

    def __init__(self, instead: Mapping[Any, Callable[..., Any]] | None = None) -> None:
        """Create a converter; ``instead`` maps compiled rules to functions that replace them."""
        self._instead = dict(instead or {})
        self._made: dict[Any, Callable[..., Any]] = {}
        self._globals: dict[int, dict[str, Any]] = {}

    def __call__(self, rule: F) -> F:
        """Return the plain-Python form of a rule."""
        if rule in self._instead:
            return cast(F, self._instead[rule])
        if rule not in self._made:
            source: Any = getattr(rule, "py_func", rule)
            names = self._names(source.__globals__)
            self._made[rule] = types.FunctionType(
                source.__code__, names, source.__name__, source.__defaults__, source.__closure__
            )
        return cast(F, self._made[rule])

    def _names(self, names: dict[str, Any]) -> dict[str, Any]:
        """Return a module's globals for use by its converted functions: compiled functions and arrays are converted."""
        known = self._globals.get(id(names))
        if known is None:
            # Stored before the recursion below, which may come back to this module.
            known = self._globals[id(names)] = dict(names)
            for name, value in names.items():
                if _is_compiled(value):
                    known[name] = self(value)
                elif isinstance(value, np.ndarray):
                    known[name] = value.tolist()
        return known


_plain = Interpreter()


def interpreted(rule: F) -> F:
    """Return the plain-Python form of a compiled rule, including the rules, tables and intrinsics that it uses."""
    return _plain(rule)


def over_records(rule: Any) -> Callable[..., Any]:
    """Return a plain-Python form of a rule that takes records and arrays, like the compiled rule, and changes them."""
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
    """Return whether a value is a compiled function, without importing the compiler."""
    return hasattr(value, "py_func")
