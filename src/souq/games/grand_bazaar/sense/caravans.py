"""How good looks, cards, markets and answers in the Free Trader's line look."""

from __future__ import annotations

from typing import Any

from souq.engine.compiled import rule
from souq.games.grand_bazaar.rules.proposals import access_of
from souq.games.grand_bazaar.sense.hands import more, more_of_any, more_of_type
from souq.games.grand_bazaar.state import (
    ALLOW,
    BACK,
    CLAIM,
    DRAW,
    GO_ON,
    LEAVE_IT,
    LOOK,
    MARKETS,
    NOTHING,
    PAIR,
    SEND,
    TAKE,
    TYPE,
    Phase,
    State,
)


@rule
def caravan_worth(s: State, w: Any, seat: int, choice: int, hand: Any) -> float:
    """How good a look, a card, a market, or an answer in the Free Trader's line looks."""
    access = access_of(s, seat)
    if s.phase == Phase.LOOK:
        return seen_by(s, choice - LOOK)
    if s.phase == Phase.TAKE:
        if choice == DRAW:
            return top_worth(s, w, hand, access)
        return 0.0 if choice == LEAVE_IT else more(s, w, hand, access, choice - TAKE)
    if s.phase == Phase.CLAIM:
        total = 0.0
        for place in range(PAIR):
            card = s.market[choice - CLAIM][place]
            if card >= BACK:
                total += more_of_type(s, w, hand, access, card - BACK)
            elif card != NOTHING:
                total += more(s, w, hand, access, card)
        return total
    return 1.0 if choice == SEND or choice == GO_ON else 0.5 if choice == ALLOW and s.held != 0 else 0.4


@rule
def seen_by(s: State, at: int) -> float:
    """How many cards a look shows."""
    n = 0
    for market in range(MARKETS):
        for place in range(PAIR):
            card = s.market[market][place]
            if card != NOTHING:
                kind = card - BACK if card >= BACK else TYPE[card]
                if market == at or kind == at - MARKETS:
                    n += 1
    return float(n)


@rule
def top_worth(s: State, w: Any, hand: Any, access: int) -> float:
    """What the top card of the draw pile adds, as far as its back tells."""
    if s.top == NOTHING:
        return more_of_any(s, w, hand, access)
    return more_of_type(s, w, hand, access, s.top - BACK if s.top >= BACK else TYPE[s.top])
