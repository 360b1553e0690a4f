"""Previews of a move: the jump, the group that the booth joins, and the goals won, lost and exposed."""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.present.markup import n
from souq.engine.present.plans import Point
from souq.engine.present.scene import Sprite, path, text
from souq.engine.present.wording import counted, listed, number
from souq.games.chatuchak.box import COLUMNS, ROWS
from souq.games.chatuchak.scene import art
from souq.games.chatuchak.scene.art import at, chip, lone
from souq.games.chatuchak.scene.board import LIFTED_LAYER, chip_key
from souq.games.chatuchak.scene.desk import Desk, Outcome, Win
from souq.games.chatuchak.scene.geometry import CELL, Grid, Plan, cells, outline
from souq.games.chatuchak.story.wording import THINGS, strength_words, structure_words

_MOST = 5
"""Maximum number of lines on a preview's card; the least important ones are left out."""
_FUTURE = 'stroke-dasharray="10 6"'


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the preview's card: a symbol with its width, and a text."""

    art: str
    width: float
    words: str
    fill: str = "var(--ink)"


def preview(desk: Desk, plan: Plan, made: Outcome, standing: list[Sprite]) -> tuple[Sprite, ...]:
    """Return the sprites that preview a move; ``standing`` are the board's current sprites."""
    grid, hole = plan.grid, desk.market.hole
    shown = [
        Sprite("ghost", f'<g opacity=".62">{lone(made.colour)}</g>', *grid.centre(hole)),
        Sprite("future", _future(made, grid), 0, 0),
        *(sprite for sprite in standing if sprite.key.startswith("chip-")),
        *_lost(made, standing),
        Sprite("arrow", arrow(grid.centre(made.cell), grid.centre(hole)), 0, 0),
    ]
    found = rows(desk, plan, made)
    if found:
        shown.append(_card(plan, made, made.part | 1 << hole, found))
    return tuple(shown)


def _future(made: Outcome, grid: Grid) -> str:
    """Draw dashed outlines of the group that a moved booth would join and of other groups in winning structures."""
    part = made.part
    art = dashed(part, grid, 4.0) if part & (part - 1) else ""
    for win in made.wins:
        for other in _components(made, win.cells & ~part):
            art += dashed(other, grid, 2.5)
    return art


def _components(made: Outcome, word: int) -> list[int]:
    return [part for found in made.after.parts for part in found if part & word]


def dashed(word: int, grid: Grid, width: float) -> str:
    """Return a dashed outline around a set of cells."""
    d = outline(word, grid, 5.0)
    return path(d, "none", "var(--under)", width * 2) + path(d, "none", "var(--lit)", width, _FUTURE)


def arrow(start: Point, end: Point) -> str:
    """Return a curved arrow from a booth to the gap, ending just above its middle."""
    (x0, y0), (x1, y1) = start, end
    if y0 == y1:  # along a row: over the booths between, under them where there is no room above
        side, down = (1 if x1 > x0 else -1), (1 if y0 < CELL else -1)
        bow = down * min(60.0, 30 + abs(x1 - x0) / 10)
        ax, ay, bx, by = x0, y0 + down * 42, x1, y1 + down * 48
        c = f"C{n(ax + side * 14)} {n(ay + bow)} {n(bx - side * 14)} {n(by + bow)} {n(bx)} {n(by)}"
        tip = f"M{n(bx - 9)} {n(by + down * 9)}l9 {-down * 13} 9 {down * 13}z"
    else:  # along a column: beside them, on the side with more room
        side, down = (-1 if x0 > 3 * CELL else 1), (1 if y1 > y0 else -1)
        bow = min(60.0, 30 + abs(y1 - y0) / 10)
        ax, ay, bx, by = x0 + side * 42, y0, x1 + side * 48, y1
        c = f"C{n(ax + side * bow)} {n(ay + down * 14)} {n(bx + side * bow)} {n(by - down * 14)} {n(bx)} {n(by)}"
        tip = f"M{n(bx + side * 9)} {n(by - 9)}l{n(-side * 13)} 9 {n(side * 13)} 9z"
    d = f"M{n(ax)} {n(ay)}{c}"
    end_cap = 'stroke-linecap="round"'
    line = path(d, "none", "var(--under)", 10, end_cap) + path(d, "none", "var(--lit)", 5, end_cap)
    return line + path(tip, "var(--lit)", "var(--under)", 2, 'paint-order="stroke"')


def _lost(made: Outcome, standing: list[Sprite]) -> list[Sprite]:
    """Return sprites of crosses on the markers that would lose their place in the grid by a move."""
    keys = {chip_key(marker) for marker in made.beside}
    cross = path("M-15 -15L15 15M15 -15L-15 15", "none", "var(--under)", 9, 'stroke-linecap="round"')
    cross += path("M-15 -15L15 15M15 -15L-15 15", "none", "var(--danger)", 5, 'stroke-linecap="round"')
    return [Sprite("lost", cross, s.x, s.y, scale=s.scale) for s in standing if s.key in keys]


# ---- the card


def win_words(desk: Desk, win: Win) -> str:
    """Describe the structure that wins a marker, and who loses it: ``Mix 3·4, over Yusuf’s 3·3``."""
    words = structure_words(win.marker, win.strength)
    if win.giver < 0:
        return f"{words}, from the middle"
    own = strength_words(win.marker, desk.view.strength[win.giver][win.marker])
    return f"{words}, from {desk.called(win.giver)}" if own == "–" else f"{words}, over {desk.whose(win.giver)} {own}"


def rows(desk: Desk, plan: Plan, made: Outcome) -> list[Row]:
    """Return the card's rows for a move, the most important first."""
    if desk.race:
        return _tidied(desk, made)
    found = [_goal_row(desk, win.marker, win_words(desk, win)) for win in made.wins]
    takers = _takers(made)
    for marker in made.beside:
        words = f"loses its place{_taken(desk, takers.pop(marker, []), '; ')}"
        found.append(_goal_row(desk, marker, words, "var(--danger)"))
    found += [_goal_row(desk, marker, "has a place again") for marker in made.back]
    found += [_goal_row(desk, marker, _taken(desk, who), "var(--danger)") for marker, who in takers.items()]
    now = desk.score(desk.own)
    if made.score != now and plan.tall:
        fill = "var(--good)" if made.score > now else "var(--danger)"
        return [*found[: _MOST - 1], Row("", 0, f"Score {number(now)} → {number(made.score)}", fill)]
    return found if len(found) <= _MOST else [*found[: _MOST - 1], Row("", 0, f"and {len(found) - _MOST + 1} more")]


def _takers(made: Outcome) -> dict[int, list[int]]:
    """Return, for each marker that rivals could take after a move, the seats that could take it."""
    found: dict[int, list[int]] = {}
    for threat in made.threats:
        found.setdefault(threat.marker, []).append(threat.seat)
    return found


def _taken(desk: Desk, takers: list[int], before: str = "") -> str:
    """Describe who could take a marker: ``Omar could take it``, ``three could take it``, or nothing."""
    if not takers:
        return ""
    names = [desk.ctx.names(seat) for seat in takers]
    return f"{before}{listed(names, 'or') if len(names) < 3 else counted(len(names))} could take it"


def _goal_row(desk: Desk, marker: int, words: str, fill: str = "var(--ink)") -> Row:
    return Row(art.sign(marker, desk.pairs, 26 / 24), art.sign_width(marker) * 26 / 24, words, fill)


def _tidied(desk: Desk, made: Outcome) -> list[Row]:
    """Return a row with the number of a colour's pieces before and after a move in a puzzle or race."""
    before, after = desk.market.counts()[made.colour], made.after.counts()[made.colour]
    if before == after:
        return []
    fill = "var(--good)" if after < before else "var(--danger)"
    return [Row(chip(made.colour, -13, -13, 26), 26, tidied_words(made.colour, before, after), fill)]


def tidied_words(colour: int, before: int, after: int) -> str:
    """Return the change in words: ``Lamps: 4 → 3 pieces``."""
    name = f"{THINGS[colour].capitalize()}s"
    return f"{name}: all together" if after == 1 else f"{name}: {before} → {after} pieces"


_LINE, _EDGE = 34.0, 14.0


def _card(plan: Plan, made: Outcome, kept: int, found: list[Row]) -> Sprite:
    """Return a card with the rows, placed where it hides as little as possible."""
    broad = max(row.width for row in found)
    left = broad + 14 if broad else 0
    wide = 2 * _EDGE + left + max(7.6 * len(row.words) for row in found)
    high = _LINE * len(found) + 16
    grow = min(plan.grow, COLUMNS * CELL / wide)
    box = f'width="{n(wide)}" height="{n(high)}" rx="10" fill="var(--paper)" stroke="var(--lit)" stroke-width="1.5"'
    art = f"<rect {box}/>"
    for i, row in enumerate(found):
        y = 8 + _LINE * (i + 0.5)
        art += at(row.art, _EDGE + broad / 2, y) if row.art else ""
        x = _EDGE + (left if row.art else 0)
        art += text(row.words, x, y + 5, 14, row.fill, 500, "start")
    x, y = _place(plan, kept | 1 << made.cell, made.cell, wide * grow, high * grow)
    return Sprite("card", art, x, y, scale=grow, layer=LIFTED_LAYER, classes="lifted")


def _place(plan: Plan, kept: int, source: int, wide: float, high: float) -> Point:
    """Return the top left corner for a card of this size such that it hides little of the ``kept`` cells.

    Among equally good places, the one nearest to the cell ``source`` is chosen.
    """
    grid = plan.grid
    sx, sy = grid.centre(source)
    right, low = grid.x + COLUMNS * CELL - wide, grid.y + ROWS * CELL - high
    lefts = [min(max(grid.x + column * CELL + 6, grid.x - 6), right + 6) for column in range(COLUMNS)]
    tops = [min(grid.y + row * CELL + 10, low) for row in range(ROWS)]
    across = [[_overlap(grid.x + column * CELL, x, wide) for column in range(COLUMNS)] for x in lefts]
    down = [[_overlap(grid.y + row * CELL, y, high) for row in range(ROWS)] for y in tops]
    places = [divmod(cell, COLUMNS) for cell in cells(kept)]
    best, least = (grid.x, grid.y), float("inf")
    for y, deep in zip(tops, down, strict=True):
        for x, broad in zip(lefts, across, strict=True):
            hidden = sum(broad[column] * deep[row] for row, column in places)
            cost = 100 * hidden + (abs(x + wide / 2 - sx) + abs(y + high / 2 - sy)) / 20
            if cost < least:
                best, least = (x, y), cost
    return best


def _overlap(cell: float, start: float, long: float) -> float:
    """Return the share of a cell's side that an interval covers, from 0 to 1."""
    return max(0.0, min(cell + CELL, start + long) - max(cell, start)) / CELL
