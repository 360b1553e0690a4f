"""What luring brings: coins for oneself and for others, and whom the next customer will visit."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import common, count, first, rest, some, triple
from souq.games.kairo.evaluator.hands import coin
from souq.games.kairo.evaluator.numbers import BARKING, NEXT, NOTHING, RIVAL
from souq.games.kairo.rules.access import same, steps_from
from souq.games.kairo.rules.luring import goals, owner_of, price, vacant
from souq.games.kairo.rules.sites import SPOT, walkable
from souq.games.kairo.state import COLOURS, NEUTRAL, State


@rule
def best_lure(s: State, w: Any, seat: int, customer: int) -> float:
    """How good the best destination of a customer looks."""
    best = NOTHING
    left = goals(s, seat, customer)
    while some(left):
        best = max(best, lure_worth(s, w, seat, customer, first(left)))
        left = rest(left)
    return best


@rule
def lure_worth(s: State, w: Any, seat: int, customer: int, entry: int) -> float:
    """How good it looks to lure a customer to an entry: what is earned, and who may lure the next one."""
    owner = owner_of(s, customer, entry)
    worth = -w[BARKING] * price(s, customer, entry)
    if owner == seat:
        worth += s.sizes[seat][customer] * coin(s, w, seat, customer)
    else:
        worth += coin(s, w, seat, customer)
        if owner != NEUTRAL:
            worth -= w[RIVAL] * s.sizes[owner][customer] * coin(s, w, owner, customer)
    return worth + w[NEXT] * next_walk(s, w, seat, entry)


@rule
def next_walk(s: State, w: Any, seat: int, entry: int) -> float:
    """What the customer at the gate may bring from an entry: the size of the nearest stand, a loss if a rival's."""
    for customer in range(COLOURS):
        if s.stands[customer] < 0:
            owner = nearest(s, customer, entry)
            if owner == seat:
                return float(s.sizes[seat][customer])
            if 0 <= owner < NEUTRAL:
                return -w[RIVAL] * s.sizes[owner][customer]
    return 0.0


@rule
def nearest(s: State, colour: int, site: int) -> int:
    """Whose vacant entry of a colour is the nearest to a site; -1 if there is none."""
    aims = vacant(s, colour)
    left = count(aims)
    if left <= 1:
        return owner_of(s, colour, first(aims)) if left == 1 else -1
    walk = walkable(s)
    here = triple(SPOT[site])
    there = steps_from(here, walk)
    while not some(common(there, aims)) and not same(here, there):
        here = there
        there = steps_from(here, walk)
    found = common(there, aims)
    return owner_of(s, colour, first(found)) if some(found) else -1
