"""The other seats' markets, drawn small: booths, the gap, and the seat's markers under the market or next to it.

Each booth is a sprite of its own, so that it can jump. Its tile continues up to neighbours of the same colour; its rim
is drawn only along other colours.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from souq.engine.present.markup import n
from souq.engine.present.plans import Point
from souq.engine.present.scene import Area, Layout, Sprite, path
from souq.engine.present.wording import opened
from souq.games.chatuchak.box import COLUMNS, ROWS
from souq.games.chatuchak.scene.art import HIGH, figure, sign, sign_width, tone
from souq.games.chatuchak.scene.desk import Desk, Outcome
from souq.games.chatuchak.scene.geometry import cells
from souq.games.chatuchak.story.wording import Mixes

# ---- a small market


FLOOR_LAYER, BOOTHS_LAYER, FRESH_LAYER, CHIPS_LAYER = range(4)
"""Layers, from back to front."""

UNIT = 32.0
"""Side of a cell."""
EDGE = 3.0
"""Width of the floor around the cells."""
WIDTH, HEIGHT = COLUMNS * UNIT + 2 * EDGE, ROWS * UNIT + 2 * EDGE
FIGURE = 22.0
"""Side of a booth's symbol."""

_IN = UNIT / 2 - 1.5
"""Distance from the middle of a cell to an edge of its tile at which the tile ends."""
_OUT = UNIT / 2 + 0.4
"""Distance from the middle of a cell to an edge of its tile that continues in the next cell.

It ends slightly past the cell's edge, so that no seam shows.
"""
_ROUND = 5.0
_NOTCH = _OUT - _IN
_SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Offsets (rows, columns) to the neighbours: north, east, south, west."""
_CORNERS = ((-1, 1), (1, 1), (1, -1), (-1, -1))
"""Offsets (rows, columns) to the diagonal neighbours: north-east, south-east, south-west, north-west."""


def middle(cell: int) -> Point:
    """Return the middle of a cell."""
    return EDGE + (cell % COLUMNS + 0.5) * UNIT, EDGE + (cell // COLUMNS + 0.5) * UNIT


@lru_cache(maxsize=1 << 14)
def joined(plane: int, cell: int) -> int:
    """Return the directions in which the tile of a booth continues, because the neighbour has the same colour.

    Bits 0 to 3 are the sides, 4 to 7 the corners between two such sides.
    """
    sides = [_has(plane, cell, *step) for step in _SIDES]
    corners = [sides[k] and sides[(k + 1) % 4] and _has(plane, cell, *step) for k, step in enumerate(_CORNERS)]
    return sum(1 << k for k, there in enumerate((*sides, *corners)) if there)


def _has(plane: int, cell: int, down: int, right: int) -> bool:
    row, column = cell // COLUMNS + down, cell % COLUMNS + right
    return 0 <= row < ROWS and 0 <= column < COLUMNS and bool(plane >> (row * COLUMNS + column) & 1)


@lru_cache(maxsize=2048)
def tile(colour: int, on: int) -> str:
    """Draw a booth centred on (0, 0). ``on`` has the directions in which its tile continues (see :func:`joined`)."""
    fill, rim = _outline(on)
    faint = "" if on else 'stroke-opacity=".55"'
    line = path(rim, "none", "var(--outline)", 1.4 if on else 0.9, faint)
    return path(fill, tone(colour)) + line + figure(colour, 0, 0, FIGURE)


def square(look: str) -> str:
    """Return a booth's square centred on (0, 0) with the SVG attributes ``look``."""
    box = f'x="{n(-_IN)}" y="{n(-_IN)}" width="{n(2 * _IN)}" height="{n(2 * _IN)}" rx="{n(_ROUND)}"'
    return f"<rect {box} {look}/>"


@lru_cache(maxsize=2048)
def sprites(name: str, planes: tuple[int, ...], hole: int, left: float, top: float, label: str) -> tuple[Sprite, ...]:
    """Return the floor, gap and booths of a market at ``left`` and ``top``; every key starts with ``name``."""
    box = f'width="{WIDTH:g}" height="{HEIGHT:g}" rx="7"'
    floor = f'<rect {box} fill="var(--board-2)" stroke="var(--board-line)"/>'
    x, y = middle(hole)
    return (
        Sprite(f"{name}-market", floor, left, top, layer=FLOOR_LAYER, label=label),
        Sprite(f"{name}-hole", square(_GAP), left + x, top + y, layer=FLOOR_LAYER),
        *(
            _tile(name, cell, colour, joined(plane, cell), left, top)
            for colour, plane in enumerate(planes)
            for cell in cells(plane)
        ),
    )


_GAP = 'fill="var(--g-8)" stroke="var(--g-8-ink)" stroke-opacity=".6" stroke-dasharray="4 4"'


@lru_cache(maxsize=1 << 14)
def _tile(name: str, cell: int, colour: int, on: int, left: float, top: float) -> Sprite:
    x, y = middle(cell)
    return Sprite(f"{name}-booth-{cell}", tile(colour, on), left + x, top + y, layer=BOOTHS_LAYER)


# ---- the outline of a tile


@lru_cache(maxsize=256)
def _outline(on: int) -> tuple[str, str]:
    """Return path data of a tile's closed outline, and of the parts of the outline that border on other colours."""
    pen, above = _Pen(), bool(on & 1)
    start = (0.0, -_OUT if above else -_IN)
    pen.line(start)
    for k in range(4):
        _corner(pen, k, bool(on >> k & 1), bool(on >> (k + 1) % 4 & 1), bool(on >> 4 + k & 1))
    pen.line(start, rim=not above)
    return pen.fill + "z", pen.rim


def _corner(pen: _Pen, k: int, before: bool, after: bool, filled: bool) -> None:
    """Draw a tile's outline around the corner between side ``k`` and the next side clockwise.

    ``before`` and ``after`` say whether the tile continues at these two sides, ``filled`` whether it also continues at
    the corner.
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
    """A pen that draws a tile's outline (``fill``) and, at the same time, the visible part of it (``rim``)."""

    def __init__(self) -> None:
        self.fill, self.rim = "", ""
        self._here = self._drawn = ""

    def line(self, to: Point, rim: bool = False) -> None:
        """Draw a straight line to a point, or start there; ``rim`` says whether the line is part of the rim."""
        self._go("L" if self.fill else "M", _at(to), rim)

    def arc(self, to: Point, radius: float, sweep: int) -> None:
        """Draw a quarter of a circle, as part of the rim."""
        self._go(f"A{n(radius)} {n(radius)} 0 0 {sweep} ", _at(to), True)

    def _go(self, command: str, to: str, rim: bool) -> None:
        self.fill += command + to
        if rim:
            self.rim += ("" if self._drawn == self._here else f"M{self._here}") + command + to
            self._drawn = to
        self._here = to


def _at(point: Point) -> str:
    return f"{n(point[0])} {n(point[1])}"


# ---- where it lies, with its goals


_APART = 5.0  # from chip to chip
_SIZES = (1.2, 1.05, 0.92, 0.8, 0.7, 0.6, 0.5)


@dataclass(frozen=True)
class Box:
    """Rectangle for the markers (chips) of a small market: under the market, or to the right of it."""

    left: float
    top: float
    width: float
    height: float
    under: bool


@dataclass(frozen=True)
class Frame:
    """Layout of a small market with its markers (chips). ``chips`` is None if there is no space for markers."""

    width: float
    height: float
    left: float
    chips: Box | None

    def at(self, cell: int) -> tuple[float, float]:
        """Return the middle of a cell."""
        x, y = middle(cell)
        return self.left + x, y


def _under(wide: float, strip: float) -> Frame:
    """Return the layout with a seat's markers in a strip under its market."""
    box = Box(4, HEIGHT + 2, wide - 8, strip - 2, True)
    return Frame(wide, HEIGHT + strip, (wide - WIDTH) / 2, box)


def _beside(wide: float) -> Frame:
    """Return the layout with a seat's markers to the right of its market, if there is enough space."""
    rest = wide - WIDTH - 10
    return Frame(wide, HEIGHT, 0, Box(WIDTH + 10, 2, rest, HEIGHT - 4, False) if rest > HIGH else None)


_WIDE = {1: _under(198, 26), 2: _under(198, 26), 3: _under(236, 24), 4: _beside(316)}
_TALL = {1: _beside(516), 2: _beside(262), 3: _beside(198), 4: _beside(198)}


_BARE = Frame(WIDTH, HEIGHT, 0, None)
"""Layout of a small market in races, which have no markers."""
_ALONE = Frame(316, HEIGHT, (316 - WIDTH) / 2, None)
"""Layout of the only rival in a race on a phone: centred, and smaller than the own market."""


def frame_of(layout: Layout, rivals: int, race: bool) -> Frame:
    """Return the layout of each small market, given how many there are."""
    if race:
        return _ALONE if layout == "tall" and rivals == 1 else _BARE
    return (_TALL if layout == "tall" else _WIDE)[rivals]


def area_name(seat: int) -> str:
    """Return the name of a seat's small market as an area of the scene."""
    return f"market-{seat}"


def booth_key(seat: int, cell: int) -> str:
    """Return the key of a booth in a small market."""
    return f"s{seat}-booth-{cell}"


def chip_key(seat: int, marker: int) -> str:
    """Return the key of a marker held by a seat with a small market."""
    return f"s{seat}-chip-{marker}"


def floor_key(seat: int) -> str:
    """Return the key of a small market's floor."""
    return f"s{seat}-market"


def rivals(desk: Desk) -> list[Area]:
    """Return an area for every seat whose market isn't the large one."""
    return [_area(desk, seat, frame_of(desk.ctx.layout, len(desk.rivals), desk.race)) for seat in desk.rivals]


def _area(desk: Desk, seat: int, frame: Frame) -> Area:
    market, label = desk.markets[seat], f"{opened(desk.whose(seat))} market"
    made = [*sprites(f"s{seat}", market.planes, market.hole, frame.left, 0, label)]
    if seat in desk.fresh:
        made.append(_fresh(seat, desk.fresh[seat], frame))
    if frame.chips:
        made += _chips(seat, tuple(desk.placed(seat)), tuple(desk.beside(seat)), desk.pairs, frame.chips)
    return Area(area_name(seat), frame.width, frame.height, tuple(made), label=label, place="panel", seat=seat)


@lru_cache(maxsize=1024)
def _fresh(seat: int, cell: int, frame: Frame) -> Sprite:
    """Return a ring around the booth that moved last."""
    under = square('fill="none" stroke="var(--outline)" stroke-width="4"')
    ring = square('fill="none" stroke="var(--trail)" stroke-width="2"')
    return Sprite(f"s{seat}-fresh", under + ring, *frame.at(cell), layer=FRESH_LAYER)


# ---- the goals held


@lru_cache(maxsize=512)
def _chips(seat: int, placed: tuple[int, ...], away: tuple[int, ...], pairs: Mixes, box: Box) -> tuple[Sprite, ...]:
    """Return the markers that a seat holds; those without a place come last, pale in dashed outlines."""
    rows, scale = _rows((*placed, *away), box)
    high, made = HIGH * scale, list[Sprite]()
    step = min(high + 5, box.height / len(rows))
    y = box.top + (box.height - step * (len(rows) - 1)) / 2 if box.under else box.top + high / 2 + 2
    for row in rows:
        x = box.left + ((box.width - _long(row, scale)) / 2 if box.under else 0)
        for marker in row:
            wide = sign_width(marker) * scale
            art = _pale(sign(marker, pairs, scale), wide, high) if marker in away else sign(marker, pairs, scale)
            made.append(Sprite(chip_key(seat, marker), art, x + wide / 2, y, layer=CHIPS_LAYER))
            x += wide + _APART
        y += step
    return tuple(made)


def _pale(art: str, wide: float, high: float) -> str:
    box = f'x="{n(-wide / 2 - 2)}" y="{n(-high / 2 - 2)}" width="{n(wide + 4)}" height="{n(high + 4)}"'
    ring = f'<rect {box} rx="{n(high / 2 + 2)}" fill="none" stroke="var(--danger)" stroke-dasharray="3 3"/>'
    return f'<g opacity=".5">{art}</g>{ring}'


def _rows(markers: tuple[int, ...], box: Box) -> tuple[list[tuple[int, ...]], float]:
    """Return markers split into rows that fit a box, and the scale at which they fit."""
    for scale in _SIZES[2:] if box.under else _SIZES:
        rows: list[tuple[int, ...]] = [()]
        for marker in markers:
            if rows[-1] and _long((*rows[-1], marker), scale) > box.width:
                rows.append(())
            rows[-1] = (*rows[-1], marker)
        if len(rows) * (HIGH * scale + 2) <= box.height:
            break
    return rows, scale


def _long(row: tuple[int, ...], scale: float) -> float:
    return sum(sign_width(marker) * scale + _APART for marker in row) - _APART


# ---- what something concerns


def structure(desk: Desk, seat: int, marker: int) -> tuple[str, ...]:
    """Return the keys of the booths that form a rival's strongest structure for a marker."""
    return tuple(booth_key(seat, cell) for cell in cells(desk.markets[seat].best(marker)))


def concerned(desk: Desk, outcome: Outcome) -> tuple[str, ...]:
    """Return the keys of rivals' sprites that a move affects.

    They are the markers that it takes, and the booths that could then take a marker from the viewer.
    """
    keys = [chip_key(win.giver, win.marker) for win in outcome.wins if win.giver >= 0]
    keys += [booth_key(threat.seat, threat.cell) for threat in outcome.threats]
    return tuple(dict.fromkeys(keys))
