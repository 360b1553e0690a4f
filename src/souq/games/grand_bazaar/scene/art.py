"""Markup of single pieces: cards, cubes, coins and signs. Most have their centre at (0, 0) and are cached."""

from __future__ import annotations

from functools import cache, lru_cache

from souq.engine.present.markup import circle, rect
from souq.engine.present.scene import path, text, use
from souq.games.grand_bazaar.state import COPIES, NAMES, TYPE, VALUE

INK, MUTED, PAPER, LINE, OUTLINE = "var(--ink)", "var(--muted)", "var(--paper)", "var(--line)", "var(--outline)"
LIT, LIT_SOFT, LIFT, TRAIL = "var(--lit)", "var(--lit-soft)", "var(--lift)", "var(--trail)"
ACCENT, ACCENT_SOFT = "var(--accent)", "var(--accent-soft)"
CARD = (60.0, 84.0)
"""Width and height of a card at scale 1."""
EMBLEMS = ("crescent", "star", "camel", "palm", "lamp", "rose")
"""Name of each seat's symbol."""


def tone(kind: int) -> str:
    """Return the CSS colour of a type of goods."""
    return f"var(--g-{kind + 1})"


def inked(kind: int) -> str:
    """Return the CSS colour of text and symbols that are drawn on a type's colour."""
    return f"var(--g-{kind + 1}-ink)"


def fitted(words: str, width: float, size: float) -> float:
    """Return the largest font size, at most ``size``, at which words are no wider than ``width``."""
    return round(min(size, width / (0.58 * max(1, len(words)))), 1)


# ---- cards


def _ring() -> str:
    """Return the outline of a card, which the client lights up if the card can be chosen or has just been moved."""
    return rect(-31.5, -43.5, 63, 87, 8.5, "none", "none", 2.4, 'class="edge"')


@cache
def back(kind: int, edge: bool = True) -> str:
    """Return the back of a card, which shows its type; with ``edge`` it has an outline that can light up."""
    ink = inked(kind)
    art = (_ring() if edge else "") + rect(-30, -42, 60, 84, 7, tone(kind), OUTLINE, 1.6)
    art += rect(-26, -38, 52, 76, 4, "none", ink, 1.4, 'stroke-opacity=".55"')
    steps = "M-20-30h8v-4M20-30h-8v-4M-20 30h8v4M20 30h-8v4M-26-12h5v6h5v6h-5v6h-5M26-12h-5v6h-5v6h5v6h5"
    art += path(steps, "none", ink, 2, 'stroke-opacity=".6"')
    return art + use(f"gb-type-{kind}", -17, -17, 34, colour=ink)


@cache
def face(good: int, edge: bool = True) -> str:
    """Return the front of a card: its good, its value, and the number of copies in the game."""
    kind, name = int(TYPE[good]), NAMES[good]
    ink = inked(kind)
    art = (
        (_ring() if edge else "")
        + rect(-30, -42, 60, 84, 7, PAPER)
        + path("M-30-35a7 7 0 0 1 7-7h46a7 7 0 0 1 7 7v12h-60z", tone(kind))
    )
    art += use(f"gb-type-{kind}", -26, -39.5, 14, colour=ink)
    art += text(str(VALUE[good]), 23, -27, 14, ink, 700, "end")
    art += use(f"gb-good-{good}", -17, -18, 34, colour=f"var(--good-{kind + 1})")
    art += text(name, 0, 27, 11, INK, 600, room=56)
    art += text(f"×{COPIES[good]}", 0, 38, 11, MUTED)
    return art + rect(-30, -42, 60, 84, 7, "none", OUTLINE, 1.5)


@cache
def sketch(good: int) -> str:
    """Return a simplified front of a card for small sizes: its good and value, in a frame of its type's colour."""
    kind = int(TYPE[good])
    art = _ring() + rect(-30, -42, 60, 84, 7, tone(kind), OUTLINE, 2) + rect(-24, -24, 48, 60, 4, PAPER)
    art += text(str(VALUE[good]), 22, -28, 15, inked(kind), 700, "end")
    return art + use(f"gb-good-{good}", -21, -18, 42, colour=f"var(--good-{kind + 1})")


def empty_card(width: float = 60.0, height: float = 84.0) -> str:
    """Return the dashed outline of a place for a card."""
    dashes = 'stroke-dasharray="4 4"'
    return rect(-width / 2, -height / 2, width, height, 7, "none", "var(--board-line)", 1.5, dashes)


# ---- cubes and signs


def cube(seat: int, x: float = 0.0, y: float = 0.0, size: float = 25.0) -> str:
    """Return a seat's cube, ``size`` wide, with its centre at (``x``, ``y``)."""
    high = size * 30 / 28
    return use(f"gb-cube-{seat + 1}", round(x - size / 2, 1), round(y - high / 2, 1), size, round(high, 1))


@lru_cache(maxsize=512)
def stack(seat: int, count: int, size: float = 25.0) -> str:
    """Return ``count`` cubes of a seat on top of each other; the lowest has its centre at (0, 0)."""
    step = size * (0.17 if count < 4 else 0.12)
    return "".join(cube(seat, 0, -step * k, size) for k in range(count))


def disc(seat: int, x: float = 0.0, y: float = 0.0, size: float = 22.0) -> str:
    """Return a seat's coin with its symbol."""
    r = size / 2
    art = circle(x, y, r, f"var(--seat-{seat + 1})", "var(--ring)", max(1.0, size / 16))
    inner = size * 0.56
    ink = f"var(--seat-{seat + 1}-ink)"
    return art + use(
        f"e-{EMBLEMS[seat]}", round(x - inner / 2, 1), round(y - inner / 2, 1), round(inner, 1), colour=ink
    )


@lru_cache(maxsize=256)
def pill(words: str, size: float, fill: str = LIT_SOFT, ink: str = LIT, stroke: str = LIT) -> str:
    """Return a short text on a pill-shaped plate."""
    wide = max(1.6, 0.62 * len(words) + 0.9) * size
    shape = rect(-wide / 2, -0.75 * size, wide, 1.5 * size, 0.75 * size, fill, stroke, 1.4)
    return shape + text(words, 0, round(0.36 * size, 1), round(size, 1), ink, 700)
