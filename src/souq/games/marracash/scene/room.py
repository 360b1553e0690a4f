"""Where labels lie in a preview: on or beside their shop, over as little as possible, never over each other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from souq.games.marracash.box import COLUMNS, ROWS
from souq.games.marracash.scene.geometry import UNIT, Plan, Point
from souq.games.marracash.scene.shops import half, middle
from souq.games.marracash.state import BOX


@lru_cache(maxsize=4)
def _weights(plan: Plan) -> dict[tuple[int, int], float]:
    """What it costs to cover a cell as it lies on a plan: columns and rows of the plan."""
    made: dict[tuple[int, int], float] = {}
    for x in range(COLUMNS):
        for y in range(ROWS):
            what = BOX.town.cells[x, y]
            made[_cell(plan, plan.centre((x, y)))] = (
                0.2 if what == "##" else 0.5 if what == ".." else 1.0 if what[0].isalpha() else 3.0
            )
    return made


def _cell(plan: Plan, point: Point) -> tuple[int, int]:
    return int((point[0] - plan.left) // UNIT), int((point[1] - plan.top) // UNIT)


class Room:
    """Places for labels round shops while some walks are shown."""

    def __init__(self, plan: Plan, routes: Sequence[int]) -> None:
        self.plan = plan
        self.weight = _weights(plan).copy()
        for route in routes:
            points = plan.way(route)
            for point in points[1:-1]:
                self.weight[_cell(plan, point)] = 2.5
            for point in (points[0], points[-1]):
                self.weight[_cell(plan, point)] = 8.0

    def put(self, shop: int, wide: float, high: float) -> Point:
        """The best middle for a label of a shop; what it covers is taken from then on."""
        (x, y), (w, h) = middle(self.plan, shop), half(self.plan, shop)
        up, aside = h + high / 2 - 6, w + wide / 2 - 6
        spots = [(x, y - up), (x, y + up), (x + aside, y), (x - aside, y), (x, y)]
        best = min(
            (self._cost(spot, wide, high) + 0.1 * k, spot) for k, spot in enumerate(map(self._in(wide, high), spots))
        )
        for cell in self._under(best[1], wide, high):
            self.weight[cell] = 20.0
        return best[1]

    def _in(self, wide: float, high: float) -> _Clamp:
        return _Clamp(self.plan, wide / 2 + 4, high / 2 + 4)

    def _cost(self, spot: Point, wide: float, high: float) -> float:
        return sum(self.weight.get(cell, 1.5) for cell in self._under(spot, wide, high))

    def _under(self, spot: Point, wide: float, high: float) -> list[tuple[int, int]]:
        """Cells a label covers more than a little of."""
        x, y = spot
        left, top = _cell(self.plan, (x - wide / 2 + 8, y - high / 2 + 8))
        right, bottom = _cell(self.plan, (x + wide / 2 - 8, y + high / 2 - 8))
        return [(column, row) for row in range(top, bottom + 1) for column in range(left, right + 1)]


class _Clamp:
    """Moves a point as far from the board's edge as a label needs."""

    def __init__(self, plan: Plan, dx: float, dy: float) -> None:
        self.plan, self.dx, self.dy = plan, dx, dy

    def __call__(self, spot: Point) -> Point:
        x = min(max(spot[0], self.dx), self.plan.width - self.dx)
        return x, min(max(spot[1], self.dy), self.plan.height - self.dy)
