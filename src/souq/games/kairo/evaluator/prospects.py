"""Estimate of every seat's final points, and of how certain a lead in points is."""

from __future__ import annotations

import math
from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import common, count, has, some, triple
from souq.games.kairo.evaluator.numbers import (
    ANY_COIN,
    COIN,
    FAR,
    GOLD_EARLY,
    GOLD_KEPT,
    HELD_BARKER,
    HELD_CARD,
    LATER,
    MEDAL_TWICE,
    PAYABLE,
    READY,
    READY_EARLY,
    RIGHT_COIN,
    SILVER_KEPT,
    SPENDABLE,
    STAND,
    SURE,
    SURE_ENDING,
    SURE_FINAL,
    SURE_LEFT,
    VISITOR,
)
from souq.games.kairo.rules.access import same, steps_from
from souq.games.kairo.rules.luring import vacant
from souq.games.kairo.rules.medals import GOLD, SILVER, medal_points
from souq.games.kairo.rules.payment import covered, payable, wealth
from souq.games.kairo.rules.sites import SPOT, walkable
from souq.games.kairo.rules.stands import border
from souq.games.kairo.state import COLOURS, Act, State

TERMS = ("points", "medals", "coins", "stands", "build", "visitors", "hand", "turn")
"""Sources of a seat's expected points."""
N_TERMS = len(TERMS)


@rule
def terms(s: State, w: Any, seat: int, out: Any) -> None:
    """Write the points that ``seat`` can expect from each source in :data:`TERMS` to ``out``."""
    for i in range(N_TERMS):
        out[i] = 0.0
    out[0] = s.score[seat]
    if s.over == 1:
        return
    early = earliness(s)
    spendable, tiles, best, ready = to_grow(s, seat)
    out[1] = medals_held(s, w, seat, early)
    out[2] = w[ANY_COIN] * wealth(s, seat) + w[RIGHT_COIN] * early * spendable
    out[3] = w[STAND] * early * tiles
    out[4] = w[PAYABLE] * best + (w[READY] - w[READY_EARLY] * early) * ready
    if early > 0.0:
        out[5] = w[VISITOR] * early * visitors(s, seat)
    out[6] = w[HELD_CARD] * s.held[seat] + w[HELD_BARKER] * s.barkers[seat]
    out[7] = w[LATER] * ((seat - s.player) % s.players) / s.players


@rule
def certainty(s: State, w: Any) -> float:
    """Return the factor that turns expected points into win probabilities (in a softmax); it grows during the game."""
    left = 0
    for colour in range(COLOURS):
        left += s.supply[colour]
    fewer = w[SURE_LEFT] * left + w[SURE_ENDING] * to_final(s)
    return w[SURE] * math.exp(-fewer) * (w[SURE_FINAL] if s.final == 1 else 1.0)


@rule
def to_final(s: State) -> int:
    """Return the minimum number of expansions before the final phase begins (KA-F01)."""
    if s.final == 1:
        return 0
    least = 99
    second = 99
    for colour in range(COLOURS):
        left = s.supply[colour]
        if left < least:
            second = least
            least = left
        elif left < second:
            second = left
    return min(least, max(0, least - 1) + max(0, second - 1))


@rule
def earliness(s: State) -> float:
    """Return 1 early in the game, falling to 0 in the final phase. It scales values that pay off only over time."""
    return min(1.0, to_final(s) / FAR)


@rule
def medals_held(s: State, w: Any, seat: int, early: float) -> float:
    """Estimate the points of a seat's medals at the end. Gold counts less early on, as the seat may still lose it."""
    worth = 0.0
    for colour in range(COLOURS):
        if s.gold[colour] == seat:
            worth += GOLD * (w[GOLD_KEPT] - w[GOLD_EARLY] * early)
        if s.silver[colour] == seat:
            worth += SILVER * w[SILVER_KEPT]
    return worth


@rule
def to_grow(s: State, seat: int) -> tuple[int, int, float, float]:
    """Return figures on a seat's stands that can still be expanded.

    They are the coins it can spend on them, their tiles, the value of the best expansion that it can pay for, and the
    value
    of the best expansion that it can pay for and has a card for.
    """
    spendable = 0
    tiles = 0
    best = 0.0
    ready = 0.0
    if (s.out >> seat) & 1 == 1:
        return spendable, tiles, best, ready
    reach = covered(s, seat, Act.NONE, -1)
    for colour in range(COLOURS):
        size = s.sizes[seat][colour]
        if size > 0 and s.supply[colour] > 0:
            sites = border(s, seat, colour)
            if some(sites):
                spendable += min(SPENDABLE, s.money[seat][colour])
                tiles += size
                if payable(s, seat, colour, size + 1, -1):
                    worth = next_worth(s, seat, colour)
                    best = max(best, worth)
                    if some(common(sites, reach)):
                        ready = max(ready, worth)
    return spendable, tiles, best, ready


@rule
def next_worth(s: State, seat: int, colour: int) -> float:
    """Estimate the value of a stand's next expansion: points and medals, less what its coins would score at the end."""
    size = s.sizes[seat][colour] + 1
    own = min(size, s.money[seat][colour])
    return size + MEDAL_TWICE * medal_points(s, seat, colour, size) - COIN * (2 * size - own)


@rule
def visitors(s: State, seat: int) -> int:
    """Return the coins that a seat would earn if all customers went to their nearest entries now."""
    tiles = 0
    for colour in range(COLOURS):
        if s.sizes[seat][colour] > 0 and s.stands[colour] >= 0 and comes(s, seat, colour):
            tiles += s.sizes[seat][colour]
    return tiles


@rule
def comes(s: State, seat: int, customer: int) -> bool:
    """Return whether no entry that a customer can go to is nearer to the customer than the seat's entry (KA-L04)."""
    entry = s.entry[seat][customer]
    if has(triple(s.crowd), entry):
        return False
    aims = vacant(s, customer)
    if count(aims) == 1:
        return True
    walk = walkable(s)
    there = triple(SPOT[s.stands[customer]])
    while not some(common(there, aims)):
        here = there
        there = steps_from(here, walk)
        if same(here, there):
            return False
    return has(there, entry)
