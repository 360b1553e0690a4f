"""The signs of the twelve goals: a disc for a group, a capsule of two colours for a mix, a bar, a square.

They are drawn round (0, 0), 24 units high unless they are scaled.
"""

from __future__ import annotations

from functools import lru_cache

from souq.engine.scene import path, use
from souq.games.chatuchak.scene.planes import Pairs
from souq.games.chatuchak.scene.words import SIGNS
from souq.games.chatuchak.state import BOX, COLUMNS, MIX, PATH, STRONG

HIGH, BROAD = 24.0, 42.0
"""Size of a sign; a mix's and the path's are broad, the others as wide as high."""

_LINE = 'stroke="var(--outline)" stroke-width="1.3"'
_BARE = 'fill="var(--paper)" stroke="var(--ink)" stroke-width="1.3"'


def width(marker: int) -> float:
    """How wide the sign of a marker is."""
    return BROAD if MIX <= marker <= PATH else HIGH


@lru_cache(maxsize=256)
def sign(marker: int, pairs: Pairs, scale: float = 1.0) -> str:
    """The sign of a marker, where the tiles of the mixes show these ``pairs``."""
    if marker < MIX:
        art = _disc(marker)
    elif marker < PATH:
        art = _capsule(*pairs[marker - MIX])
    else:
        art = _bar() if marker == PATH else _square()
    return art if scale == 1 else f'<g transform="scale({scale:g})">{art}</g>'


def figure(colour: int, x: float, y: float, size: float) -> str:
    """The figure of a colour's booths with its middle at a point."""
    return use(f"ch-{SIGNS[colour]}", round(x - size / 2, 2), round(y - size / 2, 2), size)


def _disc(colour: int) -> str:
    return f'<circle r="11" fill="var(--g-{colour + 1})" {_LINE}/>{figure(colour, 0, 0, 15)}'


def _capsule(left: int, right: int) -> str:
    halves = ((left, -8.5, "M0 -11H-9a11 11 0 0 0 0 22H0z"), (right, 8.5, "M0 -11H9a11 11 0 0 1 0 22H0z"))
    return "".join(
        path(half, f"var(--g-{colour + 1})", "var(--outline)", 1.3) + figure(colour, x, 0, 15)
        for colour, x, half in halves
    )


def _bar() -> str:
    dots = path("M-15 -3.5h7v7h-7zM-3.5 -3.5h7v7h-7zM8 -3.5h7v7h-7z", "var(--ink)")
    return f'<rect x="-20" y="-7" width="40" height="14" rx="7" {_BARE}/>{dots}'


def _square() -> str:
    dots = path("M-7 -7h6v6h-6zM1 -7h6v6h-6zM-7 1h6v6h-6zM1 1h6v6h-6z", "var(--ink)")
    return f'<rect x="-11" y="-11" width="22" height="22" rx="4" {_BARE}/>{dots}'


# ---- strengths


def most(marker: int, pairs: Pairs) -> int:
    """The highest strength there can be: whoever has it cannot be beaten."""
    if marker < MIX:
        return BOX.colours[marker].booths
    if marker < PATH:
        small, large = sorted(BOX.colours[colour].booths for colour in pairs[marker - MIX])
        return STRONG * small + large
    return min(max(colour.booths for colour in BOX.colours), COLUMNS)


def least(marker: int) -> int:
    """The lowest strength that can win a marker."""
    group = BOX.markers["group"]
    if marker < MIX:
        return group
    if marker < PATH:
        return STRONG * group + group
    return BOX.markers["path" if marker == PATH else "rectangle"]
