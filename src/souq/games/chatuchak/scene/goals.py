"""The twelve goals: how strong everybody is for each, who holds it, and what it takes to win it.

On a desk a table with a row for each; on a phone three columns of chips.
"""

from __future__ import annotations

from functools import lru_cache

from souq.engine.markup import n
from souq.engine.scene import Area, Look, Sprite, path, text
from souq.games.chatuchak.scene import needs
from souq.games.chatuchak.scene.art import coin
from souq.games.chatuchak.scene.desk import Desk
from souq.games.chatuchak.scene.geometry import Plan, outline, plan_of
from souq.games.chatuchak.scene.market import chip_key as own_chip
from souq.games.chatuchak.scene.marks import sign, width
from souq.games.chatuchak.scene.planes import ALL_MARKERS, Pairs
from souq.games.chatuchak.scene.rivals import chip_key, structure
from souq.games.chatuchak.scene.words import strength_words
from souq.games.chatuchak.state import NOBODY

AREA = "goals"
WIDTH, ROW, HEAD = 276.0, 31.0, 36.0
TALL_WIDTH, CHIP = 376.0, 34.0
COLUMNS = 3

MARK_LAYER = 1
_SIGN = 52.0
_WIN = 58.0
_BOLD = 600
INK, MUTED, LINE, PAPER = "var(--ink)", "var(--muted)", "var(--line)", "var(--paper)"


def goal_key(marker: int) -> str:
    """Key of a goal's row or chip."""
    return f"goal-{marker}"


def mark_key(marker: int) -> str:
    """Key of a goal's sign in its row."""
    return f"mark-{marker}"


def goals(desk: Desk) -> Area | None:
    """The table, or the chips; nothing in the puzzle and in races."""
    if desk.race:
        return None
    made = _chips(desk) if desk.terse else _table(desk)
    rows = len(ALL_MARKERS) // COLUMNS
    high = rows * (CHIP + 5) - 5 if desk.terse else HEAD + len(ALL_MARKERS) * ROW
    wide = TALL_WIDTH if desk.terse else WIDTH
    return Area(AREA, wide, high, tuple(made), label="Goals", place="story")


def order(desk: Desk) -> list[int]:
    """Seats as the table has them: the own one, then the others as they take turns."""
    return [(desk.own + k) % len(desk.seats) for k in desk.seats]


# ---- the table


def _table(desk: Desk) -> list[Sprite]:
    seats = tuple(order(desk))
    made = [Sprite("goals-head", _head(seats, "" if desk.over else "to win"), 0, 0)]
    for marker in ALL_MARKERS:
        values = tuple(desk.strength(seat, marker) for seat in seats)
        holder = seats.index(desk.holder(marker)) if desk.holder(marker) >= 0 else NOBODY
        art = _row(marker, values, holder, needs.to_win(desk, marker), marker in desk.changed)
        y = HEAD + marker * ROW
        made.append(Sprite(goal_key(marker), art, 0, y, label=needs.title(desk, marker)))
        made.append(_mark(marker, desk.pairs, 1 + width(marker) / 2, y + ROW / 2))
    return made


@lru_cache(maxsize=256)
def _mark(marker: int, pairs: Pairs, x: float, y: float) -> Sprite:
    return Sprite(mark_key(marker), sign(marker, pairs), x, y, layer=MARK_LAYER)


def _column(k: int, seats: int) -> float:
    """Middle of the column of the ``k``-th seat."""
    return _SIGN + (WIDTH - _SIGN - _WIN) * (k + 0.5) / seats


@lru_cache(maxsize=64)
def _head(seats: tuple[int, ...], last: str) -> str:
    art = text("Goals", 0, 23, 16, INK, anchor="start", serif=True)
    art += "".join(coin(seat, _column(k, len(seats)) - 11, 6, 22) for k, seat in enumerate(seats))
    return art + text(last, WIDTH, 22, 13, MUTED, anchor="end", serif=True)


@lru_cache(maxsize=4096)
def _row(marker: int, values: tuple[int, ...], holder: int, need: str, fresh: bool) -> str:
    """A row from (0, 0) down: a value for each seat, the holder's in a pill, hollow while it has no place."""
    art = _lane(fresh) + path(f"M0 0H{WIDTH:g}", "none", LINE, 1)
    for k, strength in enumerate(values):
        x, words = _column(k, len(values)), strength_words(marker, strength)
        if k == holder:
            art += _pill(x, words, bool(strength), len(values))
        else:
            art += text(words, x, ROW / 2 + 5, 14, INK if strength else MUTED)
    return art + f'<g class="need">{text(need, WIDTH - 2, ROW / 2 + 5, 13.5, MUTED, anchor="end")}</g>'


def _lane(fresh: bool) -> str:
    """Behind a row: lit while something is pointed at that changes it; and a bar where a goal changed hands."""
    box = f'x="-8" width="{WIDTH + 16:g}" height="{ROW:g}" rx="4"'
    lane = f'<rect {box} fill="var(--lit-soft)" class="lane" opacity="0"/>'
    bar = f'<rect x="-8" y="3" width="3" height="{ROW - 6:g}" rx="1.5" fill="var(--trail)"/>'
    return lane + (bar if fresh else "")


def _pill(x: float, words: str, placed: bool, seats: int) -> str:
    wide = min(36.0, (WIDTH - _SIGN - _WIN) / seats - 2)
    box = f'x="{n(x - wide / 2)}" y="{n(ROW / 2 - 10)}" width="{n(wide)}" height="20" rx="10"'
    look = f'fill="{INK}"' if placed else f'fill="none" stroke="{INK}" stroke-width="1.3" stroke-dasharray="3 2.5"'
    return f"<rect {box} {look}/>" + text(words, x, ROW / 2 + 5, 14, PAPER if placed else INK, _BOLD)


# ---- the chips of a phone


def _chips(desk: Desk) -> list[Sprite]:
    made = []
    for marker in ALL_MARKERS:
        holder = desk.holder(marker)
        value = strength_words(marker, desk.strength(holder, marker)) if holder >= 0 else "–"
        art = _chip(marker, value, holder, holder == desk.seat and holder >= 0, marker in desk.changed)
        x, y = _chip_at(marker)
        made.append(Sprite(goal_key(marker), art, x, y, label=needs.title(desk, marker)))
        made.append(_mark(marker, desk.pairs, x + 6 + width(marker) / 2, y + CHIP / 2))
    return made


def _chip_at(marker: int) -> tuple[float, float]:
    step = (TALL_WIDTH + 5) / COLUMNS
    return marker % COLUMNS * step, marker // COLUMNS * (CHIP + 5)


@lru_cache(maxsize=1024)
def _chip(marker: int, value: str, holder: int, mine: bool, fresh: bool) -> str:
    wide = (TALL_WIDTH + 5) / COLUMNS - 5
    line = "var(--trail)" if fresh else INK if mine else LINE
    box = f'width="{n(wide)}" height="{CHIP:g}" rx="8"'
    art = f'<rect {box} fill="{PAPER}" stroke="{line}" stroke-width="{2 if fresh else 1.2:g}"/>'
    art += f'<rect {box} fill="var(--lit-soft)" stroke="var(--lit)" stroke-width="1.5" class="lane" opacity="0"/>'
    art += text(value, 12 + width(marker), CHIP / 2 + 5, 15, INK, _BOLD, "start")
    return art + (coin(holder, wide - 25, CHIP / 2 - 9.5, 19) if holder >= 0 else "")


# ---- pointing


def looks(desk: Desk) -> list[Look]:
    """What each goal says of itself, and where it is held."""
    return [_look(desk, marker) for marker in ALL_MARKERS] if not desk.race else []


def _look(desk: Desk, marker: int) -> Look:
    """A goal, with the strongest structure of every market for it."""
    holder, cells = desk.holder(marker), desk.market.best(marker)[1]
    keys = [key for seat in desk.rivals for key in structure(desk, seat, marker)]
    if holder >= 0:
        keys.append(own_chip(marker) if holder == desk.own else chip_key(holder, marker))
    preview = (_ring(plan_of(desk.ctx.layout), cells),) if cells else ()
    on = (goal_key(marker), mark_key(marker))
    return Look(on, needs.title(desk, marker), needs.hint(desk, marker), preview, lifts=(goal_key(marker), *keys))


@lru_cache(maxsize=1024)
def _ring(plan: Plan, cells: int) -> Sprite:
    """Round a structure of the own market."""
    d = outline(cells, plan.grid, 2)
    art = path(d, "none", "var(--lift)", 9) + path(d, "none", "var(--lit)", 5)
    return Sprite("strongest", art, 0, 0)
