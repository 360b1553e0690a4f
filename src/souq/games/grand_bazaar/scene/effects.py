"""Movement and sound between two positions: cubes, claims, draws, trades, sales, and the change of the first player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from souq.engine.present.moving import Home, Move, Sound, Stage, play
from souq.engine.present.plans import Point
from souq.engine.present.scene import Context, Effect
from souq.engine.rules.events import Row
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.rules.selling import PLIED
from souq.games.grand_bazaar.rules.trader import FREE_TRADER
from souq.games.grand_bazaar.scene.board.wedges import bid_key, member_key, square_key
from souq.games.grand_bazaar.scene.desk import Desk
from souq.games.grand_bazaar.scene.fans import FANS, back_key, other_seats
from souq.games.grand_bazaar.scene.geometry import CUSTOMER_AT, INFORMANT_AT, NEGOTIATOR_AT, TRADER_AT, plan_of
from souq.games.grand_bazaar.scene.hand import copy_key
from souq.games.grand_bazaar.state import Event, Phase, State
from souq.games.grand_bazaar.story.wording import cry, named


def effects(before: State, after: State, events: Sequence[Sequence[int]], ctx: Context) -> list[Effect]:
    """Return the effects of one decision's events, in order, and a bell if the viewer has to decide next."""
    made = play(_Stage(before, after, ctx), _MOVES, events)
    return [*made, Effect("say", sound="bell")] if _is_asked(before, after, ctx.seat) else made


def _is_asked(before: State, after: State, seat: int) -> bool:
    """Return whether a decision has made it the seat's turn or, in open trading, has brought the seat a new offer."""
    if after.over or seat < 0:
        return False
    if after.phase == Phase.OPEN:
        return any(after.posted[other] & ~before.posted[other] & 1 << seat for other in range(after.players))
    return after.player == seat and (before.player != seat or before.phase == Phase.OPEN)


class _Stage(Stage[Desk]):
    """Data for the effects: both positions, the board's plan, and the cards that have already left each hand."""

    def __init__(self, before: State, after: State, ctx: Context) -> None:
        self.plan = plan_of(ctx.layout)
        super().__init__(Desk(before, ctx), after, (self.plan.x, self.plan.y))
        self.gone: Counter[tuple[int, int]] = Counter()
        """Number of cards that have left each hand so far.

        Keys are a seat and a good; for seats other than the viewer's, ``GOODS`` plus the type takes the good's place.
        """

    @property
    def middle(self) -> Point:
        """Centre of the hexagon."""
        return self.plan.x, self.plan.y

    def wedge(self, at: int) -> Point:
        """Return the centre of the row of cubes in a wedge."""
        block = self.plan.block(at)
        return block.x, block.row

    def buyer(self, customer: int) -> Point:
        """Return the place where cards sold to a customer go; for Ply Your Wares it is the discard pile."""
        return self.plan.discard if customer == PLIED else self.wedge(CUSTOMER_AT[customer])

    def leave(self, seat: int, goods: Sequence[tuple[int, int]]) -> tuple[str, ...]:
        """Return the sprite keys of cards that leave a hand.

        The viewer's cards have a sprite for each good, other seats' cards one for each back. A hand drawn as counts has
        none.
        """
        desk, keys = self.desk, list[str]()
        for good, count in goods:
            kind = good if seat == desk.seat else g.GOODS + good // g.RANKS
            for _ in range(count):  # several events of a decision take different cards
                at = self.gone[seat, kind]
                self.gone[seat, kind] += 1
                if seat == desk.seat:
                    keys.append(copy_key(good, 0 if desk.terse else at))  # a phone has one sprite per good
                elif _fanned(desk):  # from the right end of the type
                    keys.append(back_key(seat, good // g.RANKS, desk.kinds(seat)[good // g.RANKS] - 1 - at))
        return tuple(dict.fromkeys(keys))


def _fanned(desk: Desk) -> bool:
    """Return whether the layout draws other hands as fans, with one sprite for each back, instead of as counts."""
    return not desk.terse or len(other_seats(desk)) <= FANS


# ---- bidding


def _outbid(stage: _Stage, row: Row) -> list[Effect]:
    """Return the effect that warns the viewer that it has been outbid, or none if the event concerns another seat."""
    if row.seat != stage.desk.seat:
        return []
    at = stage.wedge(INFORMANT_AT) if row.contest == g.INFORMANT else stage.plan.caravan(row.contest)
    return [Effect("pop", "outbid", at, sound="wood")]


# ---- caravans


def _takes(stage: _Stage, row: Row) -> list[Effect]:
    return [Effect("fly", g.NAMES[row.good], stage.plan.discard, row.seat, sound="card")]


def _draws(stage: _Stage, row: Row) -> list[Effect]:
    """Return the effects of a draw: cards fly from the pile to a hand, and a Free Trader's cube back to its owner."""
    words, square = f"+{row.count} card{'' if row.count == 1 else 's'}", stage.desk.lowest(row.seat)
    made = [Effect("fly", words, stage.plan.pile, row.seat, sound="card")]
    if row.why == FREE_TRADER and square >= 0:
        made.append(Effect("home", seat=row.seat, keys=(square_key(square),), sound="wood"))
    return made


def _claims(stage: _Stage, row: Row) -> list[Effect]:
    """Return the effects of a claim: a market's cards go to the leader's hand, the caravan's cubes to their owners."""
    keys = tuple(f"market-{row.market}-{place}" for place in range(g.PAIR))
    cubes = [
        Effect("home", seat=other, keys=(bid_key(row.caravan, other),), sound="wood")
        for other in stage.desk.seats
        if stage.desk.view.bids[row.caravan][other]
    ]
    return [Effect("home", seat=row.seat, keys=keys, sound="card"), *cubes]


def _polled(stage: _Stage, row: Row) -> list[Effect]:
    return [Effect("say", sound="wood")] if row.sends else []


def _answers(stage: _Stage, row: Row) -> list[Effect]:
    """Return the effect that shows whether a seat ahead in the Free Trader's line gives way or objects."""
    at = stage.desk.lowest(row.seat)
    where = stage.plan.square(at) if at >= 0 else stage.wedge(TRADER_AT)
    return [Effect("pop", "objects" if row.denies else "gives way", where, sound="wood")]


# ---- trading


def _invites(stage: _Stage, row: Row) -> list[Effect]:
    """Return the effect that shows an invitation to all players."""
    return [Effect("pop", cry(row.sought), stage.middle, sound="bell")]


def _rejects(stage: _Stage, row: Row) -> list[Effect]:
    return [Effect("pop", "no deal", stage.middle, sound="wood")]


def _accepts(stage: _Stage, row: Row) -> list[Effect]:
    """Return the effects that move the cards and Talents of a trade between the two hands."""
    moved, made = stage.following(Event.GIVES), list[Effect]()
    for seat, other, wanted in ((row.giver, row.seat, 0), (row.seat, row.giver, 1)):
        goods = [each.good for each in moved if each.wanted == wanted]
        keys = stage.leave(seat, [(good, 1) for good in goods])
        if keys:
            made.append(Effect("home", seat=other, keys=keys, sound="card"))
        if goods:
            made.append(Effect("fly", named(sorted(Counter(goods).items())), stage.middle, other, giver=seat))
    if row.net:
        payer, payee = (row.giver, row.seat) if row.net > 0 else (row.seat, row.giver)
        made.append(Effect("fly", f"+{abs(row.net)}", stage.middle, payee, giver=payer, sound="coin"))
    return made


# ---- selling


def _sells(stage: _Stage, row: Row) -> list[Effect]:
    """Return the effects that move sold cards to the customer, and Talents to the seller."""
    goods = [(each.good, each.count) for each in stage.following(Event.SOLD)]
    at, keys, made = stage.buyer(row.customer), stage.leave(row.seat, goods), list[Effect]()
    if keys:
        made.append(Effect("home", at=at, seat=row.seat, keys=keys, sound="card"))
    words = named(goods) if len(goods) <= 3 else f"{row.count} cards"
    return [*made, Effect("pop", words, at), Effect("fly", f"+{row.talents}", at, row.seat, sound="coin")]


def _discards(stage: _Stage, row: Row) -> list[Effect]:
    """Return the effect that moves cards over the hand limit to the discard pile."""
    keys = stage.leave(row.seat, [(row.good, row.count)])
    made = [Effect("home", at=stage.plan.discard, seat=row.seat, keys=keys, sound="card")] if keys else []
    return made or [Effect("say", sound="card")]


# ---- rounds


def _returned(stage: _Stage, row: Row) -> list[Effect]:
    """Return the effects that move all cubes back to their owners at the end of a round."""
    desk, made = stage.desk, list[Effect]()
    for seat in desk.seats:
        keys = [bid_key(contest, seat) for contest in range(g.CONTESTS) if desk.view.bids[contest][seat]]
        keys += [square_key(at) for at in range(g.SQUARES) if desk.view.square[at] == seat]
        keys += [member_key(at, seat) for c, at in enumerate(CUSTOMER_AT) if desk.view.placed[c] >> seat & 1]
        keys += [member_key(NEGOTIATOR_AT, seat)] * (seat in desk.negotiators)
        if keys:
            made.append(Effect("home", seat=seat, keys=tuple(keys), sound="wood"))
    return made


def _hafid(stage: _Stage, row: Row) -> list[Effect]:
    """Return the effect that passes Hafid from the first player to the next."""
    return [Effect("fly", "Hafid", stage.middle, row.seat, sound="bell", giver=stage.desk.view.first)]


def _dealt(stage: _Stage, row: Row) -> list[Effect]:
    return [Effect("fly", f"+{row.count} cards", stage.plan.pile, row.seat, sound="card")]


def _shuffled(stage: _Stage, row: Row) -> list[Effect]:
    return [Effect("pop", "shuffled", stage.plan.pile, sound="dice")]


def _closed(stage: _Stage, row: Row) -> list[Effect]:
    """Return the effect that announces the end of trading if the time limit has ended it."""
    return [Effect("pop", "Trading is over", stage.middle, sound="bell")] if row.clock else []


def _end(stage: _Stage, row: Row) -> list[Effect]:
    return [Effect("pop", "The bazaar closes", stage.middle, sound="bell")]


_MOVES: Mapping[Event, Move | Callable[[_Stage, Row], list[Effect]]] = {
    **dict.fromkeys((Event.BID, Event.SQUARE, Event.NEGOTIATES, Event.BEFRIENDS), Sound("wood")),
    Event.OUTBID: _outbid,
    Event.LOOKS: Sound("card"),
    Event.TAKES: _takes,
    Event.DRAWS: _draws,
    Event.CLAIMS: _claims,
    Event.POLLED: _polled,
    Event.ANSWERS: _answers,
    Event.FLOOR: Sound("wood"),
    Event.LEFT: Home(f"cube-{NEGOTIATOR_AT}-{{seat}}", sound="wood"),
    Event.INVITES: _invites,
    Event.DECLINES: Sound("wood"),
    Event.PROPOSES: Sound("card"),
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
