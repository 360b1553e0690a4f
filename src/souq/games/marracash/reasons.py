"""Reasons for choices in MarraCash: cash, and facts about crowds near shops, about auctions and about the end.

All players know the same. A shop's customers and their payments are forecast by applying the rules (``visits``).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from souq.engine.present.reasons import OTHERS, Fact, Gauge, Pause, mention
from souq.engine.present.wording import counted, listed
from souq.engine.rules.events import rows
from souq.engine.rules.twin import changed, interpreted
from souq.games.marracash import state as m
from souq.games.marracash import visits
from souq.games.marracash.rules import auction, payment, turn, visitors
from souq.games.marracash.state import Event, Phase, State
from souq.games.marracash.story import wording

_least, _cap, _ladder = interpreted(auction.least), interpreted(auction.cap), interpreted(payment.ladder)
_fee_of, _waiting = interpreted(auction.fee_of), interpreted(visitors.waiting)
_ROUTES = m.BOX.town.routes
_FROM = tuple(tuple(r for r in range(m.ROUTES) if _ROUTES[r].start == f) for f in range(m.FOUNTAINS))
"""For each fountain, the routes that leave it."""
FAR = 3
"""Number of walks from which visitors are too far from a shop to be mentioned."""
_DISTANCES = {1: "a single walk from", 2: "within two walks of", 3: "within three walks of"}
MANY = 6
"""Number of visitors near another player's shop from which it doesn't matter how few they are."""
SOON = 13
"""Number of visitors outside from which the last round is too far away to be mentioned."""
ROUND = 50
"""Amounts that another player could earn are rounded down to multiples of this."""

GAUGES = (
    Gauge(
        "cash",
        "brings you {n} Dirham",
        "costs you {n} Dirham",
        "leaves you {n} Dirham more",
        "leaves you {n} Dirham less",
        worth=0.01,
        step=m.STEP,
    ),
    Gauge(
        "others",
        f"brings {OTHERS} {{n}} Dirham",
        f"costs {OTHERS} {{n}} Dirham",
        f"leaves {OTHERS} {{n}} Dirham more",
        f"leaves {OTHERS} {{n}} Dirham less",
        worth=-0.002,
        step=m.STEP,
    ),
    Gauge(
        "bid",
        "binds you to a bid of {n} Dirham",
        "",
        worth=-0.003,
        step=m.STEP,
    ),
)
"""The seat's cash, that of all others together, and the seat's bid as long as it is the highest."""

_SHOPS = ("near", "theirs", "few", "door", "shop", "sold")
_AUCTIONS = ("lot", "bidding", "bound", "payback", "left", "floor", "fee", "dear")
KINDS = (*_SHOPS, "threat", *_AUCTIONS, "outside", "last", "ahead", "broke")
"""Kinds of facts.

They are visitors a few walks from the seat's shops, many or few one walk from others', or at the door of one for sale;
who owns a shop; what the next guide could earn with a walk; the shop being auctioned, whether the seat is still in the
bidding, has the highest bid, how many customers pay as much, what it leaves the seat, what others must bid or can't;
a high fee for the auctioneer; few visitors outside; the last round; the most cash; and too little cash for an auction.
"""
PARTS = dict.fromkeys(("payback", "left", "floor"), "bid")
"""Kinds of facts that are among the reasons for a change of a gauge, with that gauge."""


def measure(view: State, seat: int) -> tuple[int, ...]:
    """Return the value of each gauge: the seat's cash, that of all others together, and its highest bid."""
    own = view.cash[seat]
    bid = view.standing if view.lot >= 0 and view.leader == seat else 0
    return own, sum(view.cash[: view.players]) - own, bid


def pause(view: State) -> Pause:
    """Return what is complete: an action, when the next one or new visitors follow.

    The opening bid of an auction is another decision, and so is an action after an auction or in the next turn, because
    others have decided in between.
    """
    if view.phase == Phase.BID and not view.standing:
        return Pause.TURN
    if view.phase == Phase.ACTION:
        return Pause.TURN if view.auctioned or not view.actions else Pause.CHOICE
    return Pause.CHOICE if view.phase in (Phase.GATE, Phase.GROUP) else Pause.NONE


def facts(view: State, seat: int) -> Iterator[Fact]:
    """Yield what is true for a seat of its shops, of the next guide's walks, of the auction, and of the end."""
    for shop in range(m.SHOPS):
        owner = view.owner[shop]
        if owner == seat:
            yield Fact(("shop", shop), 1.5, f"buys {wording.shop(shop)}")
            yield from (Fact((kind, shop), 0) for kind in ("bidding", "bound"))  # so that these don't end by buying it
            yield from _near(view, shop)
        elif owner >= 0:
            yield Fact(("sold", shop), -0.4, f"leaves {wording.shop(shop)} to {mention(owner)}")
            yield from _near_others(view, shop)
        else:
            yield from _doors(view, shop)
    yield from _threat(view, seat)
    if view.lot >= 0:
        yield from _auction(view, seat)
    yield from _end(view, seat)


# ---- walks


def reach(view: State, shop: int) -> list[int]:
    """Return how many visitors can be led into a shop with one walk, with two walks at most, and so on up to ``FAR``.

    Owned shops of the same colour take their visitors first.
    """
    colour = int(m.SHOP_COLOUR[shop])
    steps = _steps(shop, _owned(view, colour))
    there = [crowd[colour] for crowd in view.crowd]
    return [sum(n for n, far in zip(there, steps, strict=True) if far <= walks) for walks in range(1, FAR + 1)]


def _owned(view: State, colour: int, extra: int = -1) -> tuple[int, ...]:
    """Return the owned shops of a colour; ``extra`` is a shop that counts as owned, too."""
    return tuple(n for n, owner in enumerate(view.owner) if m.SHOP_COLOUR[n] == colour and (owner >= 0 or n == extra))


@lru_cache(maxsize=1 << 12)
def _steps(shop: int, owned: tuple[int, ...]) -> tuple[int, ...]:
    """Return for each fountain the number of walks from there into a shop; more than ``FAR`` if it is farther.

    ``owned`` are all owned shops of the shop's colour. Visitors enter the first of them that they pass (MA-M06).
    """
    first = [next((n for n in route.passed if n in owned), -1) for route in _ROUTES]
    steps = [1 if any(first[r] == shop for r in ways) else FAR + 1 for ways in _FROM]
    for _ in range(FAR):
        on = [min((steps[_ROUTES[r].end] + 1 for r in ways if first[r] < 0), default=FAR + 1) for ways in _FROM]
        steps = [min(pair) for pair in zip(steps, on, strict=True)]
    return tuple(steps)


def _near(view: State, shop: int) -> Iterator[Fact]:
    """Yield how many visitors a few walks could bring into a shop of the seat."""
    before = 0
    for walks, most in enumerate(reach(view, shop), 1):
        for n in range(1, most + 1):
            place = f"{_DISTANCES[walks]} your {wording.shop_name(shop)}"
            said = f"leaves {_visitors(n, shop)} {place}" if n == most > before else ""
            yield Fact(("near", shop, walks, n), _ladder(view.customers[shop], n) / 300 / 2 ** (walks - 1), said, said)
        before = most


def _near_others(view: State, shop: int) -> Iterator[Fact]:
    """Yield how many visitors a single walk could bring into a shop of another player, at least and at most."""
    most = reach(view, shop)[0]
    place = f"a single walk from {mention(view.owner[shop])}’s {wording.shop_name(shop)}"
    for n in range(1, most + 1):
        said = f"leaves {_visitors(n, shop)} {place}" if n == most else ""
        yield Fact(("theirs", shop, n), -_ladder(view.customers[shop], n) / 750, said, said)
    for n in range(most, MANY):
        few = f"leaves {'only ' if n else ''}{_visitors(n, shop)} {place}" if n == most else ""
        yield Fact(("few", shop, n), _ladder(view.customers[shop] + n, 1) / 750, keeps=few)


def _doors(view: State, shop: int) -> Iterator[Fact]:
    """Yield how many visitors would enter a shop without an owner at once if it were bought (MA-A10)."""
    pulled = visits.pull(view, shop)
    most = pulled.count if pulled else 0
    for n in range(1, most + 1):
        said = f"leaves {_visitors(n, shop)} at the door of {wording.shop(shop)}, which is still for sale"
        yield Fact(("door", shop, n), 0.15 * n, said if n == most else "")


def _threat(view: State, seat: int) -> Iterator[Fact]:
    """Yield what the next other player who can lead a crowd could earn with a single walk, rounded down."""
    guide = next_guide(view, seat)
    if guide < 0:
        return
    plain = changed(view, shown=[m.NOBODY] * m.SHOWN)  # which souvenirs will be turned up is unknown
    walks = (visits.walk(plain, r, guide) for r in range(m.ROUTES) if any(view.crowd[_ROUTES[r].start]))
    most = max((walk.gain(guide) for walk in walks), default=0) // ROUND * ROUND
    sold = any(row.kind == Event.BOUGHT for row in rows(Event, view.event[: view.n_events]))
    for amount in range(ROUND, most + 1, ROUND):
        money = f"{amount:,} Dirham or more{' without souvenirs' if view.souvenirs else ''}"
        earns, none = (
            f"{mention(guide)} a walk that earns {money}",
            f"leaves {mention(guide)} no walk that earns {money}",
        )
        said = (
            f"gives {earns}",
            f"leaves {earns}",
            none,
            "" if sold else none,
        )  # a bid doesn't yet deny others the shop
        yield Fact(("threat", guide, amount), -amount / 250, *(said if amount == most else ()))


def next_guide(view: State, seat: int) -> int:
    """Return the other seat that has the next turn in which crowds can be led, if that is before the seat's; else -1.

    In the first round crowds can't be led (MA-F01), nor after an auction (MA-T03).
    """
    acts = view.stage == m.Stage.ACTIONS and view.actions < turn.ACTIONS
    now = view.active != seat and view.lot < 0 and view.auctioned == 0 and acts
    guide = view.active if now else (view.active + 1) % view.players
    later = 0 if now else 1
    if guide == seat or view.turn + later <= view.players or 0 <= view.closing <= later:
        return -1
    return int(guide)


def _guests(n: int) -> str:
    return f"{counted(n)} visitor{'' if n == 1 else 's'}"


def _visitors(n: int, shop: int) -> str:
    return f"{counted(n)} {wording.hue(shop)} visitor{'' if n == 1 else 's'}"


# ---- auctions


def _auction(view: State, seat: int) -> Iterator[Fact]:
    """Yield what is true of the shop being auctioned and of the seat's part in the auction."""
    shop, name = view.lot, wording.shop(view.lot)
    yield Fact(("lot", shop), 1, f"offers {name}{_prospects(view, shop)}")
    if view.inside >> seat & 1:
        keeps = f"keeps you in the bidding for {name}{_prospects(view, shop)}"
        yield Fact(("bidding", shop), 1, "", keeps, f"leaves {name} to others")
    yield from _beyond(view, seat)
    if view.active == seat and view.standing and _fee_of(_least(view)) == auction.HIGH:
        fee = f"earns you {auction.HIGH} Dirham, not {auction.LOW}, if another player wins"
        yield Fact(("fee",), 0.6, fee)
    if view.leader != seat:
        return
    needed = _needed(view.standing)
    if any(bid for other, bid in enumerate(view.bids) if other != seat):  # else it is the opening bid, a duty (MA-A02)
        spares = f"spares you a bid of {view.standing:,} Dirham, more than the first {_customers(needed - 1)}"
        yield Fact(
            ("bound", shop), -0.6, avoids=spares if needed > 1 else f"spares you a bid of {view.standing:,} Dirham"
        )
    for n in range(needed, m.MOST + 1):
        yield Fact(("payback", n), 0.3, f"bids no more than the first {_customers(n)}" if n == needed else "")
    left = view.cash[seat] - view.standing
    for amount in range(m.STEP, left + 1, m.STEP):
        rest = f"leaves you {amount:,} Dirham even if you win {name}" if amount == left else ""
        yield Fact(("left", amount), 0.1, rest)
    inside = [rival for rival in range(view.players) if rival != seat and view.inside >> rival & 1]
    others = mention(inside[0]) if len(inside) == 1 else "the others"
    for amount in range(auction.LEAST, view.standing + 1, m.STEP):
        raised = f"makes {others} bid at least {_least(view):,} Dirham or pass on {name}{_prospects(view, shop)}"
        yield Fact(("floor", amount), 0.15, raised if amount == view.standing else "")


def _beyond(view: State, seat: int) -> Iterator[Fact]:
    """Yield who can't raise the bid any more; it isn't mentioned of those who have passed although they could."""
    for rival in range(view.players):
        short = _cap(view, rival) < _least(view)
        if rival != seat and view.signs[rival] and (short or not view.inside >> rival & 1):
            yield Fact(("dear", rival), 0.5, f"leaves {mention(rival)} too little cash to outbid you" if short else "")


def _prospects(view: State, shop: int) -> str:
    """Describe a shop's customers to be: `` (blue visitors: two at its door and nine still outside)``."""
    pulled = visits.pull(view, shop)
    door = pulled.count if pulled else 0
    colour, steps = int(m.SHOP_COLOUR[shop]), _steps(shop, _owned(view, int(m.SHOP_COLOUR[shop]), shop))
    near = sum(crowd[colour] for f, crowd in enumerate(view.crowd) if steps[f] == 1 and m.BESIDE[f] != shop)
    outside = sum(view.queue[place] == colour for place in range(view.front, view.back))
    counts = ((door, "at its door"), (near, "a single walk away"), (outside, "still outside"))
    said = [f"{counted(n)} {where}" for n, where in counts if n]
    return f" ({wording.hue(shop)} visitors: {listed(said)})" if said else ""


def _needed(price: int) -> int:
    """Return how many customers pay at least as much as a shop's price, without souvenirs and guides' cuts (MA-P01)."""
    return next((n for n in range(1, m.MOST) if _ladder(0, n) >= price), m.MOST)


def _customers(n: int) -> str:
    return "customer pays" if n == 1 else f"{counted(n)} customers pay"


# ---- the end


def _end(view: State, seat: int) -> Iterator[Fact]:
    """Yield whether the last round is certain, and whether the seat has the most cash, or too little for an auction."""
    most = max(view.cash[other] for other in range(view.players) if other != seat)
    ahead = view.cash[seat] > most
    if ahead:
        yield Fact(("ahead",), 0.6, "puts you ahead of everyone in cash", "keeps you ahead of everyone in cash")
    waiting = _waiting(view)
    few, more = f"leaves only {_guests(waiting)} outside", f"leaves more than {_guests(waiting)} outside"
    for n in range(waiting, SOON):
        told = n == waiting > 0 > view.closing  # without a queue the last round is what matters
        yield Fact(("outside", n), 0.2 if ahead else -0.2, few if told else "", "", "", more if told else "")
    if view.closing >= 0 or not waiting:
        worth = 1.0 if ahead else -1.0
        yield Fact(("last",), worth, "brings on the last round", "", "", "puts off the last round")
    if view.cash[seat] < auction.LEAST and view.signs[seat]:
        broke = "leaves you too little cash for an auction"
        yield Fact(("broke",), -0.5, broke, broke, "", "keeps you enough cash for an auction")
