"""The puzzle and races: instead of a clock the parts of every colour, moves made, and what they are worth."""

from __future__ import annotations

from functools import lru_cache

from souq.engine.markup import n
from souq.engine.scene import Context, Sprite, text, use
from souq.engine.wording import listed
from souq.games.chatuchak.scene import race
from souq.games.chatuchak.scene.art import at, chip, tone
from souq.games.chatuchak.scene.desk import Desk
from souq.games.chatuchak.scene.geometry import Plan, Room
from souq.games.chatuchak.scene.share import par
from souq.games.chatuchak.scene.words import BOOTHS, several
from souq.games.chatuchak.state import BOX, Mode
from souq.games.chatuchak.story.wording import rank

_LAYER = 1
INK, MUTED, GOOD = "var(--ink)", "var(--muted)", "var(--good)"
_UPPER = 34.0  # of a phone's strip, for what stands beside the market on a desk
SCALE = tuple((name, most) for name, most in BOX.ranks)
"""Ranks, and the most moves for each."""
BEGIN, BEYOND = 0, 12
"""Where the scale begins, and so many moves beyond the last but one rank it ends."""


def puzzle(desk: Desk, plan: Plan) -> list[Sprite]:
    """What stands right of the market and under it; on a phone all of it is under it."""
    column, strip = plan.column, plan.strip
    if column:
        return [*_column(desk, column), *_under(desk, strip, plan)]
    lower = Room(strip.x, strip.y + _UPPER, strip.width, strip.height - _UPPER)
    return [*_row(desk, strip), *_under(desk, lower, plan)]


def _under(desk: Desk, room: Room, plan: Plan) -> list[Sprite]:
    return scale(desk, room, plan.tall) if desk.mode == Mode.SOLO else race.lanes(desk, room, plan.tall)


# ---- beside the market


def _column(desk: Desk, room: Room) -> list[Sprite]:
    x, y = room.x, room.y + 18
    made = [_said("moves", "Moves", str(desk.moves(desk.own)), "", x, y, 40)]
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
    """A heading, a large number and a few words under it."""
    art = text(head, 0, 0, 14, MUTED, anchor="start", serif=True)
    art += text(number, 0, size * 0.75 + 12, size, INK, anchor="start", serif=True)
    art += text(foot, 0, size * 0.75 + 32, 12.5, MUTED, anchor="start") if foot else ""
    return Sprite(key, art, x, y, layer=_LAYER, label=f"{head}: {number}{f', {foot}' if foot else ''}")


@lru_cache(maxsize=1024)
def _parts(counts: tuple[int, ...]) -> str:
    """A line for each colour: its booth and a pip for every part; a tick when it is in one group."""
    art = text("Groups", 0, 0, 14, MUTED, anchor="start", serif=True)
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
    """``Groups: bowls 4, chairs all together, …``."""
    said = [f"{BOOTHS[c]}s {'all together' if k == 1 else k}" for c, k in enumerate(desk.market.counts())]
    return f"Groups: {listed(said)}"


def par_words(ctx: Context) -> str:
    """How good the best known is: proven to be the shortest, or the best known; or that it is being worked out."""
    known = par(ctx)
    if known is None:
        return "being worked out"
    return "shortest possible" if ctx.bound == known else "best known"


# ---- on a phone


def _row(desk: Desk, room: Room) -> list[Sprite]:
    """Parts of every colour side by side, then moves and par."""
    counts, y = desk.market.counts(), room.y + 17
    art = ""
    for colour, parts in enumerate(counts):
        x = colour * 74.0
        art += chip(colour, x, -16, 32)
        art += at(TICK, x + 40, 0, 1.1) if parts == 1 else text(str(parts), x + 40, 9, 25, INK, 600, "start")
    made = [Sprite("parts", art, room.x + 4, y, layer=_LAYER, label=parts_words(desk))]
    known, moves = par(desk.ctx), desk.moves(desk.own)
    words = several(moves, "move")
    if desk.mode == Mode.SOLO:
        words += f" · par {known}" if known else " · par …"
        words += f" · {several(desk.ctx.hints, 'hint')}" if desk.ctx.hints else ""
    said = text(words, 0, 8, 23, INK, anchor="end")
    made.append(Sprite("moves", said, room.x + room.width - 4, y, layer=_LAYER, label=words))
    return made


# ---- the scale of ranks (CH-V02)


def scale(desk: Desk, room: Room, tall: bool) -> list[Sprite]:
    """The ranks in a band, par on it, and a tent that walks along it with every move."""
    moves, known = desk.moves(0), par(desk.ctx)
    y = room.y + (27 if tall else 52)
    here = "" if desk.ctx.hints else rank(moves, desk.solved(0) or not desk.over)
    band = Sprite("scale", _band(here, known, room.width - 20, tall), room.x + 10, y, layer=_LAYER)
    size = 30.0 if tall else 48.0
    tent = use("ch-tent", -size / 2, -size * 0.86, size)
    now = "solved" if desk.solved(0) else "unsolved" if desk.over else "so far"
    said = f"{several(moves, 'move')}, {now}: {here or 'no rank with hints'}"
    return [band, Sprite("tent", tent, room.x + 10 + place(moves, room.width - 20), y, layer=3, label=said)]


def place(moves: int, width: float) -> float:
    """How far along the scale a number of moves is: every rank has the same room."""
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
    """The moves of a rank: ``up to 22``, ``23–28``, ``35 or more``."""
    first = SCALE[k - 1][1] + 1 if k else 0
    if k == len(SCALE) - 1:
        return f"{first} or more"
    return f"{first}–{SCALE[k][1]}" if k else f"up to {SCALE[k][1]}"


def _flag(known: int, tall: bool) -> str:
    """Par, as a small flag on the band."""
    high = 20.0 if tall else 30.0
    pole = f'<path d="M0 4V{n(-high)}" stroke="{INK}" stroke-width="2"/>'
    cloth = f'<path d="M0 {n(-high)}l15 5-15 5z" fill="var(--orn-3)" stroke="var(--outline)"/>'
    return pole + cloth + ("" if tall else text(str(known), 0, -high - 5, 12.5, INK, 600))
