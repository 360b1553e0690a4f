"""Where labels lie in a preview: on or beside their shop, and rather over walls than over doors, walks and crowds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from souq.engine.labels import Cell, Labels, Sheet, around
from souq.games.marracash.box import COLUMNS, ROWS
from souq.games.marracash.scene.geometry import UNIT, Plan, Point
from souq.games.marracash.scene.shops import half, middle
from souq.games.marracash.state import BOX


@lru_cache(maxsize=4)
def _sheet(plan: Plan) -> Sheet:
    return Sheet(plan.width, plan.height, UNIT, plan.left, plan.top, edge=4, slack=8)


@lru_cache(maxsize=4)
def _weights(plan: Plan) -> dict[Cell, float]:
    """What it costs to cover a cell as it lies on a plan: columns and rows of the plan, the queue's with them."""
    sheet = _sheet(plan)
    made = dict.fromkeys(sheet.under((plan.width / 2, plan.height / 2), plan.width, plan.height), 1.5)
    for x in range(COLUMNS):
        for y in range(ROWS):
            what = BOX.town.cells[x, y]
            made[sheet.cell(plan.centre((x, y)))] = (
                0.2 if what == "##" else 0.5 if what == ".." else 1.0 if what[0].isalpha() else 3.0
            )
    return made


def labels(plan: Plan, routes: Sequence[int]) -> Labels:
    """A sheet for labels while some walks are shown."""
    weight, cell = _weights(plan).copy(), _sheet(plan).cell
    for route in routes:
        start, *between, end = plan.way(route)
        weight |= dict.fromkeys(map(cell, between), 2.5)
        weight |= dict.fromkeys(map(cell, (start, end)), 8.0)
    return Labels(_sheet(plan), weight)


def put(made: Labels, plan: Plan, shop: int, wide: float, high: float) -> Point:
    """The best middle for a label of a shop; what it covers is taken from then on."""
    at, (w, h) = middle(plan, shop), half(plan, shop)
    spots = [*around(at, h + high / 2 - 6, w + wide / 2 - 6), at]
    return made.put(wide, high, [(spot, 0.1 * k) for k, spot in enumerate(spots)])
