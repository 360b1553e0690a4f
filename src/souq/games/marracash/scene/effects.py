"""What moves and sounds between two positions: walks, payments, sales, groups that come in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from souq.engine.scene import Context, Effect
from souq.games.marracash.scene.geometry import Plan, Point, plan_of
from souq.games.marracash.scene.ground import gate_at
from souq.games.marracash.scene.people import crowd_key, waiting_key
from souq.games.marracash.scene.shops import middle
from souq.games.marracash.scene.souvenirs import card_key
from souq.games.marracash.state import BOX, SHOP_NAMES, Event, Phase, State
from souq.games.marracash.story.wording import money

Row = Sequence[int]


def effects(before: State, after: State, events: Sequence[Row], ctx: Context) -> list[Effect]:
    """What one decision's events look and sound like, in their order."""
    told = _Told(before, ctx)
    for i, row in enumerate(events):
        made = _MADE.get(Event(row[0]))
        if made:
            told.rest = events[i + 1 :]
            told.made += made(told, row)
    if _called(before, after, ctx.seat):
        told.made.append(Effect("say", sound="bell"))
    return told.made


def _called(before: State, after: State, seat: int) -> bool:
    """Whether it is now on a seat, for its turn or for a bid."""
    if after.over or after.player != seat:
        return False
    return before.player != seat or before.turn != after.turn or _asked(before) != _asked(after)


def _asked(view: State) -> bool:
    return view.phase in (Phase.BID, Phase.AMOUNT)


class _Told:
    """The effects so far, where things are, and who waits while groups come in."""

    def __init__(self, before: State, ctx: Context) -> None:
        self.before, self.ctx = before, ctx
        self.plan: Plan = plan_of(ctx.layout)
        self.front, self.back = before.front, before.back
        self.lot = before.lot
        self.rest: Sequence[Row] = ()
        self.made: list[Effect] = []

    @property
    def middle(self) -> Point:
        """Middle of the board."""
        return self.plan.width / 2, self.plan.height / 2


# ---- one event each: its row is [kind, seen, a, b, c, d]


def _walk(told: _Told, row: Row) -> list[Effect]:
    """The crowd walks cell by cell along its street."""
    return [Effect("walk", keys=(crowd_key(row[3]),), path=told.plan.way(row[4]), sound="wood")]


def _income(told: _Told, row: Row) -> list[Effect]:
    """What the owner keeps flies to him, and the guide's cut on to the guide."""
    owner, profit, shop = row[2:5]
    at = middle(told.plan, shop)
    given = next((r for r in told.rest if r[0] in (Event.CUT, Event.INCOME)), None)
    cut = given[4] if given and given[0] == Event.CUT and given[5] == shop else 0
    made = [Effect("fly", f"+{money(profit - cut)}", at, owner, sound="coin")]
    return [*made, Effect("fly", f"+{money(cut)}", at, given[3], sound="coin")] if given and cut else made


def _sold(told: _Told, row: Row) -> list[Effect]:
    """The souvenir goes to its owner, who is paid for it."""
    return [Effect("home", seat=row[2], keys=(card_key(row[4]),), sound="card")]


def _lot(told: _Told, row: Row) -> list[Effect]:
    """The stone is put down."""
    told.lot = row[3]
    return [Effect("pop", f"{SHOP_NAMES[told.lot]} for sale", middle(told.plan, told.lot), sound="wood")]


def _bids(told: _Told, row: Row) -> list[Effect]:
    """A bid is called where the shop is."""
    return [Effect("pop", money(row[3]), middle(told.plan, told.lot), sound="wood")]


def _bought(told: _Told, row: Row) -> list[Effect]:
    """The hammer falls; the price leaves the buyer."""
    return [Effect("fly", f"−{money(row[4])}", middle(told.plan, row[3]), row[2], sound="wood")]


def _fee(told: _Told, row: Row) -> list[Effect]:
    """The auctioneer's cut comes from the shop that was sold."""
    return [Effect("fly", f"+{money(row[3])}", middle(told.plan, told.lot), row[2], sound="coin")]


def _brought(told: _Told, row: Row) -> list[Effect]:
    """A group comes through the gate, one figure after the other."""
    count, end, fountain = row[3:6]
    gate = BOX.entrances.index(fountain)
    made = []
    for _ in range(count):
        if end == 0:
            place, told.front = told.front, told.front + 1
        else:
            told.back -= 1
            place = told.back
        way = (told.plan.slot(place), gate_at(told.plan, gate), told.plan.fountain(fountain))
        made.append(Effect("walk", keys=(waiting_key(place),), path=way, sound="wood"))
    return made


def _card(told: _Told, row: Row) -> list[Effect]:
    return [Effect("say", sound="card")]


def _last(told: _Told, row: Row) -> list[Effect]:
    return [Effect("pop", "Last round", told.middle, sound="bell")]


_MADE: dict[Event, Callable[[_Told, Row], list[Effect]]] = {
    Event.WALK: _walk,
    Event.INCOME: _income,
    Event.SOLD: _sold,
    Event.LOT: _lot,
    Event.BIDS: _bids,
    Event.BOUGHT: _bought,
    Event.FEE: _fee,
    Event.BROUGHT: _brought,
    Event.CARD: _card,
    Event.LAST: _last,
}
