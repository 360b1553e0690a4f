"""MarraCash's evaluator: the worth of each choice now and of each seat's position, in Dirham.

A shop is worth the payments of the visitors who can still walk there, less the cuts of their guides. A move is worth
what it earns at once, less a weighted share of what it earns the others, plus what the crowd could earn from its new
fountain. Crowds are packed into one integer with six bits per colour. The weights were found by playing variants
against each other.
"""

from __future__ import annotations

import math
from typing import Any

from souq.engine.arrays import NDArray, np
from souq.engine.compiler.compiled import computed, hot, rule, table
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
    """Calculate :data:`CHANCE` for visitors who walk at random but prefer exits that lead into an owned shop."""
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
    return made


def _one_move(owned: list[int]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the probabilities of one move from each fountain: to enter each shop, and to reach each fountain."""
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


TERMS = ("cash", "streets", "shops", "turn")
"""Evaluation terms: sources of the Dirham that a seat can expect to have at the end."""
N_TERMS = len(TERMS)
WEIGHTS = Weights.read(__package__)
"""The evaluator's weights, read from ``weights.toml``."""

SHARE = 6
"""Number of bits per colour in a packed crowd."""
FEW = (1 << SHARE) - 1

_FROM = [[r for r, route in enumerate(BOX.town.routes) if route.start == f] for f in range(FOUNTAINS)]
EXITS = table([(ways + [-1])[:3] for ways in _FROM])
"""For each fountain, the numbers of the routes that leave it; -1 fills the list up to three."""
A_COLOUR = SHOPS // COLOURS
"""Number of shops per colour."""
_OF_COLOUR = [[shop for shop in range(SHOPS) if SHOP_COLOUR[shop] == colour] for colour in range(COLOURS)]
PLACE = table([A_COLOUR * SHOP_COLOUR[shop] + _OF_COLOUR[SHOP_COLOUR[shop]].index(shop) for shop in range(SHOPS)])
"""For each shop, its index when all shops are sorted by colour; sets of shops use it as their bit."""
MOVES = (1, 2, 6, 10)
"""Numbers of moves for which :data:`CHANCE` is computed."""
EAGER = 2.0
"""Weight of an exit that leads into an owned shop, when a visitor's exit is drawn at random; other exits have 1."""
CHANCE = computed(_chances)
"""Probability that a visitor has entered a shop after some moves; axes: shop, set of shops, fountain, moves.

The visitor starts at the fountain. The set is a bit mask of the owned shops of the shop's colour. The last axis is an
index of :data:`MOVES`.
"""

AT_DOOR = WEIGHTS.place("at_door")
"""Number of customers expected from each visitor who stands at a shop's door when the shop is bought."""
THRIFT = WEIGHTS.place("thrift")
"""Maximum bid for a shop, as a share of its worth."""
PURSE = WEIGHTS.place("purse")
"""Maximum bid as a share of the cash, while more than eight visitors are in the queue."""
OTHERS = WEIGHTS.place("others")
"""Weight of what a move earns the other seats, relative to what it earns the player."""
NEXT_OWN = WEIGHTS.place("next_own")
"""Weight of the player's possible earnings from the crowd's next move."""
NEXT_OTHERS = WEIGHTS.place("next_others")
"""Weight of the other seats' possible earnings from the crowd's next move."""
AUCTIONING = WEIGHTS.place("auctioning")
"""Dirham added to the worth of auctioning a shop, to compare it with leading a crowd."""
DEAR = WEIGHTS.place("dear")
"""Share of a shop's worth that counts when the shop to auction is chosen."""
POOR = WEIGHTS.place("poor")
"""Cash below which auctions are avoided after the first round."""
OPENING = WEIGHTS.place("opening")
"""Share of the bidding limit that a first raise aims at, because thirty raises of 25 would be tedious."""
IN_REACH = WEIGHTS.place("in_reach")
"""Number of customers that a shop expects in addition from each visitor who can enter it with one move."""
ONE_MOVE = WEIGHTS.place("one_move")
"""Weight of the chance that a visitor enters the shop with the next move."""
TWO_MOVES = WEIGHTS.place("two_moves")
"""Weight of the chance that a visitor enters the shop with the second move."""
MORE_MOVES = WEIGHTS.place("more_moves")
"""Weight of the chance that a visitor enters the shop with the third to sixth move."""
QUEUE_SOON = WEIGHTS.place("queue_soon")
"""Weight of the chance that a visitor from the queue enters the shop within six moves."""
QUEUE_LATE = WEIGHTS.place("queue_late")
"""Weight of the chance that a visitor from the queue enters the shop with the seventh to tenth move."""
CLOSING = WEIGHTS.place("closing")
"""Factor of two estimates in the last round: of the customers that a shop expects, and of owned shops' income.

Visitors who are already at a shop's door count in full among its expected customers.
"""
LATER = WEIGHTS.place("later")
"""Effect in Dirham of a whole round until the seat's next turn; for part of a round it is proportional."""
ACTION = WEIGHTS.place("action")
"""Dirham that each remaining action of the turn is worth, unless a shop has been auctioned in this turn."""
SURE = WEIGHTS.place("sure")
"""Weight of a lead of one Dirham for the probability of winning, once no visitors are left to come."""
SURE_WAITING = WEIGHTS.place("sure_waiting")
"""Exponential decrease of :data:`SURE` for each visitor in the queue, as visitors can still change the lead."""
SURE_WALKING = WEIGHTS.place("sure_walking")
"""Exponential decrease of the weight :data:`SURE` for each visitor at a fountain."""
SURE_CLOSING = WEIGHTS.place("sure_closing")
"""Factor of the weight :data:`SURE` in the last round."""


@rule
def priors(s: State, w: Any, seat: int, choices: Any, n: int, out: Any) -> None:
    """Write what each of ``choices[:n]`` is worth to ``seat``, in Dirham, into ``out``."""
    for i in range(n):
        out[i] = glance(s, w, seat, choices[i])


@rule
def glance(s: State, w: Any, seat: int, choice: int) -> float:
    """Return the worth of a choice in Dirham, estimated without any search."""
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
    """Return the crowd at a fountain as a packed integer."""
    found = 0
    for colour in range(COLOURS):
        found |= s.crowd[fountain][colour] << (SHARE * colour)
    return found


@hot
def count_colour(crowd: int, colour: int) -> int:
    """Return the number of visitors of a colour in a packed crowd."""
    return (crowd >> (SHARE * colour)) & FEW


@rule
def walk_earnings(s: State, seat: int, route: int, crowd: int) -> tuple[int, int, int]:
    """Return what a walk along a route earns the guide, what it earns the other seats, and who walks on (packed)."""
    own = 0
    others = 0
    for place in range(len(PASSED[route])):
        shop = PASSED[route][place]
        if shop >= 0 and s.owner[shop] != NOBODY:
            n = count_colour(crowd, SHOP_COLOUR[shop])
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
    """Return the most that ``seat`` could earn from a crowd's next move, less the most for the other seats.

    Each amount is multiplied by a weight.
    """
    best_own = 0
    best_others = 0
    for way in range(len(EXITS[fountain])):
        route = EXITS[fountain][way]
        if route >= 0:
            own, others, _ = walk_earnings(s, seat, route, crowd)
            best_own = max(best_own, own)
            best_others = max(best_others, others)
    return w[NEXT_OWN] * best_own - w[NEXT_OTHERS] * best_others


@rule
def move_worth(s: State, w: Any, seat: int, route: int) -> float:
    """Return the worth of leading a crowd along a route."""
    start = ROUTE_START[route]
    crowd = crowd_at(s, start)
    own, others, left = walk_earnings(s, seat, route, crowd)
    end = ROUTE_END[route]
    change = prospect(s, w, seat, end, left + crowd_at(s, end)) - prospect(s, w, seat, end, crowd_at(s, end))
    return own - w[OTHERS] * others / (s.players - 1) * 2 + change - prospect(s, w, seat, start, crowd)


@rule
def group_worth(s: State, w: Any, seat: int, fountain: int, end: int, n: int) -> float:
    """Return the worth of bringing ``n`` visitors to an entrance, less half a Dirham per visitor."""
    crowd = 0
    for k in range(n):
        place = s.front + k if end == 0 else s.back - 1 - k
        crowd += 1 << (SHARE * s.queue[place])
    return prospect(s, w, seat, fountain, crowd) - 0.5 * n


# ---- shops


@rule
def income_from(customers: int, expected: float) -> float:
    """Return what the next ``expected`` customers pay in a shop; a fraction of a customer pays part of its price."""
    whole = int(expected)
    return ladder(customers, whole) + (expected - whole) * ladder(customers + whole, 1)


@rule
def shop_worth(s: State, w: Any, shop: int) -> float:
    """Return the expected income of a shop for its buyer, from the visitors at its door and from those yet to come."""
    sold = shops_sold(s) | 1 << PLACE[shop]
    colour = SHOP_COLOUR[shop]
    expected = from_streets(s, w, shop, sold) + count_colour(queue_now(s), colour) * from_gates(w, shop, sold)
    if s.closing >= 0:
        expected *= w[CLOSING]
    for fountain in range(FOUNTAINS):
        if BESIDE[fountain] == shop:
            expected += w[AT_DOOR] * s.crowd[fountain][colour]
    return income_from(s.customers[shop], expected)


@rule
def limit(s: State, w: Any, seat: int) -> float:
    """Return the highest amount that it is sensible for a seat to bid for the shop being auctioned."""
    affordable = cap(s, seat) * (w[PURSE] if s.closing < 0 and waiting(s) > 8 else 1.0)
    return min(w[THRIFT] * shop_worth(s, w, s.lot), affordable)


@rule
def jump_worth(s: State, w: Any, seat: int) -> float:
    """Return the worth of the choice ``more``, which bids above the minimum or adds 100 to the amount bid."""
    aim = w[OPENING] * limit(s, w, seat)
    if s.phase == Phase.AMOUNT:
        return -abs(aim - s.counted - JUMP - STEP)
    better = 1.0 if least(s) + 2 * STEP < aim else -1.0
    return limit(s, w, seat) - least(s) + better


@rule
def auction_worth(s: State, w: Any, seat: int, shop: int) -> float:
    """Return the worth of putting a shop up for auction."""
    worth = shop_worth(s, w, shop)
    if s.turn > s.players and s.cash[seat] < w[POOR]:
        return -50.0 + w[DEAR] * worth
    if w[THRIFT] * worth < LEAST:
        return -80.0
    return w[AUCTIONING] + w[DEAR] * worth


@rule
def souvenir_worth(s: State, seat: int, slot: int) -> float:
    """Return the owner's income less the guide's cut if the waiting customer buys the souvenir in a slot."""
    profit = s.profit + SOUVENIR[s.shown[slot]]
    if s.guide == NOBODY or s.guide == seat:
        return float(profit)
    return float(profit - cut_of(profit, 1))


# ---- standing


@rule
def terms(s: State, w: Any, seat: int, out: Any) -> None:
    """Write to ``out`` the Dirham that ``seat`` can expect from each of :data:`TERMS` by the end of the game."""
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
            later = walking + count_colour(queue, SHOP_COLOUR[shop]) * from_gates(w, shop, sold)
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
    """Return the weight of a lead of one Dirham for the probability of winning.

    It grows as visitors become fewer.
    """
    walking = 0
    for fountain in range(FOUNTAINS):
        for colour in range(COLOURS):
            walking += s.crowd[fountain][colour]
    sure = w[SURE] * math.exp(-w[SURE_WAITING] * waiting(s) - w[SURE_WALKING] * walking)
    return sure * (w[SURE_CLOSING] if s.closing >= 0 else 1.0)


@rule
def shops_sold(s: State) -> int:
    """Return the set of owned shops as bits, in the order of :data:`PLACE`."""
    sold = 0
    for shop in range(SHOPS):
        if s.owner[shop] != NOBODY:
            sold |= 1 << PLACE[shop]
    return sold


@rule
def queue_now(s: State) -> int:
    """Return the visitors in the queue as a packed crowd."""
    found = 0
    for place in range(s.front, s.back):
        found += 1 << (SHARE * s.queue[place])
    return found


@rule
def from_streets(s: State, w: Any, shop: int, sold: int) -> float:
    """Return the number of customers that an owned shop can expect from the crowds at all fountains."""
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
    """Return the share of the queue's visitors of a shop's colour who are expected to enter the shop, if owned."""
    among = rivals_of(shop, sold)
    share = 0.0
    for gate in range(GATES):
        early = CHANCE[shop][among][ENTRANCE[gate]][2]
        late = CHANCE[shop][among][ENTRANCE[gate]][3]
        share += w[QUEUE_SOON] * early + w[QUEUE_LATE] * (late - early)
    return max(0.0, share / GATES)


@hot
def rivals_of(shop: int, sold: int) -> int:
    """Return a bit mask of the owned shops that have a shop's colour; ``sold`` is the mask of all owned shops."""
    return (sold >> (PLACE[shop] // A_COLOUR * A_COLOUR)) & ((1 << A_COLOUR) - 1)
