"""Scores of bids before any search: what the cubes bring in one place of the board, minus their worth elsewhere."""

from __future__ import annotations

from typing import Any

from souq.engine.arrays import np
from souq.engine.compiler.compiled import allocating, rule
from souq.games.grand_bazaar.best import TALLY, change, sale
from souq.games.grand_bazaar.evaluator.numbers import (
    CARD,
    CARD_SOLD,
    CONTESTED,
    CUBE,
    DEAL,
    GUILD_SHARE,
    KNOWING,
    PAIRS,
    SHARE,
)
from souq.games.grand_bazaar.rules.bidding import highest
from souq.games.grand_bazaar.rules.proposals import access_of
from souq.games.grand_bazaar.state import (
    CARAVAN,
    COPIES,
    CUBES,
    CUSTOMER,
    CUSTOMERS,
    GOODS,
    GUILD,
    HAGGLER,
    INFORMANT,
    NEGOTIATOR,
    TRADER,
    State,
)


@allocating
def judge_bids(s: State, w: Any, seat: int, choices: Any, n: int, out: Any, hand: Any) -> None:
    """Score each bid; write the scores to ``out``."""
    expect = with_coming(s, seat, hand)
    access = access_of(s, seat)
    card = w[CARD]
    for customer in range(CUSTOMERS):
        card += w[CARD_SOLD] * ((access >> customer) & 1)
    before = sale(expect, access)
    for i in range(n):
        choice = choices[i]
        if choice < TRADER:
            out[i] = contest_worth(s, w, seat, card, (choice - CARAVAN) // CUBES, (choice - CARAVAN) % CUBES + 1)
        elif choice == TRADER:
            out[i] = 2 * card - 0.3 - w[CUBE]
        elif choice == NEGOTIATOR:
            out[i] = w[DEAL] - w[CUBE]
        else:
            customer = choice - CUSTOMER
            gain = sale(expect, access | 1 << customer) - before
            out[i] = w[GUILD_SHARE if customer == GUILD else SHARE] * gain - w[CUBE]
            if customer == HAGGLER:
                out[i] += w[PAIRS]


@rule
def contest_worth(s: State, w: Any, seat: int, card: float, contest: int, k: int) -> float:
    """Return the score of a bid of ``k`` more cubes on a caravan or the Informant."""
    gain = w[KNOWING] if contest == INFORMANT else 2 * card
    rival = highest(s, contest, seat)
    if s.bids[contest][seat] > rival:
        return -w[CUBE] * k  # the seat leads already, so more cubes are wasted unless it is outbid
    alone = w[CONTESTED] if rival == 0 and k == 1 else 0.9
    return gain * alone + (1 - alone) * card - w[CUBE] * k


@allocating
def with_coming(s: State, seat: int, hand: Any) -> Any:
    """Return a copy of a tally with added cards: an estimate of the hand at the end of the round.

    It adds one copy of one to three goods that are already in the hand (of more goods if more cubes are unplaced),
    beginning with the highest-numbered good.
    """
    made = np.empty(TALLY, np.int64)
    for i in range(TALLY):
        made[i] = hand[i]
    coming = 2 + s.cubes[seat] // 2
    for good in range(GOODS - 1, -1, -1):
        if coming > 0 and hand[good] > 0 and hand[good] < COPIES[good] - s.discard[good]:
            change(made, good, 1)
            coming -= 2
    return made
