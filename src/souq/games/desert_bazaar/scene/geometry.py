"""Positions and outlines on the table: hexagons, the border of a set of sites, and a wide and a tall layout.

Coordinates are in the units of the area that is drawn, about one pixel each (see :mod:`souq.engine.present.scene`).
Hexagons have a corner at the top.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from souq.engine.present import plans
from souq.engine.present.ornament import polygon
from souq.engine.present.outline import Corner, curved, loops, pulled
from souq.engine.present.plans import Point
from souq.games.desert_bazaar.state import BOX, LABELS, SITES

_X = tuple(site.x for site in BOX.sites)
_Y = tuple(site.y for site in BOX.sites)
_CORNERS = [(math.cos(math.radians(30 + 60 * k)), math.sin(math.radians(30 + 60 * k))) for k in range(6)]
_FINE = 200  # corners are distinguished to this fraction of a radius
_ROUND = 0.2  # part of an edge that a rounded corner takes, in radii


@lru_cache(maxsize=256)
def hexagon(radius: float, x: float = 0.0, y: float = 0.0) -> str:
    """Return path data of a hexagon round a point."""
    return polygon([(x + radius * a, y + radius * b) for a, b in _CORNERS])


@dataclass(frozen=True)
class Plan(plans.Plan):
    """Dimensions of the table in one of its layouts, wide or tall (for phones)."""

    radius: float
    """Radius of a hexagon on the board."""
    band: float
    """Width of the frame with the score track; 0 in the layout for phones, which has no frame."""
    hand_width: float
    hand_height: float
    card: float
    """Width of a card in the hand."""
    rise: float
    """Distance by which a chosen tile is lifted."""

    def centre(self, site: int) -> Point:
        """Return the coordinates of the middle of a site on the board."""
        return self.width / 2 + _X[site] * self.radius, self.height / 2 + _Y[site] * self.radius


@lru_cache(maxsize=2)
def spots(plan: Plan) -> tuple[tuple[str, float, float, float], ...]:
    """Return the name, middle and radius of each site, which the story names."""
    return tuple((LABELS[site], *plan.centre(site), 0.8 * plan.radius) for site in range(SITES))


WIDE = Plan("wide", 896, 683, 1.0, 36.1, 26, 868, 72, 44, 6)
TALL = Plan("tall", 390, 424, 1.25, 24.65, 0, 366, 46, 26, 3)
TRAY = (370.0, 118.0)
"""Width and height of the area with the tiles on display, which is below the board on a phone."""


plan_of = plans.either(WIDE, TALL)
"""Function that returns the dimensions for the name of a layout."""


TILE_RADIUS = 52.0
"""Radius of the hexagon of a tile on display, in the wide layout."""
_STEP = 110.0  # distance between two tiles of a set


def tile_at(plan: Plan, side: int, slot: int) -> Point:
    """Return the coordinates of a tile's middle on display, next to the wide board or below a phone's board."""
    if plan is TALL:
        return 59 + slot * 89, 28 + side * 60
    return (100 if side == 0 else plan.width - 100), plan.height / 2 + (slot - 1.5) * _STEP


# ---- outlines ----


def _corner(site: int, k: int) -> Corner:
    """Return the coordinates of a site's ``k``-th corner as whole numbers, equal for all hexagons that share it."""
    a, b = _CORNERS[k % 6]
    return round((_X[site] + a) * _FINE), round((_Y[site] + b) * _FINE)


_CORNER = [[_corner(site, k) for k in range(6)] for site in range(SITES)]


def rim(sites: Iterable[int]) -> list[list[Point]]:
    """Return the border of a set of sites as closed loops of corners (for radius 1, clockwise round the sites)."""
    return [[(x / _FINE, y / _FINE) for x, y in loop] for loop in loops(_CORNER[site] for site in sites)]


@lru_cache(maxsize=4096)
def outline(sites: frozenset[int], radius: float, inset: float, origin: int = -1) -> str:
    """Return SVG path data of the border round a set of sites, moved inwards by ``inset`` (in radii of a hexagon).

    Coordinates are relative to the middle of site ``origin`` or, by default, of the board.
    """
    ox, oy = (_X[origin], _Y[origin]) if origin >= 0 else (0.0, 0.0)
    moved = (pulled(loop, inset) for loop in rim(sites))
    return "".join(curved([((x - ox) * radius, (y - oy) * radius) for x, y in loop], _ROUND) for loop in moved)
