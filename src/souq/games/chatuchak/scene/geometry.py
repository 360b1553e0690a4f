"""Geometry: cells, the joined outline of a set of cells, and the layouts of the table.

Every layout draws the own market in the same units, 112 per cell; a phone shows them at half the size, so labels are
larger there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from souq.engine.present import plans
from souq.engine.present.outline import Corner, loops, pulled, rounded, square
from souq.engine.present.plans import Point
from souq.engine.present.scene import Layout
from souq.games.chatuchak.box import COLUMNS, ROWS


def cells(word: int) -> Iterator[int]:
    """Yield the cells of a set in ascending order."""
    while word:
        low = word & -word
        yield low.bit_length() - 1
        word ^= low


CELL = 112.0
"""Side of a cell, in drawing units."""
INSET = 4.0
"""Distance between a booth and the edge of its cell."""
OUTER, INNER = 13.0, 9.0
"""Radii of a group's convex and concave corners."""
MARGIN = 10.0
"""Distance from the cells to the edge of the floor."""


@dataclass(frozen=True)
class Grid:
    """Position of the own market on the board: the top left corner of cell 0."""

    x: float
    y: float

    def centre(self, cell: int) -> Point:
        """Return the middle of a cell."""
        return self.x + (cell % COLUMNS + 0.5) * CELL, self.y + (cell // COLUMNS + 0.5) * CELL


@dataclass(frozen=True)
class Frame:
    """A rectangle of the board to draw in."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Plan(plans.Plan):
    """Measurements of one layout of the table."""

    grid: Grid
    """Position of the own market."""
    column: Frame | None
    """Rectangle to the right of the market; None on a phone."""
    strip: Frame
    """Rectangle under the market."""


WIDE = Plan("wide", 848, 772, 1.0, Grid(26, 80), Frame(726, 70, 114, 580), Frame(16, 660, 816, 100))
TALL_RACE = Plan("tall", 700, 682, 1.35, Grid(14, 14), None, Frame(8, 590, 684, 88))
TALL = Plan("tall", 700, 646, 1.35, Grid(14, 14), None, Frame(8, 594, 684, 52))


def plan_of(layout: Layout, race: bool = False) -> Plan:
    """Return the plan of a layout; the puzzle and races have a higher strip on a phone."""
    if layout == "tall":
        return TALL_RACE if race else TALL
    return WIDE


# ---- rectangles


def _shapes(rows: int, columns: int) -> list[int]:
    """Return all rectangles of ``rows`` by ``columns`` cells, as sets of cells."""
    one = sum(1 << (COLUMNS * r + c) for r in range(rows) for c in range(columns))
    return [one << (COLUMNS * r + c) for r in range(ROWS - rows + 1) for c in range(COLUMNS - columns + 1)]


_RUNS = {n: [*_shapes(1, n), *_shapes(n, 1)] for n in range(1, COLUMNS + 1)}
_BLOCKS = {n: [shape for rows in (2, 3) if not n % rows for shape in _shapes(rows, n // rows)] for n in (4, 6)}


@lru_cache(maxsize=1 << 13)
def within(word: int, size: int, line: bool) -> tuple[int, ...]:
    """Return the shapes of ``size`` cells within a set of cells: straight runs if ``line``, else rectangles."""
    return tuple(shape for shape in (_RUNS if line else _BLOCKS).get(size, []) if not shape & ~word)


# ---- joined outlines


@lru_cache(maxsize=2048)
def rim(word: int) -> list[list[Corner]]:
    """Return the boundary of a set of cells as closed loops of corners, in units of cells."""
    return loops(square(cell % COLUMNS, cell // COLUMNS) for cell in cells(word))


@lru_cache(maxsize=4096)
def outline(word: int, grid: Grid, out: float = 0.0) -> str:
    """Return path data of the outline around a set of cells, ``out`` units outside their booths."""
    drawn = ([(grid.x + x * CELL, grid.y + y * CELL) for x, y in loop] for loop in rim(word))
    outer, inner = OUTER + out * 0.4, max(INNER - out, 1.0)
    return "".join(rounded(pulled(loop, INSET - out), outer, inner) for loop in drawn)
