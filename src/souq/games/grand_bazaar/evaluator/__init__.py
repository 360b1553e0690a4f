"""The evaluator of the Grand Bazaar, in Talents: the best sale of a hand, and what would improve it.

A card is worth what it adds to the best sale with the seat's present accesses, plus a little for later rounds. A bid is
worth the cards or the access that it is likely to bring, minus the cost of its cubes. A proposal is evaluated
separately for each of its two seats.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from souq.engine.arrays import np
from souq.engine.compiler.compiled import allocating
from souq.engine.match.decision import Decision
from souq.engine.rules.twin import interpreted, recorded
from souq.games.grand_bazaar import GAME
from souq.games.grand_bazaar.best import TALLY
from souq.games.grand_bazaar.evaluator.bidding import judge_bids
from souq.games.grand_bazaar.evaluator.caravans import judge_caravans
from souq.games.grand_bazaar.evaluator.hands import tally
from souq.games.grand_bazaar.evaluator.numbers import WEIGHTS
from souq.games.grand_bazaar.evaluator.prospects import TERMS, certainty, terms
from souq.games.grand_bazaar.evaluator.selling import judge_sales
from souq.games.grand_bazaar.evaluator.trading import has_useful_message, judge_trade
from souq.games.grand_bazaar.state import CHOICES, POST, Phase, State

__all__ = ["TERMS", "WEIGHTS", "certainty", "prepare", "priors", "spared", "terms", "waits"]

_OPENLY = {"post", "give", "lend", "talents", "want", "borrow", "done", "withdraw", "refuse", "take up", "retire"}
"""Names of the groups of choices that seats make during open trading."""


@allocating
def priors(s: State, w: Any, seat: int, choices: Any, n: int, out: Any) -> None:
    """Score the first ``n`` choices for ``seat``, in Talents, to guide the search; write the scores to ``out``."""
    hand = np.empty(TALLY, np.int64)
    tally(s, seat, hand)
    if s.phase == Phase.BID:
        judge_bids(s, w, seat, choices, n, out, hand)
    elif s.phase <= Phase.DENIED:
        judge_caravans(s, w, seat, choices, n, out, hand)
    elif Phase.SELL <= s.phase <= Phase.DISCARD:
        judge_sales(s, w, seat, choices, n, out, hand)
    else:
        judge_trade(s, w, seat, choices, n, out, hand)


def waits(view: State, seat: int, spared: Collection[int] = ()) -> bool:
    """Return whether a bot should stay silent in open trading until another seat acts.

    This is for tables with people, so that bots don't keep posting while people think.
    """
    if view.phase != Phase.OPEN:
        return False
    spared_seats = sum(1 << choice - POST for choice in spared)
    if GAME.bindings.interpreted:
        return not interpreted(has_useful_message)(view, WEIGHTS.array().tolist(), seat, spared_seats)
    return not has_useful_message(recorded(view, State)[0], WEIGHTS.array(), seat, spared_seats)


def spared(log: Sequence[Decision], seat: int) -> frozenset[int]:
    """Return the choices of posting an offer that a bot avoids in open trading: those to seats that refused its last.

    The bot may post to a seat again once either of them has traded or that seat has posted an offer to the bot.
    """
    found, changed = set[int](), set[int]()
    for made in reversed(log):
        group, index = CHOICES.group_of(made.choice)
        if group not in _OPENLY:
            break
        if group == "take up":
            changed |= {made.seat, int(index)}
        elif group == "post" and index == seat:
            changed.add(made.seat)
        elif group == "refuse" and index == seat and made.seat not in changed:
            found.add(POST + made.seat)
        if seat in changed:
            break
    return frozenset(found)


def prepare() -> None:
    """Compile :func:`has_useful_message` in advance, so that the first call of :func:`waits` isn't delayed."""
    has_useful_message(State.new()[0], WEIGHTS.array(), 0, 0)
