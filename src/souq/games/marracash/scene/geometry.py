"""The layout: the town's cells, the queue round its wall, and the two plans of the table.

Both plans draw the town in the same units, 60 a cell. On a phone the town is rotated by 90 degrees to the right, so
that both ends of the queue are near the thumb; text stays upright. Cells and positions in the queue are numbered in the
wide plan's orientation; points are coordinates of a plan.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from souq.engine.present import plans
from souq.engine.present.plans import Point
from souq.games.marracash.box import COLUMNS, ROWS, Cell
from souq.games.marracash.state import BOX, QUEUE

UNIT = 60.0
"""Side of a cell."""


@dataclass(frozen=True)
class Plan(plans.Plan):
    """Dimensions of one layout."""

    left: float
    """Left edge of the town within its wall."""
    top: float

    def at(self, x: float, y: float) -> Point:
        """Return the point ``x`` cells east and ``y`` cells south of the town's north-west corner."""
        if self.tall:
            return self.left + (ROWS - y) * UNIT, self.top + x * UNIT
        return self.left + x * UNIT, self.top + y * UNIT

    def centre(self, cell: Cell) -> Point:
        """Return the middle of a cell."""
        return self.at(cell[0] + 0.5, cell[1] + 0.5)

    def turned(self, dx: float, dy: float) -> Point:
        """Convert a direction in the town to a direction on this plan."""
        return (-dy, dx) if self.tall else (dx, dy)

    def box(self, x: float, y: float, width: float, height: float) -> tuple[float, float, float, float]:
        """Convert a rectangle of the town, in cells, to left, top, width and height on this plan."""
        (ax, ay), (bx, by) = self.at(x, y), self.at(x + width, y + height)
        return min(ax, bx), min(ay, by), abs(bx - ax), abs(by - ay)

    def fountain(self, fountain: int) -> Point:
        """Return the middle of a fountain."""
        return self.centre(BOX.town.fountains[fountain])

    def path(self, route: int) -> tuple[Point, ...]:
        """Return the middles of a route's cells, from its first fountain to its last."""
        return _path(self, route)

    def slot(self, place: int) -> Point:
        """Return the point of a position in the queue."""
        return self.at(*SLOTS[place])


WIDE = Plan("wide", 912, 696, 1.0, 83, 78)
TALL = Plan("tall", 696, 882, 1.45, 78, 70)


plan_of = plans.either(WIDE, TALL)
"""Return the plan of a layout."""


@lru_cache(maxsize=128)
def _path(plan: Plan, route: int) -> tuple[Point, ...]:
    walked = BOX.town.routes[route]
    return tuple(plan.centre(cell) for cell in (BOX.town.fountains[walked.start], *walked.path))


# ---- the queue: round three sides of the town, end A at the north-east, end B at the south-east

OUT = 0.75
"""Distance of the queue from the wall's inner edge, in cells."""
STEP = 0.76
"""Distance between positions along the two long sides, in cells."""
LONG = 15
"""Number of positions along each long side; the others are along the short side."""


def _slots() -> tuple[Point, ...]:
    short = QUEUE - 2 * LONG
    reach = ROWS + 2 * OUT
    top = [(0.05 + STEP * k, -OUT) for k in reversed(range(LONG))]
    side = [(-OUT, -OUT + 0.1 + (reach - 0.2) * k / (short - 1)) for k in range(short)]
    return (*top, *side, *((x, ROWS + OUT) for x, _ in reversed(top)))


SLOTS = _slots()
"""Point of each position in the queue, in cells from the town's north-west corner; position 0 is the first at end A."""


def plate_of(plan: Plan, end: int, place: int) -> tuple[Point, Point]:
    """Return the middle and size of the plate at an end of the queue (0 A, 1 B), where ``place`` is the last figure.

    The plate is narrow on a phone, and on the wide plan's short side, where it is between the wall and the edge. At a
    corner (on a phone also at the next position) there is no space beyond the figure, so the plate is next to the
    corner.
    """
    corner = QUEUE - LONG - 1 if end else LONG
    offset = corner - place if end else place - corner
    turning = 0 <= offset <= (1 if plan.tall else 0)
    x, y = SLOTS[corner if turning else place]
    if x == -OUT and not turning:
        x, y = plan.at(x, y + (1 if end else -1) * (1.05 if plan.tall else 0.82))
        w, h = (70.0, 54.0) if plan.tall else (58.0, 42.0)
    else:
        x, y = plan.at(min(x + (0.98 if plan.tall else 1.62), COLUMNS - (0.1 if plan.tall else 0.25)), y)
        w, h = (70.0, 54.0) if plan.tall else (136.0, 36.0)
    x, y = min(max(x, w / 2 + 3), plan.width - w / 2 - 3), min(max(y, h / 2 + 3), plan.height - h / 2 - 3)
    return (x, y), (w, h)


# ---- the visitors at a fountain

SEATS: tuple[tuple[Point, ...], ...] = (
    (),
    ((0.0, 0.0),),
    ((-0.2, -0.03), (0.2, 0.05)),
    ((-0.35, -0.08), (0.0, 0.13), (0.35, -0.08)),
    ((-0.2, -0.27), (0.2, -0.27), (-0.38, 0.14), (0.38, 0.14)),
    ((-0.21, -0.28), (0.21, -0.28), (-0.42, 0.08), (0.0, 0.17), (0.42, 0.08)),
)
"""Places of one to five figures at a fountain, relative to its middle, in cells; a phone doesn't rotate them."""


def spots(count: int) -> tuple[Point, ...]:
    """Return the places of ``count`` figures at a fountain, relative to its middle, in the plan's units."""
    return tuple((dx * UNIT, dy * UNIT) for dx, dy in SEATS[count])


def chips(count: int) -> tuple[Point, ...]:
    """Return the places of ``count`` chips in two columns within a fountain's cell, relative to its middle."""
    rows = (count + 1) // 2
    return tuple(
        (0.0 if k == count - 1 and count % 2 else 14.5 * (k % 2 * 2 - 1), 21.0 * (k // 2 - (rows - 1) / 2))
        for k in range(count)
    )
