"""Placement of labels near what they label, without overlaps, so that they cover as little as possible.

The board is divided into cells, and every cell has a cost of being covered:

>>> labels = Labels(Sheet(width=30, height=30, unit=10), {(1, 0): 5.0, (1, 2): 0.0})
>>> labels.put(8, 8, [((15, 5), 0.0), ((15, 25), 0.1)])
(15, 25)
>>> labels.put(8, 8, [((15, 25), 0.0), ((15, 5), 0.1)])
(15, 5)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Cell = tuple[int, int]
"""Column and row of a cell of the board."""
Point = tuple[float, float]

TAKEN = 40.0
"""Cost of covering a cell again that a label already covers, so that labels rarely overlap."""


@dataclass(frozen=True)
class Sheet:
    """A drawing divided into square cells; lengths are in the drawing's own units."""

    width: float
    height: float
    unit: float
    """Side length of a cell."""
    left: float = 0.0
    """Left edge of column 0."""
    top: float = 0.0
    """Upper edge of row 0."""
    edge: float = 0.0
    """Minimum distance of labels from the edge of the drawing."""
    slack: float = 0.0
    """How far a label may reach into a cell without counting as covering it."""

    def cell(self, point: Point) -> Cell:
        """Return the cell that contains a point."""
        return int((point[0] - self.left) // self.unit), int((point[1] - self.top) // self.unit)

    def under(self, spot: Point, wide: float, high: float) -> list[Cell]:
        """Return the cells covered by a label of size ``wide`` × ``high`` centred at ``spot``."""
        (x, y), dx, dy = spot, wide / 2 - self.slack, high / 2 - self.slack
        (left, top), (right, bottom) = self.cell((x - dx, y - dy)), self.cell((x + dx, y + dy))
        return [(column, row) for row in range(top, bottom + 1) for column in range(left, right + 1)]

    def inside(self, spot: Point, wide: float, high: float) -> Point:
        """Return the nearest centre at which a label of this size keeps its distance from the edges of the drawing."""
        dx, dy = wide / 2 + self.edge, high / 2 + self.edge
        return min(max(spot[0], dx), self.width - dx), min(max(spot[1], dy), self.height - dy)


class Labels:
    """The labels on a sheet, placed one by one."""

    def __init__(self, sheet: Sheet, weight: Mapping[Cell, float]) -> None:
        """Start with no labels.

        Args:
            sheet: the drawing.
            weight: cost of covering each cell, at least 0. Cells without a cost can be covered by any number of labels.
        """
        self.sheet = sheet
        self._weight = dict(weight)

    def heavy(self, cells: Iterable[Cell], weight: float) -> None:
        """Make some cells more expensive to cover: add ``weight`` to their cost, which they must have already."""
        for cell in cells:
            self._weight[cell] += weight

    def put(self, wide: float, high: float, spots: Iterable[tuple[Point, float]]) -> Point:
        """Find the cheapest place for a label, make the cells it covers expensive, and return the centre of the label.

        Args:
            wide: width of the label.
            high: height of the label.
            spots: possible centres, each with a cost to which the cost of the covered cells is added. The search is
                fastest if costs ascend.
        """
        least, best = math.inf, (math.inf, math.inf)
        for spot, far in spots:
            if far <= least:  # else it is dearer already, for no cell is worth covering
                inside = self.sheet.inside(spot, wide, high)
                least, best = min((least, best), (self._cost(inside, wide, high) + far, inside))
        for cell in self.sheet.under(best, wide, high):
            if cell in self._weight:
                self._weight[cell] += TAKEN
        return best

    def _cost(self, spot: Point, wide: float, high: float) -> float:
        return sum(self._weight.get(cell, 0.0) for cell in self.sheet.under(spot, wide, high))


def around(at: Point, up: float, aside: float) -> list[Point]:
    """Return the points above and below a point, at distance ``up``, and at both sides, at distance ``aside``."""
    x, y = at
    return [(x, y - up), (x, y + up), (x + aside, y), (x - aside, y)]
