"""Outlines of sets of cells: squares, hexagons or other tiles that meet edge to edge.

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
"""Coordinates (x, y) of a cell's corner; y points down.

They are integers, so that adjacent cells have exactly the same corners in common.
"""
Point = tuple[float, float]


def square(column: int, row: int) -> tuple[Corner, ...]:
    """Return the corners of a square cell, clockwise from the top left; a cell is 1 × 1."""
    return (column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)


def loops(cells: Iterable[Sequence[Corner]]) -> list[list[Corner]]:
    """Return the boundary of some cells as closed loops; a cell is given by its corners, clockwise.

    Loops run clockwise around cells and anticlockwise around holes; collinear edges are merged.
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
    """Follow the edges from corner to corner until a loop is closed; remove its edges from ``after``, and return it.

    ``after`` maps a corner to the ends of the edges that start there.
    """
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
    """Return a loop without corners that lie on a straight line between their neighbours."""
    return [at for at, corner in zip(loop, _corners(loop), strict=True) if _turn(*corner)]


def pulled(loop: Sequence[Point], inset: float) -> list[Point]:
    """Return a smaller loop, with every edge moved inwards by ``inset``; a negative ``inset`` makes it larger."""
    return [_moved(before, at, then, inset) for before, at, then in _corners(loop)]


def _moved(before: Point, at: Point, then: Point, inset: float) -> Point:
    """Return the new place of a corner whose two edges are moved inwards by ``inset``; for :func:`pulled`."""
    (ax, ay), (bx, by) = _way(before, at), _way(at, then)
    nx, ny = -ay - by, ax + bx  # inward normals: to the right of the way, as y points down
    k = inset * 2 / (nx * nx + ny * ny)
    return at[0] + nx * k, at[1] + ny * k


def rounded(loop: Sequence[Point], outer: float, inner: float) -> str:
    """Return path data of a loop whose angles are right angles, with its corners rounded to quarter circles.

    Args:
        loop: corners of the loop.
        outer: radius at right turns, the outer corners.
        inner: radius at left turns, the inner corners.
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
    """Return SVG path data of a loop whose corners are replaced by curves.

    A curve begins and ends on the two edges of its corner, at the fraction ``share`` of their lengths.
    """
    d: list[str] = []
    for (px, py), (x, y), (qx, qy) in _corners(loop):
        begin, end = _at(x + (px - x) * share, y + (py - y) * share), _at(x + (qx - x) * share, y + (qy - y) * share)
        d.append(f"{'L' if d else 'M'}{begin}Q{_at(x, y)} {end}")
    return "".join(d) + "Z"


def _corners(loop: Sequence[Point]) -> Iterable[tuple[Point, Point, Point]]:
    """Yield each corner of a loop with its neighbours: the corner before, the corner itself, and the corner after."""
    return zip([loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]], strict=True)


def _turn(before: Point, at: Point, then: Point) -> float:
    """Return whether a path turns right (a positive number), left (a negative number) or not at all (0) at a corner."""
    return (at[0] - before[0]) * (then[1] - at[1]) - (at[1] - before[1]) * (then[0] - at[0])


def _way(start: Point, end: Point) -> Point:
    """Return the unit vector from one point to another."""
    x, y = end[0] - start[0], end[1] - start[1]
    length = math.hypot(x, y)
    return x / length, y / length


def _at(x: float, y: float) -> str:
    return f"{n(x)} {n(y)}"
