"""What looks good in MarraCash, in Dirham: what each choice is worth now, and how everybody stands.

A shop is worth what the visitors who can still walk there will pay, less the cuts of their guides. A move is worth what
it earns at once, half of what it earns others, and what the crowd may do next from where it stands then. Crowds are
kept as one integer with six bits a colour. The weights were found by playing variants against each other.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from souq.engine.compiler.compiled import hot, rule, table
from souq.engine.learn.evaluation import Term
from souq.engine.rules.weights import Weights
from souq.games.marracash.rules.auction import JUMP, LEAST, cap, least
from souq.games.marracash.rules.payment import cut_of, ladder
from souq.games.marracash.rules.turn import ACTIONS
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
    GATES,
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


def _chances() -> NDArray[np.float64]:
    """The chances of visitors who are led along any exit, but rather along one where somebody is paid."""
    made = np.zeros((SHOPS, 1 << A_COLOUR, FOUNTAINS, len(MOVES)))
    for shops in _OF_COLOUR:
        for among in range(1, 1 << A_COLOUR):
            owned = [shop for k, shop in enumerate(shops) if among >> k & 1]
            enters, walks = _one_move(owned)
            entered = np.zeros((FOUNTAINS, SHOPS))
            for move in range(1, MOVES[-1] + 1):
                entered = enters + walks @ entered
                if move in MOVES:
                    made[owned, among, :, MOVES.index(move)] = entered.T[owned]
    made.setflags(write=False)
    return made


def _one_move(owned: list[int]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How likely a visitor from each fountain enters each shop by one move, or gets to each fountain."""
    enters, walks = np.zeros((FOUNTAINS, SHOPS)), np.zeros((FOUNTAINS, FOUNTAINS))
    for fountain, ways in enumerate(_FROM):
        first = [next((shop for shop in BOX.town.routes[n].passed if shop in owned), None) for n in ways]
        likely = np.array([1.0 if shop is None else EAGER for shop in first])
        for n, shop, chance in zip(ways, first, likely / likely.sum(), strict=True):
            if shop is None:
                walks[fountain, ROUTE_END[n]] += chance
            else:
                enters[fountain, shop] += chance
    return enters, walks


TERMS = (
    Term(
        "cash",
        "earns about {n} Dirham",
        "costs about {n} Dirham",
        more="leaves you about {n} Dirham more",
        less="leaves you about {n} Dirham less",
        step=25,
    ),
    Term("streets", "brings visitors nearer to your shops", "leaves fewer visitors near your shops"),
    Term("shops", "brings in customers who are still outside", "leaves fewer visitors outside for your shops"),
    Term("turn", "", ""),
)
"""What the Dirham are made of that a seat may end with. Nobody needs to be told that a turn is over."""
N_TERMS = len(TERMS)
WEIGHTS = Weights.read(__package__)
"""The numbers of this judgement."""

SHARE = 6
"""Bits in which a colour is counted."""
FEW = (1 << SHARE) - 1

_FROM = [[r for r, route in enumerate(BOX.town.routes) if route.start == f] for f in range(FOUNTAINS)]
EXITS = table([(ways + [-1])[:3] for ways in _FROM])
"""Routes out of each fountain, -1 after the last."""
A_COLOUR = SHOPS // COLOURS
"""Shops of a colour."""
_OF_COLOUR = [[shop for shop in range(SHOPS) if SHOP_COLOUR[shop] == colour] for colour in range(COLOURS)]
PLACE = table([A_COLOUR * SHOP_COLOUR[shop] + _OF_COLOUR[SHOP_COLOUR[shop]].index(shop) for shop in range(SHOPS)])
"""Number of each shop among all, colour by colour."""
MOVES = (1, 2, 6, 10)
"""After how many moves it is asked who has entered."""
EAGER = 2.0
"""How much rather a crowd is led where somebody is paid."""
CHANCE = _chances()
"""How likely a visitor is to have entered a shop, by shop, by which of its colour have an owner (a bit each), by the
fountain he stands at, and by :data:`MOVES`."""

AT_DOOR = WEIGHTS.place("at_door")
"""Customers that each visitor at the door of a shop is, when it is bought, beside what he counts for anyhow."""
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
IN_REACH = WEIGHTS.place("in_reach")
"""Customers for each visitor whom one move can bring into a shop."""
ONE_MOVE = WEIGHTS.place("one_move")
"""Share of those who will come by the next move."""
TWO_MOVES = WEIGHTS.place("two_moves")
"""Share of those who will by the move after it."""
MORE_MOVES = WEIGHTS.place("more_moves")
"""Share of those who will by some later one."""
QUEUE_SOON = WEIGHTS.place("queue_soon")
"""Share of those in the queue who will come within a few moves of a gate."""
QUEUE_LATE = WEIGHTS.place("queue_late")
"""Share of those who would later."""
CLOSING = WEIGHTS.place("closing")
"""Share of all that which still comes true in the last round."""
LATER = WEIGHTS.place("later")
"""Being last to act, against having the turn."""
ACTION = WEIGHTS.place("action")
"""Each action left in this turn."""
SURE = WEIGHTS.place("sure")
"""How much a Dirham decides when nobody waits or walks."""
SURE_WAITING = WEIGHTS.place("sure_waiting")
"""By how much less for each visitor in the queue (in the exponent)."""
SURE_WALKING = WEIGHTS.place("sure_walking")
"""The same for each at a fountain."""
SURE_CLOSING = WEIGHTS.place("sure_closing")
"""How many times more it decides in the last round."""


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
def income_from(customers: int, expected: float) -> float:
    """What so many customers more pay in a shop, parts of them in part."""
    whole = int(expected)
    return ladder(customers, whole) + (expected - whole) * ladder(customers + whole, 1)


@rule
def shop_worth(s: State, w: Any, shop: int) -> float:
    """What a shop for sale may earn its buyer: those at its door at once, and others who come, net of cuts."""
    sold = shops_sold(s) | 1 << PLACE[shop]
    colour = SHOP_COLOUR[shop]
    expected = from_streets(s, w, shop, sold) + those(queue_now(s), colour) * from_gates(w, shop, sold)
    if s.closing >= 0:
        expected *= w[CLOSING]
    for fountain in range(FOUNTAINS):
        if BESIDE[fountain] == shop:
            expected += w[AT_DOOR] * s.crowd[fountain][colour]
    return income_from(s.customers[shop], expected)


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
    for i in range(1, N_TERMS):
        out[i] = 0.0
    if s.over == 1:
        return
    sold = shops_sold(s)
    queue = queue_now(s)
    for shop in range(SHOPS):
        if s.owner[shop] == seat:
            walking = from_streets(s, w, shop, sold)
            later = walking + those(queue, SHOP_COLOUR[shop]) * from_gates(w, shop, sold)
            nearer = income_from(s.customers[shop], walking)
            out[1] += nearer
            out[2] += income_from(s.customers[shop], later) - nearer
    if s.closing >= 0:
        out[1] *= w[CLOSING]
        out[2] *= w[CLOSING]
    out[3] = w[LATER] * ((seat - s.active) % s.players) / s.players
    if seat == s.active and s.auctioned == 0:
        out[3] += w[ACTION] * (ACTIONS - s.actions)


@rule
def certainty(s: State, w: Any) -> float:
    """How much a Dirham decides: the more, the fewer visitors still wait and walk."""
    walking = 0
    for fountain in range(FOUNTAINS):
        for colour in range(COLOURS):
            walking += s.crowd[fountain][colour]
    sure = w[SURE] * math.exp(-w[SURE_WAITING] * waiting(s) - w[SURE_WALKING] * walking)
    return sure * (w[SURE_CLOSING] if s.closing >= 0 else 1.0)


@rule
def shops_sold(s: State) -> int:
    """The shops that have an owner, a bit each, five bits a colour."""
    sold = 0
    for shop in range(SHOPS):
        if s.owner[shop] != NOBODY:
            sold |= 1 << PLACE[shop]
    return sold


@rule
def queue_now(s: State) -> int:
    """Who waits in the queue, as a crowd."""
    found = 0
    for place in range(s.front, s.back):
        found += 1 << (SHARE * s.queue[place])
    return found


@rule
def from_streets(s: State, w: Any, shop: int, sold: int) -> float:
    """Customers whom an owned shop may expect of those at the fountains: from one move away, two, and more."""
    colour = SHOP_COLOUR[shop]
    among = rivals_of(shop, sold)
    expected = 0.0
    for fountain in range(FOUNTAINS):
        n = s.crowd[fountain][colour]
        if n > 0:
            one = CHANCE[shop][among][fountain][0]
            two = CHANCE[shop][among][fountain][1]
            far = CHANCE[shop][among][fountain][2]
            near = w[IN_REACH] if one > 0.0 else 0.0
            expected += n * (near + w[ONE_MOVE] * one + w[TWO_MOVES] * (two - one) + w[MORE_MOVES] * (far - two))
    return expected


@rule
def from_gates(w: Any, shop: int, sold: int) -> float:
    """Share of those who wait in the queue whom an owned shop of their colour may expect."""
    among = rivals_of(shop, sold)
    share = 0.0
    for gate in range(GATES):
        soon = CHANCE[shop][among][ENTRANCE[gate]][2]
        late = CHANCE[shop][among][ENTRANCE[gate]][3]
        share += w[QUEUE_SOON] * soon + w[QUEUE_LATE] * (late - soon)
    return max(0.0, share / GATES)


@hot
def rivals_of(shop: int, sold: int) -> int:
    """Which shops of a shop's colour have an owner, a bit each."""
    return (sold >> (PLACE[shop] // A_COLOUR * A_COLOUR)) & ((1 << A_COLOUR) - 1)
