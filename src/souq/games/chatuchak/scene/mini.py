"""A small market: its booths one by one, joined where they are of one colour, so that each can jump by itself.

A booth's tile goes on into the gap towards neighbours of its colour; its rim is drawn only where it meets others.
"""

from __future__ import annotations

from functools import lru_cache

from souq.engine.markup import n
from souq.engine.scene import Sprite, path
from souq.games.chatuchak.box import COLUMNS, ROWS
from souq.games.chatuchak.scene.art import tone
from souq.games.chatuchak.scene.geometry import Point
from souq.games.chatuchak.scene.marks import figure
from souq.games.chatuchak.scene.planes import cells

FLOOR_LAYER, BOOTHS_LAYER, FRESH_LAYER, CHIPS_LAYER = range(4)
"""From back to front."""

UNIT = 32.0
"""Side of a cell."""
EDGE = 3.0
"""Floor round the cells."""
WIDTH, HEIGHT = COLUMNS * UNIT + 2 * EDGE, ROWS * UNIT + 2 * EDGE
FIGURE = 22.0
"""Side of a booth's figure."""

_IN = UNIT / 2 - 1.5
"""From the middle of a cell to the edge of its tile."""
_OUT = UNIT / 2 + 0.4
"""… to where a tile ends that goes on in the next cell: a little beyond, so that no seam shows."""
_ROUND = 5.0
_NOTCH = _OUT - _IN
_SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Rows and columns to the neighbours: north, east, south, west."""
_CORNERS = ((-1, 1), (1, 1), (1, -1), (-1, -1))
"""The same to north-east, south-east, south-west, north-west."""


def middle(cell: int) -> Point:
    """Middle of a cell."""
    return EDGE + (cell % COLUMNS + 0.5) * UNIT, EDGE + (cell // COLUMNS + 0.5) * UNIT


@lru_cache(maxsize=1 << 14)
def joined(plane: int, cell: int) -> int:
    """Where the tile of a booth goes on, among the cells of its colour.

    Bits 0 to 3 are the sides, 4 to 7 the corners between two such sides.
    """
    sides = [_has(plane, cell, *step) for step in _SIDES]
    corners = [sides[k] and sides[(k + 1) % 4] and _has(plane, cell, *step) for k, step in enumerate(_CORNERS)]
    return sum(1 << k for k, there in enumerate((*sides, *corners)) if there)


def _has(plane: int, cell: int, down: int, right: int) -> bool:
    row, column = cell // COLUMNS + down, cell % COLUMNS + right
    return 0 <= row < ROWS and 0 <= column < COLUMNS and bool(plane >> (row * COLUMNS + column) & 1)


@lru_cache(maxsize=2048)
def booth(colour: int, on: int) -> str:
    """A booth round (0, 0); ``on`` says where its tile goes on."""
    fill, rim = _outline(on)
    faint = "" if on else 'stroke-opacity=".55"'
    line = path(rim, "none", "var(--outline)", 1.4 if on else 0.9, faint)
    return path(fill, tone(colour)) + line + figure(colour, 0, 0, FIGURE)


def square(look: str) -> str:
    """A booth's square round (0, 0), filled and lined as ``look`` says."""
    box = f'x="{n(-_IN)}" y="{n(-_IN)}" width="{n(2 * _IN)}" height="{n(2 * _IN)}" rx="{n(_ROUND)}"'
    return f"<rect {box} {look}/>"


# ---- sprites


@lru_cache(maxsize=2048)
def sprites(name: str, planes: tuple[int, ...], hole: int, left: float, top: float, label: str) -> tuple[Sprite, ...]:
    """Floor, gap and booths of a market whose floor begins at ``left`` and ``top``; every key begins with ``name``."""
    box = f'width="{WIDTH:g}" height="{HEIGHT:g}" rx="7"'
    floor = f'<rect {box} fill="var(--board-2)" stroke="var(--board-line)"/>'
    x, y = middle(hole)
    return (
        Sprite(f"{name}-market", floor, left, top, layer=FLOOR_LAYER, label=label),
        Sprite(f"{name}-hole", square(_GAP), left + x, top + y, layer=FLOOR_LAYER),
        *(
            _booth(name, cell, colour, joined(plane, cell), left, top)
            for colour, plane in enumerate(planes)
            for cell in cells(plane)
        ),
    )


_GAP = 'fill="var(--g-8)" stroke="var(--g-8-ink)" stroke-opacity=".6" stroke-dasharray="4 4"'


@lru_cache(maxsize=1 << 14)
def _booth(name: str, cell: int, colour: int, on: int, left: float, top: float) -> Sprite:
    x, y = middle(cell)
    return Sprite(f"{name}-booth-{cell}", booth(colour, on), left + x, top + y, layer=BOOTHS_LAYER)


# ---- the outline of a tile


@lru_cache(maxsize=256)
def _outline(on: int) -> tuple[str, str]:
    """The tile as a closed path, and its rim as open ones."""
    pen, above = _Pen(), bool(on & 1)
    start = (0.0, -_OUT if above else -_IN)
    pen.line(start)
    for k in range(4):
        _corner(pen, k, bool(on >> k & 1), bool(on >> (k + 1) % 4 & 1), bool(on >> 4 + k & 1))
    pen.line(start, rim=not above)
    return pen.fill + "z", pen.rim


def _corner(pen: _Pen, k: int, before: bool, after: bool, filled: bool) -> None:
    """Round the corner from side ``k`` to the next, clockwise; the tile goes on at the sides ``before`` or ``after``.

    ``filled``: and beyond the corner too.
    """

    def at(x: float, y: float) -> Point:
        for _ in range(k):
            x, y = -y, x
        return x, y

    if filled:
        pen.line(at(_OUT, -_OUT))
    elif before and after:
        pen.line(at(_IN, -_OUT))
        pen.arc(at(_OUT, -_IN), _NOTCH, 0)
    elif before:
        pen.line(at(_IN, -_OUT))
    elif after:
        pen.line(at(_OUT, -_IN), rim=True)
    else:
        pen.line(at(_IN - _ROUND, -_IN), rim=True)
        pen.arc(at(_IN, -_IN + _ROUND), _ROUND, 1)


class _Pen:
    """Draws a tile, and its rim where it has one."""

    def __init__(self) -> None:
        self.fill, self.rim = "", ""
        self._here = self._drawn = ""

    def line(self, to: Point, rim: bool = False) -> None:
        """A straight line, or where to begin."""
        self._go("L" if self.fill else "M", _at(to), rim)

    def arc(self, to: Point, radius: float, sweep: int) -> None:
        """A quarter of a circle, part of the rim."""
        self._go(f"A{n(radius)} {n(radius)} 0 0 {sweep} ", _at(to), True)

    def _go(self, command: str, to: str, rim: bool) -> None:
        self.fill += command + to
        if rim:
            self.rim += ("" if self._drawn == self._here else f"M{self._here}") + command + to
            self._drawn = to
        self._here = to


def _at(point: Point) -> str:
    return f"{n(point[0])} {n(point[1])}"
