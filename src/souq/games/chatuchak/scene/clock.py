"""The clock: the tent on its track, what the die must show, and how likely that is."""

from __future__ import annotations

from functools import lru_cache

from souq.engine.markup import n
from souq.engine.scene import Sprite, text, use
from souq.games.chatuchak.scene.art import at
from souq.games.chatuchak.scene.desk import Desk
from souq.games.chatuchak.scene.geometry import Plan, Point, Room
from souq.games.chatuchak.scene.odds import this_round
from souq.games.chatuchak.state import BOX

SPACES = len(BOX.track)
_LAYER = 1
_MUTED = "var(--muted)"


def clock(desk: Desk, plan: Plan) -> list[Sprite]:
    """Track, tent and die of the main game."""
    return _tall(desk, plan.strip) if plan.column is None else _wide(desk, plan, plan.column)


def need_words(desk: Desk) -> str:
    """``Roll 5 or more``."""
    return f"Roll {desk.need} or more" if desk.need > BOX.least else "Any roll will do"


def chance_words(desk: Desk) -> str:
    """``8 in 12``."""
    return f"{desk.chances} in {BOX.die}"


def clock_words(desk: Desk) -> str:
    """The state of the clock, in a sentence for who does not see it."""
    at_space = "the start" if desk.tent == 0 else f"space {BOX.track[desk.tent - 1]}"
    if desk.over:
        return f"The time tent stands on {at_space}."
    roll = f"A roll of {desk.need} or more" if desk.need > BOX.least else "Any roll"
    return f"{roll} moves the tent on from {at_space}: {chance_words(desk)}."


def odds_words(desk: Desk) -> str:
    """Whether the game can end with the next roll."""
    left = SPACES - desk.tent
    if left > 1:
        return f"The tent is {left} spaces from the end."
    chance = round(100 * this_round(desk.tent, desk.need))
    return f"The chance that the next roll ends the game is {chance} %."


# ---- on a desk


def _wide(desk: Desk, plan: Plan, column: Room) -> list[Sprite]:
    made = [_track(desk, plan.strip, 24.0, True)]
    x = column.x
    if not desk.over:
        head = text(need_words(desk), 0, 0, 14, "var(--muted)", anchor="start", serif=True)
        said = text("and the tent moves", 0, 124, 12.5, _MUTED, anchor="start")
        said += text(f"on: {chance_words(desk)}", 0, 142, 12.5, _MUTED, anchor="start")
        made.append(Sprite("need", head + said, x, column.y + 18, layer=_LAYER, label=clock_words(desk)))
    made.append(Sprite("die", _die(desk, 26), x + 44, column.y + 74, layer=_LAYER, label=_die_words(desk)))
    tx, ty = space(plan.strip, desk.tent)
    made.append(Sprite("tent", use("ch-tent", -27, -44, 54), tx, ty, layer=3, label=clock_words(desk)))
    return made


def _die(desk: Desk, size: float) -> str:
    """The die showing its last roll, round (0, 0), 88 wide."""
    rolled = int(desk.view.rolled)
    shown = text(str(rolled), 0, size * 0.35, size, "var(--g-6-ink)", 700) if rolled else ""
    return use("ch-d12", -44, -44, 88) + shown


def _die_words(desk: Desk) -> str:
    rolled = int(desk.view.rolled)
    return f"The die shows {rolled}" if rolled else "The die hasn’t been rolled yet"


def space(strip: Room, nth: int) -> Point:
    """Middle of a space of the track; 0 is START."""
    step = (strip.width - 20) / (SPACES + 1)
    return strip.x + 10 + step * (nth + 0.5), strip.y + 48


def _track(desk: Desk, strip: Room, r: float, numbers: bool) -> Sprite:
    return Sprite("track", _spaces(desk.tent, 0 if desk.over else desk.need, strip), 0, 0, layer=_LAYER)


@lru_cache(maxsize=256)
def _spaces(tent: int, need: int, strip: Room) -> str:
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
    """What the die must show, round (0, 0)."""
    disc = '<circle r="14" fill="var(--g-6)" stroke="var(--outline)"/>'
    return disc + text(f"{need}+", 0, 4.5, 12, "var(--g-6-ink)", 700)


# ---- on a phone


_DOT = 13.0  # from one space to the next
_TRACK = 200.0  # where it begins in the strip


def _tall(desk: Desk, strip: Room) -> list[Sprite]:
    x, y = strip.x, strip.y + 25
    made = [Sprite("die", at(_die(desk, 40), 0, 0, 0.45), x + 24, y, layer=_LAYER, label=_die_words(desk))]
    if not desk.over:
        head = text(f"{desk.need}+: {chance_words(desk)}", 0, 8, 21, "var(--ink)", anchor="start")
        made.append(Sprite("need", head, x + 50, y, layer=_LAYER, label=clock_words(desk)))
    made.append(Sprite("track", _dots(desk.tent, 0 if desk.over else desk.need), x + _TRACK, y + 6, layer=_LAYER))
    tent = use("ch-tent", -17, -31, 36)
    made.append(Sprite("tent", tent, x + _TRACK + _DOT * desk.tent, y + 6, layer=3, label=clock_words(desk)))
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
