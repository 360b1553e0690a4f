"""Observations: what a seat knows, as numbers derived from the meaning of fields, with the viewer's seat first.

>>> from souq.engine import registry
>>> game = registry.find("desert_bazaar")
>>> view = Observing(game, players=3)
>>> state = game.bindings.setup(3, game.option_numbers(game.check_options(None, 3)), (1, 2))
>>> row = view.of(game.bindings.hidden(state, 1), 1)
>>> row.shape == (view.size,), view.named(row)["hand"].shape
(True, (3, 4))
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any, Literal, get_args

from souq.engine.arrays import NDArray, np
from souq.engine.compiler.compiled import hot, rule
from souq.engine.rules.bits import lowest
from souq.engine.rules.meaning import (
    WIDTH,
    Count,
    Inner,
    Meaning,
    OneOf,
    Packed,
    Planes,
    Seat,
    Seats,
    SetOf,
    words_axes,
)
from souq.engine.rules.record import SPARE, Batch, Field, GameRecord, quiet

if TYPE_CHECKING:
    from souq.engine.game import Game

Form = Literal["flat", "named", "integers"]
"""Encoding of an observation.

``flat``: float32; a set becomes a 0 or 1 for each possible element, one of several alternatives is one-hot, amounts are
divided by their maximum. ``named``: the same numbers, grouped by field. ``integers``: int32; sets and packed counts are
unpacked, other numbers unchanged.
"""
FORMS: tuple[Form, ...] = get_args(Form)

NUMBER, ONE_OF, SEAT, BITS, SEATS, PACKED = range(6)
"""Kinds of instructions. The kind determines how a number of the record is converted to numbers of the observation."""

KIND, BITS_WIDE, TIMES, SIZE, LEAST, MOST, PART, TO, FROM = range(9)
"""Columns of an instruction, which converts adjacent numbers of the record to numbers of the observation.

In order: the kind of the instruction; the width in bits of a number in the record; how many adjacent numbers are
converted; how many numbers of the observation each of them becomes; the minimum and the maximum to which a number is
clipped; the divisor of the result; and the index of the first result in the observation. From the last column on there
is a column per seat: where reading starts if that seat is the viewer, as an index of a bit in the record.
"""

OF_ENGINE = frozenset(GameRecord.fields) | {SPARE}


@hot
def note(row: Any, places: Any, n: int, at: int, x: Any) -> int:
    """Write the number ``x`` to ``row[at]``, and its index ``at`` to the list ``places`` of nonzero numbers.

    The index is added only if the number changes from zero to nonzero and the list has space. ``n`` is the length of
    the list; the new length is returned.
    """
    if n < len(places) and x != 0 and row[at] == 0:
        places[n] = at
        n += 1
    row[at] = x
    return n


@hot
def observe_record(words: Any, by: int, players: int, program: Any, row: Any, places: Any) -> int:
    """Write an observation of one record into a row of zeros.

    Args:
        words: (words) int64, the record.
        by: seat of the viewer.
        players: number of seats.
        program: the instructions, with the columns :data:`KIND` to :data:`FROM`.
        row: (size) receives the numbers.
        places: receives the indices of the nonzero numbers until it is full; most numbers are 0.

    Returns:
        The number of indices written to ``places``.
    """
    n = 0
    source = FROM + by
    for step in range(len(program)):
        kind = program[step, KIND]
        wide = program[step, BITS_WIDE]
        size = program[step, SIZE]
        least = program[step, LEAST]
        most = program[step, MOST]
        part = program[step, PART]
        to = program[step, TO]
        bit = program[step, source]
        for _ in range(program[step, TIMES]):
            x = words[bit >> 6] << (64 - wide - (bit & 63)) >> (64 - wide)
            if kind == NUMBER:
                x = max(least, min(most, x))
                if x != 0:
                    n = note(row, places, n, to, x / part)
            elif kind == BITS:
                x &= (1 << size) - 1
                while x != 0:
                    at = to + lowest(x)
                    n = note(row, places, n, at, row[at] + most / part)
                    x &= x - 1
            elif kind == SEATS:
                for seat in range(size):
                    n = note(row, places, n, to + seat, x >> (seat + by) % players & 1)
            elif kind == PACKED:
                digits = least
                for k in range(size):
                    many = min(most, x >> digits * k & (1 << digits) - 1)
                    n = note(row, places, n, to + k, many / part)
            else:
                if kind == SEAT and 0 <= x < players:
                    x = (x - by) % players
                if part == 0:
                    n = note(row, places, n, to, max(least, min(most, x)))
                elif 0 <= x < size:
                    n = note(row, places, n, to + x, 1)
            bit += wide
            to += size
    return n


@rule
def observe(lo: int, hi: int, words: Any, seats: Any, players: int, program: Any, out: Any) -> None:
    """Write an observation of each of the records from ``lo`` up to, but not including, ``hi``.

    Args:
        lo: index of the first record.
        hi: index after the last record.
        words: (n, words) int64, the records.
        seats: (n) seats of the viewers; -1 is a spectator.
        players: number of seats.
        program: the instructions, with the columns :data:`KIND` to :data:`FROM`.
        out: (n, size) receives the numbers.
    """
    for i in range(lo, hi):
        out[i][:] = 0
        observe_record(words[i], max(0, seats[i]), players, program, out[i], program[0, :0])


@dataclass(frozen=True)
class Part:
    """Place and shape of one field in an observation, without the numbers of seats that no player uses.

    A single number has the shape (1,), because learners concatenate flat fields.
    """

    start: int
    shape: tuple[int, ...]

    @property
    def span(self) -> slice:
        """Slice that selects the numbers of the field from an observation."""
        return slice(self.start, self.start + math.prod(self.shape))


@dataclass(frozen=True)
class _Step:
    """One instruction of a program: which numbers of the record to read, and how to convert them."""

    kind: int
    wide: int
    size: int
    least: int
    most: int
    part: int
    to: int
    sources: tuple[int, ...]
    times: int = 1

    def follows(self, other: _Step) -> bool:
        """Return whether this instruction converts the next numbers after those of ``other`` in the same way.

        Then the two can be merged.
        """
        plain = replace(other, to=self.to, sources=self.sources, times=1)
        moved = other.times * self.wide
        there = tuple(source + moved for source in other.sources)
        return plain == self and self.sources == there and self.to == other.to + other.times * self.size


class Observing:
    """Converter of a game's positions to observations, the arrays of numbers from which learners see a position.

    Attributes:
        game: the game.
        players: number of seats; unused seats are left out of an observation.
        form: see :data:`Form`.
        size: length of an observation.
        parts: position and shape of each field by name, except derived fields.
        low: minimum of each number, (size).
        high: maximum of each number, (size).
        dtype: float32, or int32 for ``integers``.
    """

    def __init__(self, game: Game, players: int, form: Form = "flat") -> None:
        """Prepare the conversion for both types of the game's records: with a full list of events, or with one event.

        Raises:
            ValueError: there is no such form.
        """
        if form not in FORMS:
            raise ValueError(f"An observation cannot be {form!r}; it is one of {', '.join(map(repr, FORMS))}.")
        self.game = game
        self.players = players
        self.form = form
        self.whole = form == "integers"
        self.dtype: type[Any] = np.int32 if self.whole else np.float32
        self.parts: dict[str, Part] = {}
        self._most_seats = game.max_players
        self._fields = {name: f for name, f in game.State.fields.items() if _is_seen(name, f)}
        layouts = (game.State.layout, quiet(game.State).layout)
        self._programs = {layout.itemsize // 8: self._program(layout) for layout in layouts}
        self.size = max((part.span.stop for part in self.parts.values()), default=0)
        self.low, self.high = np.zeros(self.size, self.dtype), np.ones(self.size, self.dtype)
        for name, part in self.parts.items():
            self.low[part.span], self.high[part.span] = self._bounds(self._fields[name].of)

    def __repr__(self) -> str:
        fields = f"{len(self.parts)} fields in {self.size} numbers"
        return f"<Observing of {self.game.title}, {self.players} players, {self.form}: {fields}>"

    def into(self, out: NDArray[Any], records: Batch, seats: NDArray[np.int64], lo: int = 0, hi: int = -1) -> None:
        """Write the observations of several records to ``out``, shape (n, size).

        In each record, everything hidden from its viewer must be blank already. The viewers are the seats in ``seats``,
        shape (n); -1 is a spectator.
        """
        self.read(out, records.view(np.int64).reshape(len(records), -1), seats, lo, len(records) if hi < 0 else hi)

    def read(self, out: NDArray[Any], words: NDArray[np.int64], seats: NDArray[np.int64], lo: int, hi: int) -> None:
        """Write observations like :meth:`into`, from records given as an array of int64, shape (n, words).

        For callers that use the same array again and again.
        """
        observe(lo, hi, words, seats, self.players, self._programs[words.shape[1]], out)

    def of(self, record: Batch, seat: int) -> NDArray[Any]:
        """Return the observation of one record, (size). Everything hidden from ``seat`` must be blank in it already."""
        out = np.empty((1, self.size), self.dtype)
        self.into(out, record, np.array([seat]))
        made: NDArray[Any] = out[0]
        return made

    def program(self, records: Batch) -> NDArray[np.int64]:
        """Return the instructions for records of this type; compiled code passes them to :func:`observe_record`."""
        return self._programs[records.dtype.itemsize // 8]

    def named(self, row: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Split an observation, (size), or several, (…, size), into views of the fields by name.

        Each view has the field's own shape.
        """
        return {name: row[..., part.span].reshape((*row.shape[:-1], *part.shape)) for name, part in self.parts.items()}

    # ---- the program

    def _program(self, layout: np.dtype[Any]) -> NDArray[np.int64]:
        """Return the instructions that convert records with this layout to observations, as rows of integers.

        Instructions for adjacent numbers are merged.
        """
        steps: list[_Step] = []
        for step in self._steps(layout):
            if steps and step.follows(steps[-1]):
                steps[-1] = replace(steps[-1], times=steps[-1].times + 1)
            else:
                steps.append(step)
        columns = [(s.kind, s.wide, s.times, s.size, s.least, s.most, s.part, s.to, *s.sources) for s in steps]
        return np.array(columns, np.int64).reshape(len(columns), FROM + self.players)

    def _steps(self, layout: np.dtype[Any]) -> Iterator[_Step]:
        """Yield one instruction for each number of each field.

        Also store in ``parts`` where each field is in an observation.
        """
        to = 0
        at: Any = layout.fields
        for name, field in self._fields.items():
            begins = 8 * at[name][1]
            kept = [self._places(field, axis) for axis in range(len(field.shape) - words_axes(field.of))]
            things = self._things(field.of)
            self.parts[name] = Part(to, (*map(len, kept), *([things] if things else [])) or (1,))
            for place in product(*(range(len(each)) for each in kept)):
                yield from self._number(field, begins, [kept[axis][k] for axis, k in enumerate(place)], to)
                to += max(1, things)

    def _number(self, field: Field, begins: int, place: list[int], to: int) -> Iterator[_Step]:
        """Yield the instruction for one number of a field or, for a set that needs several words, one for each word."""
        words = field.shape[len(place) :]
        for nth, word in enumerate(product(*map(range, words))):
            turned = ((*self._turned(field, place, viewer), *word) for viewer in range(self.players))
            sources = tuple(begins + field.bits * _flat(index, field.shape) for index in turned)
            yield self._step(field.of, field.bits, nth, words, to, sources)

    def _step(
        self, of: Meaning | None, wide: int, nth: int, words: tuple[int, ...], to: int, sources: tuple[int, ...]
    ) -> _Step:
        """Return the instruction for one number, or for word ``nth`` of a set that needs several."""
        least, most = self._range(of)
        if isinstance(of, SetOf | Planes):
            n = words[-1] if words else 1
            digit, first = nth // n, nth % n * WIDTH
            whole = 1 if self.whole or isinstance(of, SetOf) else (1 << of.planes) - 1
            return _Step(BITS, wide, min(WIDTH, of.n - first), 0, 1 << digit, whole, to + first, sources)
        if isinstance(of, Packed):
            return _Step(PACKED, wide, of.n, of.digits, of.most, 1 if self.whole else of.most, to, sources)
        if isinstance(of, Seats):
            return _Step(SEATS, wide, self.players, 0, 1, 1, to, sources)
        if isinstance(of, OneOf | Seat):
            kind = SEAT if isinstance(of, Seat) else ONE_OF
            return _Step(kind, wide, max(1, self._things(of)), least, most, 0 if self.whole else 1, to, sources)
        return _Step(NUMBER, wide, 1, least, most, 1 if self.whole else max(-least, most, 1), to, sources)

    def _things(self, of: Meaning | None) -> int:
        """Return how many numbers of an observation encode one value of a record; 0 if it stays a single number."""
        if isinstance(of, SetOf | Planes | Packed):
            return of.n
        if isinstance(of, Seats):
            return self.players
        return self._range(of)[1] + 1 if isinstance(of, OneOf | Seat) and not self.whole else 0

    def _range(self, of: Meaning | None) -> tuple[int, int]:
        """Return the minimum and maximum of a record's number with this meaning."""
        if isinstance(of, OneOf):
            return (-1 if of.or_none else 0), of.n - 1
        if isinstance(of, Seat):
            return -1, max(of.most, self.players - 1)
        return (of.least, of.most) if isinstance(of, Count) else (-(2**31), 2**31 - 1)

    def _bounds(self, of: Meaning | None) -> tuple[float, float]:
        """Return the minimum and maximum of an observation's number with this meaning."""
        if isinstance(of, Planes | Packed) and self.whole:
            return 0, of.most if isinstance(of, Packed) else (1 << of.planes) - 1
        if isinstance(of, SetOf | Planes | Packed | Seats) or (isinstance(of, OneOf | Seat) and not self.whole):
            return 0, 1
        least, most = self._range(of)
        part = 1 if self.whole else max(-least, most, 1)
        return least / part, most / part

    def _places(self, field: Field, axis: int) -> list[int]:
        """Return which indices along an axis appear in an observation: all but those of seats that no player uses."""
        if axis not in field.seats:
            return list(range(field.shape[axis]))
        return [*range(self.players), *range(self._most_seats, field.shape[axis])]

    def _turned(self, field: Field, place: list[int], viewer: int) -> list[int]:
        """Convert an index in an observation, in which the viewer's seat comes first, to the index in the record."""
        return [
            (at + viewer) % self.players if axis in field.seats and at < self.players else at
            for axis, at in enumerate(place)
        ]


def _flat(index: Sequence[int], shape: Sequence[int]) -> int:
    """Return the place of an element among all elements of an array, row by row."""
    return functools.reduce(lambda at, axis: at * axis[1] + axis[0], zip(index, shape, strict=True), 0)


def _is_seen(name: str, field: Field) -> bool:
    return name not in OF_ENGINE and not field.derived and not isinstance(field.of, Inner)
