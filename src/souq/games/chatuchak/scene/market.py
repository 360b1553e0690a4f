"""The own market: its booths, those that can move in their lanes, the gap and where it was, the markers held."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from souq.engine.markup import n
from souq.engine.scene import Sprite, path
from souq.games.chatuchak.box import COLUMNS, ROWS
from souq.games.chatuchak.scene.art import plate, plate_width
from souq.games.chatuchak.scene.booths import booth, stands
from souq.games.chatuchak.scene.desk import Desk
from souq.games.chatuchak.scene.geometry import CELL, Grid, Plan, Point
from souq.games.chatuchak.scene.planes import NEAR, cells
from souq.games.chatuchak.scene.words import BOOTHS, several, spot, structure_words
from souq.games.chatuchak.state import CELLS, MIX, MOVE, PATH

FLOOR_LAYER, STANDS_LAYER, BOOTHS_LAYER, CHIPS_LAYER, LIFTED_LAYER = range(5)
"""From back to front."""

_RING = 'x="-48.5" y="-48.5" width="97" height="97" rx="11" fill="none"'
RING = (
    f'<rect {_RING} stroke="var(--under)" stroke-width="7"/>'
    f'<rect {_RING} stroke="var(--lit)" stroke-width="3" class="edge"/>'
)
"""Round a booth that can move."""


def booth_key(cell: int) -> str:
    """Key of the booth in a cell."""
    return f"booth-{cell}"


def chip_key(marker: int) -> str:
    """Key of a marker the own seat holds."""
    return f"chip-{marker}"


def market(desk: Desk, plan: Plan) -> list[Sprite]:
    """Everything that stands on the floor."""
    grid, own = plan.grid, desk.market
    made = [Sprite("lanes", _lanes(own.hole, grid), 0, 0, layer=FLOOR_LAYER)] if desk.movable else []
    made.append(Sprite("stands", stands(own, grid), 0, 0, layer=STANDS_LAYER))
    made += [_booth(desk, cell, grid) for cell in range(CELLS) if cell != own.hole]
    made += [_hole(own.hole, grid), *_trail(desk, grid)]
    return made + [chip for _, chip in chips(desk, plan)]


# ---- booths


def _booth(desk: Desk, cell: int, grid: Grid) -> Sprite:
    x, y = grid.centre(cell)
    lit = cell in desk.movable
    art = booth(desk.market, cell) + (RING if lit else "")
    refused = None if lit or not desk.mine else MOVE + cell
    return Sprite(booth_key(cell), art, x, y, layer=BOOTHS_LAYER, label=_booth_label(desk, cell), refused=refused)


def _booth_label(desk: Desk, cell: int) -> str:
    """``Chair, row 2, column 3: moves into the gap``."""
    colour, size = desk.market.colour(cell), desk.market.part(cell).bit_count()
    name = f"{BOOTHS[colour].capitalize()}, {spot(cell)}"
    joined = f", one of {several(size, BOOTHS[colour])}" if size > 1 else ""
    return f"{name}{joined}{': moves into the gap' if cell in desk.movable else ''}"


@lru_cache(maxsize=64)
def _lanes(hole: int, grid: Grid) -> str:
    """Row and column of the gap, tinted."""
    x, y = grid.x + hole % COLUMNS * CELL + 1, grid.y + hole // COLUMNS * CELL + 1
    row = f'x="{n(grid.x - 3)}" y="{n(y)}" width="{n(COLUMNS * CELL + 6)}" height="{n(CELL - 2)}" rx="12"'
    column = f'x="{n(x)}" y="{n(grid.y - 3)}" width="{n(CELL - 2)}" height="{n(ROWS * CELL + 6)}" rx="12"'
    return f'<rect {row} fill="var(--lit-soft)"/><rect {column} fill="var(--lit-soft)"/>'


def _hole(cell: int, grid: Grid) -> Sprite:
    x, y = grid.centre(cell)
    box = 'x="-50" y="-50" width="100" height="100" rx="12" stroke-dasharray="5 5"'
    art = f'<rect {box} fill="var(--g-8)" stroke="var(--g-8-ink)" stroke-width="1.5"/>'
    return Sprite("hole", art, x, y, layer=STANDS_LAYER, label=f"The gap, {spot(cell)}")


def _trail(desk: Desk, grid: Grid) -> list[Sprite]:
    """Out of the gap to where it was before: dots under the booths; in a race all moves at once, and there are none."""
    before = desk.trail(desk.own)[:1]
    if not before or desk.race:
        return []
    (x0, y0), (x1, y1) = grid.centre(desk.market.hole), grid.centre(before[0])
    dots = 'stroke-dasharray="0.1 9" stroke-linecap="round"'
    art = path(f"M{n(x0)} {n(y0)}L{n(x1)} {n(y1)}", "none", "var(--trail)", 4, dots)
    art += f'<circle cx="{n(x0)}" cy="{n(y0)}" r="6" fill="var(--trail)"/>'
    return [Sprite("trail", art, 0, 0, layer=STANDS_LAYER)]


# ---- markers


def chips(desk: Desk, plan: Plan) -> list[tuple[int, Sprite]]:
    """The own markers that have a place, standing on what holds them (CH-B04), with its strength."""
    taken: list[Point] = []
    made = []
    for marker in desk.placed(desk.own):
        strength, found = desk.market.best(marker)
        wide = plate_width(marker, strength) * chip_scale(plan)
        x, y = _room(desk, plan, marker, found, wide, taken)
        taken.append((x, y))
        words = f"Your marker: {structure_words(marker, strength)}"
        classes = "trail" if marker in desk.changed else ""
        art = plate(marker, strength, desk.pairs)
        layer, scale = CHIPS_LAYER, chip_scale(plan)
        made.append(
            (marker, Sprite(chip_key(marker), art, x, y, 0, scale, layer, words, classes=f"lifted {classes}".strip()))
        )
    return made


def chip_scale(plan: Plan) -> float:
    """How much larger than on the wide board markers are."""
    return 1.25 if plan.tall else 1.0


def _room(desk: Desk, plan: Plan, marker: int, found: int, wide: float, taken: list[Point]) -> Point:
    """Where a marker stands on its structure: away from other markers and the gap, near the lowest cell."""
    hx, hy = plan.grid.centre(desk.market.hole)
    high, right = 38 * chip_scale(plan), plan.grid.x + COLUMNS * CELL
    best, least = (0.0, 0.0), float("inf")
    for i, (x, y) in enumerate(_spots(desk, plan.grid, marker, found)):
        x = min(max(x, plan.grid.x + wide / 2 - 4), right - wide / 2 + 4)
        cost = float(i)
        cost += sum(60.0 for tx, ty in taken if abs(x - tx) < wide + 4 and abs(y - ty) < high + 2)
        cost += 30.0 if abs(x - hx) < wide / 2 + 50 and abs(y - hy) < high / 2 + 50 else 0.0
        if cost < least:
            best, least = (x, y), cost
    return best


def _spots(desk: Desk, grid: Grid, marker: int, found: int) -> Iterator[Point]:
    """Places on a structure, the best first: of a mix where its groups touch, else at the foot of its booths."""
    if MIX <= marker < PATH:
        first = desk.market.planes[desk.pairs[marker - MIX][0]] & found
        for cell in cells(first):
            x, y = grid.centre(cell)
            for other in cells(NEAR[cell] & found & ~first):
                ox, oy = grid.centre(other)
                yield (x + ox) / 2, (y + oy) / 2 + (40 if y == oy else 0)
    for cell in cells(found):
        x, y = grid.centre(cell)
        yield x + 30, y + 46
    for cell in cells(found):
        x, y = grid.centre(cell)
        yield x + 30, y - 40
