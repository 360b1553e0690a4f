"""The Grand Bazaar's picture in the library of games: three cards of goods, and cubes, on a stepped kilim diamond."""

from __future__ import annotations

from souq.engine.present.card import Card, window
from souq.engine.present.ornament import Layer, Point, kilim, polygon
from souq.engine.present.scene import use
from souq.games.grand_bazaar import GAME

WARES = ((-17, "gem", 1, 72, 88), (0, "rug", 5, 100, 82), (17, "palm", 3, 128, 88))
"""For each card: rotation in degrees, glyph of its good, colour number and centre (x, y)."""
CUBES = ((65, 138, 3), (89, 138, 5), (113, 138, 5), (89, 121, 1))
"""For each cube: top left corner (x, y) and seat whose colour it has, from back to front."""


def pattern(width: float, height: float, scale: float) -> list[Layer]:
    """Return the kilim pattern that fills the background."""
    return kilim(width, height, unit=5 * scale, seed=9)


def _diamond() -> list[Point]:
    """Return the corners of a diamond whose sides have five steps each."""
    steps: list[Point] = []
    for k in range(5):
        steps += [(12 + k * 16, 72 - k * 15), (28 + k * 16, 72 - k * 15)]
    across = [(200 - x, y) for x, y in reversed(steps)]
    return [*steps, *across, *[(200 - x, 200 - y) for x, y in steps], *[(200 - x, 200 - y) for x, y in across]]


def _ware(turn: float, glyph: str, tone: int, x: float, y: float) -> str:
    paint = 'fill="var(--tone)" stroke="var(--outline)" stroke-width="1.5"'
    sheet = f'<rect x="-22" y="-31" width="44" height="62" rx="5" {paint}/>'
    edge = '<rect x="-18" y="-27" width="36" height="54" rx="3" fill="none" stroke="var(--hi)" stroke-width="1.4"/>'
    sign = use(f"gb-{glyph}", -13, -13, 26, colour="var(--tone-ink)")
    return f'<g class="tone-{tone}" transform="translate({x} {y}) rotate({turn})">{sheet}{edge}{sign}</g>'


def _cube(x: float, y: float, seat: int) -> str:
    return f'<g class="seat-{seat}">{use("gb-cube", x, y, 22, 23.6)}</g>'


def _scene() -> str:
    wares, cubes = "".join(_ware(*ware) for ware in WARES), "".join(_cube(*cube) for cube in CUBES)
    return window(polygon(_diamond())) + wares + cubes


CARD = Card(
    facts=GAME,
    tagline="Six cubes, a hundred and twenty-five wares, and a market that shouts.",
    pattern=pattern,
    scene=_scene(),
    ease=50,
)
