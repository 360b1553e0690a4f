"""Animations and sounds between two positions."""

from __future__ import annotations

from collections.abc import Sequence

from souq.engine.present.moving import Fly, Home, Moves, Put, Sound, Stage, bell, play
from souq.engine.present.plans import Point
from souq.engine.present.scene import Context, Effect
from souq.engine.rules.kinds import Row
from souq.games.kairo.scene.desk import Desk
from souq.games.kairo.scene.geometry import centre, plan_of
from souq.games.kairo.state import BOX, NAMES, Event, State


def effects(before: State, after: State, events: Sequence[Sequence[int]], ctx: Context) -> list[Effect]:
    """Return the animations and sounds of one decision's events, in their order."""
    stage = _Square(Desk(before, ctx), after, _middle(ctx), {"site": centre})
    return play(stage, _MOVES, events) + bell(before, after, ctx.seat, "turn")


class _Square(Stage[Desk]):
    def words(self, row: Row) -> dict[str, object]:
        colour = row.get("colour")
        return super().words(row) | ({} if colour is None else {"colour": NAMES[colour]})


def _middle(ctx: Context) -> Point:
    plan = plan_of(ctx.layout)
    return plan.width / 2, plan.height / 2


def _expanded(stage: _Square, row: Row) -> list[Effect]:
    """Play a sound of wood for an expansion. If few expansions are left, ring a bell and say how many."""
    stage.at, left = centre(row.site), stage.after.supply[row.colour]
    low = left <= BOX.end["low"]
    return [
        Effect("say", sound="wood"),
        *([Effect("pop", f"{left} {NAMES[row.colour]} left", stage.at, sound="bell")] * low),
    ]


def _medal(stage: _Square, row: Row) -> list[Effect]:
    """Animate a medal that flies to the seat that wins it.

    It comes from its last holder or, if it had none, from the stand. Two medals from the same place fly together.
    """
    giver = row.giver if row.giver >= 0 else None

    def flies(medals: str) -> Effect:
        return Effect("fly", f"{medals} for {NAMES[row.colour]}", stage.at, row.seat, sound="coin", giver=giver)

    if stage.made[-1:] == [flies("silver" if row.is_gold else "gold")]:
        stage.made.pop()
        return [flies("gold and silver")]
    return [flies("gold" if row.is_gold else "silver")]


def _lured(stage: _Square, row: Row) -> list[Effect]:
    """Let a lured customer walk along its path."""
    way = stage.desk.way(row.customer, row.entry)
    stage.at = centre(row.entry)
    return [Effect("walk", keys=(f"customer-{row.customer}",), path=tuple(map(centre, way)), sound="wood")]


def _final(stage: _Square, row: Row) -> list[Effect]:
    return [Effect("pop", "Final phase", _middle(stage.desk.ctx), sound="bell")]


_MOVES: Moves[_Square] = {
    **dict.fromkeys((Event.PLACED, Event.NEW, Event.MOVED), Put("site")),
    Event.EXPANDED: _expanded,
    Event.SCORED: Fly("+{points}"),
    Event.MEDAL: _medal,
    Event.LURED: _lured,
    Event.EARNED: Fly("+{money} {colour}"),
    Event.TOOK: Home("display-{slot}"),
    Event.DREW: Home("deck-top"),
    Event.BARKER: Home("barker-top"),
    **dict.fromkeys((Event.CARD, Event.DISCARDED), Sound("card")),
    **dict.fromkeys((Event.FEE, Event.PAID), Sound("coin")),
    Event.FINAL: _final,
}
