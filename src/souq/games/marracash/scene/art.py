"""How single pieces are drawn: pure functions from what a piece shows to markup, most of them remembered.

Pieces are drawn round (0, 0) in the board's units, 60 a cell.
"""

from __future__ import annotations

from functools import lru_cache

from souq.engine.markup import n, rect
from souq.engine.scene import text, use
from souq.games.marracash.box import LETTERS
from souq.games.marracash.scene.geometry import UNIT

TRAIL_LAYER, FOUNTAINS_LAYER, SHOPS_LAYER, EXITS_LAYER, CROWDS_LAYER, QUEUE_LAYER, LIFTED_LAYER = range(7)
"""From back to front."""

LIT, LIT_SOFT, PAPER, INK, MUTED = "var(--lit)", "var(--lit-soft)", "var(--paper)", "var(--ink)", "var(--muted)"
OUTLINE, LINE = "var(--outline)", "var(--line)"
PAWN = 0.7 * UNIT
"""Height of a visitor in the town."""
QUEUED = 0.78 * UNIT
"""Height of one in the queue."""


def tone(colour: int) -> str:
    """The token of a colour."""
    return f"var(--g-{colour + 1})"


def plate(
    width: float, height: float, radius: float, fill: str = PAPER, stroke: str = OUTLINE, stroke_width: float = 1
) -> str:
    """Markup of a rectangle round (0, 0)."""
    return rect(-width / 2, -height / 2, width, height, radius, fill, stroke, stroke_width)


def pawn(colour: int, x: float = 0.0, y: float = 0.0, high: float = PAWN) -> str:
    """A visitor whose middle is at a point."""
    wide = round(high * 0.75, 1)
    return use(f"ma-{LETTERS[colour]}", round(x - wide / 2, 1), round(y - high / 2, 1), wide, round(high, 1))


def sign(owner: int, x: float = 0.0, y: float = 0.0, size: float = 38.0) -> str:
    """An owner's sign."""
    return use(f"ma-seat-{owner + 1}", round(x - size / 2, 1), round(y - size / 2, 1), round(size, 1))


@lru_cache(maxsize=64)
def feet(high: float = PAWN, broad: float = 1.0) -> str:
    """The ring at the feet of who can be chosen."""
    rx, ry, y = n(high * 0.5 * broad), n(high * 0.2), n(high * 0.43)
    return f'<ellipse cy="{y}" rx="{rx}" ry="{ry}" fill="{LIT_SOFT}" stroke="{LIT}" stroke-width="1.8" class="edge"/>'


@lru_cache(maxsize=512)
def badge(words: str, size: float, fill: str = PAPER, ink: str = INK, stroke: str = OUTLINE) -> str:
    """A short figure on a round plate."""
    wide = max(1.5, 0.62 * len(words) + 0.7) * size
    shape = rect(-wide / 2, -0.75 * size, wide, 1.5 * size, 0.75 * size, fill, stroke, 1)
    return shape + text(words, 0, round(0.36 * size, 1), round(size, 1), ink, 700)
