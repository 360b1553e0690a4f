"""Desert Bazaar's evaluator: the worth, in points, of each choice, and of each seat's position.

A card is worth about a point while the desert is empty and nothing when it is full. So a seat should collect cards
until its hand is rich, then spend them on as many tents as one turn allows: isolated tents, tents that neighbours pay
for, and tents that close a camp.
"""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.games.desert_bazaar.evaluator.building import NEVER, add_set_worth, bargain, decline_cost, tent, trade_cost
from souq.games.desert_bazaar.evaluator.numbers import STOPPING, WEIGHTS
from souq.games.desert_bazaar.evaluator.prospects import TERMS, certainty, terms
from souq.games.desert_bazaar.evaluator.rolling import card, dice_worth, keep_worth, rolling
from souq.games.desert_bazaar.state import (
    DONE,
    KEEP,
    MATCH,
    PAY,
    ROLL,
    SITE,
    SLOTS,
    STOP,
    TAKE,
    TILE,
    TRADE,
    WILD,
    Phase,
    State,
)

__all__ = ["NEVER", "TERMS", "WEIGHTS", "certainty", "priors", "terms"]


@rule
def priors(s: State, w: Any, seat: int, choices: Any, n: int, out: Any) -> None:
    """Estimate the first ``n`` of ``choices`` for ``seat``: write what each is worth, in points, to ``out``."""
    for i in range(n):
        out[i] = glance(s, w, seat, choices[i])
    if s.phase == Phase.TURN:
        add_set_worth(w, choices, n, out)


@rule
def glance(s: State, w: Any, seat: int, choice: int) -> float:
    """Return the estimated worth of one choice, in points."""
    if choice < ROLL:
        return card(s, w, seat, choice - WILD)
    if choice < TILE:
        return rolling(s, w, seat)
    if choice < TAKE:
        return tent(s, w, seat, (choice - TILE) // SLOTS, (choice - TILE) % SLOTS)
    if choice < STOP:
        return card(s, w, seat, choice - TAKE)
    if choice < KEEP:
        return dice_worth(s, w, seat, choice - STOP)
    if choice < MATCH:
        return keep_worth(s, w, seat, choice - KEEP)
    if choice < SITE:
        return dice_worth(s, w, seat, choice - MATCH)
    if choice < PAY:
        return bargain(s, w, seat, s.display[s.side][s.slot], choice - SITE)
    if choice < TRADE:
        return decline_cost(s, w, choice - PAY)
    if choice < DONE:
        return trade_cost(s, w, seat, choice - TRADE)
    return w[STOPPING]
