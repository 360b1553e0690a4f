"""The worth of tiles, sites and payments. A tile is worth what its tent brings, less the cards that it costs."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import hot, rule
from souq.engine.rules.bits import Bits, common, count, first, has, lowest, minus, pair, rest, some, union
from souq.games.desert_bazaar.evaluator.numbers import (
    ENDING,
    FEW,
    LATE,
    MARKED,
    OWN,
    PAIRED,
    PRICE,
    RIVAL,
    ROOM,
    SPREAD,
    STOPPING,
    TOGETHER,
)
from souq.games.desert_bazaar.evaluator.standing import standing
from souq.games.desert_bazaar.rules.encampments import NEAR, NOWHERE, SPOT, closing, encampment, lone, offering
from souq.games.desert_bazaar.rules.payment import helping, payable_sites, price, purse, sufficient
from souq.games.desert_bazaar.rules.scoring import CLOSING, ISOLATED, MARKER
from souq.games.desert_bazaar.state import COST, FULL, PARTS, PRODUCT, RESOURCES, SLOTS, TILE, TRADES, State

NEVER = -99.0


@rule
def add_set_worth(w: Any, choices: Any, n: int, out: Any) -> None:
    """Add to each tile's worth a share of the worth of its set's other tiles, as one turn can build several of them."""
    left = 0.0
    right = 0.0
    for i in range(n):
        if choices[i] >= TILE + SLOTS:
            right += max(0.0, out[i] - w[STOPPING])
        elif choices[i] >= TILE:
            left += max(0.0, out[i] - w[STOPPING])
    for i in range(n):
        if choices[i] >= TILE:
            total = right if choices[i] >= TILE + SLOTS else left
            out[i] += w[TOGETHER] * (total - max(0.0, out[i] - w[STOPPING]))


@rule
def tent(s: State, w: Any, seat: int, side: int, slot: int) -> float:
    """Return the worth of a displayed tile on its best site, plus a bonus for tiles whose cost its product can pay."""
    tile = s.display[side][slot]
    if count(pair(s.open)) <= w[FEW]:
        worth = best_of(s, w, seat, tile, payable_sites(s, seat, tile))
    else:
        worth = best_of_many(s, w, seat, tile)
    for other in range(SLOTS):
        if other != slot and s.display[side][other] >= 0 and COST[s.display[side][other]][PRODUCT[tile]] > 0:
            worth += w[PAIRED]
    return worth


@rule
def best_of(s: State, w: Any, seat: int, tile: int, sites: Bits) -> float:
    """Return the worth of building a tile on the best of ``sites``, or ``NEVER`` if there are none."""
    worth = NEVER
    while some(sites):
        worth = max(worth, bargain(s, w, seat, tile, first(sites)))
        sites = rest(sites)
    return worth


@rule
def best_of_many(s: State, w: Any, seat: int, tile: int) -> float:
    """Return an estimate of what building a tile on its best site is worth, for positions with many legal sites.

    Only sites where a camp closes are valued one by one. The others are compared in groups with the same payment by
    neighbours, which takes a tenth of the time.
    """
    alone = lone(s)
    worth = best_of(s, w, seat, tile, common(closing(s), payable_sites(s, seat, tile)))
    set_up = w[MARKED] if s.markers[seat] > 0 else 0.0
    parts = sufficient(purse(s, seat), tile) & s.offered
    while parts != 0:
        part = lowest(parts)
        parts &= parts - 1
        sites = offering(s, part)
        if some(sites):
            here = set_up
            if set_up > 0 and some(common(sites, alone)):
                here += ISOLATED
            worth = max(worth, here - per_card(s, w) * price(s, seat, tile, part))
    return worth


@rule
def bargain(s: State, w: Any, seat: int, tile: int, site: int) -> float:
    """Return the worth of a tent on a site, less the worth of the cards that the seat pays or trades away for it."""
    return ground(s, w, seat, site) - per_card(s, w) * price(s, seat, tile, helping(s, site, tile))


@rule
def per_card(s: State, w: Any) -> float:
    """Return what a card is worth now, in points: less and less once few legal sites are left."""
    return w[PRICE] * min(1.0, count(pair(s.open)) / w[LATE])


@rule
def ground(s: State, w: Any, seat: int, site: int) -> float:
    """Return what a tent of ``seat`` on a site is worth, before subtracting the cards that it costs."""
    size = reach(s, site)
    points = 0.0
    worth = w[ROOM] * count(common(pair(NEAR[site]), pair(s.open)))
    if s.markers[seat] > 0:
        worth += w[MARKED] - MARKER  # MARKED includes the marker's point, which ``points`` counts below
        points += MARKER
        if size == 1:
            points += ISOLATED
    if size == FULL:
        points += CLOSING
        worth += homecoming(s, w, seat, site)
    if count(pair(s.open)) <= w[FEW] and fills(s, site, size):
        worth += ending(s, w, seat, points)
    return worth + points


@hot
def reach(s: State, site: int) -> int:
    """Return the size of the camp that a new tent on a legal site would belong to, including the new tent."""
    n = 0
    for plane in range(3):
        if has(pair(s.grown[plane]), site):
            n += 1 << plane
    return n


@rule
def joined(s: State, site: int) -> Bits:
    """Return the sites of all existing tents that a new tent on ``site`` would connect into one camp."""
    camp = NOWHERE
    todo = common(pair(NEAR[site]), pair(s.taken))
    while some(todo):
        other, _ = encampment(s, first(todo))
        camp = union(camp, other)
        todo = minus(todo, other)
    return camp


@rule
def homecoming(s: State, w: Any, seat: int, site: int) -> float:
    """Return the worth for ``seat`` of getting its markers back when a camp closes, less what the others get back."""
    worth = 0.0
    camp = joined(s, site)
    while some(camp):
        owner = s.owner[first(camp)]
        if owner == seat:
            worth += w[OWN]
        elif owner >= 0:
            worth -= w[RIVAL]
        camp = rest(camp)
    return worth


@rule
def fills(s: State, site: int, size: int) -> bool:
    """Return whether a tent on ``site`` would leave no legal site: it takes the last one, or its camp becomes full."""
    spot = pair(SPOT[site])
    left = minus(pair(s.open), spot)
    if size == FULL:
        camp = union(joined(s, site), spot)
        while some(camp):
            left = minus(left, pair(NEAR[first(camp)]))
            camp = rest(camp)
    return not some(left)


@rule
def ending(s: State, w: Any, seat: int, points: float) -> float:
    """Return the worth of ending the game now for a seat that gets ``points`` more by it.

    It is positive if the seat then leads alone, and negative otherwise.
    """
    mine = standing(s, seat) + points
    for other in range(s.players):
        if other != seat and standing(s, other) >= mine:
            return -w[ENDING]
    return w[ENDING]


@hot
def decline_cost(s: State, w: Any, part: int) -> float:
    """Return the worth, as a negative number, of the cards that a player pays by declining neighbours' offers."""
    cards = 0
    for r in range(RESOURCES):
        cards += PARTS[part][r]
    return -w[PRICE] * cards


@rule
def trade_cost(s: State, w: Any, seat: int, trade: int) -> float:
    """Return the worth, as a negative number, of the three cards that a trade gives away."""
    worth = 0.0
    for r in range(RESOURCES):
        for k in range(TRADES[trade][r]):
            worth -= w[PRICE] - w[SPREAD] * (s.hand[seat][r] - k)
    return worth
