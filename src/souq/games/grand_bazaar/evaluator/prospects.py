"""The evaluation of positions at which the search stops: each seat's prospects, and how certain they are.

The search samples hidden cards, so all hands are known here. A seat that hasn't sold in this round has as prospects its
best sale now, and what its unplaced cubes, the caravans it leads and its Free Trader squares are likely to add. Unsold
cards count for later rounds.
"""

from __future__ import annotations

import math
from typing import Any

from souq.engine.arrays import np
from souq.engine.compiler.compiled import allocating, rule
from souq.games.grand_bazaar.best import TALLY, customers_pay, sale
from souq.games.grand_bazaar.evaluator.hands import ALL, cards_of, face, is_last, keepable_value, tally
from souq.games.grand_bazaar.evaluator.numbers import (
    AT_LAST,
    COMING,
    COMING_SOLD,
    FULL_SETS,
    HAGGLES,
    HELD,
    HELD_FACE,
    HELD_SALE,
    HOPED,
    KEPT_FACE,
    KEPT_SALE,
    KNOWER,
    NEGOTIATES,
    RIPE,
    SOON,
    SPREAD,
    SPREAD_CUBES,
    SPREAD_ROUND,
    SPREAD_SALES,
    TO_PLACE,
)
from souq.games.grand_bazaar.rules.bidding import leader
from souq.games.grand_bazaar.rules.floor import active
from souq.games.grand_bazaar.rules.proposals import access_of
from souq.games.grand_bazaar.state import (
    CARAVANS,
    CUBES,
    CUSTOMERS,
    GUILD,
    HAGGLER,
    INFORMANT,
    PAIR,
    SQUARES,
    Phase,
    State,
)

TERMS = ("talents", "sale", "cubes", "cards", "trade", "later")
"""Evaluation terms that add up to a seat's prospects."""
MONEY, SALE, PLACING, CARDS, TRADE, AHEAD = range(len(TERMS))


@allocating
def terms(s: State, w: Any, seat: int, out: Any) -> None:
    """Write to ``out``, one number for each term, the Talents that ``seat`` can expect to have when the game ends."""
    out[MONEY] = float(s.talents[seat])
    for i in range(SALE, AHEAD + 1):
        out[i] = 0.0
    if s.over == 1:
        return
    hand = np.empty(TALLY, np.int64)
    tally(s, seat, hand)
    selling = s.player == seat and Phase.SELL <= s.phase < Phase.DISCARD
    if (s.sellers >> seat) & 1 == 1 and not selling:
        if not is_last(s):
            out[AHEAD] = w[KEPT_FACE] * keepable_value(hand) + w[KEPT_SALE] * sale(hand, ALL)
        return
    access = access_of(s, seat)
    now = customers_pay(hand, access, 0) if selling and s.sold != 0 else sale(hand, access)
    if s.phase <= Phase.DENIED:
        out[SALE] = w[SOON] * now + access_worth(w, access)
        out[PLACING] = w[TO_PLACE] * s.cubes[seat]
        if s.cubes[seat] > 0 and s.phase == Phase.BID:
            out[PLACING] += w[HOPED] * (hoped_for(hand, access, s.cubes[seat]) - now)
        out[CARDS] = cards_worth(s, w, seat, access)
    else:
        out[SALE] = w[RIPE] * now
    if active(s, seat) and (s.phase < Phase.SELL or s.phase == Phase.OPEN):
        out[TRADE] = w[NEGOTIATES]
    if not is_last(s):
        out[SALE] -= w[HELD_SALE] * now  # cards sold now can't be sold later
        out[AHEAD] = w[HELD] * cards_of(hand) + w[HELD_FACE] * face(hand) + w[HELD_SALE] * sale(hand, ALL)
    elif s.phase <= Phase.DENIED:
        out[CARDS] += w[AT_LAST] * cards_of(hand)


@rule
def access_worth(w: Any, access: int) -> float:
    """Return the worth of access to the Haggler and the Guild Master for cards that the seat is still to receive."""
    return w[HAGGLES] * ((access >> HAGGLER) & 1) + w[FULL_SETS] * ((access >> GUILD) & 1)


@rule
def hoped_for(hand: Any, access: int, cubes: int) -> int:
    """Return the best sale that a hand would bring if the seat won access to ``cubes`` more customers of its choice."""
    best = 0
    for more in range(ALL + 1):
        if more & access == 0:
            n = 0
            for customer in range(CUSTOMERS):
                n += (more >> customer) & 1
            if n == min(cubes, CUSTOMERS) or (more | access) == ALL:
                if n <= cubes:
                    best = max(best, sale(hand, access | more))
    return best


@rule
def cards_worth(s: State, w: Any, seat: int, access: int) -> float:
    """Return the worth of the cards that a seat's cubes will bring in this round."""
    coming = 0
    for contest in range(max(0, s.caravan), CARAVANS):
        if s.bids[contest][seat] > 0 and (contest > s.caravan or s.phase == Phase.CLAIM):
            coming += PAIR if leader(s, contest) == seat else 1
    for square in range(SQUARES):
        if s.square[square] == seat:
            coming += PAIR
    buyers = 0
    for customer in range(CUSTOMERS):
        buyers += (access >> customer) & 1
    knows = s.phase <= Phase.TAKE and leader(s, INFORMANT) == seat
    return (w[COMING] + w[COMING_SOLD] * buyers) * coming + (w[KNOWER] if knows else 0.0)


@rule
def certainty(s: State, w: Any) -> float:
    """Return the weight of one Talent in deciding the game: 1 / the standard deviation of the final Talents.

    It rises as cubes are placed, seats sell and rounds end.
    """
    cubes = 0.0
    unsold = 0.0
    for seat in range(s.players):
        if s.phase == Phase.BID:
            cubes += s.cubes[seat] / (CUBES * s.players)
        unsold += (1 - ((s.sellers >> seat) & 1)) / s.players
    spread = 1.0 + w[SPREAD] ** 2 + w[SPREAD_ROUND] ** 2 * (s.rounds - s.nth)
    spread += w[SPREAD_CUBES] ** 2 * cubes + w[SPREAD_SALES] ** 2 * unsold
    return 1.0 / math.sqrt(spread)
