"""MarraCash's picture in the library of games: four visitors in front of a fountain, inside an eight-pointed star."""

from __future__ import annotations

from souq.engine.present.card import Card, window
from souq.engine.present.ornament import Layer, girih, polygon, star
from souq.engine.present.scene import path, use
from souq.games.marracash import GAME

VISITORS = (("G", 3, 66, 104, 52), ("B", 2, 134, 104, 52), ("Y", 5, 88, 122, 56), ("R", 1, 114, 126, 56))
"""Letter, tone, middle (x, y) and height of each visitor, from back to front."""


def pattern(width: float, height: float, scale: float) -> list[Layer]:
    """Return the strapwork behind the scene."""
    return girih(width, height, unit=78 * scale, seed=5)


def _visitor(letter: str, tone: int, x: float, y: float, height: float) -> str:
    weave = f'<use href="#ma-visitor-body" width="24" height="32" fill="url(#ma-p-{letter})"/>' if letter != "Y" else ""
    sign = (
        f'<text x="12" y="27" font-size="14" font-weight="700" text-anchor="middle" fill="var(--tone-ink)" '
        f'stroke="var(--tone)" stroke-width="3" paint-order="stroke">{letter}</text>'
    )
    box = f'x="{x - height * 0.375:g}" y="{y - height / 2:g}" width="{height * 0.75:g}" height="{height:g}"'
    body = '<use href="#ma-visitor" width="24" height="32"/>'
    return f'<svg {box} viewBox="0 0 24 32" class="tone-{tone}">{body}{weave}{sign}</svg>'


def _scene() -> str:
    ground, crowd = path(polygon(star(100, 100, 84)), "var(--g-6)"), "".join(_visitor(*visitor) for visitor in VISITORS)
    return window(polygon(star(100, 100, 92))) + ground + use("ma-fountain", 52, 44, 96) + crowd


CARD = Card(
    facts=GAME,
    tagline="Buy shops, lead the crowds, and earn on everybody’s customers.",
    pattern=pattern,
    scene=_scene(),
    ease=30,
)
