"""A browser's arrays, compared with numpy's."""

from __future__ import annotations

import io
import random
from typing import Any

import numpy as np
import pytest

from souq.engine.browser import arrays
from souq.engine.game import Game
from souq.engine.rules.record import Field, GameRecord
from tests.heaps import GAME as HEAPS
from tests.toy import GAME as TOY


def layouts(kind: type[GameRecord]) -> tuple[Any, Any]:
    """Return the layout of a record in numpy, and the same for a browser."""
    fields: dict[str, Field] = kind.fields
    names = [name for name in kind.layout.names or () if name in fields]
    return (
        np.dtype([(name, fields[name].number, fields[name].shape) for name in names]),
        arrays.dtype([(name, getattr(arrays, fields[name].number.__name__), fields[name].shape) for name in names]),
    )


@pytest.mark.parametrize("game", [TOY, HEAPS])
def test_records_are_written_and_read_as_by_numpy(game: Game) -> None:
    theirs, ours = layouts(game.State)
    one, other, luck = np.zeros(1, theirs), arrays.zeros(1, ours), random.Random(1)
    for name, field in game.State.fields.items():
        for _ in range(5):
            place = tuple(luck.randrange(n) for n in field.shape)
            value = luck.randrange(1 << field.bits) - (1 << field.bits - 1)
            one[name][(0, *place)] = other[name][(0, *place)] = value
            assert (other[name][0][place] if place else other[name][0]) == value
    assert other.tobytes() == one.tobytes()
    assert ours.names == theirs.names and ours.itemsize == theirs.itemsize
    for name in game.State.fields:
        assert other[name].tolist() == one[name].tolist()
        assert np.asarray(getattr(other[0], name)).tolist() == one[name].tolist()[0]
    copy = other.copy()
    other[0] = arrays.zeros(1, ours)[0]
    assert other.tobytes() == bytes(ours.itemsize) and copy.tobytes() == one.tobytes()


def test_parts_of_an_array_share_its_bytes() -> None:
    for kind in (np, arrays):
        made: Any = kind.array([[1, 2, 3], [4, 5, 6]], kind.int16)
        made[1][1:] = (7, 8)
        made[0, 2] = 9
        row = made[0]
        row[:2] = 0
        assert made.tolist() == [[0, 0, 9], [4, 7, 8]]
        assert (made.shape, made.ndim, made.size, len(made), 7 in made) == ((2, 3), 2, 6, 2, True)
        assert [each.tolist() for each in made] == [[0, 0, 9], [4, 7, 8]]
        assert made.view(kind.uint8).reshape(2, -1).shape == (2, 6)
        assert (int(made.max()), int(made.argmax()), bool(made.any()), bool(made.all())) == (9, 2, True, False)


def test_the_wrong_index_or_value_is_refused() -> None:
    made = arrays.zeros((2, 3), arrays.int8)
    with pytest.raises(IndexError, match="index 2 is out of bounds for an axis of 2"):
        made[2]
    with pytest.raises(ValueError, match=r"2 numbers don't fit a shape of \(3,\)"):
        made[0] = (1, 2)
    with pytest.raises(ValueError, match="jars is read from one record at a time, and here are 2"):
        arrays.zeros(2, arrays.dtype([("jars", arrays.int8, ())]))["jars"]
    made.setflags(write=False)
    with pytest.raises(ValueError, match="read-only"):
        made[0, 0] = 1


@pytest.mark.parametrize("kind", ["int8", "int16", "int32", "int64", "uint8", "float32", "float64"])
def test_files_of_numpy_are_read(kind: str) -> None:
    file = io.BytesIO()
    np.save(file, np.arange(6, dtype=kind).reshape(2, 3))
    found = arrays.load(io.BytesIO(file.getvalue()))
    assert found.tolist() == [[0, 1, 2], [3, 4, 5]] and found.dtype == getattr(arrays, kind)
