"""Where things are: the hexagons of the desert, the outline of any set of them, and the two plans of the table.

Units are the area's own (about a pixel at the sizes of :mod:`souq.engine.scene`). Hexagons stand on a corner.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from souq.engine.markup import n
from souq.engine.ornament import polygon
from souq.engine.scene import Layout
from souq.games.desert_bazaar.state import BOX, NEIGHBOURS, SITES

Point = tuple[float, float]

_X = tuple(site.x for site in BOX.sites)
_Y = tuple(site.y for site in BOX.sites)
_CORNERS = [(math.cos(math.radians(30 + 60 * k)), math.sin(math.radians(30 + 60 * k))) for k in range(6)]
_ROUND = 0.2  # how much of an edge a rounded corner takes, in radii


@lru_cache(maxsize=256)
def hexagon(radius: float, x: float = 0.0, y: float = 0.0) -> str:
    """Path data of a hexagon round a point."""
    return polygon([(x + radius * a, y + radius * b) for a, b in _CORNERS])


@dataclass(frozen=True)
class Plan:
    """Measures of one layout."""

    layout: Layout
    width: float
    height: float
    radius: float
    """Of a hexagon on the board."""
    band: float
    """Of the frame with the score track; 0 where there is none."""
    hand_width: float
    hand_height: float
    card: float
    """Width of a card in the hand."""
    grow: float
    """How much larger than on the wide board labels are drawn."""
    rise: float
    """How far a chosen tile is lifted."""

    def centre(self, site: int) -> Point:
        """Middle of a site."""
        return self.width / 2 + _X[site] * self.radius, self.height / 2 + _Y[site] * self.radius


WIDE = Plan("wide", 896, 683, 36.1, 26, 868, 72, 44, 1.0, 6)
TALL = Plan("tall", 390, 424, 24.65, 0, 366, 46, 26, 1.25, 3)
TRAY = (370.0, 118.0)
"""Width and height of the tray below a tall board."""


def plan_of(layout: Layout) -> Plan:
    """The plan of a layout."""
    return TALL if layout == "tall" else WIDE


TILE_RADIUS = 52.0
"""Of a tile on display beside the wide board."""
_STEP = 110.0  # from tile to tile of a set


def tile_at(plan: Plan, side: int, slot: int) -> Point:
    """Middle of a tile on display: beside the wide board, or on the tray of a phone."""
    if plan is TALL:
        return 59 + slot * 89, 28 + side * 60
    return (100 if side == 0 else plan.width - 100), plan.height / 2 + (slot - 1.5) * _STEP


# ---- outlines ----


def _facing(site: int, edge: int) -> int:
    """The site beyond edge ``edge`` (between corners ``edge`` and ``edge + 1``), or -1."""
    angle = math.radians(60 + 60 * edge)
    x, y = _X[site] + math.sqrt(3) * math.cos(angle), _Y[site] + math.sqrt(3) * math.sin(angle)
    for other in NEIGHBOURS[site]:
        if abs(_X[other] - x) + abs(_Y[other] - y) < 0.01:
            return other
    return -1


FACING = [[_facing(site, edge) for edge in range(6)] for site in range(SITES)]


def _corner(site: int, k: int) -> tuple[int, int]:
    """A corner as a key that neighbouring hexagons share."""
    a, b = _CORNERS[k % 6]
    return round((_X[site] + a) * 1000 / 5), round((_Y[site] + b) * 1000 / 5)


_CORNER = [[_corner(site, k) for k in range(6)] for site in range(SITES)]
_PLACE = {key: (key[0] / 200, key[1] / 200) for corners in _CORNER for key in corners}


def rim(sites: frozenset[int]) -> list[list[Point]]:
    """The boundary of a set of sites as closed loops of corners (unit radius, clockwise round the sites)."""
    after = {}
    for site in sites:
        for edge in range(6):
            if FACING[site][edge] not in sites:
                after[_CORNER[site][edge]] = _CORNER[site][(edge + 1) % 6]
    loops = []
    while after:
        start = at = min(after)
        loop = []
        while at in after:
            loop.append(_PLACE[at])
            at = after.pop(at)
        assert at == start
        loops.append(loop)
    return loops


def _pulled(before: Point, at: Point, after: Point, inset: float) -> Point:
    """A corner moved inwards by ``inset`` from both of its edges."""
    ax, ay = at[0] - before[0], at[1] - before[1]
    bx, by = after[0] - at[0], after[1] - at[1]
    la, lb = math.hypot(ax, ay), math.hypot(bx, by)
    nx, ny = -ay / la - by / lb, ax / la + bx / lb  # inward normals: to the right of the way, y down
    k = inset * 2 / (nx * nx + ny * ny)
    return at[0] + nx * k, at[1] + ny * k


def _softened(loop: list[Point], radius: float) -> str:
    """Path data of a loop with rounded corners, scaled by ``radius``."""
    d: list[str] = []
    for i, (x, y) in enumerate(loop):
        (px, py), (qx, qy) = loop[i - 1], loop[(i + 1) % len(loop)]
        ax, ay, bx, by = x + (px - x) * _ROUND, y + (py - y) * _ROUND, x + (qx - x) * _ROUND, y + (qy - y) * _ROUND
        start, corner, end = (f"{n(a * radius)} {n(b * radius)}" for a, b in ((ax, ay), (x, y), (bx, by)))
        d.append(f"{'L' if d else 'M'}{start}Q{corner} {end}")
    return "".join(d) + "Z"


@lru_cache(maxsize=4096)
def outline(sites: frozenset[int], radius: float, inset: float, origin: int = -1) -> str:
    """Path data of the joined outline of sites, pulled in by ``inset`` radii.

    Drawn round site ``origin``, or round the board's middle.
    """
    x, y = (_X[origin], _Y[origin]) if origin >= 0 else (0.0, 0.0)
    d = ""
    for loop in rim(sites):
        moved = [_pulled(loop[i - 1], p, loop[(i + 1) % len(loop)], inset) for i, p in enumerate(loop)]
        d += _softened([(a - x, b - y) for a, b in moved], radius)
    return d
