"""Geometry of the board: the hexagon, its wedges and caravans, the markets around it, and the piles.

Both layouts draw the same hexagon in the same units. A phone shows it at two thirds of a desktop's size, so its labels
are larger there. Only a desktop has the markets around the hexagon; a phone has them in a tray below the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin, sqrt

from souq.engine.present import plans
from souq.engine.present.markup import n
from souq.engine.present.plans import Point

FRAME, FIELD, OUTER, INNER, HEART = 289.0, 272.0, 268.0, 126.0, 121.0
"""Corner radii of hexagons: frame, field inside the frame, outer and inner edges of the wedges, inner hexagon."""
RING, CARAVAN = 80.4, 36.0
"""Radius of the ring on which the caravans lie, and radius of a caravan."""
NUMBER = 12.0
"""Radius of the disc with a caravan's number."""
SQUARE = (25.0, 26.0)
"""Width and height of a Free Trader square."""
ANGLES = (0, 60, 120, 180, 240, 300)
"""Angles of the hexagon's six sides in degrees, clockwise from the top; wedges, markets and caravans lie there."""
WEDGES = ("Informant", "Haggler", "Negotiator", "Collector", "Free Trader", "Guild Master")
"""Names of the wedges, clockwise from the top."""
INFORMANT_AT, HAGGLER_AT, NEGOTIATOR_AT, COLLECTOR_AT, TRADER_AT, GUILD_AT = range(6)
CUSTOMER_AT = (HAGGLER_AT, COLLECTOR_AT, GUILD_AT)
"""For each customer, the index of its wedge."""
SIDE = sqrt(3) / 2
"""Distance from the centre of a hexagon to its sides, if its corners are at distance 1."""
SLOPE = 1 / sqrt(3)
"""Half the length of a hexagon's side, if its sides are at distance 1 from the centre."""


@dataclass(frozen=True)
class Block:
    """Positions of a wedge's contents: x of the centre, and y of the symbol, the name, the description, the cubes."""

    x: float
    sign: float
    name: float
    description: float
    row: float


@dataclass(frozen=True)
class Plan(plans.Plan):
    """Measurements of the board in one layout."""

    x: float
    """Horizontal centre of the hexagon; ``y`` is the vertical one."""
    y: float
    pile: Point
    """Centre of the draw pile."""
    discard: Point
    supply: Point
    """Centre of the viewer's first unplaced cube."""
    track: Point
    """Left end of the round track."""

    def at(self, angle: float, distance: float) -> Point:
        """Return the point at an angle (degrees clockwise from the top) and a distance from the hexagon's centre."""
        return self.x + distance * sin(radians(angle)), self.y - distance * cos(radians(angle))

    def corners(self, radius: float) -> list[Point]:
        """Return the corners of the hexagon with this corner radius, clockwise from the upper left one."""
        return [self.at(angle - 30, radius) for angle in ANGLES]

    def hexagon(self, radius: float) -> str:
        """Return the path data of the hexagon with this corner radius."""
        return shape(self.corners(radius))

    def wedge(self, at: int, inset: float = 0.0) -> str:
        """Return the path data of a wedge, with all sides moved inwards by ``inset``."""
        return shape(self.wedge_corners(at, inset))

    def wedge_corners(self, at: int, inset: float = 0.0) -> list[Point]:
        """Return the corners of a wedge: the two outer ones clockwise, then the two inner ones anticlockwise."""
        outer, inner, pull = OUTER * SIDE - inset, INNER * SIDE + inset, inset / SIDE
        angle = ANGLES[at]
        half = (outer * SLOPE - pull, inner * SLOPE - pull)
        made = [self._turned(angle, k * half[0], outer) for k in (-1, 1)]
        return made + [self._turned(angle, k * half[1], inner) for k in (1, -1)]

    def _turned(self, angle: float, across: float, out: float) -> Point:
        """Return the point at distance ``out`` in the direction ``angle``, shifted ``across`` at a right angle to it.

        A positive shift is clockwise around the hexagon.
        """
        s, c = sin(radians(angle)), cos(radians(angle))
        return self.x + out * s + across * c, self.y - out * c + across * s

    def caravan(self, at: int) -> Point:
        """Return the centre of a caravan."""
        return self.at(ANGLES[at], RING)

    def number(self, at: int) -> Point:
        """Return the centre of the disc with a caravan's number, which is on the caravan's rim."""
        x, y = self.caravan(at)
        turn = radians(_NUMBERS[at])
        return x + CARAVAN * sin(turn), y - CARAVAN * cos(turn)

    def need(self, at: int) -> Point:
        """Return the centre of the plate on a caravan's rim that says how many cubes are needed to lead."""
        x, y = self.caravan(at)
        if at % 3 == 0:
            return x, y + (CARAVAN if at == 0 else -CARAVAN)
        return x + (-13.9 if at < 3 else 13.9), y + CARAVAN - 1

    def block(self, at: int) -> Block:
        """Return the positions of a wedge's symbol, texts and cubes."""
        up, side = at in (INFORMANT_AT, HAGGLER_AT, GUILD_AT), (at % 3 != 0) * (1 if at < 3 else -1)
        return (_TALL if self.tall else _WIDE)[(up, bool(side))].moved(self.x, self.y, side)

    def free_span(self, at: int, y: float, high: float) -> Point:
        """Return the left and right ends of a wedge's row at height ``y``, clear of the nearest caravan's number."""
        up, down = self._inside(at, y - high / 2), self._inside(at, y + high / 2)
        # wedges are slanted: the narrower of the two edges counts
        low, most = max(up[0], down[0]) + 7, min(up[1], down[1]) - 7
        # the disc of the nearest caravan's number may reach into the row
        x, disc = self.number(at)[0], NUMBER * self.grow**0.5 + 3
        if at % 3 and abs(self.number(at)[1] - y) < high / 2 + disc:
            low, most = (max(low, x + disc), most) if at < 3 else (low, min(most, x - disc))
        return low, most

    def row(self, at: int, y: float, size: float, count: int) -> list[Point]:
        """Return the centres of ``count`` pieces in a row of a wedge, centred on its text as far as space allows."""
        low, most = self.free_span(at, y, size)
        step = min(size + 3, (most - low - size) / max(1, count - 1))
        half = (step * (count - 1) + size) / 2
        x = min(max(self.block(at).x, low + half), most - half)
        return [(x + (i - (count - 1) / 2) * step, y) for i in range(count)]

    def _inside(self, at: int, y: float) -> tuple[float, float]:
        """Return the left and right ends of a wedge at height ``y``."""
        points = self.wedge_corners(at)
        found = []
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
            if min(ay, by) <= y <= max(ay, by) and ay != by:
                found.append(ax + (bx - ax) * (y - ay) / (by - ay))
        return (min(found), max(found)) if found else (self.x, self.x)

    def band(self, at: int, top: float, bottom: float) -> str:
        """Return the path data of the part of a wedge between the heights ``top`` and ``bottom``."""
        (a, b), (c, d) = self._inside(at, top), self._inside(at, bottom)
        inset = 7 if at % 3 else 28
        return shape([(a + inset, top), (b - inset, top), (d - inset, bottom), (c + inset, bottom)])

    def market(self, at: int) -> tuple[Point, Point, float]:
        """Return the centres of a Foreign Market's two cards, and their scale."""
        (x, y), scale = _MARKETS[at]
        if at % 3 == 0:
            return (x - 28.5, y), (x + 28.5, y), scale
        return (x - 21.6, y - 5), (x + 21.6, y + 5), scale

    def square(self, at: int) -> Point:
        """Return the centre of a Free Trader square; the squares form two rows of three."""
        width, high = SQUARE
        step, tall = (width + 4, high + 4)
        y = self.block(TRADER_AT).row + tall / 2 - 2
        low, most = self.free_span(TRADER_AT, y, 2 * tall)
        x = min(max(self.block(TRADER_AT).x, low + 1.5 * step), most - 1.5 * step)
        return x + (at % 3 - 1) * step, y + (at // 3 - 0.5) * tall


@dataclass(frozen=True)
class _RelativeBlock:
    """Positions of a wedge's contents relative to the hexagon's centre, for a wedge in the right half."""

    x: float
    sign: float
    name: float
    description: float
    row: float

    def moved(self, x: float, y: float, side: int) -> Block:
        return Block(x + side * self.x, y + self.sign, y + self.name, y + self.description, y + self.row)


_WIDE = {
    (True, False): _RelativeBlock(0, -219, -193, -177, -153),
    (True, True): _RelativeBlock(163, -92, -62, -46, -21),
    (False, False): _RelativeBlock(0, 143, 169, 185, 209),
    (False, True): _RelativeBlock(167, 20, 48, 64, 90),
}
_TALL = {
    (True, False): _RelativeBlock(0, -213, -180, 0, -148),
    (True, True): _RelativeBlock(168, -112, -62, 0, -26),
    (False, False): _RelativeBlock(0, 150, 184, 0, 213),
    (False, True): _RelativeBlock(169, 20, 66, 0, 94),
}
_NUMBERS = (0, 32, 142, 180, 218, 328)  # angles of the numbers on the caravans' rims, clockwise from the top
_MARKETS: tuple[tuple[Point, float], ...] = (
    ((424, 38), 0.85),
    ((742, 179), 1.0),
    ((742, 489), 1.0),
    ((424, 626), 0.85),
    ((106, 489), 1.0),
    ((106, 179), 1.0),
)

WIDE = Plan("wide", 848, 664, 1.0, 424, 332, (52, 332), (796, 332), (34, 640), (20, 26))
TALL = Plan("tall", 600, 536, 1.4, 300, 268, (42, 486), (558, 486), (506, 28), (12, 26))


plan_of = plans.either(WIDE, TALL)
"""Return the board's plan in a layout."""


def shape(points: list[Point]) -> str:
    """Return the path data of the polygon with these corners."""
    return "M" + "L".join(f"{n(x)} {n(y)}" for x, y in points) + "z"
