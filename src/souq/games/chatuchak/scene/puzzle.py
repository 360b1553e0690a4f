"""Parts of the table in the puzzle and in races, which have neither goals nor a clock.

They show the pieces, the moves, and the ranks or the race's lanes, and at the end the solution.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from souq.engine.present.markup import n
from souq.engine.present.scene import Area, Context, Sprite, text, use
from souq.engine.present.wording import listed, several
from souq.engine.rules.twin import blank, interpreted
from souq.games.chatuchak import positions
from souq.games.chatuchak.rules.turn import move
from souq.games.chatuchak.scene import market
from souq.games.chatuchak.scene.art import at, chip, coin, tone
from souq.games.chatuchak.scene.desk import Desk, Market
from souq.games.chatuchak.scene.geometry import Frame, Plan
from souq.games.chatuchak.scene.panels import left
from souq.games.chatuchak.state import BOOTHS, BOX, COLOURS, MOVE, Mode, State
from souq.games.chatuchak.story.wording import THINGS, rank

_LAYER = 1
INK, MUTED, GOOD = "var(--ink)", "var(--muted)", "var(--good)"
_UPPER = 34.0  # of a phone's strip, for what is next to the market in a wide layout
SCALE = tuple((name, most) for name, most in BOX.ranks)
"""Ranks, each with its maximum number of moves."""
BEGIN, BEYOND = 0, 12
"""Number of moves at which the scale of ranks begins, and how many moves after the last limit it ends."""


def puzzle(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the sprites next to the market, which on a phone are all under it."""
    column, strip = plan.column, plan.strip
    if column:
        return [*_column(desk, column), *_under(desk, strip, plan)]
    lower = Frame(strip.x, strip.y + _UPPER, strip.width, strip.height - _UPPER)
    return [*_row(desk, strip), *_under(desk, lower, plan)]


def _under(desk: Desk, frame: Frame, plan: Plan) -> list[Sprite]:
    return scale(desk, frame, plan.tall) if desk.mode == Mode.SOLO else lanes(desk, frame, plan.tall)


# ---- beside the market


def _column(desk: Desk, frame: Frame) -> list[Sprite]:
    x, y = frame.x, frame.y + 18
    made = [_said("moves", "Moves", str(desk.view.moves[desk.own]), "", x, y, 40)]
    y += 84
    if desk.mode == Mode.SOLO:
        known = par(desk.ctx)
        made.append(_said("par", "Par", str(known or "…"), par_words(desk.ctx), x, y, 30))
        y += 92
    made.append(Sprite("parts", _parts(desk.market.counts()), x, y, layer=_LAYER, label=parts_words(desk)))
    y += 200
    if desk.ctx.hints:
        made.append(_said("hints", "Hints taken", str(desk.ctx.hints), "", x, y, 30))
    return made


def _said(key: str, head: str, number: str, foot: str, x: float, y: float, size: float) -> Sprite:
    """Draw a heading, a large number under it and, if given, a few words below the number."""
    art = text(head, 0, 0, 14, MUTED, anchor="start", serif=True)
    art += text(number, 0, size * 0.75 + 12, size, INK, anchor="start", serif=True)
    art += text(foot, 0, size * 0.75 + 32, 12.5, MUTED, anchor="start") if foot else ""
    return Sprite(key, art, x, y, layer=_LAYER, label=f"{head}: {number}{f', {foot}' if foot else ''}")


@lru_cache(maxsize=1024)
def _parts(counts: tuple[int, ...]) -> str:
    """Draw a line for each colour: a booth and a dot for each piece, or a tick if the colour is in one group."""
    art = text("Pieces", 0, 0, 14, MUTED, anchor="start", serif=True)
    for colour, parts in enumerate(counts):
        y = 12 + colour * 34
        art += chip(colour, 0, y, 28) + at(_pips(colour, parts), 38, y + 14)
    return art


def _pips(colour: int, parts: int) -> str:
    if parts == 1:
        return TICK
    pip = f'width="8" height="16" y="-8" rx="3" fill="{tone(colour)}" stroke="var(--outline)" stroke-width="1"'
    return "".join(f'<rect x="{k * 12}" {pip}/>' for k in range(parts))


TICK = (
    f'<path d="M0 0l6 7 12-14" fill="none" stroke="{GOOD}" stroke-width="3.4" stroke-linecap="round"'
    ' stroke-linejoin="round"/>'
)


def parts_words(desk: Desk) -> str:
    """Return the pieces in words: ``Pieces: bowls 4, chairs all together, …``."""
    said = [f"{THINGS[c]}s {'all together' if k == 1 else k}" for c, k in enumerate(desk.market.counts())]
    return f"Pieces: {listed(said)}"


def par_words(ctx: Context) -> str:
    """Return what is known about par: that it is the shortest possible, the best known, or not computed yet."""
    known = par(ctx)
    if known is None:
        return "being worked out"
    return "shortest possible" if ctx.bound == known else "best known"


# ---- on a phone


def _row(desk: Desk, frame: Frame) -> list[Sprite]:
    """Return sprites of every colour's number of pieces, and of the moves made and par, side by side for a phone."""
    counts, y = desk.market.counts(), frame.y + 17
    art = ""
    for colour, parts in enumerate(counts):
        x = colour * 74.0
        art += chip(colour, x, -16, 32)
        art += at(TICK, x + 40, 0, 1.1) if parts == 1 else text(str(parts), x + 40, 9, 25, INK, 600, "start")
    made = [Sprite("parts", art, frame.x + 4, y, layer=_LAYER, label=parts_words(desk))]
    known, moves = par(desk.ctx), desk.view.moves[desk.own]
    words = several(moves, "move")
    if desk.mode == Mode.SOLO:
        words += f" · par {known}" if known else " · par …"
        words += f" · {several(desk.ctx.hints, 'hint')}" if desk.ctx.hints else ""
    said = text(words, 0, 8, 23, INK, anchor="end")
    made.append(Sprite("moves", said, frame.x + frame.width - 4, y, layer=_LAYER, label=words))
    return made


# ---- the scale of ranks (CH-V02)


def scale(desk: Desk, frame: Frame, tall: bool) -> list[Sprite]:
    """Draw the ranks as a band on which a tent marks the moves made, and a flag par (the best solution's length)."""
    moves, known = desk.view.moves[0], par(desk.ctx)
    y = frame.y + (27 if tall else 52)
    here = "" if desk.ctx.hints else rank(moves, desk.solved(0) or not desk.over)
    band = Sprite("scale", _band(here, known, frame.width - 20, tall), frame.x + 10, y, layer=_LAYER)
    size = 30.0 if tall else 48.0
    tent = use("ch-tent", -size / 2, -size * 0.86, size)
    now = "solved" if desk.solved(0) else "unsolved" if desk.over else "so far"
    said = f"{several(moves, 'move')}, {now}: {here or 'no rank with hints'}"
    return [band, Sprite("tent", tent, frame.x + 10 + place(moves, frame.width - 20), y, layer=3, label=said)]


def place(moves: int, width: float) -> float:
    """Return the x coordinate of a number of moves on the scale of ranks, where every rank has the same width."""
    edges, step = _edges(), width / len(SCALE)
    for k in range(len(SCALE)):
        low, high = edges[k], edges[k + 1]
        if moves <= high:
            return step * (k + max(0, moves - low) / (high - low))
    return width


def _edges() -> list[int]:
    limits = [most for _, most in SCALE[:-1]]
    return [BEGIN, *limits, limits[-1] + BEYOND]


@lru_cache(maxsize=512)
def _band(here: str, known: int | None, width: float, tall: bool) -> str:
    step = width / len(SCALE)
    thick, size, low = (8.0, 20.0, 23.0) if tall else (12.0, 15.0, 28.0)
    art = ""
    for k, (name, _) in enumerate(SCALE):
        lit = name == here
        box = (
            f'x="{n(k * step + 1.5)}" y="{n(-thick / 2)}" width="{n(step - 3)}" height="{n(thick)}" rx="{n(thick / 2)}"'
        )
        art += f'<rect {box} fill="var({"--accent" if lit else "--board-line"})"/>'
        art += text(name, (k + 0.5) * step, low, size, INK if lit else MUTED, 600 if lit else 400)
        art += "" if tall else text(_limits(k), (k + 0.5) * step, low + 18, 12, MUTED)
    return art + (at(_flag(known, tall), place(known, width), 0) if known else "")


def _limits(k: int) -> str:
    """Return the range of moves that earns a rank: ``up to 22``, ``23–28``, ``35 or more``."""
    first = SCALE[k - 1][1] + 1 if k else 0
    if k == len(SCALE) - 1:
        return f"{first} or more"
    return f"{first}–{SCALE[k][1]}" if k else f"up to {SCALE[k][1]}"


def _flag(known: int, tall: bool) -> str:
    """Draw a small flag that marks par (the length of the best solution known) on the scale of ranks."""
    high = 20.0 if tall else 30.0
    pole = f'<path d="M0 4V{n(-high)}" stroke="{INK}" stroke-width="2"/>'
    cloth = f'<path d="M0 {n(-high)}l15 5-15 5z" fill="var(--orn-3)" stroke="var(--outline)"/>'
    return pole + cloth + ("" if tall else text(str(known), 0, -high - 5, 12.5, INK, 600))


# ---- a race: a lane for everybody, and how many parts each has still to join


_RUNNERS_LAYER = 3
MOST = BOOTHS - COLOURS
"""Number of pieces left to join if every booth is alone."""
_SIDE = 40.0  # beyond the lanes, left and right


def lanes(desk: Desk, frame: Frame, tall: bool) -> list[Sprite]:
    """Return the race track: each seat's emblem moves to the right as the seat joins pieces.

    Each seat has a lane, except on a phone, where all share one.
    """
    rows = 1 if tall else len(desk.seats)
    high = min(frame.height / rows, 36.0)
    top = frame.y + (frame.height - high * rows) / 2 + (4 if tall else 0)
    wide = frame.width - 2 * _SIDE
    made = [Sprite("lanes-ground", _ground(rows, high, wide), frame.x + _SIDE, top, layer=_LAYER)]
    size, met = min(high - 1, 30.0), dict[int, int]()
    for row, seat in enumerate(desk.seats):
        rest = left(desk, seat)
        x = frame.x + _SIDE + wide * (MOST - min(MOST, rest)) / MOST
        y = top + high * (0.5 if tall else row + 0.5)
        if tall:
            x, met[rest] = x - 9.0 * met.get(rest, 0), met.get(rest, 0) + 1
        made.append(_runner(desk, seat, rest, size, x, y, tall))
    return made


@lru_cache(maxsize=64)
def _ground(rows: int, high: float, wide: float) -> str:
    """Draw the lanes as ropes that end at a chequered finish."""
    art = ""
    for row in range(rows):
        y = high * (row + 0.5)
        art += f'<path d="M0 {n(y)}H{n(wide)}" stroke="var(--board-line)" stroke-width="4" stroke-linecap="round"/>'
    square = 6.0
    for k in range(int(rows * high // square)):
        for side in range(2):
            fill = INK if (k + side) % 2 else "var(--paper)"
            place = f'x="{n(wide + 18 + square * side)}" y="{n(k * square)}"'
            art += f'<rect {place} width="{square:g}" height="{square:g}" fill="{fill}"/>'
    return art


def _runner(desk: Desk, seat: int, rest: int, size: float, x: float, y: float, tall: bool) -> Sprite:
    out = desk.passed(seat)
    words = "" if tall else text("out" if out else str(rest), -size / 2 - 5, 5, 14, MUTED if out else INK, 600, "end")
    said = "is out" if out else f"has {several(rest, 'piece')} left to join" if rest else "has finished"
    label = f"{desk.ctx.names(seat)} {said}"
    art = coin(seat, -size / 2, -size / 2, size) + words
    return Sprite(f"runner-{seat}", art, x, y, layer=_RUNNERS_LAYER, label=label, classes="dim" if out else "")


# ---- the best solution known, at the same move as one’s own: once the puzzle is over


AREA = "solver"
_HEAD = 26.0
_ASIDE = 110.0


def solver(desk: Desk) -> Area | None:
    """Return the area that shows the best solution known; None before the end of the puzzle, or if there is none."""
    if desk.mode != Mode.SOLO or not desk.ctx.finished or not desk.ctx.solution:
        return None
    made = min(desk.view.moves[0], len(desk.ctx.solution))
    best = along(tuple(desk.view.start[0]), desk.ctx.solution[:made])
    words = title(desk), f"move {made} of {len(desk.ctx.solution)}"
    label = f"{words[0]}, {words[1]}: {several(sum(best.counts()), 'piece')}"
    top = 0.0 if desk.terse else _HEAD
    sprites = market.sprites("solver", best.planes, best.hole, 0.0, top, label)
    head = _beside(*words) if desk.terse else _above(*words)
    width = market.WIDTH + (_ASIDE if desk.terse else 0.0)
    shown = (Sprite("solver-head", head, 0, 0), *sprites)
    return Area(AREA, width, market.HEIGHT + top, shown, label=label, place="story")


def title(desk: Desk) -> str:
    """Return ``Shortest possible`` if the solution is proven to be the shortest, otherwise ``Best known``."""
    return "Shortest possible" if desk.ctx.bound == len(desk.ctx.solution or ()) else "Best known"


@lru_cache(maxsize=256)
def along(start: tuple[int, ...], choices: tuple[int, ...]) -> Market:
    """Return the market after moves from a start position, where ``start`` has the cells of each colour."""
    view = blank(State, players=1, mode=Mode.SOLO, n_events=-1)
    view.booths[0] = [*start]
    positions.derive(view)
    for choice in choices:
        interpreted(move)(view, 0, choice - MOVE)
    return Market(view, 0)


def _above(name: str, made: str) -> str:
    art = text(name, 0, 15, 12, INK, anchor="start", serif=True)
    return art + text(made, market.WIDTH, 15, 10, MUTED, anchor="end")


def _beside(name: str, made: str) -> str:
    art = text(name, market.WIDTH + 10, 18, 13, INK, anchor="start", serif=True)
    return art + text(made, market.WIDTH + 10, 36, 11.5, MUTED, anchor="start")


# ---- a line to be sent to others


def share(desk: Desk) -> str:
    """Return a line of text with the puzzle's result for sharing; empty if there is none.

    Example: ``souq · Chatuchak · 21 November 2026 · solved in 24 (par 21) · Booth Owner``. After a solution the line is
    empty
    until par is known, so that the same result always gives the same line. If hints were used, it gives their number
    instead of a rank.
    """
    moves, solved, known, hints = desk.view.moves[0], desk.solved(0), par(desk.ctx), desk.ctx.hints
    if not desk.over or desk.mode != Mode.SOLO or (solved and known is None):
        return ""
    best = "fewest possible" if moves == known == desk.ctx.bound else f"par {known}"
    result = f"solved in {moves} ({best})" if solved else f"unsolved after {several(moves, 'move')}"
    helped = f" with {several(hints, 'hint')}" if hints else ""
    earned = () if hints else (rank(moves, solved),)
    return " · ".join(("souq", "Chatuchak", grid(desk), result + helped, *earned))


def par(ctx: Context) -> int | None:
    """Return the number of moves of the best solution known, or None."""
    return len(ctx.solution) if ctx.solution else None


def grid(desk: Desk) -> str:
    """Return a name for the grid that was played: ``21 November 2026``, ``grid 7``, ``a new grid``."""
    day, side = desk.ctx.options.get("day"), desk.view.side[0]
    if day:
        found = date.fromisoformat(str(day))
        return f"{found.day} {found:%B} {found.year}"
    return f"grid {side}" if side else "a new grid"
