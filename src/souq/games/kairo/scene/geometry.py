"""Where things are: the 144 sites, the joined outline of any set of them, and the two plans of the table.

Both plans draw the square in the same units, 58 a site; a phone shows them at half the size, so labels grow there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from souq.engine.markup import n
from souq.engine.scene import Layout
from souq.games.kairo.box import HEIGHT, WIDTH
from souq.games.kairo.state import DISPLAY, SITES

Point = tuple[float, float]

CELL = 58.0
"""Side of a site."""
EDGE = 34.0
"""The frame round the square."""
INSET = 4.5
"""How far a stand stays inside its sites."""
OUTER, INNER = 11.0, 7.0
"""Radii of a stand's corners."""
SQUARE = 2 * EDGE + WIDTH * CELL
"""Side of the square with its frame."""


@dataclass(frozen=True)
class Plan:
    """Measures of one layout. Points are middles, except where something else is said."""

    layout: Layout
    width: float
    height: float
    grow: float
    """How much larger than on the wide board labels are drawn."""
    gate: Point
    """Where the customer off the board waits, as :func:`centre` is for the others."""
    side: float
    """Left edge of the strip beside the square; 0 where there is none."""

    @property
    def tall(self) -> bool:
        """Whether it is a phone's."""
        return self.layout == "tall"


WIDE = Plan("wide", 896, SQUARE, 1.0, (808.0, 726.0), 786.0)
TALL = Plan("tall", SQUARE, 788.0, 1.45, (684.0, 760.0), 0.0)

DISPLAY_CARD = (88.0, 107.6)
"""Width and height of a card on display beside the wide board."""
DISPLAY_AT: tuple[Point, ...] = tuple((830.0, 87.8 + 116.4 * slot) for slot in range(DISPLAY))
"""Middles of the display's cards beside the wide board."""
DECK_AT: Point = (830.0, 570.0)
"""Middle of the draw pile's top card, 88 by 64, beside the wide board."""
BARKERS_AT: Point = (801.0, 649.0)
"""Middle of the barkers' sign, 30 by 30, beside the wide board; the count stands at the right of it."""
TITLES = ((20.0, "The display"), (528.0, "The deck"), (626.0, "Barkers"), (690.0, "At the gate"))
"""Headings of the strip beside the wide board and their baselines."""


def plan_of(layout: Layout) -> Plan:
    """The plan of a layout."""
    return TALL if layout == "tall" else WIDE


_CENTRES = tuple((EDGE + (site % WIDTH + 0.5) * CELL, EDGE + (site // WIDTH + 0.5) * CELL) for site in range(SITES))


def centre(site: int) -> Point:
    """Middle of a site, on every plan."""
    return _CENTRES[site]


def _near(site: int) -> tuple[int, ...]:
    x, y = site % WIDTH, site // WIDTH
    steps = ((0, -1), (1, 0), (0, 1), (-1, 0))
    return tuple((y + dy) * WIDTH + x + dx for dx, dy in steps if 0 <= x + dx < WIDTH and 0 <= y + dy < HEIGHT)


NEAR = tuple(_near(site) for site in range(SITES))
"""Sites beside each, clockwise from the north."""


def toward(site: int, other: int) -> Point:
    """Direction from a site to one beside it."""
    return float(other % WIDTH - site % WIDTH), float(other // WIDTH - site // WIDTH)


def rim(sites: frozenset[int]) -> list[list[tuple[int, int]]]:
    """The boundary of a set of sites as closed loops of corners, clockwise round the sites; straight runs are one edge.

    Corners are counted in sites from the north-west.
    """
    after: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for site in sites:
        x, y = site % WIDTH, site // WIDTH
        ring = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        beyond = ((0, -1), (1, 0), (0, 1), (-1, 0))
        for k, (dx, dy) in enumerate(beyond):
            inside = 0 <= x + dx < WIDTH and 0 <= y + dy < HEIGHT and (y + dy) * WIDTH + x + dx in sites
            if not inside:
                after.setdefault(ring[k], []).append(ring[(k + 1) % 4])
    loops = []
    while after:
        start = min(after)
        loop, at, came = [], start, (0, 0)
        while True:
            loop.append(at)
            ways = after[at]
            # where two sites touch at a corner only, stay with the own site: turn right
            way = min(ways, key=lambda to: _left(came, (to[0] - at[0], to[1] - at[1])))
            ways.remove(way)
            if not ways:
                del after[at]
            came = (way[0] - at[0], way[1] - at[1])
            at = way
            if at == start:
                break
        loops.append(_straight(loop))
    return loops


def _left(came: tuple[int, int], to: tuple[int, int]) -> int:
    """-1 for a turn to the right, 0 straight on, 1 to the left (y points down)."""
    return -(came[0] * to[1] - came[1] * to[0])


def _straight(loop: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """A loop without the corners where it does not turn."""
    kept = []
    for i, (x, y) in enumerate(loop):
        (px, py), (qx, qy) = loop[i - 1], loop[(i + 1) % len(loop)]
        if (x - px) * (qy - y) != (y - py) * (qx - x):
            kept.append((x, y))
    return kept


@lru_cache(maxsize=4096)
def outline(sites: frozenset[int], origin: int = -1, inset: float = INSET, outer: float = OUTER) -> str:
    """Path data of the joined outline of sites, pulled in by ``inset``, outer and inner corners rounded.

    Drawn round the middle of site ``origin``, or in the board's coordinates.
    """
    ox, oy = centre(origin) if origin >= 0 else (0.0, 0.0)
    d = []
    for loop in rim(sites):
        moved = [_pulled(loop, i, inset) for i in range(len(loop))]
        d.append(_softened([(x - ox, y - oy) for x, y in moved], outer))
    return "".join(d)


def _pulled(loop: list[tuple[int, int]], i: int, inset: float) -> Point:
    """A corner in the board's coordinates, moved inwards from both of its edges."""
    (px, py), (x, y), (qx, qy) = loop[i - 1], loop[i], loop[(i + 1) % len(loop)]
    ax, ay, bx, by = _unit(x - px), _unit(y - py), _unit(qx - x), _unit(qy - y)
    return EDGE + x * CELL + (-ay - by) * inset, EDGE + y * CELL + (ax + bx) * inset


def _unit(step: int) -> int:
    return (step > 0) - (step < 0)


def _softened(points: list[Point], outer: float) -> str:
    """Path data of a loop of right angles with rounded corners."""
    d: list[str] = []
    for i, (x, y) in enumerate(points):
        (px, py), (qx, qy) = points[i - 1], points[(i + 1) % len(points)]
        ax, ay, bx, by = _sign(x - px), _sign(y - py), _sign(qx - x), _sign(qy - y)
        right = ax * by - ay * bx > 0
        r = outer if right else INNER
        begin, end = f"{n(x - ax * r)} {n(y - ay * r)}", f"{n(x + bx * r)} {n(y + by * r)}"
        d.append(f"{'L' if d else 'M'}{begin}A{n(r)} {n(r)} 0 0 {int(right)} {end}")
    return "".join(d) + "Z"


def _sign(step: float) -> int:
    return (step > 0.01) - (step < -0.01)
