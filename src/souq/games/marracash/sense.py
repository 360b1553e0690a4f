"""What looks good in MarraCash, in Dirham: what each choice is worth now, and how everybody stands.

A shop is worth what the visitors who can still walk there will pay, less the cuts of their guides. A move is worth what
it earns at once, half of what it earns others, and what the crowd may do next from where it stands then. Crowds are
kept as one integer with six bits a colour. The weights were found by playing variants against each other.
"""

from __future__ import annotations

from typing import Any

from souq.engine.compiled import hot, rule, table
from souq.engine.judgement import Term
from souq.engine.weights import Weights
from souq.games.marracash.rules.auction import JUMP, LEAST, cap, least
from souq.games.marracash.rules.payment import cut_of, ladder
from souq.games.marracash.rules.visitors import FEWEST, SIZES, waiting
from souq.games.marracash.state import (
    ADD,
    AUCTION,
    BESIDE,
    BID,
    BOX,
    BRING,
    COLOURS,
    ENTRANCE,
    FOUNTAINS,
    GATE,
    MORE,
    MOVE,
    NOBODY,
    PASS,
    PASSED,
    ROUTE_END,
    ROUTE_START,
    SELL,
    SHOP_COLOUR,
    SHOPS,
    SOUVENIR,
    STEP,
    Phase,
    State,
)

TERMS = (
    Term("cash", "earns {n} Dirham", "costs {n} Dirham"),
    Term("shops", "gives shops worth {n} Dirham more", "makes shops worth {n} Dirham less"),
)
"""What the Dirham are made of that a seat may end with."""
WEIGHTS = Weights.read(__package__)
"""The numbers of this judgement."""

SHARE = 6
"""Bits in which a colour is counted."""
FEW = (1 << SHARE) - 1

_FROM = [[r for r, route in enumerate(BOX.town.routes) if route.start == f] for f in range(FOUNTAINS)]
EXITS = table([(ways + [-1])[:3] for ways in _FROM])
"""Routes out of each fountain, -1 after the last."""
_PASSED = [[n for n, route in enumerate(BOX.town.routes) if shop in route.passed] for shop in range(SHOPS)]
DOORS = table([len(passing) for passing in _PASSED])
"""Routes that pass each shop."""

ENTERING = WEIGHTS.place("entering")
"""Share of the visitors that are left who will enter some shop of their colour."""
NET = WEIGHTS.place("net")
"""Share of what customers pay that is not given to guides."""
NEAR = WEIGHTS.place("near")
"""Customers that each visitor of the colour within one move counts for besides."""
THRIFT = WEIGHTS.place("thrift")
"""Share of a shop's worth that is bid at most."""
PURSE = WEIGHTS.place("purse")
"""Share of the cash that is bid at most, early."""
OTHERS = WEIGHTS.place("others")
"""What a move earns all others, against what it earns oneself."""
NEXT_OWN = WEIGHTS.place("next_own")
"""What the crowd could earn oneself by another move."""
NEXT_OTHERS = WEIGHTS.place("next_others")
"""What it could earn others by another move."""
AUCTIONING = WEIGHTS.place("auctioning")
"""Auctioning a shop, against moving."""
DEAR = WEIGHTS.place("dear")
"""Share of a shop's worth that makes it the better one to auction."""
POOR = WEIGHTS.place("poor")
"""Cash below which nobody should auction."""
OPENING = WEIGHTS.place("opening")
"""Share of one's limit to which a bid jumps that is far below it: nobody likes to raise by 25 thirty times."""
SURE = WEIGHTS.place("sure")
"""How much a Dirham decides at the end."""
SURE_WAITING = WEIGHTS.place("sure_waiting")
"""By how much less for each visitor in the queue."""


@rule
def priors(s: State, w: Any, seat: int, choices: Any, n: int, out: Any) -> None:
    """How good each of ``choices[:n]`` looks to ``seat``, in Dirham, into ``out``."""
    for i in range(n):
        out[i] = glance(s, w, seat, choices[i])


@rule
def glance(s: State, w: Any, seat: int, choice: int) -> float:
    """How good one choice looks."""
    if choice < AUCTION:
        return move_worth(s, w, seat, choice - MOVE)
    if choice < PASS:
        return auction_worth(s, w, seat, choice - AUCTION)
    if choice == PASS:
        return 0.0
    if choice == BID:
        return limit(s, w, seat) - least(s)
    if choice == MORE:
        return jump_worth(s, w, seat)
    if choice < SELL:
        return -abs(w[OPENING] * limit(s, w, seat) - s.counted - STEP * (choice - ADD + 1))
    if choice < GATE:
        return souvenir_worth(s, seat, choice - SELL)
    if choice < BRING:
        return group_worth(s, w, seat, ENTRANCE[choice - GATE], 0, min(3, waiting(s)))
    return group_worth(s, w, seat, ENTRANCE[s.gate], (choice - BRING) // SIZES, FEWEST + (choice - BRING) % SIZES)


# ---- crowds


@rule
def crowd_at(s: State, fountain: int) -> int:
    """Who stands at a fountain."""
    found = 0
    for colour in range(COLOURS):
        found |= s.crowd[fountain][colour] << (SHARE * colour)
    return found


@hot
def those(crowd: int, colour: int) -> int:
    """How many of a colour there are in a crowd."""
    return (crowd >> (SHARE * colour)) & FEW


@rule
def led(s: State, seat: int, route: int, crowd: int) -> tuple[int, int, int]:
    """What a crowd led along a route earns the guide and all others, and who is left of it."""
    own = 0
    others = 0
    for place in range(len(PASSED[route])):
        shop = PASSED[route][place]
        if shop >= 0 and s.owner[shop] != NOBODY:
            n = those(crowd, SHOP_COLOUR[shop])
            if n > 0:
                crowd -= n << (SHARE * SHOP_COLOUR[shop])
                profit = ladder(s.customers[shop], n)
                if s.owner[shop] == seat:
                    own += profit
                else:
                    cut = cut_of(profit, n)
                    own += cut
                    others += profit - cut
    return own, others, crowd


@rule
def prospect(s: State, w: Any, seat: int, fountain: int, crowd: int) -> float:
    """What a crowd may bring by its next move: the best for oneself, and for somebody else."""
    best_own = 0
    best_others = 0
    for way in range(len(EXITS[fountain])):
        route = EXITS[fountain][way]
        if route >= 0:
            own, others, _ = led(s, seat, route, crowd)
            best_own = max(best_own, own)
            best_others = max(best_others, others)
    return w[NEXT_OWN] * best_own - w[NEXT_OTHERS] * best_others


@rule
def move_worth(s: State, w: Any, seat: int, route: int) -> float:
    """How good it looks to lead a crowd along a route."""
    start = ROUTE_START[route]
    crowd = crowd_at(s, start)
    own, others, left = led(s, seat, route, crowd)
    end = ROUTE_END[route]
    change = prospect(s, w, seat, end, left + crowd_at(s, end)) - prospect(s, w, seat, end, crowd_at(s, end))
    return own - w[OTHERS] * others / (s.players - 1) * 2 + change - prospect(s, w, seat, start, crowd)


@rule
def group_worth(s: State, w: Any, seat: int, fountain: int, end: int, n: int) -> float:
    """How good a group from an end of the queue looks at an entrance; the next player moves first."""
    crowd = 0
    for k in range(n):
        place = s.front + k if end == 0 else s.back - 1 - k
        crowd += 1 << (SHARE * s.queue[place])
    return prospect(s, w, seat, fountain, crowd) - 0.5 * n


# ---- shops


@rule
def coming(s: State, colour: int) -> int:
    """Visitors of a colour that are in no shop yet."""
    left = 0
    for fountain in range(FOUNTAINS):
        left += s.crowd[fountain][colour]
    for place in range(s.front, s.back):
        if s.queue[place] == colour:
            left += 1
    return left


@rule
def close_by(s: State, shop: int) -> int:
    """Visitors of a shop's colour who would enter it by one move, were it owned."""
    colour = SHOP_COLOUR[shop]
    found = 0
    for fountain in range(FOUNTAINS):
        n = s.crowd[fountain][colour]
        if n > 0:
            here = False
            for way in range(len(EXITS[fountain])):
                route = EXITS[fountain][way]
                here = here or (route >= 0 and reaches(s, route, shop))
            if here:
                found += n
    return found


@rule
def reaches(s: State, route: int, shop: int) -> bool:
    """Whether a route passes a shop before any owned one of its colour."""
    for place in range(len(PASSED[route])):
        other = PASSED[route][place]
        if other == shop:
            return True
        if other >= 0 and SHOP_COLOUR[other] == SHOP_COLOUR[shop] and s.owner[other] != NOBODY:
            return False
    return False


@rule
def income_from(customers: int, expected: float) -> float:
    """What so many customers more pay in a shop, parts of them in part."""
    whole = int(expected)
    return ladder(customers, whole) + (expected - whole) * ladder(customers + whole, 1)


@rule
def shop_worth(s: State, w: Any, shop: int) -> float:
    """What a shop may still earn its owner: the visitors of its colour, shared among the owned shops by their doors."""
    colour = SHOP_COLOUR[shop]
    rivals = 0
    for other in range(SHOPS):
        if other != shop and SHOP_COLOUR[other] == colour and s.owner[other] != NOBODY:
            rivals += DOORS[other]
    here = 0
    for fountain in range(FOUNTAINS):
        if BESIDE[fountain] == shop:
            here += s.crowd[fountain][colour]
    late = 1.0 if s.closing < 0 else 0.3
    share = DOORS[shop] / (rivals + max(DOORS[shop], 4))
    expected = w[ENTERING] * late * (coming(s, colour) - here) * share + w[NEAR] * close_by(s, shop)
    if s.owner[shop] == NOBODY:
        expected += here
    return w[NET] * income_from(s.customers[shop], expected)


@rule
def limit(s: State, w: Any, seat: int) -> float:
    """The most a seat should bid for the shop in hand."""
    room = cap(s, seat) * (w[PURSE] if s.closing < 0 and waiting(s) > 8 else 1.0)
    return min(w[THRIFT] * shop_worth(s, w, s.lot), room)


@rule
def jump_worth(s: State, w: Any, seat: int) -> float:
    """How good it looks to bid more than the least, or to add more than 100 to it."""
    aim = w[OPENING] * limit(s, w, seat)
    if s.phase == Phase.AMOUNT:
        return -abs(aim - s.counted - JUMP - STEP)
    better = 1.0 if least(s) + 2 * STEP < aim else -1.0
    return limit(s, w, seat) - least(s) + better


@rule
def auction_worth(s: State, w: Any, seat: int, shop: int) -> float:
    """How good it looks to put a shop up."""
    worth = shop_worth(s, w, shop)
    if s.turn > s.players and s.cash[seat] < w[POOR]:
        return -50.0 + w[DEAR] * worth
    if w[THRIFT] * worth < LEAST:
        return -80.0
    return w[AUCTIONING] + w[DEAR] * worth


@rule
def souvenir_worth(s: State, seat: int, slot: int) -> float:
    """What the owner keeps if his customer takes the card of a slot."""
    profit = s.profit + SOUVENIR[s.shown[slot]]
    if s.guide == NOBODY or s.guide == seat:
        return float(profit)
    return float(profit - cut_of(profit, 1))


# ---- standing


@rule
def terms(s: State, w: Any, seat: int, out: Any) -> None:
    """What each of :data:`TERMS` contributes to the Dirham ``seat`` may end with."""
    out[0] = float(s.cash[seat])
    out[1] = 0.0
    if s.over == 1:
        return
    for shop in range(SHOPS):
        if s.owner[shop] == seat:
            out[1] += shop_worth(s, w, shop)


@rule
def certainty(s: State, w: Any) -> float:
    """How much a Dirham decides: the more, the fewer visitors are still coming."""
    return w[SURE] / (1.0 + w[SURE_WAITING] * waiting(s))
