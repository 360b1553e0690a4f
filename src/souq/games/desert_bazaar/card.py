"""Desert Bazaar's card on the home page: a drawing of a desert with three tents and a fourth being pitched."""

from __future__ import annotations

import math

from souq.engine.present.card import Card, coin, window
from souq.engine.present.ornament import Layer, dunes, polygon, ring
from souq.engine.present.scene import path, use
from souq.games.desert_bazaar import GAME

RADIUS = 31
SITES = ((0, 0), (1, 0), (0.5, -1), (-0.5, -1), (-1, 0), (-0.5, 1), (0.5, 1))
TENTS = ((3, "W", "crescent"), (2, "S", "star"), (0, "C", "palm"))
"""For each tent in the picture: its site, the letter of its good, and its owner's emblem."""
FREE = 5


def pattern(width: float, height: float, scale: float) -> list[Layer]:
    """Return the drawing of dunes that is the background of the card."""
    return dunes(width, height, unit=46 * scale, seed=7, sky=0.42)


def _middle(site: int) -> tuple[float, float]:
    x, y = SITES[site]
    return 100 + x * RADIUS * math.sqrt(3), 100 + y * RADIUS * 1.5


def _hexagon(site: int, size: float, fill: str, stroke: str, width: float = 1.0) -> str:
    return path(polygon(ring(*_middle(site), RADIUS * size, 6, math.pi / 6)), fill, stroke, width)


def _tent(good: str, x: float, y: float, size: float) -> str:
    return use(f"t-{good}", round(x - size / 2, 2), round(y - size * 0.57, 2), size)


def _scene() -> str:
    art = window(polygon(ring(100, 100, 86, 6)))
    art += "".join(_hexagon(site, 0.95, "var(--board-2)", "var(--board-line)") for site in range(len(SITES)))
    art += "".join(_hexagon(site, 0.95, "var(--g-6)", "var(--board-ink)", 1.2) for site, _, _ in TENTS)
    art += _hexagon(FREE, 0.88, "var(--lit-soft)", "var(--lit)", 2.2)
    for seat, (site, good, emblem) in enumerate(TENTS):
        x, y = _middle(site)
        art += _tent(good, x, y, 46) + coin(seat, emblem, round(x + 13, 2), round(y + 14, 2), 9.5)
    x, y = _middle(FREE)
    return f'{art}<g class="lifted">{_tent("P", x, y - 3, 50)}</g>'


CARD = Card(
    facts=GAME,
    tagline="Roll for goods, raise tents, and let your neighbours pay for them.",
    pattern=pattern,
    scene=_scene(),
    emblems=("crescent", "star", "palm", "lamp", "rose"),
    ease=10,
)
