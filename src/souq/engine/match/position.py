"""Positions as named numbers, for tests, puzzles and bug reports.

>>> from souq.engine.rules.record import Record, arr, i8, num
>>> class Shelf(Record):
...     jars = num(i8)
...     label = arr(i8, 2)
>>> position(Shelf.new())
{'jars': 0, 'label': [0, 0]}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

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
    return {ON_FILE.get(name, name): state[name].tolist()[0] for name in state.dtype.names or () if name != SPARE}


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
    return [f"{name}: {_format(field, state[name].tolist()[0], players)}" for name, field in known.items()]


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
    named = isinstance(of, Count) and bool(of.each)
    things = list(_things(numbers, _axes(numbers) - words_axes(of) - named))
    if things[0][0] == ():
        return _thing(of, numbers)
    if len(things) <= FEW and len(things[0][0]) == 1:
        return _between(of).join(_thing(of, thing) for _, thing in things)
    every = isinstance(of, OneOf) and not of.or_none
    told = (f"{list(place)} {_thing(of, thing)}" for place, thing in things if every or _says(of, thing))
    return _between(of).join(told) or "nothing"


def _axes(numbers: Any) -> int:
    """Return the depth of nested lists."""
    return 1 + _axes(numbers[0]) if isinstance(numbers, list) else 0


def _things(numbers: Any, axes: int, *at: int) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Yield the items of nested lists to a depth of ``axes``, each with its indices."""
    if not axes:
        yield at, numbers
        return
    for place, each in enumerate(numbers):
        yield from _things(each, axes - 1, *at, place)


def numbers_of(value: Any) -> dict[tuple[int, ...], int]:
    """Return the numbers of nested sequences, or of an array, by their indices."""
    listed = _listed(value)
    return dict(_things(listed, _axes(listed)))


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
    return any(number != blank for number in numbers_of(numbers).values())


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
        state[name][0] = _fitting(name, value, game.State.fields[name])


def _shaped(value: Any, shape: tuple[int, ...]) -> bool:
    """Return whether a value is an integer array of this shape, or nested lists of integers."""
    if hasattr(value, "dtype"):
        return bool(value.shape == shape and value.dtype.kind == "i")
    if not shape:
        return type(value) is int
    return isinstance(value, list | tuple) and len(value) == shape[0] and all(_shaped(v, shape[1:]) for v in value)


def _fitting(name: str, value: Any, field: Field) -> Any:
    """Return ``value`` as integers in nested lists.

    Raises:
        BadPosition: it doesn't have the field's shape, or a number doesn't fit the field's width.
    """
    if not _shaped(value, field.shape):
        shape = " × ".join(map(str, field.shape)) or "one"
        raise BadPosition(f"{name}: a position needs {shape} whole number{'s' if field.shape else ''} here.")
    given = _listed(value)
    least, most = -(1 << field.bits - 1), (1 << field.bits - 1) - 1
    if not all(least <= number <= most for number in numbers_of(given).values()):
        raise BadPosition(f"{name}: numbers go from {least} to {most}.")
    return given


def _listed(value: Any) -> Any:
    """Return nested sequences or an array as nested lists."""
    if hasattr(value, "tolist"):
        return value.tolist()
    return [_listed(each) for each in value] if isinstance(value, list | tuple) else value
