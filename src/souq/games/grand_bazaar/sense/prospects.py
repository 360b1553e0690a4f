"""What each seat may expect, and how sure it is: what the search believes where it stops looking.

All hands are open here. A seat that has not sold in this round will: its best sale now, and what the cubes it has yet
to place, the caravans it leads and its squares at the Free Trader are likely to make of it. What is left is kept for
the rounds to come.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from souq.engine.compiled import rule
from souq.engine.judgement import Term
from souq.games.grand_bazaar.rules.bidding import leader
from souq.games.grand_bazaar.rules.floor import active
from souq.games.grand_bazaar.rules.proposals import access_of
from souq.games.grand_bazaar.rules.selling import KEEP
from souq.games.grand_bazaar.sense.hands import (
    ALL,
    TALLY,
    cards_of,
    customers_pay,
    face,
    is_last,
    sale,
    tally,
)
from souq.games.grand_bazaar.sense.numbers import (
    COMING,
    COMING_SOLD,
    FURTHER,
    HELD,
    HELD_FACE,
    HELD_SALE,
    HOPED,
    KEPT,
    KEPT_FACE,
    KEPT_SALE,
    KNOWER,
    LAST,
    NEGOTIATES,
    SPREAD,
    SPREAD_BIDDING,
    SPREAD_ROUND,
    TO_PLACE,
)
from souq.games.grand_bazaar.state import (
    CARAVANS,
    CUBES,
    CUSTOMERS,
    INFORMANT,
    PAIR,
    SQUARES,
    Phase,
    State,
)

TERMS = (
    Term("talents", "brings {n} Talent{s}", "costs {n} Talent{s}"),
    Term("sale", "makes your hand sell for {n} Talent{s} more", "makes your hand sell for {n} Talent{s} less"),
    Term("cubes", "keeps cubes for bids to come", "spends what your cubes could do elsewhere"),
    Term("cards", "promises cards", "lets go of cards that were promised"),
    Term("trade", "lets you trade", "gives up the right to trade"),
    Term("later", "keeps good wares for later rounds", "leaves less for later rounds"),
)
"""What a seat's prospects are made of."""
MONEY, SALE, PLACING, CARDS, TRADE, AHEAD = range(len(TERMS))


@rule
def terms(s: State, w: Any, seat: int, out: Any) -> None:
    """What ``seat`` may expect at the end, by :data:`TERMS`, into ``out``."""
    out[MONEY] = float(s.talents[seat])
    for i in range(SALE, AHEAD + 1):
        out[i] = 0.0
    if s.over == 1:
        return
    hand = np.empty(TALLY, np.int64)
    tally(s, seat, hand)
    access = access_of(s, seat)
    selling = Phase.SELL <= s.phase <= Phase.DISCARD and s.player == seat
    if (s.sellers >> seat) & 1 == 0 or (selling and s.phase != Phase.DISCARD):
        now = 0
        if not selling or s.sold == 0:
            now = sale(hand, access)
        else:
            now = customers_pay(hand, access, 0)
        out[SALE] = now
        if s.phase <= Phase.DENIED:
            out[PLACING] = w[TO_PLACE] * s.cubes[seat] + still_to_win(s, w, seat, hand, access, now)
            out[CARDS] = cards_worth(s, w, seat, access)
        if active(s, seat) and s.phase < Phase.SELL:
            out[TRADE] = w[NEGOTIATES]
        if not is_last(s):
            all_pay = sale(hand, ALL)
            out[AHEAD] = w[HELD] * cards_of(hand) + w[HELD_FACE] * face(hand) + w[HELD_SALE] * (all_pay - now)
    elif not is_last(s):
        out[AHEAD] = w[KEPT] * min(KEEP, cards_of(hand)) + w[KEPT_FACE] * face(hand) + w[KEPT_SALE] * sale(hand, ALL)


@rule
def still_to_win(s: State, w: Any, seat: int, hand: Any, access: int, now: int) -> float:
    """What the customers on whom a seat may still put cubes would add, best first, as far as it is counted on."""
    total = 0.0
    before = now
    for step in range(min(CUSTOMERS, s.cubes[seat])):
        best = before
        whom = -1
        for customer in range(CUSTOMERS):
            if (access >> customer) & 1 == 0 and (s.placed[customer] >> seat) & 1 == 0:
                pays = sale(hand, access | 1 << customer)
                if pays > best:
                    best = pays
                    whom = customer
        if whom < 0:
            break
        access |= 1 << whom
        total += w[HOPED if step == 0 else FURTHER if step == 1 else LAST] * (best - before)
        before = best
    return total


@rule
def cards_worth(s: State, w: Any, seat: int, access: int) -> float:
    """What the cards are worth that a seat's cubes will bring."""
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
    """How much a Talent decides: less the more the rounds to come, and what is yet to be placed, scatter Talents."""
    open_cubes = 0
    if s.phase == Phase.BID:
        for seat in range(s.players):
            open_cubes += s.cubes[seat]
    spread = w[SPREAD] ** 2 + w[SPREAD_ROUND] ** 2 * (s.rounds - s.nth)
    spread += w[SPREAD_BIDDING] ** 2 * open_cubes / (CUBES * s.players)
    return 1.0 / math.sqrt(max(spread, 1.0))
