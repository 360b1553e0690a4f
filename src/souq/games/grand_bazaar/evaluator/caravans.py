"""Scores of choices in the Caravan phase, before any search.

They are the Informant's choices, the claims of markets, and the decisions of seats in the Free Trader's line.
"""

from __future__ import annotations

from typing import Any

from souq.engine.arrays import np
from souq.engine.compiler.compiled import allocating, rule
from souq.games.grand_bazaar.evaluator.hands import marginals, of_any, of_type
from souq.games.grand_bazaar.rules.bidding import highest
from souq.games.grand_bazaar.rules.proposals import access_of
from souq.games.grand_bazaar.state import (
    BACK,
    CARAVANS,
    CLAIM,
    DENY,
    DRAW,
    GO_ON,
    GOODS,
    LEAVE_IT,
    LOOK,
    MARKETS,
    NOBODY,
    NOTHING,
    PAIR,
    SEND,
    SQUARES,
    TAKE,
    TYPE,
    Phase,
    State,
)


@allocating
def judge_caravans(s: State, w: Any, seat: int, choices: Any, n: int, out: Any, hand: Any) -> None:
    """Score each choice of the Caravan phase; write the scores to ``out``."""
    gain = np.empty(GOODS)
    loss = np.empty(GOODS)
    if s.phase != Phase.LOOK:
        marginals(s, w, hand, access_of(s, seat), gain, loss)
    for i in range(n):
        choice = choices[i]
        if s.phase == Phase.LOOK:
            out[i] = seen_by(s, choice - LOOK)
        elif s.phase == Phase.TAKE:
            out[i] = 0.0
            if choice == DRAW:
                out[i] = top_worth(s, hand, gain)
            elif choice != LEAVE_IT:
                out[i] = gain[choice - TAKE]
        elif s.phase == Phase.CLAIM:
            out[i] = 0.0
            for place in range(PAIR):
                card = s.market[choice - CLAIM][place]
                if card >= BACK:
                    out[i] += of_type(s, hand, gain, card - BACK)
                elif card != NOTHING:
                    out[i] += card_worth(s, seat, choice - CLAIM, place, hand, gain)
        else:
            out[i] = line_worth(s, seat, choice, hand, gain)


@rule
def card_worth(s: State, seat: int, market: int, place: int, hand: Any, gain: Any) -> float:
    """Return what a market's card adds to a hand, or what its type adds on average if the seat hasn't looked at it."""
    card = s.market[market][place]
    if (s.looked[market][place] >> seat) & 1 == 1:
        return gain[card]
    return of_type(s, hand, gain, TYPE[card])


@rule
def line_worth(s: State, seat: int, choice: int, hand: Any, gain: Any) -> float:
    """Return the score of a decision of a seat in the Free Trader's line: to draw cards, to object or to wait.

    Drawing scores what the top card adds in comparison with an average card, plus a bonus for cubes that might be
    wasted otherwise. Decisions not to draw have a constant score.
    """
    now = top_worth(s, hand, gain) - of_any(s, hand, gain)
    squares = 0
    windows = 0
    for square in range(SQUARES):
        squares += s.square[square] == seat
    for contest in range(s.caravan + 1, CARAVANS):
        windows += highest(s, contest, NOBODY) > 0
    if windows == 0:
        now += 3.0  # the last window: unused cubes are wasted (GB-C08)
    else:
        now += 0.5 * (squares - 1)
    if choice == SEND or choice == DENY:
        return now
    if choice == GO_ON:
        return now + 1.0
    return 0.3


@rule
def seen_by(s: State, at: int) -> float:
    """Return how many cards the Informant sees at ``at``: a market or, from ``MARKETS`` on, a type of goods."""
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
def top_worth(s: State, hand: Any, gain: Any) -> float:
    """Return what the draw pile's top card adds to a hand on average, given its type if that is visible."""
    if s.top == NOTHING:
        return of_any(s, hand, gain)
    return of_type(s, hand, gain, s.top - BACK if s.top >= BACK else TYPE[s.top])
