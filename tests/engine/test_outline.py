"""Outlines of connected cells: one loop around them and one around each hole, inset and rounded."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from souq.engine.present.outline import Corner, Point, curved, loops, pulled, rounded, square

CELLS = st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=1)


def area(loop: list[Corner] | list[Point]) -> float:
    """Return the area a loop encloses; negative if it runs anticlockwise."""
    doubled: float = sum(ax * by - ay * bx for (ax, ay), (bx, by) in zip(loop, [*loop[1:], loop[0]], strict=True))
    return doubled / 2


@given(CELLS)
def test_loops_enclose_exactly_their_cells(cells: set[Corner]) -> None:
    found = loops(square(*cell) for cell in cells)
    assert sum(map(area, found)) == len(cells)
    assert all(abs(area(loop)) >= 1 for loop in found)


@given(CELLS)
def test_a_loop_turns_at_every_corner(cells: set[Corner]) -> None:
    for loop in loops(square(*cell) for cell in cells):
        for (ax, ay), (x, y), (bx, by) in zip([loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]], strict=True):
            assert (ax == x) != (bx == x)
            assert (ay == y) != (by == y)


def test_a_hole_is_a_loop_against_the_clock() -> None:
    ring = [cell for cell in product(range(3), range(3)) if cell != (1, 1)]
    assert sorted(map(area, loops(square(*cell) for cell in ring))) == [-1, 9]


def test_cells_that_touch_at_a_corner_stay_apart() -> None:
    assert list(map(area, loops([square(0, 0), square(1, 1)]))) == [1, 1]
    assert list(map(area, loops([square(1, 0), square(0, 1)]))) == [1, 1]


def test_the_order_of_cells_does_not_matter() -> None:
    cells = [square(*cell) for cell in ((0, 0), (1, 1), (2, 1), (4, 3))]
    assert loops(cells) == loops(cells[::-1])


@pytest.mark.parametrize(("inset", "left"), [(0.25, 0.5), (0.0, 1.0), (-0.5, 2.0)])
def test_every_edge_moves_by_the_offset(inset: float, left: float) -> None:
    (loop,) = loops([square(3, 4)])
    assert area(pulled(loop, inset)) == pytest.approx(left**2)


def test_oblique_edges_move_by_the_offset() -> None:
    hexagon = [(7, 4), (0, 8), (-7, 4), (-7, -4), (0, -8), (7, -4)]
    inner = pulled(hexagon, 1.0)
    assert max(x for x, _ in inner) == pytest.approx(6.0)
    assert min(x for x, _ in inner) == pytest.approx(-6.0)


def test_inner_and_outer_corners_have_their_own_radius() -> None:
    (loop,) = loops(square(*cell) for cell in ((0, 0), (0, 1), (1, 1)))
    d = rounded([(10 * x, 10 * y) for x, y in loop], 3, 2)
    assert d.count("A3 3 0 0 1") == 5
    assert d.count("A2 2 0 0 0") == 1


def test_curves_begin_and_end_on_the_edges() -> None:
    d = curved([(0, 0), (10, 0), (10, 10), (0, 10)], 0.2)
    assert re.findall("[A-Z][^A-Z]*", d)[:3] == ["M0 2", "Q0 0 2 0", "L8 0"]
    assert d.endswith("Z")
