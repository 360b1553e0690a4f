"""The expected points of each seat in a position, and the factor that turns them into win probabilities."""

from __future__ import annotations

import math
from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import count, pair
from souq.games.desert_bazaar.evaluator.building import bargain
from souq.games.desert_bazaar.evaluator.numbers import (
    BARGAIN,
    CERTAINTY,
    CLEAR,
    EARLY,
    EVEN,
    FLEETING,
    FREE,
    HOARD,
    LASTING,
    MANY,
    MOST,
    SETTLING,
    SLOPE,
    TENT,
    THROW,
    WAIT,
)
from souq.games.desert_bazaar.evaluator.standing import most_elsewhere, settled
from souq.games.desert_bazaar.rules.cards import wealth
from souq.games.desert_bazaar.rules.scoring import MAJORITY
from souq.games.desert_bazaar.state import RESOURCES, SITES, Phase, State

TERMS = ("points", "cards", "majorities", "turn")


@rule
def terms(s: State, w: Any, seat: int, out: Any) -> None:
    """Write the expected points of ``seat`` to ``out``, split by source as :data:`TERMS` lists them.

    After the end of the game only the points scored are left.
    """
    out[0] = settled(s, seat)
    out[1] = out[2] = out[3] = 0.0
    if s.over == 0:
        out[1] = hand(s, w, seat)
        out[2] = leads(s, w, seat)
        out[3] = turn(s, w, seat)


@rule
def certainty(s: State, w: Any) -> float:
    """Return the factor by which expected points are multiplied in the softmax that gives win probabilities.

    It grows as legal sites disappear, so a lead counts more towards the end.
    """
    return w[CERTAINTY] * s.players / (w[EARLY] + emptiness(s))


@rule
def emptiness(s: State) -> float:
    """Return how empty the board is: the share of all sites on which a tent may still be built."""
    return count(pair(s.open)) / SITES


@rule
def hand(s: State, w: Any, seat: int) -> float:
    """Return the points that a seat can expect from the cards in its hand; in a large hand each card is worth more."""
    cards = wealth(s, seat)
    worth = (w[LASTING] + w[FLEETING] * emptiness(s)) * (cards + w[HOARD] * max(0.0, cards - w[MANY]))
    for r in range(RESOURCES):
        worth += w[EVEN] * min(2, s.hand[seat][r])
    return worth


@rule
def leads(s: State, w: Any, seat: int) -> float:
    """Return the points that ``seat`` expects for majorities (having most of a resource), compared with an equal share.

    The result is negative for a seat that expects less than an equal share, and it counts more as the board fills up.
    """
    sure = -RESOURCES / s.players
    for r in range(RESOURCES):
        lead = s.hand[seat][r] - most_elsewhere(s, seat, r)
        sure += 1 / (1 + math.exp(-w[SLOPE] * (lead - w[CLEAR])))
    return MAJORITY * sure * w[MOST] * (1 - emptiness(s)) ** w[SETTLING]


@rule
def turn(s: State, w: Any, seat: int) -> float:
    """Return the worth of what ``seat`` can still do in this turn, less the cost of waiting for its next turn."""
    after = (seat - s.player) % s.players
    if s.phase == Phase.TURN:
        return -w[WAIT] * after / s.players
    if after > 0:
        return -w[WAIT] * (after - 1) / s.players
    return rest_of_turn(s, w, seat) - w[WAIT] * (s.players - 1) / s.players


@rule
def rest_of_turn(s: State, w: Any, seat: int) -> float:
    """Return the worth of what the player can still do in a turn that has begun; it depends on the phase."""
    if s.phase == Phase.TAKE:
        return w[FREE]
    if s.phase == Phase.THROWN or s.phase == Phase.MATCH:
        return w[THROW]
    if s.phase == Phase.SITE or s.phase == Phase.NEXT:
        return w[TENT]
    if s.phase == Phase.PAY or s.phase == Phase.TRADE:
        return w[TENT] + w[BARGAIN] * bargain(s, w, seat, s.display[s.side][s.slot], s.site)
    return 0.0
