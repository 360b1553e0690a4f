"""What looks good in Desert Bazaar, in points: what each choice is worth now, and how everybody stands.

A card is worth about a point while the desert is empty and nothing when it is full. So cards are hoarded until a hand
is rich, then spent on as many tents as one turn allows: on tents that stand alone, on tents their neighbours pay for,
and on camps that can be closed. The weights were found by playing variants against each other; what made no difference
was left out.
"""

from __future__ import annotations

import math
from typing import Any

from souq.engine.bits import Bits, common, count, first, has, minus, pair, rest, some, union
from souq.engine.compiled import hot, rule, table
from souq.games.desert_bazaar.rules.cards import stocked, wealth
from souq.games.desert_bazaar.rules.encampments import NEAR, NOWHERE, SPOT, encampment, units
from souq.games.desert_bazaar.rules.payment import payable_sites
from souq.games.desert_bazaar.rules.rolling import live, showing
from souq.games.desert_bazaar.rules.scoring import rank
from souq.games.desert_bazaar.state import (
    BOX,
    COST,
    DONE,
    FACE_WILD,
    FULL,
    KEEP,
    MATCH,
    PARTS,
    PAY,
    PRODUCT,
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
    Phase,
    State,
)

ISOLATED = BOX.scoring["isolated"]
CLOSING = BOX.scoring["closing"]
MARKER = BOX.scoring["marker"]
MAJORITY = BOX.scoring["majority"]
CARDS = sum(BOX.cards)

MARKED = 1.1
"""A marker set: the point it will score, and a little for what it holds."""
OWN = 0.05
"""Each own marker that comes home from a camp (its point is safe anyway)."""
RIVAL = 0.15
"""Each marker that comes home to somebody else."""
ROOM = 0.001
"""Each legal site next to a site: among equals the one with the most room round it."""
PRICE = 1.1
"""A card, early in the game."""
LATE = 40.0
"""Legal sites from which on cards lose worth, down to nothing when none is left."""
SPREAD = 0.02
"""By how much a card is worth less for each one held of its resource."""
LEAD = 0.005
"""A card that takes or ties the lead in its resource, for each of ``NEARLY`` sites that is gone."""
NEARLY = 30
ROLLING = 1.35
"""Rolling instead of building, with few cards."""
RICH = 0.8
"""A hand is rich with this share of what everybody would hold if all cards were dealt out."""
CROWD = 0.15
"""By how much rolling is worth less for each card beyond a rich hand."""
BARREN = -0.3
"""Rolling when there is nothing to take."""
STOPPING = -0.3
"""Not building another tent: even a slight loss is better than a turn more later on."""
TOGETHER = 0.15
"""Share of what the other tiles of a set are worth that counts for each: a turn that builds several is worth more."""
PAIRED = 0.04
"""Each other tile of the set that asks for the product."""
ENDING = 3.0
"""Ending the game with the most points; as much is lost by ending it with less."""
FEW = 8
"""Legal sites from which on the end is looked for: one tile can take so many."""
CERTAINTY = 0.175
EARLY = 0.15
"""How sure a lead of one point is to last: ``CERTAINTY / (EARLY + share of legal sites left)``."""
NEVER = -99.0

CATCH = table([[0, 12, 24, 24], [0, 20, 40, 44]])
"""Cards, in 36ths, that a resource set aside brings on average: one or two dice thrown again, 0 to 3 cards left."""
CATCH_WILD = table([[0, 30, 60, 60], [0, 35, 70, 83]])
"""The same for a Wild set aside."""


@rule
def priors(s: State, seat: int, choices: Any, n: int, out: Any) -> None:
    """How good each of ``choices[:n]`` looks to ``seat``, in points, into ``out``."""
    for i in range(n):
        out[i] = glance(s, seat, choices[i])
    if s.phase == Phase.TURN:
        together(choices, n, out)


@rule
def glance(s: State, seat: int, choice: int) -> float:
    """How good one choice looks."""
    if choice < ROLL:
        return card(s, seat, choice - WILD)
    if choice < TILE:
        return rolling(s, seat)
    if choice < TAKE:
        return tent(s, seat, (choice - TILE) // SLOTS, (choice - TILE) % SLOTS)
    if choice < STOP:
        return card(s, seat, choice - TAKE)
    if choice < KEEP:
        return catch(s, seat, choice - STOP)
    if choice < MATCH:
        return keeping(s, seat, choice - KEEP)
    if choice < SITE:
        return catch(s, seat, choice - MATCH)
    if choice < PAY:
        return bargain(s, seat, s.display[s.side][s.slot], choice - SITE)
    if choice < TRADE:
        return declining(s, choice - PAY)
    if choice < DONE:
        return giving(s, seat, choice - TRADE)
    return STOPPING


# ---- building


@rule
def together(choices: Any, n: int, out: Any) -> None:
    """A tile is worth more beside others of its set that can be built in the same turn."""
    left = 0.0
    right = 0.0
    for i in range(n):
        if choices[i] >= TILE + SLOTS:
            right += max(0.0, out[i] - STOPPING)
        elif choices[i] >= TILE:
            left += max(0.0, out[i] - STOPPING)
    for i in range(n):
        if choices[i] >= TILE:
            all_of_it = right if choices[i] >= TILE + SLOTS else left
            out[i] += TOGETHER * (all_of_it - max(0.0, out[i] - STOPPING))


@rule
def tent(s: State, seat: int, side: int, slot: int) -> float:
    """What a displayed tile is worth on the best site for it, and for the other tiles of its set."""
    tile = s.display[side][slot]
    worth = NEVER
    sites = payable_sites(s, seat, tile)
    while some(sites):
        worth = max(worth, bargain(s, seat, tile, first(sites)))
        sites = rest(sites)
    for other in range(SLOTS):
        if other != slot and s.display[side][other] >= 0 and COST[s.display[side][other]][PRODUCT[tile]] > 0:
            worth += PAIRED
    return worth


@rule
def bargain(s: State, seat: int, tile: int, site: int) -> float:
    """What building a tile on a site is worth beyond the cards it costs, those traded away included."""
    cards = 0
    for r in range(RESOURCES):
        due = max(0, COST[tile][r] - units(s, site, r))
        cards += due + 2 * max(0, due - s.hand[seat][r])
    return ground(s, seat, site) - price(s) * cards


@rule
def price(s: State) -> float:
    """What a card is worth now."""
    return PRICE * min(1.0, count(pair(s.open)) / LATE)


@rule
def ground(s: State, seat: int, site: int) -> float:
    """What a tent of ``seat`` on a site is worth, whatever it costs."""
    size = reach(s, site)
    points = 0.0
    worth = ROOM * count(common(pair(NEAR[site]), pair(s.open)))
    if s.markers[seat] > 0:
        worth += MARKED - MARKER
        points += MARKER
        if size == 1:
            points += ISOLATED
    if size == FULL:
        points += CLOSING
        worth += homecoming(s, seat, site)
    if count(pair(s.open)) <= FEW and fills(s, site, size):
        worth += ending(s, seat, points)
    return worth + points


@hot
def reach(s: State, site: int) -> int:
    """Tents of the camp that a tent on a legal site would belong to."""
    n = 0
    for plane in range(3):
        if has(pair(s.grown[plane]), site):
            n += 1 << plane
    return n


@rule
def joined(s: State, site: int) -> Bits:
    """The tents that a tent on a site would join."""
    camp = NOWHERE
    todo = common(pair(NEAR[site]), pair(s.taken))
    while some(todo):
        other, _ = encampment(s, first(todo))
        camp = union(camp, other)
        todo = minus(todo, other)
    return camp


@rule
def homecoming(s: State, seat: int, site: int) -> float:
    """What it is worth that the markers of a camp go home."""
    worth = 0.0
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
def fills(s: State, site: int, size: int) -> bool:
    """Whether a tent on a site leaves no legal site: it was the last, or the camp it fills makes the others dead."""
    spot = pair(SPOT[site])
    left = minus(pair(s.open), spot)
    if size == FULL:
        camp = union(joined(s, site), spot)
        while some(camp):
            left = minus(left, pair(NEAR[first(camp)]))
            camp = rest(camp)
    return not some(left)


@rule
def ending(s: State, seat: int, points: float) -> float:
    """What it is worth to end the game with so many points more."""
    mine = standing(s, seat) + points
    for other in range(s.players):
        if other != seat and standing(s, other) >= mine:
            return -ENDING
    return ENDING


@hot
def declining(s: State, part: int) -> float:
    """Offers declined cost cards."""
    cards = 0
    for r in range(RESOURCES):
        cards += PARTS[part][r]
    return -PRICE * cards


@rule
def giving(s: State, seat: int, trade: int) -> float:
    """What three cards given away are worth."""
    worth = 0.0
    for r in range(RESOURCES):
        for k in range(TRADES[trade][r]):
            worth -= PRICE - SPREAD * (s.hand[seat][r] - k)
    return worth


# ---- cards


@rule
def rolling(s: State, seat: int) -> float:
    """What rolling is worth, beside building now: the less, the richer the hand."""
    if stocked(s) == 0:
        return BARREN
    return ROLLING - CROWD * max(0.0, wealth(s, seat) - RICH * CARDS / s.players)


@rule
def card(s: State, seat: int, r: int) -> float:
    """What one more card of a resource is worth: more with few in hand, and late when it takes or ties the lead."""
    held = s.hand[seat][r]
    worth = PRICE - SPREAD * held
    gone = NEARLY - count(pair(s.open))
    if gone > 0 and 0 <= most_elsewhere(s, seat, r) - held <= 1:
        worth += LEAD * gone
    return worth


@rule
def catch(s: State, seat: int, r: int) -> float:
    """What the dice as they lie bring of a resource."""
    return card(s, seat, r) * min(showing(s, r), s.pile[r])


@rule
def keeping(s: State, seat: int, face: int) -> float:
    """What setting a face aside and throwing the other live dice again brings on average (DB-R10, DB-R11)."""
    again = live(s) - 2
    if face < FACE_WILD:
        return card(s, seat, face) * CATCH[again][min(3, s.pile[face])] / 36
    best = 0.0
    for r in range(RESOURCES):
        best = max(best, card(s, seat, r) * CATCH_WILD[again][min(3, s.pile[r])] / 36)
    return best


# ---- standing


@rule
def standing(s: State, seat: int) -> float:
    """Points of a seat if the game ended now."""
    points = s.score[seat] + 0.0
    if s.over == 1:
        return points
    for site in range(SITES):
        if s.owner[site] == seat:
            points += MARKER
    for r in range(RESOURCES):
        if s.hand[seat][r] > most_elsewhere(s, seat, r):
            points += MAJORITY
    return points


@rule
def most_elsewhere(s: State, seat: int, r: int) -> int:
    """The most cards of a resource that another seat holds."""
    most = 0
    for other in range(s.players):
        if other != seat:
            most = max(most, s.hand[other][r])
    return most


@rule
def value(s: State, out: Any) -> None:
    """Each seat's share of the victory: what it is when the game is over, else what the position promises."""
    if s.over == 1:
        share_out(s, out)
        return
    room = count(pair(s.open)) / SITES
    best = NEVER
    for seat in range(s.players):
        out[seat] = (standing(s, seat) + PRICE * room * wealth(s, seat)) * CERTAINTY / (EARLY + room)
        best = max(best, out[seat])
    total = 0.0
    for seat in range(s.players):
        out[seat] = math.exp(out[seat] - best)
        total += out[seat]
    for seat in range(s.players):
        out[seat] /= total


@rule
def share_out(s: State, out: Any) -> None:
    """The victory, shared by those who won (DB-F03)."""
    winners = 0
    for seat in range(s.players):
        if rank(s, seat) == 1:
            winners += 1
    for seat in range(s.players):
        out[seat] = 1 / winners if rank(s, seat) == 1 else 0.0
