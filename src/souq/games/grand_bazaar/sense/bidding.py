"""How good bids look: what cubes bring there, against what they bring elsewhere."""

from __future__ import annotations

from typing import Any

from souq.engine.compiled import rule
from souq.games.grand_bazaar.best import best_sale
from souq.games.grand_bazaar.rules.bidding import highest
from souq.games.grand_bazaar.rules.proposals import access_of
from souq.games.grand_bazaar.state import (
    CARAVAN,
    COPIES,
    CUBES,
    CUSTOMER,
    GOODS,
    GUILD,
    MARKETS,
    NEGOTIATOR,
    TRADER,
    State,
)

CARD_WORTH = 2.0
"""A card drawn unseen."""
CUBE = 3.0
"""What a cube brings elsewhere."""
CONTESTED = 0.75
"""How often a single cube on an empty caravan stays alone."""
DEAL = 4.0
"""What the right to trade is worth."""
KNOWING = 2.5
"""What the Informant is worth."""


@rule
def bid_worth(s: State, seat: int, choice: int, hand: Any) -> float:
    """How good a bid looks."""
    if choice < TRADER:
        contest = (choice - CARAVAN) // CUBES
        k = (choice - CARAVAN) % CUBES + 1
        gain = KNOWING if contest == MARKETS else 2 * CARD_WORTH
        rival = highest(s, contest, seat)
        if s.bids[contest][seat] > rival and k > 0:
            return -CUBE * k  # leads already
        alone = CONTESTED if rival == 0 and k == 1 else 0.9
        return gain * alone + (1 - alone) * CARD_WORTH - CUBE * k
    if choice == TRADER:
        return 2 * CARD_WORTH - 0.3 - CUBE
    if choice == NEGOTIATOR:
        return DEAL - CUBE
    access = access_of(s, seat)
    customer = choice - CUSTOMER
    expect = fuller(s, seat, hand)
    gain = float(best_sale(expect, access | 1 << customer) - best_sale(expect, access))
    return (0.6 if customer == GUILD else 0.8) * gain - CUBE


@rule
def fuller(s: State, seat: int, hand: Any) -> Any:
    """A hand with about as many cards more as its cubes will still bring: the commonest ones it has."""
    made = hand.copy()
    coming = 2 + s.cubes[seat] // 2
    for good in range(GOODS - 1, -1, -1):
        if coming > 0 and hand[good] > 0 and hand[good] < COPIES[good] - s.discard[good]:
            made[good] += 1
            coming -= 2
    return made
