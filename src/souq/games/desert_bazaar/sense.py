"""What looks good in Desert Bazaar, in points: what each choice is worth now, and how everybody stands.

A card is worth about a point while the desert is empty and nothing when it is full. So cards are hoarded until a hand
is rich, then spent on as many tents as one turn allows: on tents that stand alone, on tents their neighbours pay for,
and on camps that can be closed. The weights were found by playing variants against each other; what made no difference
was left out.
"""

from __future__ import annotations

from typing import Any

from souq.engine.bits import Bits, common, count, first, has, minus, pair, rest, some, union
from souq.engine.compiled import hot, rule, table
from souq.engine.judgement import Term
from souq.engine.weights import Weights
from souq.games.desert_bazaar.rules.cards import stocked, wealth
from souq.games.desert_bazaar.rules.encampments import NEAR, NOWHERE, SPOT, encampment, units
from souq.games.desert_bazaar.rules.payment import payable_sites
from souq.games.desert_bazaar.rules.rolling import live, showing
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

WEIGHTS = Weights.read(__package__)

MARKED = WEIGHTS.place("marked")
"""A marker set: the point it will score, and a little for what it holds."""
OWN = WEIGHTS.place("own")
"""Each own marker that comes home from a camp (its point is safe anyway)."""
RIVAL = WEIGHTS.place("rival")
"""Each marker that comes home to somebody else."""
ROOM = WEIGHTS.place("room")
"""Each legal site next to a site: among equals the one with the most room round it."""
PRICE = WEIGHTS.place("price")
"""A card, early in the game."""
LATE = WEIGHTS.place("late")
"""Legal sites from which on cards lose worth, down to nothing when none is left."""
SPREAD = WEIGHTS.place("spread")
"""By how much a card is worth less for each one held of its resource."""
LEAD = WEIGHTS.place("lead")
"""A card that takes or ties the lead in its resource, for each of ``NEARLY`` sites that is gone."""
NEARLY = WEIGHTS.place("nearly")
"""See ``LEAD``."""
ROLLING = WEIGHTS.place("rolling")
"""Rolling instead of building, with few cards."""
RICH = WEIGHTS.place("rich")
"""A hand is rich with this share of what everybody would hold if all cards were dealt out."""
CROWD = WEIGHTS.place("crowd")
"""By how much rolling is worth less for each card beyond a rich hand."""
BARREN = WEIGHTS.place("barren")
"""Rolling when there is nothing to take."""
STOPPING = WEIGHTS.place("stopping")
"""Not building another tent: even a slight loss is better than a turn more later on."""
TOGETHER = WEIGHTS.place("together")
"""Share of what the other tiles of a set are worth that counts for each: a turn that builds several is worth more."""
PAIRED = WEIGHTS.place("paired")
"""Each other tile of the set that asks for the product."""
ENDING = WEIGHTS.place("ending")
"""Ending the game with the most points; as much is lost by ending it with less."""
FEW = WEIGHTS.place("few")
"""Legal sites from which on the end is looked for: one tile can take so many."""
CERTAINTY = WEIGHTS.place("certainty")
"""How sure a lead of one point is to last: this, by ``EARLY`` and the share of legal sites that are left."""
EARLY = WEIGHTS.place("early")
"""See ``CERTAINTY``."""
NEVER = -99.0

CATCH = table([[0, 12, 24, 24], [0, 20, 40, 44]])
"""Cards, in 36ths, that a resource set aside brings on average: one or two dice thrown again, 0 to 3 cards left."""
CATCH_WILD = table([[0, 30, 60, 60], [0, 35, 70, 83]])
"""The same for a Wild set aside."""


@rule
def priors(s: State, w: Any, seat: int, choices: Any, n: int, out: Any) -> None:
    """How good each of ``choices[:n]`` looks to ``seat``, in points, into ``out``."""
    for i in range(n):
        out[i] = glance(s, w, seat, choices[i])
    if s.phase == Phase.TURN:
        together(w, choices, n, out)


@rule
def glance(s: State, w: Any, seat: int, choice: int) -> float:
    """How good one choice looks."""
    if choice < ROLL:
        return card(s, w, seat, choice - WILD)
    if choice < TILE:
        return rolling(s, w, seat)
    if choice < TAKE:
        return tent(s, w, seat, (choice - TILE) // SLOTS, (choice - TILE) % SLOTS)
    if choice < STOP:
        return card(s, w, seat, choice - TAKE)
    if choice < KEEP:
        return catch(s, w, seat, choice - STOP)
    if choice < MATCH:
        return keeping(s, w, seat, choice - KEEP)
    if choice < SITE:
        return catch(s, w, seat, choice - MATCH)
    if choice < PAY:
        return bargain(s, w, seat, s.display[s.side][s.slot], choice - SITE)
    if choice < TRADE:
        return declining(s, w, choice - PAY)
    if choice < DONE:
        return giving(s, w, seat, choice - TRADE)
    return w[STOPPING]


# ---- building


@rule
def together(w: Any, choices: Any, n: int, out: Any) -> None:
    """A tile is worth more beside others of its set that can be built in the same turn."""
    left = 0.0
    right = 0.0
    for i in range(n):
        if choices[i] >= TILE + SLOTS:
            right += max(0.0, out[i] - w[STOPPING])
        elif choices[i] >= TILE:
            left += max(0.0, out[i] - w[STOPPING])
    for i in range(n):
        if choices[i] >= TILE:
            all_of_it = right if choices[i] >= TILE + SLOTS else left
            out[i] += w[TOGETHER] * (all_of_it - max(0.0, out[i] - w[STOPPING]))


@rule
def tent(s: State, w: Any, seat: int, side: int, slot: int) -> float:
    """What a displayed tile is worth on the best site for it, and for the other tiles of its set."""
    tile = s.display[side][slot]
    worth = NEVER
    sites = payable_sites(s, seat, tile)
    while some(sites):
        worth = max(worth, bargain(s, w, seat, tile, first(sites)))
        sites = rest(sites)
    for other in range(SLOTS):
        if other != slot and s.display[side][other] >= 0 and COST[s.display[side][other]][PRODUCT[tile]] > 0:
            worth += w[PAIRED]
    return worth


@rule
def bargain(s: State, w: Any, seat: int, tile: int, site: int) -> float:
    """What building a tile on a site is worth beyond the cards it costs, those traded away included."""
    cards = 0
    for r in range(RESOURCES):
        due = max(0, COST[tile][r] - units(s, site, r))
        cards += due + 2 * max(0, due - s.hand[seat][r])
    return ground(s, w, seat, site) - price(s, w) * cards


@rule
def price(s: State, w: Any) -> float:
    """What a card is worth now."""
    return w[PRICE] * min(1.0, count(pair(s.open)) / w[LATE])


@rule
def ground(s: State, w: Any, seat: int, site: int) -> float:
    """What a tent of ``seat`` on a site is worth, whatever it costs."""
    size = reach(s, site)
    points = 0.0
    worth = w[ROOM] * count(common(pair(NEAR[site]), pair(s.open)))
    if s.markers[seat] > 0:
        worth += w[MARKED] - MARKER
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
def homecoming(s: State, w: Any, seat: int, site: int) -> float:
    """What it is worth that the markers of a camp go home."""
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
def ending(s: State, w: Any, seat: int, points: float) -> float:
    """What it is worth to end the game with so many points more."""
    mine = standing(s, seat) + points
    for other in range(s.players):
        if other != seat and standing(s, other) >= mine:
            return -w[ENDING]
    return w[ENDING]


@hot
def declining(s: State, w: Any, part: int) -> float:
    """Offers declined cost cards."""
    cards = 0
    for r in range(RESOURCES):
        cards += PARTS[part][r]
    return -w[PRICE] * cards


@rule
def giving(s: State, w: Any, seat: int, trade: int) -> float:
    """What three cards given away are worth."""
    worth = 0.0
    for r in range(RESOURCES):
        for k in range(TRADES[trade][r]):
            worth -= w[PRICE] - w[SPREAD] * (s.hand[seat][r] - k)
    return worth


# ---- cards


@rule
def rolling(s: State, w: Any, seat: int) -> float:
    """What rolling is worth, beside building now: the less, the richer the hand."""
    if stocked(s) == 0:
        return w[BARREN]
    return w[ROLLING] - w[CROWD] * max(0.0, wealth(s, seat) - w[RICH] * CARDS / s.players)


@rule
def card(s: State, w: Any, seat: int, r: int) -> float:
    """What one more card of a resource is worth: more with few in hand, and late when it takes or ties the lead."""
    held = s.hand[seat][r]
    worth = w[PRICE] - w[SPREAD] * held
    gone = w[NEARLY] - count(pair(s.open))
    if gone > 0 and 0 <= most_elsewhere(s, seat, r) - held <= 1:
        worth += w[LEAD] * gone
    return worth


@rule
def catch(s: State, w: Any, seat: int, r: int) -> float:
    """What the dice as they lie bring of a resource."""
    return card(s, w, seat, r) * min(showing(s, r), s.pile[r])


@rule
def keeping(s: State, w: Any, seat: int, face: int) -> float:
    """What setting a face aside and throwing the other live dice again brings on average (DB-R10, DB-R11)."""
    again = live(s) - 2
    if face < FACE_WILD:
        return card(s, w, seat, face) * CATCH[again][min(3, s.pile[face])] / 36
    best = 0.0
    for r in range(RESOURCES):
        best = max(best, card(s, w, seat, r) * CATCH_WILD[again][min(3, s.pile[r])] / 36)
    return best


# ---- standing

TERMS = (
    Term("points", "brings {n} point{s}", "loses {n} point{s}"),
    Term("majorities", "takes a lead in cards", "gives up a lead in cards"),
    Term("cards", "adds cards to the hand", "spends cards"),
)


@rule
def terms(s: State, w: Any, seat: int, out: Any) -> None:
    """What ``seat`` may expect, in points, by :data:`TERMS`; of a game that is over, its points."""
    out[0] = settled(s, seat)
    out[1] = out[2] = 0.0
    if s.over == 0:
        out[1] = majorities(s, seat)
        out[2] = w[PRICE] * count(pair(s.open)) / SITES * wealth(s, seat)


@rule
def certainty(s: State, w: Any) -> float:
    """How sure a lead of one point is to last: the fewer legal sites are left, the more."""
    return w[CERTAINTY] / (w[EARLY] + count(pair(s.open)) / SITES)


@rule
def standing(s: State, seat: int) -> float:
    """Points of a seat if the game ended now."""
    return settled(s, seat) + (0.0 if s.over == 1 else majorities(s, seat))


@rule
def settled(s: State, seat: int) -> float:
    """Points that nobody can take away: those scored, and those of the markers on the board."""
    points = s.score[seat] + 0.0
    if s.over == 0:
        for site in range(SITES):
            if s.owner[site] == seat:
                points += MARKER
    return points


@rule
def majorities(s: State, seat: int) -> float:
    """Points for the resources of which a seat has most cards now."""
    points = 0.0
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
