"""A state is one fixed-size record: copying a position is a memcpy, a batch is an array, a save is bytes.

>>> from souq.engine.rules.record import Record, arr, i8, num
>>> class Shelf(Record):
...     jars = num(i8)              # how many stand on it
...     label = arr(i8, 2, 3)       # two rows of three letters
>>> shelf = Shelf.new()             # one-element array: what compiled rules are called with
>>> int(shelf[0].jars), shelf[0].label.shape
(0, (2, 3))

Rules index ``s.label[r][c]``, never ``s.label[r, c]``: then the same source also runs on a
:class:`~souq.engine.rules.twin.Twin`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, cast, overload

import numpy as np
from numpy.typing import NDArray

from souq.engine.rules.meaning import INNER, Count, Meaning, as_axes, check

i8, i16, i32, i64 = np.int8, np.int16, np.int32, np.int64

SPARE = "spare"
"""The field that fills the last word."""

EVENT = "event"
"""The field of a game with what is told."""

Batch = NDArray[Any]
"""A one-dimensional array of records."""


def clone(states: Batch) -> Batch:
    """A copy of a batch, independent and writable.

    For the single states that go through Python this takes a twentieth of the time of ``ndarray.copy``, which copies a
    structured array field by field.
    """
    return np.ndarray(states.shape, states.dtype, bytearray(states.tobytes()))


@dataclass(frozen=True)
class Field:
    """How a record holds something, and what it is."""

    number: type[np.signedinteger[Any]]
    shape: tuple[int, ...]
    of: Meaning | None = None
    """What the numbers are; None where it has not been said."""
    seats: tuple[int, ...] = ()
    """Which axes count seats. Places after the last seat are everybody's, and stay where they are."""
    derived: bool = False
    """Whether it follows from other fields, and says nothing more to who knows them."""

    @property
    def bits(self) -> int:
        """Width of a number."""
        return 8 * int(np.dtype(self.number).itemsize)


def num(number: type[np.signedinteger[Any]], of: Meaning | None = None, *, derived: bool = False) -> int:
    """A field that holds one integer of the given width; ``of`` says what it is."""
    return cast(int, Field(number, (), of, (), derived))


Axes = int | tuple[int, ...] | None
"""The axes of a field that count seats."""


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
    """A field that holds an array of integers of the given width and shape, of one to three dimensions.

    ``of`` says what the integers are, ``seats`` which axes count seats. For a type-checker it is nested lists of
    integers, which it is on a twin: then ``s.label[r][c]`` is an ``int``, and ``s.label[r, c]`` an error. In compiled
    rules it is an array, which does all that a list of fixed length does.
    """
    return Field(number, shape, of, as_axes(seats), derived)


if TYPE_CHECKING:

    class _Base: ...

else:
    _Base = np.record


class Record(_Base):
    """Declare fields with :func:`num` and :func:`arr`.

    Wide fields are laid out before narrow ones, and what is left of the last word is a field too (``spare``, always
    zero): a record has no gaps, so two equal positions are equal byte for byte, however they were copied.

    Raises:
        TypeError: a field's name already means something to ``numpy.record`` (``size``, ``copy``, …), or it cannot hold
            what it is said to be.
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
        """``n`` records of zeros."""
        return np.zeros(n, cls.layout)

    @classmethod
    def new(cls) -> Batch:
        """A batch of one: the form in which Python hands a state to compiled rules."""
        return cls.batch(1)


class GameRecord(Record):
    """What every game's state holds for the engine."""

    key = arr(i64, 2, of=INNER)  # chance: two 32-bit words of the Philox key
    draws = num(i64, INNER)  # chance: blocks drawn under this key
    players = num(i8, Count(64))  # seats in play
    over = num(i8, Count(1))  # 1 when the game has ended
    n_events = num(i16, INNER)  # rows of ``event`` in this decision; -1 keeps quiet


_QUIET: dict[str, type[GameRecord]] = {}


def quiet(kind: type[GameRecord]) -> type[GameRecord]:
    """The same record with room for one event: for who plays many games and is told nothing.

    A third to two thirds of the size, and the same rules; its ``n_events`` has to be -1. There is one of each, for
    rules are compiled for a type.
    """
    name = f"{kind.__module__}.{kind.__qualname__}"
    if (made := _QUIET.get(name)) is None or not issubclass(made, kind):
        told = kind.fields[EVENT]
        room = replace(told, shape=(1, *told.shape[1:]))
        made = type(f"Quiet{kind.__name__}", (kind,), {EVENT: room, "__module__": kind.__module__})
        _QUIET[name] = made
    return made
