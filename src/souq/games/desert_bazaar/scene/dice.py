"""The dice on the table, with the name of the player who rolled them and the odds of rolling again."""

from __future__ import annotations

from souq.engine.present.plans import Point
from souq.engine.present.scene import Sprite, text
from souq.engine.rules.twin import interpreted
from souq.games.desert_bazaar import odds
from souq.games.desert_bazaar.rules import rolling
from souq.games.desert_bazaar.scene import art
from souq.games.desert_bazaar.scene.board import LIFTED_LAYER, TENTS_LAYER, UNDER_LAYER
from souq.games.desert_bazaar.scene.desk import Desk
from souq.games.desert_bazaar.scene.geometry import TALL, Plan
from souq.games.desert_bazaar.state import FACE_DESERT, KEEP, Event, Phase, State

_live = interpreted(rolling.live)


def dice(desk: Desk, plan: Plan) -> list[Sprite]:
    """Return the sprites of the dice on a cloth with the name of the player who rolled.

    A die that was set aside is at the left, with a ring round it.
    """
    kept = desk.view.kept
    if desk.view.dice[0] < 0:
        return []
    asked = desk.asks(Phase.THROWN)
    size, (middle, y) = size_of(plan, asked), _at(plan, asked)
    step, apart = size * (1.34 if asked else 1.17), size * 0.22 if kept >= 0 else 0.0
    made = [_cloth(desk, plan, asked)]
    for place, i in enumerate([kept, *(i for i in range(3) if i != kept)] if kept >= 0 else range(3)):
        made.append(_die(desk, i, middle + (place - 1) * step + (apart if place else 0), y, size))
    return made


def asks_to_keep(view: State, seat: int) -> bool:
    """Return whether a seat now chooses whether to set a die aside (DB-R05, DB-R07)."""
    return view.phase == Phase.THROWN and view.player == seat and not view.over


def die_key(i: int) -> str:
    """Return the key of a die."""
    return f"die-{i}"


def chance(desk: Desk, face: int) -> float:
    """Return the probability that the player takes cards after setting aside a die with ``face``."""
    return float(odds.chance(desk.view.pile, face, _live(desk.view) - 1))


def size_of(plan: Plan, asked: bool) -> float:
    """Return the size of a die; the dice are larger while the viewer chooses one (``asked``)."""
    return (54.0 if asked else 25.0) if plan is TALL else (40.0 if asked else 38.0)


def _at(plan: Plan, asked: bool) -> Point:
    """Return the position of the middle die, which on a phone is near the thumb while the player chooses a die."""
    if plan is TALL:
        return (plan.width / 2, plan.height / 2) if asked else (plan.width - 53, 22)
    return plan.width - 226, 60 if asked else 56


def _cloth(desk: Desk, plan: Plan, asked: bool) -> Sprite:
    """Return the cloth under the dice, with the name of the player who rolled them."""
    size, (x, y), caption = size_of(plan, asked), _at(plan, asked), _caption(desk)
    if asked:
        more = 0.35 if desk.ctx.options.get("odds") else 0.0
        drawn = art.box(size * 4.05, size * (1.6 + more), 12, "var(--frame)", "var(--orn-2)", 1.5, y=size * more / 2)
        return Sprite("throw", drawn, x, y, layer=LIFTED_LAYER, label=caption)
    below = 0 if plan is TALL else 16
    drawn = art.box(size * 3.7, size * 1.5 + below, 8, "var(--frame)", y=below / 2)
    if below:
        drawn += text(caption, 0, size * 0.5 + 18, 11.5, art.FRAME_INK)
    return Sprite("throw", drawn, x, y, layer=UNDER_LAYER, label=caption)


def _caption(desk: Desk) -> str:
    """Return a caption with the name of the player who rolled last, if it can be found in recent events."""
    thrower = next((row.seat for row in reversed(desk.recent) if row.kind in _THROWS), None)
    if thrower is None and not desk.over and desk.phase in (Phase.WILD, Phase.THROWN, Phase.MATCH):
        thrower = desk.player
    if thrower is None:
        return "Last roll"
    return "Your roll" if thrower == desk.seat else f"{desk.ctx.names(thrower)}’s roll"


_THROWS = (Event.DEAL, Event.THROW, Event.RETHROW)


def _die(desk: Desk, i: int, x: float, y: float, size: float) -> Sprite:
    face, aside, asked = desk.view.dice[i], desk.view.kept == i, desk.asks(Phase.THROWN)
    keepable = asked and KEEP + face in desk.legal
    drawn = art.die(face, size)
    if aside:
        drawn += art.box(size * 1.2, size * 1.2, size * 0.26, "none", "var(--trail)", 2)
    if keepable:
        drawn = art.lit_box(size * 1.2, size * 1.2, size * 0.28) + drawn + _odds(desk, face, size)
    return Sprite(
        die_key(i),
        drawn,
        x,
        y,
        layer=LIFTED_LAYER + 1 if asked else TENTS_LAYER,
        label=f"Die: {art.FACES[face]}{', kept' if aside else ''}",
        classes="dim" if face == FACE_DESERT else "",
        refused=KEEP + face if asked and not keepable and face != FACE_DESERT else None,
    )


def _odds(desk: Desk, face: int, size: float) -> str:
    """Draw, under a die that can be kept, the probability that rolling the others again gives cards."""
    if not desk.ctx.options.get("odds"):
        return ""
    high, y = size * 0.38, size * 0.81
    words = f"{chance(desk, face):.0%}"
    plate = art.box(size * 0.98, high, high / 2, art.PAPER, art.LIT, y=y)
    return plate + text(words, 0, round(y + high * 0.24, 2), round(high * 0.74, 2), art.INK, 600)
