"""Labels cover as little as possible, stay on the drawing, and do not overlap while there is space."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from souq.engine.present.labels import Labels, Sheet, around

SHEET = Sheet(width=120, height=100, unit=10, left=10, top=0, edge=4, slack=2)
CELLS = dict.fromkeys(product(range(10), range(10)), 0.0)


def test_a_label_covers_the_cells_that_it_reaches_into_by_more_than_a_little() -> None:
    assert SHEET.cell((25, 39)) == (1, 3)
    assert SHEET.under((30, 30), 14, 4) == [(1, 3), (2, 3)]
    assert SHEET.under((25, 35), 13, 13) == [(1, 3)]


@given(st.floats(-200, 200), st.floats(-200, 200))
def test_a_label_stays_on_the_drawing(x: float, y: float) -> None:
    ax, ay = SHEET.inside((x, y), 30, 20)
    assert 19 <= ax <= 101
    assert 14 <= ay <= 86
    assert SHEET.inside((ax, ay), 30, 20) == (ax, ay)


def test_the_nearest_spot_is_taken_where_nothing_is_covered() -> None:
    assert Labels(SHEET, CELLS).put(8, 8, [((55, 55), 0.1), ((25, 25), 0.0)]) == (25, 25)


def test_labels_avoid_heavy_cells() -> None:
    labels = Labels(SHEET, CELLS)
    labels.heavy([(1, 2)], 3.0)
    assert labels.put(8, 8, [((25, 25), 0.0), ((55, 55), 0.1)]) == (55, 55)


def test_labels_of_one_place_do_not_overlap() -> None:
    labels = Labels(SHEET, CELLS)
    spots = [(spot, 0.1 * k) for k, spot in enumerate(around((50, 50), 20, 30))]
    put = [labels.put(18, 8, spots) for _ in spots]
    assert put == [spot for spot, _ in spots]


def test_beyond_the_board_nothing_is_covered() -> None:
    labels = Labels(SHEET, CELLS)
    assert [labels.put(6, 6, [((7, 50), 0.0), ((55, 55), 1.0)]) for _ in range(2)] == [(7, 50)] * 2
