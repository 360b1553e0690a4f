"""Quantities and facts that explain choices in the Grand Bazaar: Talents, sales, bids, cards, customers and trades.

A fact is listed whenever it is true, even if it has nothing to say there, because facts of two positions are compared.
Its words depend only on its key and on what everybody sees, because the cards that a seat draws vary between trials.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from souq.engine.match.decision import seats
from souq.engine.present.reasons import Amounts, Fact, Gauge, Pause, mention
from souq.engine.present.wording import counted, listed, many, ordinal
from souq.engine.rules.events import rows
from souq.engine.rules.twin import interpreted
from souq.games.grand_bazaar import state as g
from souq.games.grand_bazaar.best import TALLY, best_sale, count_up, dearest
from souq.games.grand_bazaar.deal import swapped
from souq.games.grand_bazaar.rules.bidding import leader, least
from souq.games.grand_bazaar.rules.cards import cards_in, kind_of, value_of
from souq.games.grand_bazaar.rules.floor import active
from souq.games.grand_bazaar.rules.opening import DEAL
from souq.games.grand_bazaar.rules.proposals import access_of
from souq.games.grand_bazaar.rules.selling import FEW, GUILD_PAYS, MOST
from souq.games.grand_bazaar.rules.trader import FREE_TRADER
from souq.games.grand_bazaar.scene.worth import Hand, more, pays
from souq.games.grand_bazaar.state import Event, Phase, State
from souq.games.grand_bazaar.story.wording import (
    TYPE_NAMES,
    buyer,
    line,
    market,
    negotiators,
    place,
    talents,
    type_name,
)

BETTER = "leaves you, best sale included, {n} Talent{s} better off"
WORSE = "leaves you, best sale included, {n} Talent{s} worse off"

GAUGES = (
    Gauge("talents", "brings {n} Talent{s}", "", worth=1.0),
    Gauge("best sale", BETTER, WORSE, BETTER, WORSE, worth=1.0),
    Gauge("cards", "gets you {n} more card{s}", "", worth=1.5),
    Gauge(
        "value", "", "", "keeps cards worth {n} more in your hand", "keeps cards worth {n} less in your hand", worth=0.4
    ),
    Gauge("given", "", "", "", "offers {n} fewer card{s}", worth=-0.5),
    Gauge("asked", "", "", "", "asks for {n} fewer card{s}", worth=-0.1),
    Gauge("cubes", "", "", "saves {n} cube{s}", "costs {n} more cube{s}", worth=1.5),
)
"""Quantities that a player counts.

They are the Talents, the Talents and the best sale together, the cards in hand and their face value, the cards that the
seat's open offers give and ask for, and the unplaced cubes.
"""

KINDS = (
    "lead", "safe", "costly", "choice", "line", "request", "risk", "access", "haggler", "collector", "guild",
    "same", "nearly all", "type", "knows market", "knows type", "negotiates", "trading", "lent", "asks", "offer",
    "withheld", "drew",
)  # fmt: skip
"""Kinds of facts."""

_access = interpreted(access_of)
_active = interpreted(active)
_cards = interpreted(cards_in)
_count_up = interpreted(count_up)
_dearest = interpreted(dearest)
_kind = interpreted(kind_of)
_leader = interpreted(leader)
_least = interpreted(least)
_value = interpreted(value_of)


_BEGUN = (Phase.QUANTITY, Phase.COLLECT, Phase.PLY, Phase.DISCARD)


def measure(view: State, seat: int) -> Amounts:
    """Return the value of each gauge for a seat.

    Cards are counted apart from those dealt since the first round, and cubes apart from those that came back since.
    """
    return (
        view.talents[seat],
        view.talents[seat] + _sale(view, seat),
        _cards(view, seat) - DEAL * (view.nth - 1),
        _value(view.hand[seat]),
        _named(view, seat, view.give),
        _named(view, seat, view.want),
        view.cubes[seat] - g.CUBES * (view.nth - 1),
    )


def pause(view: State) -> Pause:
    """Return what is complete: decisions in the caravans are separate, sales of a turn belong together."""
    if Phase.GIVE <= view.phase <= Phase.BORROW or view.phase in (Phase.SEEK, *_BEGUN):
        return Pause.NONE
    return Pause.CHOICE if view.phase == Phase.SELL and view.sold else Pause.TURN


def facts(view: State, seat: int) -> Iterator[Fact]:
    """Yield what is true for a seat and matters to it."""
    yield from _bids(view, seat)
    yield from _line(view, seat)
    yield from _customers(view, seat)
    yield from _hand(view, seat)
    yield from _seen(view, seat)
    yield from _drawn(view, seat)
    yield from _trading(view, seat)


def _rivals(view: State, seat: int) -> Iterator[int]:
    return (other for other in range(view.players) if other != seat)


def _after_trading(view: State) -> bool:
    return Phase.SELL <= view.phase < Phase.OPEN


def _is_selling(view: State, seat: int) -> bool:
    """Return whether it is the seat's selling turn, before it finishes."""
    return view.player == seat and Phase.SELL <= view.phase < Phase.DISCARD


def _named(view: State, seat: int, side: list[list[list[int]]]) -> int | None:
    """Return the number of cards on one side of the seat's open offers; None while it is making another offer."""
    offered = (good for other in seats(view.posted[seat]) for good in side[seat][other])
    return None if _drafts(view, seat) else sum(good != g.NOTHING for good in offered)


def _drafts(view: State, seat: int) -> bool:
    """Return whether the seat is making a proposal, which others don't see yet."""
    return view.player == seat and Phase.GIVE <= view.phase <= Phase.BORROW


def _has_sold(view: State, seat: int) -> bool:
    """Return whether the seat can sell nothing more in this round."""
    return bool(view.sellers >> seat & 1) and not _is_selling(view, seat)


def _sale(view: State, seat: int) -> int:
    """Return the most that the seat's hand can still bring in this round, with its present access to customers."""
    if _has_sold(view, seat):
        return 0
    hand, access = tuple(view.hand[seat]), _access(view, seat)
    if not _is_selling(view, seat):
        return best_sale(hand, access)
    if view.phase == Phase.SELL:
        return best_sale(hand, access, not view.sold)
    return _begun(hand, access, view.phase, tuple(view.drawn), view.at if view.phase == Phase.PLY else view.good)


@lru_cache(maxsize=512)
def _begun(hand: Hand, access: int, phase: int, drawn: Hand, good: int) -> int:
    """Return the most that a hand can bring once a sale is begun; ``good`` is haggled over or the lowest still allowed.

    Args:
        hand: the whole hand, with the cards chosen so far.
        access: bit mask of the customers that the seat may sell to.
        phase: the step of the sale.
        drawn: the cards chosen so far.
        good: the good sold to the Haggler; for Ply Your Wares, the lowest good that may be added.
    """
    if phase == Phase.PLY:
        rest = [n - chosen if each >= good else 0 for each, (n, chosen) in enumerate(zip(hand, drawn, strict=True))]
        tally = [*rest, *[0] * (TALLY - g.GOODS)]
        _count_up(tally)
        return _value(drawn) + int(_dearest(tally, MOST - sum(drawn))[0])
    if phase == Phase.QUANTITY:
        lots: Iterable[tuple[int, ...]] = ((good,) * n for n in range(FEW, hand[good] + 1))
    else:
        held = [range(g.RANKS * kind, g.RANKS * (kind + 1)) for kind in range(g.TYPES)]
        chosen = [drawn if any(drawn[each] for each in kind) else hand for kind in held]
        lots = product(*([each for each in kind if cards[each]] for kind, cards in zip(held, chosen, strict=True)))
    customer = g.HAGGLER if phase == Phase.QUANTITY else g.COLLECTOR
    found = 0
    for lot in lots:
        left = tuple(n - lot.count(each) for each, n in enumerate(hand))
        found = max(found, pays(customer, [(each, 1) for each in lot]) + best_sale(left, access, False))
    return found


# ---- bidding


def _bids(view: State, seat: int) -> Iterator[Fact]:
    """Yield the caravans that the seat leads, and how hard it is to outbid it there."""
    led = [_leader(view, contest) for contest in range(g.CONTESTS)]
    for contest in range(g.CONTESTS):
        if led[contest] != seat:
            continue
        rivals = [other for other in _rivals(view, seat) if view.bids[contest][other]]
        needed = {other: _least(view, other, contest) for other in _rivals(view, seat)}
        able = [other for other, need in needed.items() if view.cubes[other] >= need]
        safe, there = not able, place(contest)
        fewest = min(needed.values())
        said = f"opens the bidding on {there}{' (two cubes would outbid you)' if fewest == 2 else ''}"
        if rivals:
            said = f"puts you ahead of {listed([mention(other) for other in rivals])} on {there}"
        elif len(able) < len(needed):
            said = f"leaves only {listed([mention(other) for other in able])} able to outbid you on {there}"
        yield Fact(("lead", contest), 3.0, "" if safe else said)
        if safe:
            yield Fact(("safe", contest), 4.0, f"makes sure that nobody can outbid you on {there}")
        for n in range(3, fewest + 1):
            said = f"makes it cost others at least {many(n, 'cube')} to outbid you on {there}"
            yield Fact(("costly", contest, n), 0.7 * (n - 1), said if n == fewest and not safe else "")
    choosing = [who for who in led[: g.CARAVANS] if who >= 0]
    if view.phase == Phase.BID and seat in choosing:
        nth = choosing.index(seat) + 1
        begins = f"gives you the {ordinal(nth)} choice of a market as the bids stand"
        yield Fact(("choice", nth), 1.7 - 0.2 * nth, begins)


def _line(view: State, seat: int) -> Iterator[Fact]:
    """Yield the seat's places in the Free Trader's line and its request to draw.

    Places are of use if more caravans follow, or if the seat has yet to say whether it draws after this one.
    """
    there, left, bidding = line(view), _windows(view), view.phase == Phase.BID
    if seat not in there or view.phase > Phase.DENIED:
        return
    now = view.phase >= Phase.POLL and not view.held >> seat & 1
    places = view.square.count(seat)
    keeps = f"keeps {'your place' if places == 1 else f'your {counted(places)} places'} in line"
    keeps += f" for {many(left, 'more caravan')}" if left else " for the last caravan" if now else ""
    asks = view.sender == seat and view.phase <= Phase.DENIED
    of_use = (left or now or bidding) and not asks
    before = there[: there.index(seat)]
    behind = f"in the Free Trader’s line, behind {mention(before[-1])}" if before else "first in the Free Trader’s line"
    for n in range(1, places + 1):
        begins = f"puts you {behind}" if n == 1 else f"gives you {counted(n)} places in the Free Trader’s line"
        said = (begins if bidding else "", keeps if of_use else "") if n == places else ("", "")
        yield Fact(("line", n), 3.0 if n == 1 else 2.5, *said)
    if asks:
        asked = seats(view.ahead | (1 << view.player if view.player != seat else 0))
        who = listed([mention(other) for other in asked])
        yield Fact(("request",), 1.0, f"asks {who} for the right of way, to draw two cards" if who else "")
        yield Fact(("risk",), -1.0, ends=keeps, avoids=keeps)


def _windows(view: State) -> int:
    """Return after how many more caravans Free Traders can draw, apart from the one after which they draw now."""
    if not Phase.LOOK <= view.phase <= Phase.DENIED:
        return 0
    first = view.caravan if view.phase == Phase.CLAIM else view.caravan + 1
    return sum(any(view.bids[contest]) for contest in range(first, g.CARAVANS))


# ---- customers and cards


def _customers(view: State, seat: int) -> Iterator[Fact]:
    """Yield which customers the seat may sell to, and what they would buy."""
    if _has_sold(view, seat):
        return
    hand, access = view.hand[seat], _access(view, seat)
    for customer in seats(access):
        yield Fact(("access", customer), 0.7, f"lets you sell {_lacking(view, seat, customer)}")
    if access >> g.HAGGLER & 1:
        for good in range(g.GOODS):
            for n in range(FEW, hand[good] + 1):
                paid = pays(g.HAGGLER, [(good, n if n == FEW else 1)])
                said = f"{n} {g.NAMES[good]} to the Haggler for {paid}"
                if n > FEW:
                    said = f"a {ordinal(n)} {g.NAMES[good]} to the Haggler for {paid} more"
                yield Fact(("haggler", good, n), paid, f"lets you sell {said}")
    if access >> g.COLLECTOR & 1:
        most = min(view.kinds[seat])
        for n in range(1, most + 1):
            said = f"lets you sell {'a card' if n == 1 else f'{counted(n)} cards'} of each type to the Collector"
            yield Fact(("collector", n), 8.0, said if n == most else "")
    if access >> g.GUILD & 1:
        for kind in range(g.TYPES):
            goods = [(good, 1) for good in range(g.RANKS * kind, g.RANKS * (kind + 1))]
            if all(hand[good] for good, _ in goods):
                paid = pays(g.GUILD, goods)
                said = f"lets you sell all five {TYPE_NAMES[kind]} to the Guild Master for {paid}"
                yield Fact(("guild", kind), paid, said)


def _lacking(view: State, seat: int, customer: int) -> str:
    """Return what the seat could sell to a customer if it got a card or two that its hand lacks for any such sale."""
    hand = view.hand[seat]
    single = max(
        (good for good in range(g.GOODS) if hand[good]), key=lambda good: int(g.VALUE[good]), default=g.NOTHING
    )
    if customer == g.HAGGLER and single != g.NOTHING and max(hand) < FEW:
        paid = pays(g.HAGGLER, [(single, FEW)])
        return f"{FEW} {g.NAMES[single]} to the Haggler for {paid} if you get another"
    lacking = [name for name, n in zip(TYPE_NAMES, view.kinds[seat], strict=True) if not n]
    if customer == g.COLLECTOR and 0 < len(lacking) <= FEW:
        return f"to the Collector if you get a card of {' and one of '.join(lacking)}"
    types = [range(g.RANKS * kind, g.RANKS * (kind + 1)) for kind in range(g.TYPES)]
    nearest = min(types, key=lambda goods: sum(not hand[good] for good in goods))
    missing = [g.NAMES[good] for good in nearest if not hand[good]]
    if customer == g.GUILD and 0 < len(missing) <= FEW:
        name = TYPE_NAMES[types.index(nearest)]
        return f"all five {name} to the Guild Master for {GUILD_PAYS} if you get {listed(missing)}"
    return f"to {buyer(customer)} this round"


def _hand(view: State, seat: int) -> Iterator[Fact]:
    """Yield copies of a good, types with all goods or all but one, and the number of cards of each type."""
    hand, grows = view.hand[seat], view.phase <= Phase.DENIED
    later = view.phase == Phase.BID or (_has_sold(view, seat) and view.nth < view.rounds)
    for good in range(g.GOODS):
        name = g.NAMES[good]
        for n in range(FEW, hand[good] + 1):
            keeps = f"keeps at least {n} {name} for later" if later and n == FEW else ""
            yield Fact(("same", good, n), 0.3 * int(g.VALUE[good]), f"gives you a {ordinal(n)} {name}", keeps)
    for kind, name in enumerate(TYPE_NAMES):
        lacking = [good for good in range(g.RANKS * kind, g.RANKS * (kind + 1)) if not hand[good]]
        if len(lacking) <= 1:
            begins = f"leaves only {g.NAMES[lacking[0]]} missing from your {name}" if lacking and grows else ""
            yield Fact(("nearly all", kind, *lacking), 2.0, begins)
        if n := view.kinds[seat][kind]:
            said = f"brings your {name} to {counted(n)}" if n > 1 else f"gets you a first card of {name}"
            yield Fact(("type", kind, n), 0.5 if n > 1 else 1.0, said if grows else "")


def _seen(view: State, seat: int) -> Iterator[Fact]:
    """Yield the markets and the types in the markets that the seat knows completely."""
    seen, there = [0] * g.TYPES, [0] * g.TYPES
    for number in range(g.MARKETS):
        cards = [card for card in view.market[number] if card != g.NOTHING]
        known = [bool(view.looked[number][place] >> seat & 1) for place in range(len(cards))]
        for card, knows in zip(cards, known, strict=True):
            there[_kind(card)] += 1
            seen[_kind(card)] += knows
        if cards and all(known):
            yield Fact(("knows market", number), 1.5, f"lets you know both cards of {market(number)}")
    for kind in range(g.TYPES):
        if there[kind] and seen[kind] == there[kind]:
            said = f"lets you know all {TYPE_NAMES[kind]} in the markets"
            yield Fact(("knows type", kind), 0.75 * there[kind], said)


def _drawn(view: State, seat: int) -> Iterator[Fact]:
    """Yield the type of the first card that the seat has just drawn as a Free Trader: it was on top of the pile."""
    happened = rows(Event, view.event[: view.n_events])
    draws = (n for n, row in enumerate(happened) if row.kind == Event.DRAWS and row.seat == seat)
    drawn = next((n for n in draws if happened[n].why == FREE_TRADER), len(happened))
    first = next((row.good for row in happened[drawn:] if row.kind == Event.DREW and row.seat == seat), g.NOTHING)
    if first != g.NOTHING:
        kind = _kind(first)
        yield Fact(("drew", kind, _cards(view, seat)), 1.0, f"draws the {type_name(kind, 1)} card on top of the pile")


# ---- trading


def _trading(view: State, seat: int) -> Iterator[Fact]:
    """Yield who can trade, which accesses were traded away, what the seat asks for, and what it offers."""
    there, over = negotiators(view), _after_trading(view)
    if _active(view, seat):
        rest = [mention(other) for other in there if other != seat]
        ends = f"leaves the trading to {listed(rest)}" if rest and not over else ""
        yield Fact(("negotiates",), 1.0, "lets you start trades this round", ends=ends)
    if there:
        yield Fact(("trading",), -0.3, ends="" if over else "ends the trading for this round")
    for other in _rivals(view, seat):
        for customer in seats(_access(view, other)):
            if not view.placed[customer] >> other & 1:
                who, to = mention(other), buyer(customer)
                begins, avoids = f"gives {who} access to {to}", f"keeps {who} from {to}"
                yield Fact(("lent", other, customer), -2.0, begins, avoids=avoids)
    if view.floor == seat and view.sought != g.NOTHING:
        yield _asks(view, seat, view.sought)
    offered = list(seats(view.posted[seat]))
    if not _has_sold(view, seat):
        yield from (_offer(view, seat, other) for other in offered)
    given = {good for other in offered for good in view.give[seat][other]}
    if _drafts(view, seat):
        given |= set(view.giving)
    trading = Phase.FLOOR <= view.phase < Phase.SELL or view.phase == Phase.OPEN
    for good in range(g.GOODS):
        if view.hand[seat][good] and good not in given:
            keeps = f"keeps your {g.NAMES[good]} to yourself" if trading else ""
            yield Fact(("withheld", good), 0.1 + 0.01 * int(g.VALUE[good]), keeps=keeps)


def _asks(view: State, seat: int, good: int) -> Fact:
    """Return what the seat asks everyone for, with what is certain about it."""
    if good == g.ANYTHING:
        return Fact(("asks", good), 0.5, "lets everyone offer you what they like")
    hand, access = tuple(view.hand[seat]), _access(view, seat)
    gain = best_sale(more(hand, good), access) - best_sale(hand, access)
    holders = [mention(other) for other in _rivals(view, seat) if view.known[seat][other][good] > 0]
    about = [f"which {listed(holders)} certainly {'has' if len(holders) == 1 else 'have'}"] if holders else []
    about += [f"which would raise your best sale by {gain}"] if gain > 0 else []
    return Fact(("asks", good), max(gain, 0.5), f"asks for {g.NAMES[good]}, {listed(about)}" if about else "")


def _offer(view: State, seat: int, other: int) -> Fact:
    """Return what a proposal of the seat would bring it if it were accepted."""
    give, want = ([good for good in side[seat][other] if good != g.NOTHING] for side in (view.give, view.want))
    hand, access = tuple(view.hand[seat]), _access(view, seat)
    then = swapped(hand, give, want)
    if then is None:
        return Fact(("offer", other), 0.0)
    after = best_sale(then, access & ~view.lend[seat][other] | view.borrow[seat][other])
    gain = after - best_sale(hand, access) - view.net[seat][other]
    change = f"{talents(abs(gain))} {'better' if gain > 0 else 'worse'}" if gain else "just as well"
    said = f"would leave you, best sale included, {change} off if {mention(other)} accepts"
    return Fact(("offer", other, gain), gain, said)
