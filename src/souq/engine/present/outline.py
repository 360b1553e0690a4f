"""The joined outline of cells: any set of squares, hexagons or other tiles that meet edge to edge.

>>> loops([square(0, 0), square(1, 0)])
[[(0, 0), (2, 0), (2, 1), (0, 1)]]
>>> rounded([(0, 0), (9, 0), (9, 9), (0, 9)], 2, 1)
'M0 2A2 2 0 0 1 2 0L7 0A2 2 0 0 1 9 2L9 7A2 2 0 0 1 7 9L2 9A2 2 0 0 1 0 7Z'
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from souq.engine.present.markup import n

Corner = tuple[int, int]
"""A corner of cells, in whole numbers so that cells that meet there have the same one; y points down."""
Point = tuple[float, float]


def square(column: int, row: int) -> tuple[Corner, ...]:
    """The corners of a square cell, clockwise from the upper left, counted in cells."""
    return (column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)


def loops(cells: Iterable[Sequence[Corner]]) -> list[list[Corner]]:
    """The boundary of some cells, each given by its corners clockwise, as closed loops of corners.

    Loops run clockwise round the cells, and the other way round holes; straight runs are one edge.
    """
    edges = {(corner, cell[(k + 1) % len(cell)]) for cell in cells for k, corner in enumerate(cell)}
    after: dict[Corner, list[Corner]] = {}
    for start, end in edges:
        if (end, start) not in edges:
            after.setdefault(start, []).append(end)
    found = []
    while after:
        found.append(_straight(_loop(after)))
    return found


def _loop(after: dict[Corner, list[Corner]]) -> list[Corner]:
    """Take one loop out of the edges."""
    start = at = min(after)
    loop, came = list[Corner](), (0, 0)
    while True:
        loop.append(at)
        ways = after[at]
        # where two cells touch at a corner only, stay with the own cell: turn right
        way = min(ways, key=lambda to: came[1] * (to[0] - at[0]) - came[0] * (to[1] - at[1]))
        ways.remove(way)
        if not ways:
            del after[at]
        came, at = (way[0] - at[0], way[1] - at[1]), way
        if at == start:
            return loop


def _straight(loop: list[Corner]) -> list[Corner]:
    """A loop without the corners where it does not turn."""
    return [at for at, corner in zip(loop, _corners(loop), strict=True) if _turn(*corner)]


def pulled(loop: Sequence[Point], inset: float) -> list[Point]:
    """A loop with every edge moved inwards by ``inset``; outwards, if it is negative."""
    return [_moved(before, at, then, inset) for before, at, then in _corners(loop)]


def _moved(before: Point, at: Point, then: Point, inset: float) -> Point:
    """A corner moved inwards from both of its edges."""
    (ax, ay), (bx, by) = _way(before, at), _way(at, then)
    nx, ny = -ay - by, ax + bx  # inward normals: to the right of the way, as y points down
    k = inset * 2 / (nx * nx + ny * ny)
    return at[0] + nx * k, at[1] + ny * k


def rounded(loop: Sequence[Point], outer: float, inner: float) -> str:
    """Path data of a loop of right angles whose corners are quarters of circles.

    Args:
        loop: its corners.
        outer: the radius where it turns right, at the outer corners of cells.
        inner: the radius where it turns left.
    """
    d: list[str] = []
    for before, at, then in _corners(loop):
        (ax, ay), (bx, by) = _way(before, at), _way(at, then)
        right = _turn(before, at, then) > 0
        r = outer if right else inner
        begin, end = _at(at[0] - ax * r, at[1] - ay * r), _at(at[0] + bx * r, at[1] + by * r)
        d.append(f"{'L' if d else 'M'}{begin}A{n(r)} {n(r)} 0 0 {int(right)} {end}")
    return "".join(d) + "Z"


def curved(loop: Sequence[Point], share: float) -> str:
    """Path data of a loop of any angles whose corners are curves, each over a ``share`` of its two edges."""
    d: list[str] = []
    for (px, py), (x, y), (qx, qy) in _corners(loop):
        begin, end = _at(x + (px - x) * share, y + (py - y) * share), _at(x + (qx - x) * share, y + (qy - y) * share)
        d.append(f"{'L' if d else 'M'}{begin}Q{_at(x, y)} {end}")
    return "".join(d) + "Z"


def _corners(loop: Sequence[Point]) -> Iterable[tuple[Point, Point, Point]]:
    """Every corner between the one before and the one after it."""
    return zip([loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]], strict=True)


def _turn(before: Point, at: Point, then: Point) -> float:
    """Above 0 for a turn to the right, 0 straight on, below 0 to the left."""
    return (at[0] - before[0]) * (then[1] - at[1]) - (at[1] - before[1]) * (then[0] - at[0])


def _way(start: Point, end: Point) -> Point:
    """The direction from a point to another, of length 1."""
    x, y = end[0] - start[0], end[1] - start[1]
    length = math.hypot(x, y)
    return x / length, y / length


def _at(x: float, y: float) -> str:
    return f"{n(x)} {n(y)}"
