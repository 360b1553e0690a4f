"""Records, twins and positions."""

from __future__ import annotations

import numpy as np
import pytest

from souq.engine.compiler.compiled import rule, table
from souq.engine.match.position import BadPosition, from_position, position
from souq.engine.rules.record import Record, arr, clone, i8, i16, i64, num
from souq.engine.rules.twin import Twin, changed, interpreted, recorded
from tests.toy import GAME as TOY

WORTH = table([5, 7, 9])


class Shelf(Record):
    jars = num(i8)
    label = arr(i16, 2, 3)


class Cabinet(Shelf):
    key = num(i64)


@rule
def stock(s: Shelf, n: int) -> int:
    s.jars = n
    for row in range(2):
        for column in range(3):
            s.label[row][column] = row * 3 + column + WORTH[column]
    return int(s.label[1][2])


def test_a_batch_is_zeros_of_the_layout() -> None:
    batch = Shelf.batch(4)
    assert batch.shape == (4,) and batch["label"].shape == (4, 2, 3)
    assert not batch.view(np.uint8).any()


def test_a_record_has_no_gaps() -> None:
    assert Cabinet.layout.names == ("key", "label", "jars", "spare")
    assert Cabinet.layout.itemsize == sum(Cabinet.layout[name].itemsize for name in Cabinet.layout.names)


@pytest.mark.parametrize("name", ["size", "copy", "data", "layout"])
def test_field_names_that_numpy_uses_are_refused(name: str) -> None:
    with pytest.raises(TypeError, match=name):
        type("Bad", (Record,), {name: num(i8)})


def test_compiled_and_interpreted_fill_the_same_record() -> None:
    compiled, plain = Shelf.new(), Shelf.new()
    twin = Twin.of(plain)
    assert stock(compiled[0], 3) == interpreted(stock)(twin, 3) == 14
    twin.store(plain)
    assert compiled.tobytes() == plain.tobytes()


def test_a_twin_names_the_field_it_lacks() -> None:
    with pytest.raises(AttributeError, match="jugs"):
        _ = Twin.of(Shelf.new()).jugs


def test_known_fields_of_a_view_can_be_changed() -> None:
    view = Twin.of(Shelf.new())
    more = changed(view, jars=3)
    assert (view.jars, more.jars) == (0, 3)
    assert more.label is view.label
    assert int(recorded(more, Shelf)["jars"][0]) == 3
    with pytest.raises(AttributeError, match="jugs"):
        changed(view, jugs=3)


def test_positions_survive_a_round_trip() -> None:
    state = TOY.bindings.setup(3, [0], (1, 2))
    assert from_position(TOY, position(state)).tobytes() == state.tobytes()


def test_saved_positions_keep_their_field_names() -> None:
    """Saved matches begin from them: in them the number of events is called ``told``."""
    state = TOY.State.new()
    state["n_events"] = 3
    assert position(state)["told"] == 3
    assert "n_events" not in position(state)
    assert from_position(TOY, {"told": 3})["n_events"][0] == 3


@pytest.mark.parametrize(
    "fields",
    [{"cart": 1}, {"card": [1, 2]}, {"card": "x"}, {"seat": 400}, {"seat": 1.5}, {"card": [[1], [2, 3]]}, ["seat"]],
)
def test_positions_that_do_not_fit_are_refused(fields: dict[str, object]) -> None:
    with pytest.raises(BadPosition):
        from_position(TOY, fields)


def test_a_clone_is_independent() -> None:
    batch = Cabinet.batch(2)
    batch["jars"] = 3
    stock(batch[0], 5)
    copy = clone(batch)
    assert copy.dtype == batch.dtype and copy.shape == batch.shape and copy.tobytes() == batch.tobytes()
    assert copy.flags.writeable and copy.flags.aligned
    assert stock(copy[0], 7) == stock(batch[0], 5) and copy["jars"].tolist() == [7, 3] and copy[0].jars == 7
    assert batch["jars"].tolist() == [5, 3]
