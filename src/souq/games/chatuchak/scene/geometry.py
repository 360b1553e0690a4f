"""Where things are: cells, the joined outline of any set of them, and the two plans of the table.

Both plans draw the own market in the same units, 112 a cell; a phone shows them at half the size, so labels grow there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from souq.engine.markup import n
from souq.engine.scene import Layout
from souq.games.chatuchak.box import COLUMNS, ROWS
from souq.games.chatuchak.scene.planes import cells

Point = tuple[float, float]


CELL = 112.0
"""Side of a cell."""
INSET = 4.0
"""How far a booth stays inside its cell."""
OUTER, INNER = 13.0, 9.0
"""Radii of a group's corners."""
MARGIN = 10.0
"""From the cells to the edge of the floor."""


@dataclass(frozen=True)
class Grid:
    """Where the own market is drawn: the upper left corner of cell 0."""

    x: float
    y: float

    def centre(self, cell: int) -> Point:
        """Middle of a cell."""
        return self.x + (cell % COLUMNS + 0.5) * CELL, self.y + (cell // COLUMNS + 0.5) * CELL


@dataclass(frozen=True)
class Room:
    """A rectangle of the board where something can be drawn."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Plan:
    """Measures of one layout."""

    layout: Layout
    width: float
    height: float
    grow: float
    """How much larger than on the wide board labels are drawn."""
    grid: Grid
    """The own market."""
    column: Room | None
    """Right of the market; none on a phone."""
    strip: Room
    """Under the market."""

    @property
    def tall(self) -> bool:
        """Whether it is a phone's."""
        return self.layout == "tall"


WIDE = Plan("wide", 848, 772, 1.0, Grid(26, 80), Room(726, 70, 114, 580), Room(16, 660, 816, 100))
TALL_RACE = Plan("tall", 700, 682, 1.35, Grid(14, 14), None, Room(8, 590, 684, 88))
TALL = Plan("tall", 700, 646, 1.35, Grid(14, 14), None, Room(8, 594, 684, 52))


def plan_of(layout: Layout, race: bool = False) -> Plan:
    """The plan of a layout; the puzzle and races have a higher strip on a phone."""
    if layout == "tall":
        return TALL_RACE if race else TALL
    return WIDE


# ---- joined outlines


@lru_cache(maxsize=2048)
def rim(word: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The boundary of a set of cells as closed loops of corners, clockwise; corners are counted in cells."""
    after: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for cell in cells(word):
        x, y = cell % COLUMNS, cell // COLUMNS
        ring = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        for k, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
            if not _has(word, x + dx, y + dy):
                after.setdefault(ring[k], []).append(ring[(k + 1) % 4])
    loops = []
    while after:
        loops.append(_straight(_loop(after)))
    return tuple(loops)


def _has(word: int, x: int, y: int) -> bool:
    return 0 <= x < COLUMNS and 0 <= y < ROWS and bool(word >> (y * COLUMNS + x) & 1)


def _loop(after: dict[tuple[int, int], list[tuple[int, int]]]) -> list[tuple[int, int]]:
    """Take one loop out of the edges."""
    start = at = min(after)
    loop, came = list[tuple[int, int]](), (0, 0)
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


def _straight(loop: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """A loop without the corners where it does not turn."""
    kept = []
    for i, (x, y) in enumerate(loop):
        (px, py), (qx, qy) = loop[i - 1], loop[(i + 1) % len(loop)]
        if (x - px) * (qy - y) != (y - py) * (qx - x):
            kept.append((x, y))
    return tuple(kept)


@lru_cache(maxsize=4096)
def outline(word: int, grid: Grid, out: float = 0.0) -> str:
    """Path data of the joined outline of some cells, ``out`` farther out than booths are drawn."""
    return "".join(_softened([_pulled(loop, i, grid, out) for i in range(len(loop))], out) for loop in rim(word))


def _pulled(loop: tuple[tuple[int, int], ...], i: int, grid: Grid, out: float) -> Point:
    """A corner in units of the drawing, moved inwards from both of its edges."""
    (px, py), (x, y), (qx, qy) = loop[i - 1], loop[i], loop[(i + 1) % len(loop)]
    ax, ay, bx, by = _sign(x - px), _sign(y - py), _sign(qx - x), _sign(qy - y)
    inset = INSET - out
    return grid.x + x * CELL + (-ay - by) * inset, grid.y + y * CELL + (ax + bx) * inset


def _softened(points: list[Point], out: float) -> str:
    """Path data of a loop of right angles with rounded corners."""
    d: list[str] = []
    for i, (x, y) in enumerate(points):
        (px, py), (qx, qy) = points[i - 1], points[(i + 1) % len(points)]
        ax, ay, bx, by = _sign(x - px), _sign(y - py), _sign(qx - x), _sign(qy - y)
        right = ax * by - ay * bx > 0
        r = OUTER + out * 0.4 if right else max(INNER - out, 1.0)
        begin, end = f"{n(x - ax * r)} {n(y - ay * r)}", f"{n(x + bx * r)} {n(y + by * r)}"
        d.append(f"{'L' if d else 'M'}{begin}A{n(r)} {n(r)} 0 0 {int(right)} {end}")
    return "".join(d) + "Z"


def _sign(step: float) -> int:
    return (step > 0.01) - (step < -0.01)
