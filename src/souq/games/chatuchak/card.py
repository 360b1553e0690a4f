"""Picture that represents Chatuchak in the lobby: nine cells of a market, with eight booths and the empty cell."""

from __future__ import annotations

from souq.engine.present.card import Card, window
from souq.engine.present.ornament import Layer, awning
from souq.engine.present.scene import path, use
from souq.games.chatuchak import GAME

BOOTHS = ("bowl", "chair", "leaf", "lamp", "shirt")
"""Names of the booths' symbols, one per colour. The CSS class ``tone-1`` colours the first one, and so on."""
MARKET = ("bowl", "leaf", "chair", "lamp", "", "shirt", "leaf", "bowl", "lamp")


def pattern(width: float, height: float, scale: float) -> list[Layer]:
    """Return the layers of the background pattern: rows of awnings."""
    return awning(width, height, unit=26 * scale, seed=3)


def _place(booth: str, x: float, y: float) -> str:
    square = f'<rect x="{x + 2:g}" y="{y + 2:g}" width="40" height="40" rx="9"'
    end = 'stroke-linecap="round"'
    if not booth:
        way = f"M{x + 38} {y + 22}H{x + 15}M{x + 21} {y + 15}L{x + 14} {y + 22}L{x + 21} {y + 29}"
        gap = f'{square} fill="var(--g-8)" stroke="var(--board-line)" stroke-dasharray="3 3"/>'
        return gap + path(way, stroke="var(--accent)", width=3, extra=end)
    corner = f"M{x + 6} {y + 34}V{y + 12}Q{x + 6} {y + 6} {x + 12} {y + 6}H{x + 34}"
    tile = f'{square} fill="var(--tone)" stroke="var(--outline)" stroke-width="1.5"/>'
    shine = path(corner, stroke="var(--hi)", width=2, extra=end)
    return f'<g class="tone-{BOOTHS.index(booth) + 1}">{tile}{shine}{use(f"ch-{booth}", x + 9, y + 9, 26)}</g>'


def _scene() -> str:
    places = "".join(_place(booth, 34 + i % 3 * 44, 34 + i // 3 * 44) for i, booth in enumerate(MARKET))
    return window("M30 22H170Q178 22 178 30V170Q178 178 170 178H30Q22 178 22 170V30Q22 22 30 22Z") + places


CARD = Card(
    facts=GAME,
    tagline="Twenty-nine booths, one gap, one move a turn. Tidy up before the others do.",
    pattern=pattern,
    scene=_scene(),
    emblems=("crescent", "star", "camel", "palm", "rose"),
    ease=20,
)
