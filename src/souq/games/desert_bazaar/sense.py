"""What looks good in Desert Bazaar, in points: what each choice is worth now, and how everybody stands."""

from __future__ import annotations

import math
from typing import Any

from souq.engine.bits import Bits, common, first, has, minus, pair, rest, some, union
from souq.engine.compiled import hot, rule
from souq.games.desert_bazaar.rules.encampments import NEAR, NOWHERE, encampment, units
from souq.games.desert_bazaar.rules.payment import payable_sites
from souq.games.desert_bazaar.state import (
    COST,
    DONE,
    FACE_DESERT,
    FACE_WILD,
    FULL,
    KEEP,
    MATCH,
    PARTS,
    PAY,
    RESOURCES,
    ROLL,
    SITE,
    SITES,
    SLOTS,
    STOP,
    TAKE,
    TILE,
    TRADE,
    TRADES,
    WILD,
    State,
)

ALONE = 2.0
MARKED = 0.85
CLOSING = 1.0
OWN = 0.15
RIVAL = 0.1
CARD = 0.42
ENOUGH = 0.55
MANY = 12
CROWD = 0.1
DRY = 24
DRYNESS = 0.04
SPREAD = 0.02
NEVER = -99.0


@rule
def priors(s: State, seat: int, choices: Any, n: int, out: Any) -> None:
    """How good each of ``choices[:n]`` looks to ``seat``, in points, into ``out``."""
    for i in range(n):
        out[i] = glance(s, seat, choices[i])


@rule
def glance(s: State, seat: int, choice: int) -> float:
    """How good one choice looks."""
    if choice < ROLL:
        return card(s, seat, choice - WILD)
    if choice < TILE or choice == DONE:
        return idle(s, seat)
    if choice < TAKE:
        place = choice - TILE
        return best(s, seat, s.display[place // SLOTS][place % SLOTS])
    if choice < STOP:
        return card(s, seat, choice - TAKE)
    if choice < KEEP:
        return stopping(s, seat, choice - STOP)
    if choice < MATCH:
        return keeping(s, seat, choice - KEEP)
    if choice < SITE:
        return stopping(s, seat, choice - MATCH)
    if choice < PAY:
        return bargain(s, seat, s.display[s.side][s.slot], choice - SITE)
    if choice < TRADE:
        return declined(choice - PAY)
    return given(s, seat, choice - TRADE)


# ---- building


@rule
def best(s: State, seat: int, tile: int) -> float:
    """The best bargain a tile offers; NEVER if it cannot be paid for anywhere."""
    found = NEVER
    sites = payable_sites(s, seat, tile)
    while some(sites):
        found = max(found, bargain(s, seat, tile, first(sites)))
        sites = rest(sites)
    return found


@rule
def bargain(s: State, seat: int, tile: int, site: int) -> float:
    """What building a tile on a site where it can be paid for is worth beyond the cards it costs."""
    cards = 0
    for r in range(RESOURCES):
        need = max(0, COST[tile][r] - units(s, site, r))
        cards += need + 2 * max(0, need - s.hand[seat][r])
    return ground(s, seat, site) - CARD * cards


@rule
def ground(s: State, seat: int, site: int) -> float:
    """What a tent of ``seat`` on a site is worth, whatever it costs."""
    size = reach(s, site)
    worth = 0.0
    if s.markers[seat] > 0:
        worth += MARKED
        if size == 1:
            worth += ALONE
    if size == FULL:
        worth += closing(s, seat, site)
    return worth


@hot
def reach(s: State, site: int) -> int:
    """Tents of the encampment a tent on a legal site would belong to."""
    n = 0
    for plane in range(3):
        if has(pair(s.grown[plane]), site):
            n += 1 << plane
    return n


@rule
def closing(s: State, seat: int, site: int) -> float:
    """What closing the encampment round a site is worth beyond the tent itself."""
    worth = CLOSING
    camp = joined(s, site)
    while some(camp):
        owner = s.owner[first(camp)]
        if owner == seat:
            worth += OWN
        elif owner >= 0:
            worth -= RIVAL
        camp = rest(camp)
    return worth


@rule
def joined(s: State, site: int) -> Bits:
    """The tents a tent on a site would join."""
    camp = NOWHERE
    todo = common(pair(NEAR[site]), pair(s.taken))
    while some(todo):
        other, _ = encampment(s, first(todo))
        camp = union(camp, other)
        todo = minus(todo, other)
    return camp


@rule
def idle(s: State, seat: int) -> float:
    """What not building is worth: less with many cards in hand, and with little left to take."""
    held = 0
    left = 0
    for r in range(RESOURCES):
        held += s.hand[seat][r]
        left += s.pile[r]
    return ENOUGH - CROWD * max(0, held - MANY) - DRYNESS * max(0, DRY - left)


@hot
def declined(payment: int) -> float:
    """Declining offers costs the cards paid instead."""
    cards = 0
    for r in range(RESOURCES):
        cards += PARTS[payment][r]
    return -CARD * cards


@rule
def given(s: State, seat: int, trade: int) -> float:
    """What three cards are worth that are given away."""
    worth = 0.0
    for r in range(RESOURCES):
        for k in range(TRADES[trade][r]):
            worth -= CARD - SPREAD * (s.hand[seat][r] - k)
    return worth


# ---- cards


@rule
def card(s: State, seat: int, r: int) -> float:
    """What one more card of a resource is worth: the fewer in hand, the more."""
    return CARD - SPREAD * s.hand[seat][r]


@rule
def stopping(s: State, seat: int, r: int) -> float:
    """What the dice bring of a resource."""
    n = 0
    for die in range(3):
        if s.dice[die] == r or s.dice[die] == FACE_WILD:
            n += 1
    return card(s, seat, r) * min(n, s.pile[r])


@rule
def keeping(s: State, seat: int, face: int) -> float:
    """What setting a face aside and throwing the other live dice again brings on average (DB-R10, DB-R11)."""
    live = -1
    for die in range(3):
        if s.dice[die] != FACE_DESERT:
            live += 1
    if face < FACE_WILD:
        return card(s, seat, face) * (11 / 9 if live == 2 else 2 / 3)
    top = 0.0
    for r in range(RESOURCES):
        if s.pile[r] > 0:
            top = max(top, card(s, seat, r))
    return top * (83 / 36 if live == 2 else 5 / 3)


# ---- standing


@rule
def value(s: State, out: Any) -> None:
    """Each seat's share of the victory, as far as the position shows."""
    total = 0.0
    for seat in range(s.players):
        out[seat] = math.exp(0.35 * projected(s, seat))
        total += out[seat]
    for seat in range(s.players):
        out[seat] /= total


@rule
def projected(s: State, seat: int) -> float:
    """Points of a seat if the game ended now."""
    points = s.score[seat] + 0.0
    for site in range(SITES):
        if s.owner[site] == seat:
            points += 1
    return points
