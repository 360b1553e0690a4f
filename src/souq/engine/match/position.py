"""Positions as named numbers, for tests, puzzles and bug reports.

>>> from souq.engine.rules.record import Record, arr, i8, num
>>> class Shelf(Record):
...     jars = num(i8)
...     label = arr(i8, 2)
>>> position(Shelf.new())
{'jars': 0, 'label': [0, 0]}
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from souq.engine.errors import SouqError
from souq.engine.rules.meaning import (
    Count,
    Inner,
    Meaning,
    OneOf,
    Planes,
    Seat,
    SetOf,
    title,
    told_counts,
    told_planes,
    told_set,
    words_axes,
)
from souq.engine.rules.record import SPARE, Batch, Field, GameRecord

if TYPE_CHECKING:
    from souq.engine.game import Game


class BadPosition(SouqError, ValueError):
    """A position with unknown fields, or with numbers that don't fit their fields."""


ON_FILE = {"n_events": "told"}
"""Names that files use for fields of a record, if they differ: files still use the older names."""


def position(state: Batch) -> dict[str, Any]:
    """Return every field of one position by name, as JSON values."""
    return {ON_FILE.get(name, name): state[name][0].tolist() for name in state.dtype.names or () if name != SPARE}


FEW = 8
"""Maximum number of values that are all listed in a description.

Of a longer list only the values that aren't zero are described, with their indices.
"""


def in_words(game: Game | type[GameRecord], state: Batch) -> list[str]:
    """Describe a position in words, with a line per field; numbers that the engine uses for chance are left out.

    >>> from souq.engine.rules.meaning import SEAT, Count
    >>> from souq.engine.rules.record import GameRecord, arr, i8, num
    >>> class Shelf(GameRecord):
    ...     player = num(i8, SEAT)
    ...     jars = arr(i8, 4, 2, of=Count(9), seats=0)
    >>> shelf = Shelf.new()
    >>> shelf["players"], shelf["player"], shelf["jars"][0, 1] = 2, 1, (3, 4)
    >>> in_words(Shelf, shelf)
    ['players: 2', 'over: 0', 'player: seat 1', 'jars: seat 0: 0, 0; seat 1: 3, 4']
    """
    kind = game if isinstance(game, type) else game.State
    known = {name: field for name, field in kind.fields.items() if not isinstance(field.of, Inner)}
    players = int(state["players"][0])
    return [f"{name}: {_format(field, state[name][0], players)}" for name, field in known.items()]


def _format(field: Field, numbers: Any, players: int) -> str:
    """Format the numbers of a field, grouped by seat."""
    if 0 in field.seats:
        rows = ((seat, _row(field.of, numbers[seat])) for seat in range(players))
        more = ((f"[{place}]", numbers[place]) for place in range(players, len(numbers)))
        told = [f"seat {seat}: {row}" for seat, row in rows]
        return "; ".join([*told, *(f"{place} {_row(field.of, row)}" for place, row in more if _says(field.of, row))])
    return _row(field.of, numbers)


def _row(of: Meaning | None, numbers: Any) -> str:
    """Format the numbers of a field, or of one seat's part of it.

    If there are many, format only those that aren't blank, with their indices.
    """
    there = np.asarray(numbers)
    named = isinstance(of, Count) and bool(of.each)
    places = list(np.ndindex(there.shape[: there.ndim - words_axes(of) - named]))
    if places == [()]:
        return _thing(of, there.tolist())
    if len(places) <= FEW and len(places[0]) == 1:
        return _between(of).join(_thing(of, there[place].tolist()) for place in places)
    every = isinstance(of, OneOf) and not of.or_none
    those = [place for place in places if every or _says(of, there[place])]
    told = (f"{list(place)} {_thing(of, there[place].tolist())}" for place in those)
    return _between(of).join(told) or "nothing"


def _between(of: Meaning | None) -> str:
    named = isinstance(of, Count) and bool(of.each)
    return ", " if of is None or (isinstance(of, Count | OneOf | Seat) and not named) else " | "


def _thing(of: Meaning | None, number: Any) -> str:
    if isinstance(of, Planes):
        return told_planes(of, number)
    if isinstance(of, Count) and of.each:
        return told_counts(of, number)
    return told_set(of, number) if isinstance(of, SetOf) and isinstance(number, list) else str(title(of, number))


def _says(of: Meaning | None, numbers: Any) -> bool:
    """Return whether any number isn't blank; a blank number is -1 if -1 means "none", and 0 otherwise."""
    blank = -1 if isinstance(of, Seat) or (isinstance(of, OneOf) and of.or_none) else 0
    return bool((np.asarray(numbers) != blank).any())


def from_position(game: Game, fields: Mapping[str, Any]) -> Batch:
    """Convert fields by name to a position; missing fields are 0 (see :mod:`~souq.engine.match.validation` for checks).

    Raises:
        BadPosition: a field is unknown or has the wrong shape, or a number doesn't fit its field.
    """
    state = game.State.new()
    write(game, state, fields)
    return state


def write(game: Game, state: Batch, fields: Mapping[str, Any]) -> None:
    """Write the given fields to one position.

    Raises:
        BadPosition: as :func:`from_position`.
    """
    if not isinstance(fields, Mapping):
        raise BadPosition("A position is a table of fields by name.")
    fitting = {ON_FILE.get(name, name): name for name in state.dtype.names or () if name != SPARE}
    for key in fields:  # first of all, for that tells a position of another game
        if key not in fitting:
            raise BadPosition(f"{game.title} has no field {str(key)[:40]!r} in a position.")
    for key, value in fields.items():
        name = fitting[key]
        state[name][0] = _fitting(name, value, state[name][0])


def _shaped(value: Any, shape: tuple[int, ...]) -> bool:
    """Return whether a value is an integer array of this shape, or nested lists of integers."""
    if isinstance(value, np.ndarray | np.generic):
        return value.shape == shape and value.dtype.kind == "i"
    if not shape:
        return type(value) is int
    return isinstance(value, list | tuple) and len(value) == shape[0] and all(_shaped(v, shape[1:]) for v in value)


def _fitting(name: str, value: Any, place: Any) -> Any:
    """Convert ``value`` to an array of the field's shape and width, or raise ``BadPosition``."""
    wanted = np.asarray(place)
    given = None
    if _shaped(value, wanted.shape):  # before anything is made of it, for it may be anything
        with contextlib.suppress(OverflowError):
            given = np.array(value, np.int64)
    if given is None:
        shape = " × ".join(map(str, wanted.shape)) or "one"
        raise BadPosition(f"{name}: a position needs {shape} whole number{'s' if wanted.shape else ''} here.")
    limits = np.iinfo(wanted.dtype)
    if given.size and (given.min() < limits.min or given.max() > limits.max):
        raise BadPosition(f"{name}: numbers go from {limits.min} to {limits.max}.")
    return given
