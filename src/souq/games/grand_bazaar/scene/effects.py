"""What moves and sounds between two positions: cubes, claims, draws, trades, sales, and Hafid going on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from souq.engine.scene import Context, Effect
from souq.engine.twin import Twin
from souq.games.grand_bazaar.rules.selling import PLIED
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.fans import FANS, back_key, shown
from souq.games.grand_bazaar.scene.geometry import CUSTOMER_AT, NEGOTIATOR_AT, TRADER_AT, Point, plan_of
from souq.games.grand_bazaar.scene.hand import copy_key
from souq.games.grand_bazaar.scene.offers import cry
from souq.games.grand_bazaar.scene.wedges import bid_key, member_key, square_key
from souq.games.grand_bazaar.scene.worth import named
from souq.games.grand_bazaar.state import CONTESTS, GOODS, NAMES, PAIR, RANKS, SQUARES, Event, Phase

Row = Sequence[int]


def effects(before: Twin, after: Twin, events: Sequence[Row], ctx: Context) -> list[Effect]:
    """What one decision's events look and sound like, in their order."""
    told = _Told(before, ctx, events)
    for at, row in enumerate(events):
        made = _MADE.get(Event(row[0]))
        if made:
            told.rest = events[at + 1 :]
            told.made += made(told, row)
    if _called(before, after, ctx.seat):
        told.made.append(Effect("say", sound="bell"))
    return told.made


def _called(before: Twin, after: Twin, seat: int) -> bool:
    """Whether it has become a seat's turn; in open trading whether somebody has offered it something."""
    if after.over or seat < 0:
        return False
    if after.phase == Phase.OPEN:
        return any(int(after.posted[other]) & ~int(before.posted[other]) & 1 << seat for other in range(after.players))
    return bool(after.player == seat and (before.player != seat or before.phase == Phase.OPEN))


class _Told:
    """The effects so far, and which cards have left a hand by them."""

    def __init__(self, before: Twin, ctx: Context, events: Sequence[Row]) -> None:
        self.desk = Desk(before, ctx)
        self.plan = plan_of(ctx.layout)
        self.rest: Sequence[Row] = events
        self.made: list[Effect] = []
        self.gone: Counter[tuple[int, int]] = Counter()
        """By seat and good, or ``GOODS`` and type: cards that have left."""

    @property
    def middle(self) -> Point:
        """Middle of the hexagon."""
        return self.plan.x, self.plan.y

    def wedge(self, at: int) -> Point:
        """Where a wedge's cubes are."""
        block = self.plan.block(at)
        return block.x, block.row

    def buyer(self, customer: int) -> Point:
        """Where what a customer buys goes; Ply Your Wares goes to the discard pile."""
        return self.plan.discard if customer == PLIED else self.wedge(CUSTOMER_AT[customer])

    def leave(self, seat: int, goods: Sequence[tuple[int, int]]) -> tuple[str, ...]:
        """Keys of cards that leave a hand: own faces, or others' backs as far as they are drawn one by one."""
        desk, keys = self.desk, list[str]()
        for good, count in goods:
            kind = good if seat == desk.seat else GOODS + good // RANKS
            for _ in range(count):
                at = self.gone[seat, kind]
                self.gone[seat, kind] += 1
                if seat == desk.seat:
                    keys.append(copy_key(good, 0 if desk.tall else at))
                elif _fanned(desk):
                    keys.append(back_key(seat, good // RANKS, desk.kinds(seat)[good // RANKS] - 1 - at))
        return tuple(dict.fromkeys(keys))

    def following(self, *kinds: Event) -> list[Row]:
        """The rows right after this one, as long as they are of these kinds."""
        found = []
        for row in self.rest:
            if row[0] not in kinds:
                break
            found.append(row)
        return found


def _fanned(desk: Desk) -> bool:
    """Whether backs are drawn one by one."""
    return not desk.tall or len(shown(desk)) <= FANS


# ---- bidding


def _bid(told: _Told, row: Row) -> list[Effect]:
    return [Effect("say", sound="wood")]


def _outbid(told: _Told, row: Row) -> list[Effect]:
    """Who lost the lead hears it."""
    if row[2] != told.desk.seat or row[3] >= CONTESTS:
        return []
    at = told.plan.caravan(row[3]) if row[3] < CONTESTS - 1 else told.wedge(0)
    return [Effect("pop", "outbid", at, sound="wood")]


# ---- caravans


def _looks(told: _Told, row: Row) -> list[Effect]:
    return [Effect("say", sound="card")]


def _takes(told: _Told, row: Row) -> list[Effect]:
    return [Effect("fly", NAMES[row[3]], told.plan.discard, row[2], sound="card")]


def _draws(told: _Told, row: Row) -> list[Effect]:
    """Cards go from the pile to who draws; a Free Trader's cube has gone home by then."""
    seat, count = row[2], row[3]
    made = [Effect("fly", f"+{count} card{'' if count == 1 else 's'}", told.plan.pile, seat, sound="card")]
    if row[4] == 2 and told.desk.lowest(seat) >= 0:
        made.append(Effect("home", seat=seat, keys=(square_key(told.desk.lowest(seat)),), sound="wood"))
    return made


def _claims(told: _Told, row: Row) -> list[Effect]:
    """Both cards of the market go to the hand, and the cubes off the caravan home."""
    seat, market, caravan = row[2:5]
    keys = tuple(f"market-{market}-{place}" for place in range(PAIR))
    cubes = [
        Effect("home", seat=other, keys=(bid_key(caravan, other),), sound="wood")
        for other in told.desk.seats
        if 0 <= caravan < CONTESTS and told.desk.bid(caravan, other)
    ]
    return [Effect("home", seat=seat, keys=keys, sound="card"), *cubes]


def _polled(told: _Told, row: Row) -> list[Effect]:
    return [Effect("say", sound="wood")] if row[3] else []


def _way(told: _Told, row: Row) -> list[Effect]:
    """Right of way is given or denied."""
    words = "objects" if row[4] else "gives way"
    at = told.desk.lowest(row[2])
    return [Effect("pop", words, told.plan.square(at) if at >= 0 else told.wedge(TRADER_AT), sound="wood")]


# ---- trading


def _floor(told: _Told, row: Row) -> list[Effect]:
    return [Effect("say", sound="wood")]


def _left(told: _Told, row: Row) -> list[Effect]:
    return [Effect("home", seat=row[2], keys=(member_key(NEGOTIATOR_AT, row[2]),), sound="wood")]


def _invites(told: _Told, row: Row) -> list[Effect]:
    """Everybody hears it."""
    return [Effect("pop", cry(row[3]), told.middle, sound="bell")]


def _declines(told: _Told, row: Row) -> list[Effect]:
    return [Effect("say", sound="wood")]


def _proposes(told: _Told, row: Row) -> list[Effect]:
    return [Effect("say", sound="card")]


def _rejects(told: _Told, row: Row) -> list[Effect]:
    return [Effect("pop", "no deal", told.middle, sound="wood")]


def _accepts(told: _Told, row: Row) -> list[Effect]:
    """Cards go from hand to hand, Talents with them."""
    taker, giver, net = row[2:5]
    moved = told.following(Event.GIVES)
    made = []
    for seat, other, wanted in ((giver, taker, 0), (taker, giver, 1)):
        goods = [(each[3], 1) for each in moved if each[4] == wanted]
        keys = told.leave(seat, goods)
        if keys:
            made.append(Effect("home", seat=other, keys=keys, sound="card"))
        if goods:
            counts = Counter(good for good, _ in goods)
            made.append(Effect("fly", named(sorted(counts.items())), told.middle, other, giver=seat))
    if net:
        payer, payee = (giver, taker) if net > 0 else (taker, giver)
        made.append(Effect("fly", f"+{abs(net)}", told.middle, payee, giver=payer, sound="coin"))
    return made


# ---- selling


def _sells(told: _Told, row: Row) -> list[Effect]:
    """Cards go face up to who buys them, and the Talents come back."""
    seat, customer, _, talents = row[2:6]
    goods = [(each[2], each[3]) for each in told.following(Event.SOLD)]
    at, keys, made = told.buyer(customer), told.leave(seat, goods), list[Effect]()
    if keys:
        made.append(Effect("home", at=at, seat=seat, keys=keys, sound="card"))
    words = named(goods) if len(goods) <= 3 else f"{sum(count for _, count in goods)} cards"
    return [*made, Effect("pop", words, at), Effect("fly", f"+{talents}", at, seat, sound="coin")]


def _discards(told: _Told, row: Row) -> list[Effect]:
    """Cards over the limit go to the discard pile."""
    keys = told.leave(row[2], [(row[4], row[3])])
    made = [Effect("home", at=told.plan.discard, seat=row[2], keys=keys, sound="card")] if keys else []
    return made or [Effect("say", sound="card")]


# ---- rounds


def _returned(told: _Told, row: Row) -> list[Effect]:
    """All cubes go home."""
    desk, made = told.desk, list[Effect]()
    for seat in desk.seats:
        keys = [bid_key(contest, seat) for contest in range(CONTESTS) if desk.bid(contest, seat)]
        keys += [square_key(at) for at in range(SQUARES) if desk.squares[at] == seat]
        keys += [member_key(at, seat) for c, at in enumerate(CUSTOMER_AT) if seat in desk.placed(c)]
        keys += [member_key(NEGOTIATOR_AT, seat)] * (seat in desk.negotiators)
        if keys:
            made.append(Effect("home", seat=seat, keys=tuple(keys), sound="wood"))
    return made


def _hafid(told: _Told, row: Row) -> list[Effect]:
    """Hafid goes to the left."""
    return [Effect("fly", "Hafid", told.middle, row[2], sound="bell", giver=told.desk.first)]


def _dealt(told: _Told, row: Row) -> list[Effect]:
    return [Effect("fly", f"+{row[3]} cards", told.plan.pile, row[2], sound="card")]


def _shuffled(told: _Told, row: Row) -> list[Effect]:
    return [Effect("pop", "shuffled", told.plan.pile, sound="dice")]


def _closed(told: _Told, row: Row) -> list[Effect]:
    """The clock ends the trading."""
    return [Effect("pop", "Trading is over", told.middle, sound="bell")] if row[2] else []


def _end(told: _Told, row: Row) -> list[Effect]:
    return [Effect("pop", "The bazaar closes", told.middle, sound="bell")]


_MADE: dict[Event, Callable[[_Told, Row], list[Effect]]] = {
    Event.BID: _bid,
    Event.SQUARE: _bid,
    Event.NEGOTIATES: _bid,
    Event.BEFRIENDS: _bid,
    Event.OUTBID: _outbid,
    Event.LOOKS: _looks,
    Event.TAKES: _takes,
    Event.DRAWS: _draws,
    Event.CLAIMS: _claims,
    Event.POLLED: _polled,
    Event.ANSWERS: _way,
    Event.FLOOR: _floor,
    Event.LEFT: _left,
    Event.INVITES: _invites,
    Event.DECLINES: _declines,
    Event.PROPOSES: _proposes,
    Event.REJECTS: _rejects,
    Event.ACCEPTS: _accepts,
    Event.SELLS: _sells,
    Event.DISCARDS: _discards,
    Event.RETURNED: _returned,
    Event.HAFID: _hafid,
    Event.DEALT: _dealt,
    Event.SHUFFLED: _shuffled,
    Event.CLOSED: _closed,
    Event.END: _end,
}
