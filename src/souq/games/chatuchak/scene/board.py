"""The board: the seat's own market with its markers, and the clock next to it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from souq.engine.present.markup import n
from souq.engine.present.plans import Point
from souq.engine.present.scene import Layout, Sprite, path, text, use
from souq.engine.present.wording import several
from souq.games.chatuchak.box import COLUMNS, ROWS
from souq.games.chatuchak.scene import panels
from souq.games.chatuchak.scene.art import at, booth, plate, plate_width, stands
from souq.games.chatuchak.scene.desk import Desk
from souq.games.chatuchak.scene.geometry import CELL, Frame, Grid, Plan, cells
from souq.games.chatuchak.state import BESIDE, BOX, CELLS, MIX, MOVE, PATH
from souq.games.chatuchak.story.wording import THINGS, needed, spot, structure_words

FLOOR_LAYER, STANDS_LAYER, BOOTHS_LAYER, CHIPS_LAYER, LIFTED_LAYER = range(5)
"""Layers, from back to front."""

_RING = 'x="-48.5" y="-48.5" width="97" height="97" rx="11" fill="none"'
RING = (
    f'<rect {_RING} stroke="var(--under)" stroke-width="7"/>'
    f'<rect {_RING} stroke="var(--lit)" stroke-width="3" class="edge"/>'
)
"""Outline around a booth that the player can move."""


def booth_key(cell: int) -> str:
    """Return the key of the booth in a cell."""
    return f"booth-{cell}"


def chip_key(marker: int) -> str:
    """Return the key of a marker that the own seat holds."""
    return f"chip-{marker}"


def own_market(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the sprites of the large market: its booths, the gap, the line to the gap's last cell, and markers."""
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
    """Return a booth's label: ``Chair, row 2, column 3: moves into the gap``."""
    market = desk.market
    colour, size = market.colour(cell), market.part(cell).bit_count()
    name = f"{THINGS[colour].capitalize()}, {spot(cell)}"
    joined = f", one of {several(size, THINGS[colour])}" if size > 1 else ""
    return f"{name}{joined}{': moves into the gap' if cell in desk.movable else ''}"


@lru_cache(maxsize=64)
def _lanes(hole: int, grid: Grid) -> str:
    """Return markup that tints the row and column of the gap."""
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
    """Draw a dotted line from the gap to the cell where it was before; in a race, return nothing."""
    before = desk.view.trail[desk.own][0]
    if before < 0 or desk.race:
        return []
    (x0, y0), (x1, y1) = grid.centre(desk.market.hole), grid.centre(before)
    dots = 'stroke-dasharray="0.1 9" stroke-linecap="round"'
    art = path(f"M{n(x0)} {n(y0)}L{n(x1)} {n(y1)}", "none", "var(--trail)", 4, dots)
    art += f'<circle cx="{n(x0)}" cy="{n(y0)}" r="6" fill="var(--trail)"/>'
    return [Sprite("trail", art, 0, 0, layer=STANDS_LAYER)]


# ---- markers


def chips(desk: Desk, plan: Plan) -> list[tuple[int, Sprite]]:
    """Return sprites of the markers in the large market, each on a structure for it, with its strength (CH-B04)."""
    taken: list[Point] = []
    made = []
    for marker in desk.placed(desk.own):
        strength, found = desk.view.strength[desk.own][marker], desk.market.best(marker)
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
    """Return the scale of markers, larger on a phone."""
    return 1.25 if plan.tall else 1.0


def _room(desk: Desk, plan: Plan, marker: int, found: int, wide: float, taken: list[Point]) -> Point:
    """Return the best position for a marker on its structure: not on other markers or near the gap."""
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
    """Yield positions for a marker on a structure, best first: where a mix's groups touch, then on its booths."""
    if MIX <= marker < PATH:
        first = desk.market.planes[desk.pairs[marker - MIX][0]] & found
        for cell in cells(first):
            x, y = grid.centre(cell)
            for other in cells(int(BESIDE[cell]) & found & ~first):
                ox, oy = grid.centre(other)
                yield (x + ox) / 2, (y + oy) / 2 + (40 if y == oy else 0)
    for cell in cells(found):
        x, y = grid.centre(cell)
        yield x + 30, y + 46
    for cell in cells(found):
        x, y = grid.centre(cell)
        yield x + 30, y - 40


# ---- the clock


SPACES = len(BOX.track)
_LAYER = 1
_MUTED = "var(--muted)"


def clock(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the track, tent and die of the main game."""
    return _tall(desk, plan.strip) if plan.column is None else _wide(desk, plan, plan.column)


def need_words(desk: Desk) -> str:
    """Return the roll that moves the tent: ``Roll 5 or more``."""
    return f"Roll {needed(desk.view.need)}" if desk.view.need > BOX.least else "Any roll will do"


def chance_words(desk: Desk) -> str:
    """Return the chance that the tent moves: ``8 in 12``."""
    return f"{panels.faces(desk.view.tent, desk.view.need)} in {BOX.die}"


def clock_words(desk: Desk) -> str:
    """Return the state of the clock as a sentence, for screen readers."""
    at_space = "the start" if desk.view.tent == 0 else f"space {BOX.track[desk.view.tent - 1]}"
    if desk.over:
        return f"The time tent stands on {at_space}."
    roll = f"A roll of {needed(desk.view.need)}" if desk.view.need > BOX.least else "Any roll"
    return f"{roll} moves the tent on from {at_space}: {chance_words(desk)}."


def odds_words(desk: Desk) -> str:
    """Return a sentence on how far the tent is from the end, or on the chance that the next roll ends the game."""
    left = SPACES - desk.view.tent
    if left > 1:
        return f"The tent is {left} spaces from the end."
    chance = round(100 * panels.this_round(desk.view.tent, desk.view.need))
    return f"The chance that the next roll ends the game is {chance}%."


# ---- the clock on a desk


def _wide(desk: Desk, plan: Plan, column: Frame) -> list[Sprite]:
    made = [_track(desk, plan.strip)]
    x = column.x
    if not desk.over:
        head = text(need_words(desk), 0, 0, 14, "var(--muted)", anchor="start", serif=True)
        said = text("and the tent moves", 0, 124, 12.5, _MUTED, anchor="start")
        said += text(f"on: {chance_words(desk)}", 0, 142, 12.5, _MUTED, anchor="start")
        made.append(Sprite("need", head + said, x, column.y + 18, layer=_LAYER, label=clock_words(desk)))
    made.append(
        Sprite("die", _die(desk.view.rolled, False), x + 44, column.y + 74, layer=_LAYER, label=_die_words(desk))
    )
    tx, ty = space(plan.strip, desk.view.tent)
    made.append(Sprite("tent", use("ch-tent", -27, -44, 54), tx, ty, layer=3, label=clock_words(desk)))
    return made


def die_faces(layout: Layout) -> tuple[str, ...]:
    """Return the art of all faces of the die."""
    return tuple(_die(face, layout == "tall") for face in range(1, BOX.die + 1))


@cache
def _die(rolled: int, tall: bool) -> str:
    """Return the die with its last roll, centred on (0, 0); on a phone it is small, with a larger number."""
    size = 40 if tall else 26
    shown = text(str(rolled), 0, size * 0.35, size, "var(--g-6-ink)", 700) if rolled else ""
    die = use("ch-d12", -44, -44, 88) + shown
    return at(die, 0, 0, 0.45) if tall else die


def _die_words(desk: Desk) -> str:
    rolled = desk.view.rolled
    return f"The die shows {rolled}" if rolled else "The die hasn’t been rolled yet"


def space(strip: Frame, nth: int) -> Point:
    """Return the middle of a space of the track; 0 is START."""
    step = (strip.width - 20) / (SPACES + 1)
    return strip.x + 10 + step * (nth + 0.5), strip.y + 48


def _track(desk: Desk, strip: Frame) -> Sprite:
    return Sprite("track", _spaces(desk.view.tent, 0 if desk.over else desk.view.need, strip), 0, 0, layer=_LAYER)


@lru_cache(maxsize=256)
def _spaces(tent: int, need: int, strip: Frame) -> str:
    (x0, y), (x1, _) = space(strip, 0), space(strip, SPACES)
    line = 'stroke="var(--board-line)" stroke-width="6" stroke-linecap="round"'
    art = f'<path d="M{n(x0)} {n(y)}H{n(x1)}" {line}/>'
    for nth in range(SPACES + 1):
        x, _ = space(strip, nth)
        following = nth == tent + 1 and need
        past = nth < tent
        fill = "var(--board-2)" if past or nth == 0 else "var(--paper)"
        ring = 'stroke="var(--accent)" stroke-width="3"' if following else 'stroke="var(--board-line)" stroke-width="2"'
        art += f'<circle cx="{n(x)}" cy="{n(y)}" r="{27 if following else 24}" fill="{fill}" {ring}/>'
        ink = _MUTED if past or nth == 0 else "var(--ink)"
        words, size = ("Start", 12) if nth == 0 else (str(BOX.track[nth - 1]), 18)
        art += text(words, x, y + (4 if nth == 0 else 6), size, ink, serif=True)
        if following:
            art += at(_badge(need), x + 22, y - 26)
    return art


def _badge(need: int) -> str:
    """Draw a disc with the roll that is needed to move the tent, centred on (0, 0)."""
    disc = '<circle r="14" fill="var(--g-6)" stroke="var(--outline)"/>'
    return disc + text(f"{need}+", 0, 4.5, 12, "var(--g-6-ink)", 700)


# ---- the clock on a phone


_DOT = 13.0  # from one space to the next
_TRACK = 200.0  # where it begins in the strip


def _tall(desk: Desk, strip: Frame) -> list[Sprite]:
    x, y = strip.x, strip.y + 25
    made = [Sprite("die", _die(desk.view.rolled, True), x + 24, y, layer=_LAYER, label=_die_words(desk))]
    if not desk.over:
        head = text(f"{desk.view.need}+: {chance_words(desk)}", 0, 8, 21, "var(--ink)", anchor="start")
        made.append(Sprite("need", head, x + 50, y, layer=_LAYER, label=clock_words(desk)))
    made.append(
        Sprite("track", _dots(desk.view.tent, 0 if desk.over else desk.view.need), x + _TRACK, y + 6, layer=_LAYER)
    )
    tent = use("ch-tent", -17, -31, 36)
    made.append(Sprite("tent", tent, x + _TRACK + _DOT * desk.view.tent, y + 6, layer=3, label=clock_words(desk)))
    return made


@lru_cache(maxsize=256)
def _dots(tent: int, need: int) -> str:
    line = 'stroke="var(--board-line)" stroke-width="4" stroke-linecap="round"'
    art = f'<path d="M0 0H{n(SPACES * _DOT)}" {line}/>'
    for nth in range(SPACES + 1):
        following = nth == tent + 1 and need
        ring = 'stroke="var(--accent)" stroke-width="3"' if following else 'stroke="var(--board-line)" stroke-width="2"'
        fill = "var(--board-2)" if nth < tent else "var(--paper)"
        art += f'<circle cx="{n(nth * _DOT)}" r="{7 if following else 5}" fill="{fill}" {ring}/>'
    return art
