"""Values of sites to build on: space to grow, entries that customers find, and the paths that an expansion blocks."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import common, count, first, has, minus, plus, rest, some, triple, union
from souq.games.kairo.evaluator.hands import cheapest
from souq.games.kairo.evaluator.luring import nearest
from souq.games.kairo.evaluator.numbers import RIVAL, ROOM, WALL
from souq.games.kairo.rules.access import steps_from
from souq.games.kairo.rules.luring import vacant
from souq.games.kairo.rules.sites import NEAR, SPOT, area, free, near, walkable
from souq.games.kairo.rules.stands import border
from souq.games.kairo.state import COLOURS, NEUTRAL, SITE, Act, State


@rule
def judge_sites(s: State, w: Any, seat: int, choices: Any, n: int, out: Any) -> None:
    """Write the value of each site for the stall or expansion being built to ``out``."""
    now = nearness(s, w, seat) if s.act == Act.EXPAND else 0.0
    for i in range(n):
        out[i] = site_for(s, w, seat, choices[i] - SITE, now)


@rule
def site_for(s: State, w: Any, seat: int, site: int, now: float) -> float:
    """Estimate the value of building on one site. ``now`` is :func:`nearness` before the building."""
    worth = -cheapest(s, w, seat, s.act, s.colour, triple(SPOT[site])) if s.act >= Act.NEW else 0.0
    if s.act == Act.EXPAND:
        return worth + w[ROOM] * room_after(s, seat, site) + w[WALL] * walls(s, w, seat, site, now)
    if s.act == Act.NEUTRAL:
        return worth - w[ROOM] * space_round(s, site)
    return worth + w[ROOM] * space_round(s, site) + best_entry(s, seat, site)


@rule
def room_after(s: State, seat: int, site: int) -> int:
    """Return the number of additional sites for later expansions that a stand gains by an expansion on ``site``."""
    return count(minus(common(common(triple(NEAR[site]), free(s)), area(s.colour)), border(s, seat, s.colour)))


@rule
def space_round(s: State, site: int) -> int:
    """Return the number of free sites of the colour's area within two steps."""
    open_sites = common(free(s), area(s.colour))
    ring = common(triple(NEAR[site]), open_sites)
    return count(common(union(ring, near(ring)), open_sites))


@rule
def best_entry(s: State, seat: int, site: int) -> float:
    """Estimate the value of the best site for an entry next to a stall on ``site``."""
    best = 0.0
    left = common(common(triple(NEAR[site]), free(s)), triple(s.reach))
    while some(left):
        best = max(best, entry_at(s, seat, s.colour, first(left)))
        left = rest(left)
    return best


@rule
def entry_at(s: State, seat: int, colour: int, entry: int) -> float:
    """Estimate the value of an entry: best near its customer, nearer than other entries, with free sites around it."""
    worth = 0.05 * count(common(triple(NEAR[entry]), walkable(s)))
    if s.act == Act.NEUTRAL or s.stands[colour] < 0:
        return worth
    walk = walkable(s)
    aims = vacant(s, colour)
    here = triple(SPOT[s.stands[colour]])
    distance = 0
    while not has(here, entry) and distance < 30:
        here = steps_from(here, walk)
        distance += 1
    return worth + 0.6 - 0.04 * distance - 0.35 * count(common(aims, here))


@rule
def walls(s: State, w: Any, seat: int, site: int, now: float) -> float:
    """Return how much an expansion on a site improves :func:`nearness` by blocking customers' paths."""
    if not has(triple(s.reach), site):
        return 0.0
    solid = triple(s.solid)
    s.solid[0], s.solid[1], s.solid[2] = plus(solid, site)
    after = nearness(s, w, seat)
    s.solid[0], s.solid[1], s.solid[2] = solid
    return after - now


@rule
def nearness(s: State, w: Any, seat: int) -> float:
    """Return the coins that the seat would earn if every customer went to the nearest entry now.

    A share of the coins that opponents would earn is subtracted.
    """
    worth = 0.0
    for customer in range(COLOURS):
        if s.stands[customer] >= 0:
            owner = nearest(s, customer, s.stands[customer])
            if owner == seat:
                worth += s.sizes[seat][customer]
            elif 0 <= owner < NEUTRAL:
                worth -= w[RIVAL] * s.sizes[owner][customer]
    return worth
