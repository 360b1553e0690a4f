"""Drawings of the pieces: booths and their awnings, symbols of goals, tokens and seats' emblems."""

from __future__ import annotations

import math
from functools import lru_cache

from souq.engine.present.markup import n
from souq.engine.present.scene import path, text, use
from souq.games.chatuchak.card import CARD
from souq.games.chatuchak.scene.desk import Market
from souq.games.chatuchak.scene.geometry import CELL, INSET, OUTER, Grid, outline
from souq.games.chatuchak.state import BOX, COLUMNS, MIX, PATH
from souq.games.chatuchak.story.wording import Mixes, strength_words

SIGNS = tuple(colour.symbol for colour in BOX.colours)
EMBLEMS = CARD.emblems
HEX = "M12 .8l9.7 5.6v11.2L12 23.2l-9.7-5.6V6.4z"
STAR = "M12 5L13.8 9.5L18.7 9.8L15 13L16.1 17.7L12 15.1L7.9 17.7L9.1 13L5.3 9.8L10.2 9.5z"  # of a token, 24 by 24
OUTLINE = 'stroke="var(--outline)" stroke-width="1.3"'


def tone(colour: int) -> str:
    """Return the CSS colour of a colour's booths."""
    return f"var(--g-{colour + 1})"


def ink(colour: int) -> str:
    """Return the CSS colour of symbols on a colour's booths."""
    return f"var(--g-{colour + 1}-ink)"


def at(art: str, x: float, y: float, scale: float = 1.0) -> str:
    """Wrap markup in a group moved to a point and scaled."""
    size = f" scale({scale:g})" if scale != 1 else ""
    return f'<g transform="translate({n(x)} {n(y)}){size}">{art}</g>'


def icon(colour: int, x: float, y: float, size: float) -> str:
    """Return a booth's symbol with its top left corner at a point."""
    return use(f"ch-{SIGNS[colour]}", x, y, size)


def chip(colour: int, x: float, y: float, size: float) -> str:
    """Draw a small booth: a rounded square of its colour with its symbol."""
    square = f'x="{n(x)}" y="{n(y)}" width="{n(size)}" height="{n(size)}" rx="{n(size * 0.2)}"'
    inner = size * 0.72
    return (
        f'<rect {square} fill="{tone(colour)}"/>{icon(colour, x + (size - inner) / 2, y + (size - inner) / 2, inner)}'
    )


# ---- goals


def plate_width(marker: int, strength: int) -> float:
    """Return the width of the plate that :func:`plate` draws."""
    return sign_width(marker) * 1.25 + 20 + 10.5 * len(strength_words(marker, strength))


@lru_cache(maxsize=512)
def plate(marker: int, strength: int, pairs: Mixes) -> str:
    """Draw a marker's symbol and a strength on a light plate, 38 high and centred on (0, 0)."""
    broad, words = sign_width(marker) * 1.25, strength_words(marker, strength)
    width = plate_width(marker, strength)
    box = f'x="{n(-width / 2)}" y="-19" width="{n(width)}" height="38" rx="19" fill="var(--paper)" {OUTLINE}'
    number = text(words, (broad + 4) / 2 + 1, 6, 17, "var(--ink)", 700)
    return f'<rect {box} class="edge"/>{at(sign(marker, pairs, 1.25), 4 + broad / 2 - width / 2, 0)}{number}'


# ---- tokens


def general(x: float, y: float, size: float) -> str:
    """Return a general token."""
    return use("ch-token", x, y, size)


@lru_cache(maxsize=64)
def matching(marker: int, pairs: Mixes) -> str:
    """Draw the token that belongs to a goal, 24 by 24: the goal's colours under a star."""
    if marker < MIX:
        shape, star = f'<path d="{HEX}" fill="{tone(marker)}"/>', ink(marker)
    elif marker < PATH:
        one, other = pairs[marker - MIX]
        left, right = "M12 .8L2.3 6.4V17.6L12 23.2z", "M12 .8L21.7 6.4V17.6L12 23.2z"
        shape, star = f'<path d="{left}" fill="{tone(one)}"/><path d="{right}" fill="{tone(other)}"/>', ""
    else:
        shape, star = f'<path d="{HEX}" fill="var(--ink)"/>', "var(--paper)"
    rim = path(HEX, "none", "var(--outline)", 1.3)
    drawn = path(STAR, star) if star else path(STAR, "var(--paper)", "var(--outline)", 1.0)
    return shape + rim + drawn


# ---- seats


def coin(seat: int, x: float, y: float, size: float) -> str:
    """Return a seat's emblem on its disc, with the top left corner at a point."""
    fill, r = f"var(--seat-{seat + 1})", size / 2
    width = n(max(size / 16, 1.0))
    disc = f'<circle cx="{n(x + r)}" cy="{n(y + r)}" r="{n(r * 0.94)}" fill="{fill}" stroke="var(--ring)"'
    figure = use(
        f"e-{EMBLEMS[seat]}", x + size * 0.225, y + size * 0.225, size * 0.55, colour=f"var(--seat-{seat + 1}-ink)"
    )
    return f'{disc} stroke-width="{width}"/>{figure}'


# ---- the signs of goals, round (0, 0), 24 units high unless they are scaled


HIGH, BROAD = 24.0, 42.0
"""Height of a marker's symbol, and width of the broad ones (mixes and the path); the others are square."""

_LINE = 'stroke="var(--outline)" stroke-width="1.3"'
_BARE = 'fill="var(--paper)" stroke="var(--ink)" stroke-width="1.3"'


def sign_width(marker: int) -> float:
    """Return the width of a marker's symbol."""
    return BROAD if MIX <= marker <= PATH else HIGH


@lru_cache(maxsize=256)
def sign(marker: int, pairs: Mixes, scale: float = 1.0) -> str:
    """Return the symbol of a marker; ``pairs`` holds the two colours that each mix tile shows."""
    if marker < MIX:
        art = _disc(marker)
    elif marker < PATH:
        art = _capsule(*pairs[marker - MIX])
    else:
        art = _bar() if marker == PATH else _square()
    return art if scale == 1 else f'<g transform="scale({scale:g})">{art}</g>'


def figure(colour: int, x: float, y: float, size: float) -> str:
    """Return a booth's symbol centred on a point."""
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


# ---- booths


RIM = 2.4
"""Width of the line around a group of booths; the line around a single booth is thinner."""
FIGURE = 62.7
"""Side of a booth's symbol."""
_LOW = 7.0  # of the figure, below the middle: the awning is above it
_EDGE = CELL / 2 - INSET - RIM / 2  # from the middle of a booth to its line
_ROUND = OUTER - RIM / 2
_LOBES = (7, 4, 7, 6, 12)
"""Number of lobes per cell at the lower edge of an awning, for each colour's style of edge."""


@lru_cache(maxsize=4096)
def booths_shape(colour: int, part: int, grid: Grid) -> str:
    """Draw a group or a single booth as one joined shape."""
    many = bool(part & (part - 1))
    faint = "" if many else 'stroke-opacity=".55"'
    return path(outline(part, grid), tone(colour), "var(--outline)", RIM if many else 1.4, faint)


def stands(market: Market, grid: Grid) -> str:
    """Draw the floors of all booths of a market, without awnings and symbols."""
    return "".join(booths_shape(colour, part, grid) for colour, found in enumerate(market.parts) for part in found)


def booth(market: Market, cell: int) -> str:
    """Return a booth centred on its cell: floor, symbol, and an awning unless its group has a booth above it."""
    part, column = market.part(cell), cell % COLUMNS
    left = column > 0 and bool(part >> (cell - 1) & 1)
    right = column < COLUMNS - 1 and bool(part >> (cell + 1) & 1)
    above = cell >= COLUMNS and bool(part >> (cell - COLUMNS) & 1)
    return _booth(market.colour(cell), above, left, right, bool(column % 2))


@lru_cache(maxsize=256)
def _booth(colour: int, above: bool, left: bool, right: bool, odd: bool) -> str:
    box = f'x="{n(-_EDGE)}" y="{n(-_EDGE)}" width="{n(2 * _EDGE)}" height="{n(2 * _EDGE)}" rx="{n(_ROUND)}"'
    ground = f'<rect {box} fill="{tone(colour)}" pointer-events="all"/>'
    hem = "" if above else awning(colour, left, right, odd)
    return ground + hem + icon(colour, -FIGURE / 2, _LOW - FIGURE / 2, FIGURE)


def lone(colour: int) -> str:
    """Draw a booth that is not in a group, centred on (0, 0)."""
    return _booth(colour, False, False, False, False)


@lru_cache(maxsize=64)
def awning(colour: int, left: bool, right: bool, odd: bool) -> str:
    """Draw the awning over a cell; ``left`` and ``right`` say whether it continues in the next cell on that side.

    ``odd`` says whether the column's number is odd. An awning with an odd number of lobes per cell then swaps its two
    stripes, so that they alternate across cells.
    """
    count = _LOBES[colour]
    wide = CELL / count
    start, end = -CELL / 2 if left else -_EDGE, CELL / 2 if right else _EDGE
    stripes = ["", ""]
    for i in range(count):
        x0, x1 = max(start, i * wide - CELL / 2), min(end, (i + 1) * wide - CELL / 2)
        dark = (i + count * odd) % 2
        stripes[dark] += _top(x0, x1, left, right) + _hem(colour, x0, x1, dark)
    return path(stripes[0], "var(--hi)") + path(stripes[1], "var(--lo)")


def _top(x0: float, x1: float, left: bool, right: bool) -> str:
    """Return path data of a lobe's upper edge, which follows the rounded corners at the ends of the awning."""
    d = f"M{n(x0)} {n(_high(x0, left, right))}"
    bend = _EDGE - _ROUND
    arc = f"A{n(_ROUND)} {n(_ROUND)} 0 0 1 "
    if not left and x0 < -bend:
        to = min(x1, -bend)
        d += f"{arc}{n(to)} {n(_high(to, left, right))}"
    if not right and x1 > bend:
        begin = max(x0, bend)
        d += f"L{n(begin)} {n(_high(begin, left, right))}{arc}{n(x1)} {n(_high(x1, left, right))}"
    else:
        d += f"L{n(x1)} {n(_high(x1, left, right))}"
    return d


def _high(x: float, left: bool, right: bool) -> float:
    """Return the y coordinate of a booth's upper edge at ``x``, both relative to the booth's middle."""
    bend = _EDGE - _ROUND
    beyond = -x - bend if x < 0 and not left else x - bend if x > 0 and not right else 0.0
    return -_EDGE + (_ROUND - math.sqrt(max(0.0, _ROUND**2 - beyond**2)) if beyond > 0 else 0.0)


def _hem(colour: int, x0: float, x1: float, dark: int) -> str:
    """Return path data of the rest of a lobe's outline: its right side, its shaped lower edge, and its left side."""
    wide, top = x1 - x0, -_EDGE
    low, half = top + (12, 12, 11, 20 if dark else 13, 16)[colour], n(wide / 2)
    side = f"V{n(low)}"
    if colour == 2:
        return f"{side}l{n(-wide / 2)} 10l{n(-wide / 2)} -10Z"
    if colour == 3:
        return f"{side}h{n(-wide)}Z"
    return f"{side}a{half} {(7, 9, 0, 0, 4)[colour]} 0 0 1 {n(-wide)} 0Z"
