"""Drawing of single pieces: pure functions that return markup, most of them cached.

Pieces are drawn round (0, 0) in the board's units, 60 to a cell.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape
from itertools import groupby

from souq.engine.present.markup import n, rect
from souq.engine.present.scene import text, use
from souq.games.marracash.box import LETTERS
from souq.games.marracash.scene.geometry import UNIT

TRAIL_LAYER, FOUNTAINS_LAYER, SHOPS_LAYER, EXITS_LAYER, CROWDS_LAYER, QUEUE_LAYER, LIFTED_LAYER = range(7)
"""Layers of the board, from back to front."""

LIT, LIT_SOFT, PAPER, INK, MUTED = "var(--lit)", "var(--lit-soft)", "var(--paper)", "var(--ink)", "var(--muted)"
OUTLINE, LINE = "var(--outline)", "var(--line)"
PAWN = 0.7 * UNIT
"""Height of a visitor in the town."""
A_ROW = 6
"""Number of shops side by side in a row."""
QUEUED = 0.78 * UNIT
"""Height of a visitor in the queue."""


def tone(colour: int) -> str:
    """Return the CSS token of a colour."""
    return f"var(--g-{colour + 1})"


def plate(
    width: float, height: float, radius: float, fill: str = PAPER, stroke: str = OUTLINE, stroke_width: float = 1
) -> str:
    """Return markup of a rectangle round (0, 0)."""
    return rect(-width / 2, -height / 2, width, height, radius, fill, stroke, stroke_width)


def pawn(colour: int, x: float = 0.0, y: float = 0.0, high: float = PAWN) -> str:
    """Draw a visitor whose middle is at a point."""
    wide = round(high * 0.75, 1)
    return use(f"ma-{LETTERS[colour]}", round(x - wide / 2, 1), round(y - high / 2, 1), wide, round(high, 1))


def sign(owner: int, x: float = 0.0, y: float = 0.0, size: float = 38.0) -> str:
    """Draw an owner's sign."""
    return use(f"ma-seat-{owner + 1}", round(x - size / 2, 1), round(y - size / 2, 1), round(size, 1))


@lru_cache(maxsize=64)
def feet(high: float = PAWN, broad: float = 1.0) -> str:
    """Draw the ring at the feet of visitors that the viewer can choose."""
    rx, ry, y = n(high * 0.5 * broad), n(high * 0.2), n(high * 0.43)
    return f'<ellipse cy="{y}" rx="{rx}" ry="{ry}" fill="{LIT_SOFT}" stroke="{LIT}" stroke-width="1.8" class="edge"/>'


@lru_cache(maxsize=512)
def badge(words: str, size: float, fill: str = PAPER, ink: str = INK, stroke: str = OUTLINE) -> str:
    """Draw a short text on a round plate."""
    wide = max(1.5, 0.62 * len(words) + 0.7) * size
    shape = rect(-wide / 2, -0.75 * size, wide, 1.5 * size, 0.75 * size, fill, stroke, 1)
    return shape + text(words, 0, round(0.36 * size, 1), round(size, 1), ink, 700)


# ---- a few sentences on several lines: ``**475**`` is emphasised

_LETTER, _BOLD = 0.545, 0.6  # average width of a letter, in font sizes


@lru_cache(maxsize=512)
def prose(words: str, x: float, y: float, width: float, size: float = 12.0, most: int = 9) -> str:
    """Return markup of a wrapped text from its left edge and first baseline; a line is 1.35 font sizes high."""
    art = ""
    for i, line in enumerate(_lines(words, width / size)[:most]):
        spans = "".join(_span(part, strong) for part, strong in _joined(line))
        art += f'<text x="{n(x)}" y="{n(y + i * size * 1.35)}" font-size="{size:g}" fill="{MUTED}">{spans}</text>'
    return art


def rows(words: str, width: float, size: float = 12.0) -> int:
    """Return the number of lines that a text fills if it is wrapped at this width and font size."""
    return len(_lines(words, width / size))


def _joined(line: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """Merge neighbouring pieces of a line that are both emphasised, or both plain."""
    return [
        ("".join(piece for piece, _ in group), strong) for strong, group in groupby(line, key=lambda piece: piece[1])
    ]


def _span(word: str, strong: bool) -> str:
    return f'<tspan font-weight="600" fill="{INK}">{escape(word)}</tspan>' if strong else escape(word)


def _lines(words: str, limit: float) -> list[list[tuple[str, bool]]]:
    """Wrap text into lines of pieces; each piece has a flag for emphasis, which ``**`` begins and ends in the text."""
    made: list[list[tuple[str, bool]]] = [[]]
    used, strong = 0.0, False
    for word in words.split():
        pieces, wide = [], 0.0
        for i, piece in enumerate(word.split("**")):
            strong = strong != (i > 0)
            wide += len(piece) * (_BOLD if strong else _LETTER)
            pieces.append((piece, strong))
        if made[-1] and used + wide > limit:
            made.append([])
            used = 0.0
        made[-1] += [*([(" ", False)] if made[-1] else []), *(piece for piece in pieces if piece[0])]
        used += wide + _LETTER
    return made
