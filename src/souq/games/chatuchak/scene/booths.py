"""What booths of the own market look like: joined shapes, awnings with a hem of their own for each type, figures."""

from __future__ import annotations

import math
from functools import lru_cache

from souq.engine.markup import n
from souq.engine.scene import path
from souq.games.chatuchak.scene.art import sign, tone
from souq.games.chatuchak.scene.geometry import CELL, INSET, OUTER, Grid, outline
from souq.games.chatuchak.scene.planes import Market
from souq.games.chatuchak.state import COLUMNS

RIM = 2.4
"""Width of the line round a group; a single booth's is thinner."""
FIGURE = 62.7
"""Side of a booth's figure."""
_LOW = 7.0  # of the figure, below the middle: the awning is above it
_EDGE = CELL / 2 - INSET - RIM / 2  # from the middle of a booth to its line
_ROUND = OUTER - RIM / 2
_LOBES = (7, 4, 7, 6, 12)
"""Lobes of each colour's awning to a cell: scallops, wide scallops, points, battlements, fringes."""


@lru_cache(maxsize=4096)
def stand(colour: int, part: int, grid: Grid) -> str:
    """The joined shape of a group or a single booth, in units of the drawing."""
    many = bool(part & (part - 1))
    faint = "" if many else 'stroke-opacity=".55"'
    return path(outline(part, grid), tone(colour), "var(--outline)", RIM if many else 1.4, faint)


def stands(market: Market, grid: Grid) -> str:
    """All booths of a market without awnings and figures."""
    return "".join(stand(colour, part, grid) for colour, found in enumerate(market.parts) for part in found)


def booth(market: Market, cell: int) -> str:
    """A booth round the middle of its cell: its ground, its awning unless another joins it above, its figure."""
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
    return ground + hem + sign(colour, -FIGURE / 2, _LOW - FIGURE / 2, FIGURE)


def lone(colour: int) -> str:
    """A booth by itself, round (0, 0)."""
    return _booth(colour, False, False, False, False)


@lru_cache(maxsize=64)
def awning(colour: int, left: bool, right: bool, odd: bool) -> str:
    """The awning over a cell, round its middle; it goes on to the ``left`` and ``right`` where its group does.

    ``odd``: in a column of odd number, where the stripes of some awnings change places.
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
    """The upper edge of a lobe, along the rounded corners where the awning ends."""
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
    """How high the upper edge of a booth is, ``x`` right of its middle."""
    bend = _EDGE - _ROUND
    beyond = -x - bend if x < 0 and not left else x - bend if x > 0 and not right else 0.0
    return -_EDGE + (_ROUND - math.sqrt(max(0.0, _ROUND**2 - beyond**2)) if beyond > 0 else 0.0)


def _hem(colour: int, x0: float, x1: float, dark: int) -> str:
    """The rest of a lobe's outline, from its upper right corner down and back."""
    wide, top = x1 - x0, -_EDGE
    low, half = top + (12, 12, 11, 20 if dark else 13, 16)[colour], n(wide / 2)
    side = f"V{n(low)}"
    if colour == 2:
        return f"{side}l{n(-wide / 2)} 10l{n(-wide / 2)} -10Z"
    if colour == 3:
        return f"{side}h{n(-wide)}Z"
    return f"{side}a{half} {(7, 9, 0, 0, 4)[colour]} 0 0 1 {n(-wide)} 0Z"
