"""What moves and sounds between two positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from souq.engine.scene import Context, Effect
from souq.engine.twin import Twin
from souq.games.kairo.box import COLOURS as NAMES
from souq.games.kairo.scene.desk import Desk
from souq.games.kairo.scene.geometry import Plan, Point, centre, plan_of
from souq.games.kairo.state import BOX, Event

Row = Sequence[int]


def effects(before: Twin, after: Twin, events: Sequence[Row], ctx: Context) -> list[Effect]:
    """What one decision's events look and sound like, in their order."""
    told = _Told(before, after, ctx)
    for row in events:
        made = _MADE.get(Event(row[0]))
        if made:
            told.made += made(told, row)
    mine = int(after.player) == ctx.seat and not after.over
    if mine and (int(before.player) != ctx.seat or before.turn != after.turn):
        told.made.append(Effect("say", sound="bell"))
    return told.made


class _Told:
    """The effects so far, and where the last thing happened."""

    def __init__(self, before: Twin, after: Twin, ctx: Context) -> None:
        self.before, self.after, self.ctx = before, after, ctx
        self.plan: Plan = plan_of(ctx.layout)
        self.at: Point = (self.plan.width / 2, self.plan.height / 2)
        self.made: list[Effect] = []


# ---- one event each: its row is [kind, seen, a, b, c, d]


def _built(told: _Told, row: Row) -> list[Effect]:
    told.at = centre(row[4])
    return [Effect("say", sound="wood")]


def _expanded(told: _Told, row: Row) -> list[Effect]:
    """Wood; a supply that runs low rings, and says what is left of it."""
    told.at, left = centre(row[4]), int(told.after.supply[row[3]])
    low = left <= BOX.end["low"]
    return [
        Effect("say", sound="wood"),
        *([Effect("pop", f"{left} {NAMES[row[3]]} left", told.at, sound="bell")] * low),
    ]


def _scored(told: _Told, row: Row) -> list[Effect]:
    return [Effect("fly", f"+{row[3]}", told.at, row[2], sound="coin")]


def _medal(told: _Told, row: Row) -> list[Effect]:
    """The medal flies to who takes it, from the expansion or from whoever held it; two from one place fly together."""
    seat, colour, gold, holder = row[2:6]
    giver = holder if holder >= 0 else None

    def flies(medals: str) -> Effect:
        return Effect("fly", f"{medals} {NAMES[colour]}", told.at, seat, sound="coin", giver=giver)

    if told.made[-1:] == [flies("silver" if gold else "gold")]:
        told.made.pop()
        return [flies("gold and silver")]
    return [flies("gold" if gold else "silver")]


def _lured(told: _Told, row: Row) -> list[Effect]:
    """The customer walks the way he really takes."""
    customer, goal = row[3], row[5]
    way = Desk(told.before, told.ctx).way(customer, goal)
    told.at = centre(goal)
    return [Effect("walk", keys=(f"customer-{customer}",), way=tuple(centre(site) for site in way), sound="wood")]


def _earned(told: _Told, row: Row) -> list[Effect]:
    return [Effect("fly", f"+{row[4]} {NAMES[row[3]]}", told.at, row[2], sound="coin")]


def _took(told: _Told, row: Row) -> list[Effect]:
    return [Effect("home", seat=row[2], keys=(f"display-{row[4]}",), sound="card")]


def _drew(told: _Told, row: Row) -> list[Effect]:
    return [Effect("home", seat=row[2], keys=("deck-top",), sound="card")]


def _barker(told: _Told, row: Row) -> list[Effect]:
    return [Effect("home", seat=row[2], keys=("barker-top",), sound="card")]


def _card(told: _Told, row: Row) -> list[Effect]:
    return [Effect("say", sound="card")]


def _paid(told: _Told, row: Row) -> list[Effect]:
    return [Effect("say", sound="coin")]


def _final(told: _Told, row: Row) -> list[Effect]:
    middle = (told.plan.width / 2, told.plan.height / 2)
    return [Effect("pop", "Final phase", middle, sound="bell")]


_MADE: dict[Event, Callable[[_Told, Row], list[Effect]]] = {
    Event.PLACED: _built,
    Event.NEW: _built,
    Event.MOVED: _built,
    Event.EXPANDED: _expanded,
    Event.SCORED: _scored,
    Event.MEDAL: _medal,
    Event.LURED: _lured,
    Event.EARNED: _earned,
    Event.TOOK: _took,
    Event.DREW: _drew,
    Event.BARKER: _barker,
    Event.CARD: _card,
    Event.DISCARDED: _card,
    Event.FEE: _paid,
    Event.PAID: _paid,
    Event.FINAL: _final,
}
