"""Where labels lie: by what they belong to, over as little as possible, and never over each other.

What a label covers is counted in the cells of a board, and each cell says how much it should stay free:

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
"""Column and row."""
Point = tuple[float, float]

TAKEN = 40.0
"""What it costs to cover a cell on which a label lies already."""


@dataclass(frozen=True)
class Sheet:
    """A drawing with square cells, in its own units."""

    width: float
    height: float
    unit: float
    """Side of a cell."""
    left: float = 0.0
    """Left edge of column 0."""
    top: float = 0.0
    """Upper edge of row 0."""
    edge: float = 0.0
    """How far labels stay from the edge of the drawing."""
    slack: float = 0.0
    """How far a label may reach into a cell and not count as covering it."""

    def cell(self, point: Point) -> Cell:
        """The cell in which a point lies."""
        return int((point[0] - self.left) // self.unit), int((point[1] - self.top) // self.unit)

    def under(self, spot: Point, wide: float, high: float) -> list[Cell]:
        """The cells that a label with its middle at ``spot`` covers more than a little of."""
        (x, y), dx, dy = spot, wide / 2 - self.slack, high / 2 - self.slack
        (left, top), (right, bottom) = self.cell((x - dx, y - dy)), self.cell((x + dx, y + dy))
        return [(column, row) for row in range(top, bottom + 1) for column in range(left, right + 1)]

    def inside(self, spot: Point, wide: float, high: float) -> Point:
        """A middle moved as far from the edge of the drawing as a label needs."""
        dx, dy = wide / 2 + self.edge, high / 2 + self.edge
        return min(max(spot[0], dx), self.width - dx), min(max(spot[1], dy), self.height - dy)


class Labels:
    """The labels on a sheet, put there one after the other."""

    def __init__(self, sheet: Sheet, weight: Mapping[Cell, float]) -> None:
        """``weight``: what it costs to cover each cell, never less than nothing; those not named are never taken."""
        self.sheet = sheet
        self._weight = dict(weight)

    def heavy(self, cells: Iterable[Cell], weight: float) -> None:
        """Cells that had better not be covered."""
        for cell in cells:
            self._weight[cell] += weight

    def put(self, wide: float, high: float, spots: Iterable[tuple[Point, float]]) -> Point:
        """The best middle for a label; what it covers is taken from then on.

        Args:
            wide: its width.
            high: its height.
            spots: where its middle may be, and what it costs beside what is covered to be so far from the best place;
                quickest with the cheapest first.
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
    """Above, below, right and left of a point."""
    x, y = at
    return [(x, y - up), (x, y + up), (x + aside, y), (x - aside, y)]
