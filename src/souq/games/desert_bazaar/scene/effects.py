"""What moves and sounds between two positions."""

from __future__ import annotations

from collections.abc import Sequence

from souq.engine.scene import Context, Effect
from souq.games.desert_bazaar.scene.camps import coin_key
from souq.games.desert_bazaar.scene.dice import die_key
from souq.games.desert_bazaar.scene.display import pile_at
from souq.games.desert_bazaar.scene.geometry import plan_of
from souq.games.desert_bazaar.state import FACE_DESERT, NAMES, Event, State

_DICE = tuple(die_key(i) for i in range(3))


def effects(before: State, after: State, events: Sequence[Sequence[int]], ctx: Context) -> list[Effect]:
    """What one decision's events look and sound like, in their order."""
    plan = plan_of(ctx.layout)
    made: list[Effect] = []
    home: dict[int, list[str]] = {}
    closed, again = (plan.width / 2, plan.height / 2), _DICE
    for kind, _, a, b, c, _ in events:
        if kind == Event.HOME:
            home.setdefault(a, []).append(coin_key(b))
            continue
        made += _homeward(home)
        home = {}
        if kind == Event.CLOSED:
            closed = plan.centre(b)
            made.append(Effect("pop", "Camp full", closed, a, sound="wood"))
        elif kind == Event.KEEP:
            again = tuple(die_key(i) for i, face in enumerate(before.dice) if i != c and face != FACE_DESERT)
        elif kind in (Event.THROW, Event.RETHROW):
            made.append(Effect("tumble", keys=_DICE if kind == Event.THROW else again, sound="dice"))
        elif kind == Event.SITE:
            made.append(Effect("say", sound="wood"))
        elif gained := _gained(kind, b, c):
            at = (
                closed
                if kind in (Event.COUNTED, Event.BONUS)
                else plan.centre(b)
                if kind == Event.ISOLATED
                else pile_at(plan, b)
            )
            made.append(Effect("fly", gained, at, a, sound="card" if kind in (Event.FREE, Event.GAIN) else "coin"))
    made += _homeward(home)
    if after.player == ctx.seat and not after.over and before.player != ctx.seat:
        made.append(Effect("say", sound="bell"))
    return made


def _gained(kind: int, b: int, c: int) -> str:
    """What flies to a seat's panel: cards of the dice, or points; empty when nothing does."""
    if kind == Event.FREE:
        return f"+1 {NAMES[b]}"
    if kind == Event.GAIN and c:
        return f"+{c} {NAMES[b]}"
    points = c if kind == Event.ISOLATED else b if kind in (Event.COUNTED, Event.BONUS) else 0
    return f"+{points}" if points else ""


def _homeward(home: dict[int, list[str]]) -> list[Effect]:
    """Markers of a camp that closed are counted one by one, then all go home together."""
    if not home:
        return []
    every = tuple(key for keys in home.values() for key in keys)
    return [
        Effect("count", keys=every, sound="wood"),
        *(Effect("home", seat=seat, keys=tuple(keys), sound="coin") for seat, keys in home.items()),
    ]
