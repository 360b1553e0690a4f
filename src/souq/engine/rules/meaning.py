"""Meanings of the numbers in a record's fields, declared once in ``State`` next to each field's width.

The engine derives from them: observations in any form and their bounds, the rotation of seats so that the viewer comes
first, and the description of a position in words. Rules don't use them.

>>> from souq.engine.rules.record import Record, arr, i8, i64, num
>>> class Shelf(Record):
...     player = num(i8, SEAT)                          # the deciding seat, or -1
...     goods = arr(i8, 4, 3, of=Count(9), seats=0)     # the index of the first axis is a seat
...     taken = arr(i64, 2, of=SetOf(80))               # 80 places, two words of bits
>>> Shelf.fields["taken"].of.members([0b101, 0])
[0, 2]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

WIDTH = 63
"""Number of bits in a word of a set (see :mod:`souq.engine.rules.bits`)."""


@dataclass(frozen=True)
class Count:
    """Meaning of a number that is an amount from ``least`` to ``most``, such as a number of cards."""

    most: int
    least: int = 0
    each: tuple[str, ...] = ()
    """Names of the things that are counted, by index along the field's last axis; empty if they have none."""


@dataclass(frozen=True, init=False)
class OneOf:
    """Meaning of a number that is one of several things: its index from 0, or -1 for none if ``or_none`` is set."""

    n: int
    or_none: bool
    names: tuple[str, ...]

    def __init__(self, things: int | type[IntEnum] | Sequence[str], or_none: bool = False) -> None:
        """Declare the things that the number can be.

        Args:
            things: the number of things, their names in order, or the enum that numbers them (0 is always included).
            or_none: whether -1 means none of them.
        """
        n, names = _named(things)
        object.__setattr__(self, "n", n)
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "or_none", or_none)


@dataclass(frozen=True)
class Seat:
    """Meaning of a number that is a seat, or -1 for no seat.

    Numbers that aren't seats at the table don't change when seats are rotated.
    """

    most: int = 0
    """Largest possible number, if a number after the last seat has a meaning, such as a neutral owner; otherwise 0."""


@dataclass(frozen=True, init=False)
class SetOf:
    """Meaning of numbers that are a set of things, with a bit for each thing.

    A set of more than :data:`WIDTH` things takes several words on the field's last axis.
    """

    n: int
    names: tuple[str, ...]

    def __init__(self, things: int | type[IntEnum] | Sequence[str]) -> None:
        """Declare the things that the set can contain: their number, their names in order, or an enum with them."""
        n, names = _named(things)
        object.__setattr__(self, "n", n)
        object.__setattr__(self, "names", names)

    @property
    def words(self) -> int:
        """Number of words that the set takes."""
        return -(-self.n // WIDTH)

    def members(self, words: int | Sequence[int]) -> list[int]:
        """Return the members of a set stored in ``words``, ascending."""
        held = [words] if isinstance(words, int) else words
        return [WIDTH * k + bit for k, word in enumerate(held) for bit in _bits(int(word))]


@dataclass(frozen=True)
class Seats:
    """Meaning of a number that is a set of seats, with a bit for each seat."""


@dataclass(frozen=True)
class Planes:
    """Meaning of numbers that are counts of ``n`` things, each below ``2 ** planes``, stored by binary digits.

    For each digit there is a set (a bit plane) of the things whose count has this digit. The last two axes are digits
    and words.
    """

    n: int
    planes: int


@dataclass(frozen=True, init=False)
class Packed:
    """Meaning of a number that contains the counts of several things; the first count is in the lowest bits.

    Each count has as many bits as ``most`` needs.
    """

    n: int
    most: int
    names: tuple[str, ...]

    def __init__(self, things: int | type[IntEnum] | Sequence[str], most: int) -> None:
        """Declare the things that are counted, by their number, their names in order, or the enum that numbers them.

        ``most`` is the maximum count of each thing.
        """
        n, names = _named(things)
        object.__setattr__(self, "n", n)
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "most", most)

    @property
    def digits(self) -> int:
        """Number of bits per count."""
        return self.most.bit_length()

    def counts(self, number: int) -> list[int]:
        """Return the count of each thing packed into ``number``.

        >>> Packed(("dates", "figs"), most=3).counts(0b1101)
        [1, 3]
        """
        return [int(number) >> self.digits * k & (1 << self.digits) - 1 for k in range(self.n)]


@dataclass(frozen=True)
class Inner:
    """Meaning of numbers that only the engine uses, such as chance and events; observations don't contain them."""


Meaning = Count | OneOf | Seat | SetOf | Seats | Planes | Packed | Inner

FLAG = Count(1)
"""Meaning of a flag: 0 or 1."""
SEAT = Seat()
SEATS = Seats()
INNER = Inner()


def _named(things: int | type[IntEnum] | Sequence[str]) -> tuple[int, tuple[str, ...]]:
    if isinstance(things, int):
        return things, ()
    if isinstance(things, type):
        names = {member.value: member.name for member in things}
        return max(names) + 1, tuple(names.get(k, "") for k in range(max(names) + 1))
    return len(things), tuple(things)


def _bits(word: int) -> Iterable[int]:
    return (bit for bit in range(word.bit_length()) if word >> bit & 1)


def check(name: str, of: Meaning | None, shape: tuple[int, ...], seats: tuple[int, ...], bits: int) -> None:
    """Check that a field's shape and width fit its meaning.

    Raises:
        TypeError: they don't.
    """
    words = of.words if isinstance(of, SetOf) else 0
    if words > 1 and (not shape or shape[-1] != words):
        raise TypeError(f"{name}: a set of {of.n} needs a last axis of {words} words, not the shape {shape}.")  # type: ignore[union-attr]
    if words == 1 and isinstance(of, SetOf) and of.n > bits - 1:
        raise TypeError(f"{name}: a set of {of.n} needs a wider number than one of {bits} bits.")
    if isinstance(of, Packed) and of.n * of.digits > bits - 1:
        raise TypeError(f"{name}: {of.n} counts to {of.most} need a wider number than one of {bits} bits.")
    if isinstance(of, Planes) and shape[-2:] != (of.planes, -(-of.n // WIDTH)):
        raise TypeError(f"{name}: counts of {of.n} in {of.planes} planes need other last axes than those of {shape}.")
    if isinstance(of, Count) and of.each and shape[-1:] != (len(of.each),):
        raise TypeError(f"{name}: counts of {len(of.each)} things need a last axis of as many, not the shape {shape}.")
    if any(not 0 <= axis < len(shape) for axis in seats):
        raise TypeError(f"{name}: the shape {shape} has no axis {max(seats)} for seats.")


def least(of: Meaning) -> int:
    """Return the smallest number that a field with this meaning can hold."""
    if isinstance(of, Count):
        return of.least
    return -1 if isinstance(of, Seat) or (isinstance(of, OneOf) and of.or_none) else 0


def most(of: Meaning, players: int) -> int:
    """Return the largest number that a field with this meaning can hold; for sets, the largest word."""
    if isinstance(of, Count):
        return of.most
    if isinstance(of, OneOf):
        return of.n - 1
    if isinstance(of, Seat):
        return max(of.most, players - 1)
    if isinstance(of, Seats):
        return (1 << players) - 1
    if isinstance(of, Packed):
        return (1 << of.n * of.digits) - 1
    return (1 << min(getattr(of, "n", WIDTH), WIDTH)) - 1


def words_axes(of: Meaning | None) -> int:
    """Return how many of a field's last axes belong to a single value instead of distinguishing values.

    It is 2 for :class:`Planes`, 1 for sets of several words, and 0 otherwise.
    """
    if isinstance(of, Planes):
        return 2
    return int(isinstance(of, SetOf) and of.words > 1)


def as_axes(seats: int | Iterable[int] | None) -> tuple[int, ...]:
    """Return the axes that a field declares as axes of seats, as a tuple; it may declare one, several or none."""
    if seats is None:
        return ()
    return (seats,) if isinstance(seats, int) else tuple(seats)


def title(of: Any, number: int) -> Any:
    """Return one number of a field in words, by name if its meaning has names; seats count from 0.

    >>> title(OneOf(("Water", "Silk"), or_none=True), 1), title(SEAT, -1), title(SEATS, 0b101), title(SetOf(9), 0)
    ('Silk', 'nobody', 'seats 0, 2', 'nothing')
    """
    if isinstance(of, OneOf):
        return "none" if number < 0 else (of.names[number] or number) if number < len(of.names) else number
    if isinstance(of, Seat):
        return f"seat {number}" if number >= 0 else "nobody"
    if isinstance(of, Seats):
        there = [str(seat) for seat in _bits(number)]
        return f"seat{'s' if len(there) > 1 else ''} {', '.join(there)}" if there else "nobody"
    if isinstance(of, SetOf):
        return told_set(of, [number])
    if isinstance(of, Packed):
        return _counted(of, of.counts(number))
    return number


def told_counts(of: Count, counts: Sequence[int]) -> str:
    """Return the counts that aren't 0 as text, each after the name of its thing: "dates 2, figs 1"."""
    return _listed(f"{name} {count}" for name, count in zip(of.each, counts, strict=True) if count)


def told_set(of: SetOf, words: Sequence[int]) -> str:
    """List the members of a set by name."""
    return _listed(of.names[each] if each < len(of.names) else str(each) for each in of.members(words))


def told_planes(of: Planes, planes: Sequence[Sequence[int]]) -> str:
    """Return the counts that aren't 0 as text, each after the number of its thing: "[3] 2, [7] 1"."""
    held = [SetOf(of.n).members(words) for words in planes]
    counts = [sum(1 << digit for digit, there in enumerate(held) if k in there) for k in range(of.n)]
    return _listed(f"[{k}] {count}" for k, count in enumerate(counts) if count)


def _counted(of: Packed, counts: Sequence[int]) -> str:
    return _listed(f"{of.names[k] if of.names else f'[{k}]'} {count}" for k, count in enumerate(counts) if count)


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words) or "nothing"
