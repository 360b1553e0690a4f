"""Positions as fixed-size records, which are copied with a memcpy, stored in arrays and saved as bytes.

>>> from souq.engine.rules.record import Record, arr, i8, num
>>> class Shelf(Record):
...     jars = num(i8)              # how many stand on it
...     label = arr(i8, 2, 3)       # two rows of three letters
>>> shelf = Shelf.new()             # one-element array: what compiled rules are called with
>>> int(shelf[0].jars), shelf[0].label.shape
(0, (2, 3))

Rules index ``s.label[r][c]``, never ``s.label[r, c]``, so that the same source also runs on a twin: the record's fields
as plain numbers and lists (:class:`~souq.engine.rules.twin.Twin`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, cast, overload

from souq.engine.arrays import NDArray, np
from souq.engine.rules.meaning import INNER, Count, Meaning, as_axes, check

i8, i16, i32, i64 = np.int8, np.int16, np.int32, np.int64

SPARE = "spare"
"""Name of the field of zeros that fills the end of a record."""

EVENT = "event"
"""Name of the field that contains a position's events."""

Batch = NDArray[Any]
"""A one-dimensional array of records."""


def clone(states: Batch) -> Batch:
    """Return a copy of an array of records that can be changed without changing the original.

    For arrays of one record this takes a twentieth of the time of ``ndarray.copy``, which copies a structured array
    field by field.
    """
    return np.ndarray(states.shape, states.dtype, bytearray(states.tobytes()))


@dataclass(frozen=True)
class Field:
    """Type, shape and meaning of one field of a record."""

    number: type[np.signedinteger[Any]]
    shape: tuple[int, ...]
    of: Meaning | None = None
    """Meaning of the numbers; None if none is declared."""
    seats: tuple[int, ...] = ()
    """Axes along which the index is a seat. Indices beyond the last seat belong to no seat and aren't rotated."""
    derived: bool = False
    """Whether the field's numbers can be computed from other fields, so that it adds no information."""

    @property
    def bits(self) -> int:
        """Width of one number, in bits."""
        return 8 * int(np.dtype(self.number).itemsize)


def num(number: type[np.signedinteger[Any]], of: Meaning | None = None, *, derived: bool = False) -> int:
    """Declare a field that is one integer of type ``number`` (:data:`i8` and so on); ``of`` says what it means."""
    return cast(int, Field(number, (), of, (), derived))


Axes = int | tuple[int, ...] | None
"""Those axes of a field along which the index is a seat; None if there are none."""


@overload
def arr(
    number: type[np.signedinteger[Any]],
    n: int,
    /,
    *,
    of: Meaning | None = None,
    seats: Axes = None,
    derived: bool = False,
) -> list[int]: ...
@overload
def arr(
    number: type[np.signedinteger[Any]],
    n: int,
    m: int,
    /,
    *,
    of: Meaning | None = None,
    seats: Axes = None,
    derived: bool = False,
) -> list[list[int]]: ...
@overload
def arr(
    number: type[np.signedinteger[Any]],
    n: int,
    m: int,
    k: int,
    /,
    *,
    of: Meaning | None = None,
    seats: Axes = None,
    derived: bool = False,
) -> list[list[list[int]]]: ...
def arr(
    number: type[np.signedinteger[Any]],
    *shape: int,
    of: Meaning | None = None,
    seats: Axes = None,
    derived: bool = False,
) -> Any:
    """Declare a field that is an array of integers of type ``number``, with one to three dimensions.

    ``of`` is the meaning of the integers; ``seats`` says which axes have a seat as index. Type checkers see nested
    lists of integers, as on a twin (the interpreted form of a record): ``s.label[r][c]`` is an ``int``, and
    ``s.label[r, c]`` an error. In compiled rules the field is an array.
    """
    return Field(number, shape, of, as_axes(seats), derived)


if TYPE_CHECKING:

    class _Base: ...

else:
    _Base = np.record


class Record(_Base):
    """Base class of records, which declare their fields with :func:`num` and :func:`arr`.

    Wide fields are stored before narrow ones, and a field of zeros (``spare``) fills the last word. A record therefore
    has no gaps, and equal positions are equal byte for byte, however they were copied.

    Raises:
        TypeError: a field's name already means something to ``numpy.record`` (``size``, ``copy``, …), or its shape or
            width does not fit its meaning.
    """

    layout: ClassVar[np.dtype[Any]]
    fields: ClassVar[dict[str, Field]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Field)}
        if EVENT in own:
            own[EVENT] = replace(own[EVENT], of=INNER)
        for name in own:
            delattr(cls, name)
            if hasattr(np.record, name) or name in ("layout", "fields", SPARE):
                raise TypeError(f"{cls.__name__}.{name}: the name belongs to numpy.record; choose another")
            check(f"{cls.__name__}.{name}", own[name].of, own[name].shape, own[name].seats, own[name].bits)
        cls.fields = {**cls.fields, **own}
        ordered = sorted(cls.fields.items(), key=lambda item: -np.dtype(item[1].number).itemsize)
        listed = [(name, f.number, f.shape) for name, f in ordered]
        size = sum(np.dtype((number, shape)).itemsize for _, number, shape in listed)
        gap = -size % max((np.dtype(number).itemsize for _, number, _ in listed), default=1)
        plain = np.dtype([*listed, *([(SPARE, i8, (gap,))] if gap else [])], align=True)
        cls.layout = np.dtype((cls, plain))

    @classmethod
    def batch(cls, n: int) -> Batch:
        """Return an array of ``n`` records of zeros."""
        return np.zeros(n, cls.layout)

    @classmethod
    def new(cls) -> Batch:
        """Return an array of one record that is all zeros; compiled rules take a position in this form."""
        return cls.batch(1)


class GameRecord(Record):
    """Base class of the records of games, with the fields that the engine needs."""

    key = arr(i64, 2, of=INNER)  # chance: two 32-bit words of the Philox key
    draws = num(i64, INNER)  # chance: blocks drawn under this key
    players = num(i8, Count(64))  # seats in play
    over = num(i8, Count(1))  # 1 when the game has ended
    n_events = num(i16, INNER)  # rows of ``event`` in this decision; -1 keeps quiet


_QUIET: dict[str, type[GameRecord]] = {}


def quiet(kind: type[GameRecord]) -> type[GameRecord]:
    """Return a smaller variant of a game's record type, with space for one event only, for playing many games.

    It has a third to two thirds of the size and works with the same rules; its ``n_events`` must be -1. There is one
    such type per game, because rules are compiled for a type.
    """
    name = f"{kind.__module__}.{kind.__qualname__}"
    if (made := _QUIET.get(name)) is None or not issubclass(made, kind):
        told = kind.fields[EVENT]
        room = replace(told, shape=(1, *told.shape[1:]))
        made = type(f"Quiet{kind.__name__}", (kind,), {EVENT: room, "__module__": kind.__module__})
        _QUIET[name] = made
    return made
