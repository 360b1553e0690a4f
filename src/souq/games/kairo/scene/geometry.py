"""Positions on the screen: the 144 sites, the outline around a set of sites, and the two layouts of the table.

Both layouts draw the square in the same units, 58 a site; a phone shows them at half the size, so labels are larger
there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from souq.engine.present import plans
from souq.engine.present.outline import Corner, loops, pulled, rounded, square
from souq.engine.present.plans import Point
from souq.games.kairo.box import HEIGHT, WIDTH
from souq.games.kairo.state import DISPLAY, LABELS, SITES

CELL = 58.0
"""Side of a site."""
EDGE = 34.0
"""Width of the frame around the square."""
INSET = 4.5
"""Distance of a stand's outline from the edges of its sites."""
OUTER, INNER = 11.0, 7.0
"""Radii of a stand's outer and inner corners."""
SQUARE = 2 * EDGE + WIDTH * CELL
"""Side of the square with its frame."""


@dataclass(frozen=True)
class Plan(plans.Plan):
    """Measurements of one layout. A point is the middle of the thing that is there, unless stated otherwise."""

    gate: Point
    """Point where the customer off the board waits, in the coordinates of :func:`centre`."""
    side: float
    """Left edge of the strip next to the square; 0 without a strip."""


WIDE = Plan("wide", 896, SQUARE, 1.0, (808.0, 726.0), 786.0)
TALL = Plan("tall", SQUARE, 788.0, 1.45, (684.0, 760.0), 0.0)

DISPLAY_CARD = (88.0, 107.6)
"""Width and height of a card on display next to the wide board."""
DISPLAY_AT: tuple[Point, ...] = tuple((830.0, 87.8 + 116.4 * slot) for slot in range(DISPLAY))
"""Middles of the display's cards next to the wide board."""
DECK_AT: Point = (830.0, 570.0)
"""Middle of the draw pile's top card, 88 by 64, next to the wide board."""
BARKERS_AT: Point = (801.0, 649.0)
"""Middle of the barkers' sign, 30 by 30, next to the wide board; the count is to the right of it."""
TITLES = ((20.0, "The display"), (528.0, "The deck"), (626.0, "Barkers"), (690.0, "At the gate"))
"""Baselines and texts of the headings of the strip next to the wide board."""


plan_of = plans.either(WIDE, TALL)
"""Function from a layout to its plan."""


_CENTRES = tuple((EDGE + (site % WIDTH + 0.5) * CELL, EDGE + (site // WIDTH + 0.5) * CELL) for site in range(SITES))


SPOTS = tuple((LABELS[site], x, y, CELL / 2) for site, (x, y) in enumerate(_CENTRES))
"""Name, middle and radius of each site, which the story names."""


def centre(site: int) -> Point:
    """Return the middle of a site; it is the same on every plan."""
    return _CENTRES[site]


def _near(site: int) -> tuple[int, ...]:
    x, y = site % WIDTH, site // WIDTH
    steps = ((0, -1), (1, 0), (0, 1), (-1, 0))
    return tuple((y + dy) * WIDTH + x + dx for dx, dy in steps if 0 <= x + dx < WIDTH and 0 <= y + dy < HEIGHT)


NEAR = tuple(_near(site) for site in range(SITES))
"""Sites next to each site, clockwise from the north."""


def toward(site: int, other: int) -> Point:
    """Return the direction from a site to a neighbouring site, as (columns, rows)."""
    return float(other % WIDTH - site % WIDTH), float(other // WIDTH - site // WIDTH)


def rim(sites: Iterable[int]) -> list[list[Corner]]:
    """Return the boundary of a set of sites as closed loops of corner points.

    A corner's coordinates are its column and row, counted from the north-west.
    """
    return loops(square(site % WIDTH, site // WIDTH) for site in sites)


@lru_cache(maxsize=4096)
def outline(sites: frozenset[int], origin: int = -1, inset: float = INSET, outer: float = OUTER) -> str:
    """Return path data of the joined outline of sites, shrunk by ``inset``, with round outer and inner corners.

    It is drawn around the middle of site ``origin``, or in the board's coordinates (-1).
    """
    ox, oy = centre(origin) if origin >= 0 else (0.0, 0.0)
    drawn = ([(EDGE + x * CELL - ox, EDGE + y * CELL - oy) for x, y in loop] for loop in rim(sites))
    return "".join(rounded(pulled(loop, inset), outer, INNER) for loop in drawn)
