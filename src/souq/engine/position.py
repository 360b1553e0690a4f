"""A position as named numbers: for tests, puzzles and bug reports.

>>> from souq.engine.record import Record, arr, i8, num
>>> class Shelf(Record):
...     jars = num(i8)
...     label = arr(i8, 2)
>>> position(Shelf.new())
{'jars': 0, 'label': [0, 0]}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from souq.engine.errors import SouqError
from souq.engine.record import SPARE, Batch

if TYPE_CHECKING:
    from souq.engine.game import Game


class BadPosition(SouqError, ValueError):
    """A position with fields the game does not have, or numbers that do not fit them."""


ON_FILE = {"n_events": "told"}
"""Fields that have another name in a position on file: saved matches may begin from one."""


def position(state: Batch) -> dict[str, Any]:
    """Every field of a batch of one, by name, as JSON can hold it."""
    return {ON_FILE.get(name, name): state[name][0].tolist() for name in state.dtype.names or () if name != SPARE}


def from_position(game: Game, fields: Mapping[str, Any]) -> Batch:
    """The state of a position; fields left out are zero. Whether it makes sense is not asked (see ``judging``).

    Raises:
        BadPosition: an unknown field, a wrong shape, or a number that does not fit.
    """
    state = game.State.new()
    write(game, state, fields)
    return state


def write(game: Game, state: Batch, fields: Mapping[str, Any]) -> None:
    """Write some fields by name into a batch of one.

    Raises:
        BadPosition: as :func:`from_position`.
    """
    if not isinstance(fields, Mapping):
        raise BadPosition("A position is a table of fields by name.")
    fitting = {ON_FILE.get(name, name): name for name in state.dtype.names or () if name != SPARE}
    for key, value in fields.items():
        if (name := fitting.get(key)) is None:
            raise BadPosition(f"{game.title} has no field {str(key)[:40]!r} in a position.")
        state[name][0] = _fitting(name, value, state[name][0])


def _fitting(name: str, value: Any, place: Any) -> Any:
    """``value`` as an array of the field's shape and width."""
    wanted = np.asarray(place)
    try:
        given = np.array(value)
    except (ValueError, OverflowError) as error:
        raise BadPosition(f"{name}: {error}.") from error
    if given.shape != wanted.shape or given.dtype.kind != "i":
        shape = " × ".join(map(str, wanted.shape)) or "one"
        raise BadPosition(f"{name}: a position needs {shape} whole number{'s' if wanted.shape else ''} here.")
    limits = np.iinfo(wanted.dtype)
    if given.size and (given.min() < limits.min or given.max() > limits.max):
        raise BadPosition(f"{name}: numbers go from {limits.min} to {limits.max}.")
    return given
