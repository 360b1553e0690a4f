"""What looks good in the Grand Bazaar, in Talents: the best sale of a hand, and what would make it better.

A card is worth what it adds to the best sale with the accesses at hand, and a little for later rounds; a customer what
access to him adds; a cube what two cards bring. In a proposal what is given and what is wanted are judged apart.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from souq.engine.compiled import rule
from souq.engine.twin import Twin
from souq.games.grand_bazaar.rules.cards import cards_in
from souq.games.grand_bazaar.sense.bidding import bid_worth
from souq.games.grand_bazaar.sense.caravans import caravan_worth
from souq.games.grand_bazaar.sense.selling import sale_worth
from souq.games.grand_bazaar.sense.trading import has_word, judge_trade
from souq.games.grand_bazaar.state import GOODS, Phase, State


@rule
def priors(s: State, seat: int, choices: Any, n: int, out: Any) -> None:
    """How good each of ``choices[:n]`` looks to ``seat``, in Talents, into ``out``."""
    hand = np.zeros(GOODS, np.int64)
    for good in range(GOODS):
        hand[good] = s.hand[seat][good]
    if s.phase == Phase.BID:
        for i in range(n):
            out[i] = bid_worth(s, seat, choices[i], hand)
    elif s.phase <= Phase.DENIED:
        for i in range(n):
            out[i] = caravan_worth(s, seat, choices[i], hand)
    elif Phase.SELL <= s.phase <= Phase.DISCARD:
        for i in range(n):
            out[i] = sale_worth(s, seat, choices[i], hand)
    else:
        judge_trade(s, seat, choices, n, out, hand)


def waits(view: Twin, seat: int) -> bool:
    """Whether a bot leaves open trading as it is until somebody says something; for tables, where people take time."""
    state = State.new()
    view.store(state)
    return view.phase == Phase.OPEN and not has_word(state[0], seat)


@rule
def value(s: State, out: Any) -> None:
    """What everybody may end with: Talents, and what the cards of a hand bring on average."""
    for seat in range(s.players):
        out[seat] = float(s.talents[seat])
        if s.over == 0:
            n = cards_in(s, seat)
            out[seat] += 1.3 * n
