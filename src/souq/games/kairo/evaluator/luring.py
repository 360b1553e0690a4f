"""The value of luring a customer: the coins that players earn, and where the next customer is likely to go."""

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
    """Estimate the value of luring a customer to the best of the entries that the seat can choose."""
    best = NOTHING
    left = goals(s, seat, customer)
    while some(left):
        best = max(best, lure_worth(s, w, seat, customer, first(left)))
        left = rest(left)
    return best


@rule
def lure_worth(s: State, w: Any, seat: int, customer: int, entry: int) -> float:
    """Estimate the value of luring a customer to an entry.

    It counts the barkers spent, the coins earned, and the stand nearest to the customer who then comes onto the board.
    """
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
    """Estimate the value of the next customer, who comes onto the board at ``entry``.

    It is the size of the stand nearest to that customer, or minus a share of the size if an opponent owns the stand.
    """
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
    """Return the owner of the vacant entry of a colour that is nearest to a site; -1 if no entry can be reached."""
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
