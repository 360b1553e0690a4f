"""What looks good in Desert Bazaar, in points: what each choice is worth now, and how everybody stands.

A card is worth about a point while the desert is empty and nothing when it is full. So cards are hoarded until a hand
is rich, then spent on as many tents as one turn allows: on tents that stand alone, on tents their neighbours pay for,
and on camps that can be closed. The weights were found by playing variants against each other; what made no difference
was left out.
"""

from __future__ import annotations

import math
from typing import Any

from souq.engine.bits import Bits, common, count, first, has, lowest, minus, pair, rest, some, union
from souq.engine.compiled import hot, rule, table
from souq.engine.judgement import Term
from souq.engine.weights import Weights
from souq.games.desert_bazaar.rules.cards import stocked, wealth
from souq.games.desert_bazaar.rules.encampments import NEAR, NOWHERE, SPOT, encampment, offering, units
from souq.games.desert_bazaar.rules.payment import payable_sites, purse, sufficient
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
LASTING = WEIGHTS.place("lasting")
"""What a card promises to the end of the game."""
FLEETING = WEIGHTS.place("fleeting")
"""What it promises beyond that, times the share of legal sites that are left."""
HOARD = WEIGHTS.place("hoard")
"""By how much more a card promises that is one of many."""
MANY = WEIGHTS.place("many")
"""Cards from which on a hand is a hoard."""
EVEN = WEIGHTS.place("even")
"""The first and the second card of a resource, each: with them most flags can be paid."""
MOST = WEIGHTS.place("most")
"""Share of the points for most cards of a resource that are expected when no legal site is left."""
SETTLING = WEIGHTS.place("settling")
"""How late these points are settled: a power of the share of legal sites that are gone."""
SLOPE = WEIGHTS.place("slope")
"""How much each card of a lead makes it surer."""
CLEAR = WEIGHTS.place("clear")
"""The lead in cards with which it is an even chance."""
WAIT = WEIGHTS.place("wait")
"""A round of waiting until the next turn."""
FREE = WEIGHTS.place("free")
"""A free card to take, and dice to throw."""
THROW = WEIGHTS.place("throw")
"""Dice thrown."""
TENT = WEIGHTS.place("tent")
"""A tent being built, or another that may be."""
BARGAIN = WEIGHTS.place("bargain")
"""The same for each point that it is worth, once it has its site."""
CERTAINTY = WEIGHTS.place("certainty")
"""How sure a lead of one point is to last: for each seat this, by ``EARLY`` and the share of legal sites left."""
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
    if count(pair(s.open)) <= w[FEW]:
        worth = best_of(s, w, seat, tile, payable_sites(s, seat, tile))
    else:
        worth = roomy(s, w, seat, tile)
    for other in range(SLOTS):
        if other != slot and s.display[side][other] >= 0 and COST[s.display[side][other]][PRODUCT[tile]] > 0:
            worth += w[PAIRED]
    return worth


@rule
def best_of(s: State, w: Any, seat: int, tile: int, sites: Bits) -> float:
    """What a tile is worth on the best of some sites."""
    worth = NEVER
    while some(sites):
        worth = max(worth, bargain(s, w, seat, tile, first(sites)))
        sites = rest(sites)
    return worth


@rule
def roomy(s: State, w: Any, seat: int, tile: int) -> float:
    """The same on all sites, while there are many: alone or not is all that tells them apart, but where a camp closes.

    It costs a tenth of looking at each of them.
    """
    low = union(pair(s.grown[1]), pair(s.grown[2]))
    alone = minus(pair(s.open), low)
    full = common(common(pair(s.grown[0]), pair(s.grown[1])), common(pair(s.grown[2]), pair(s.open)))
    worth = best_of(s, w, seat, tile, common(full, payable_sites(s, seat, tile)))
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
            worth = max(worth, here - price(s, w) * cards_due(s, seat, tile, part))
    return worth


@rule
def cards_due(s: State, seat: int, tile: int, part: int) -> int:
    """Cards that a tile costs when neighbours pay a part of its flag, those traded away included."""
    cards = 0
    for r in range(RESOURCES):
        due = max(0, COST[tile][r] - PARTS[part][r])
        cards += due + 2 * max(0, due - s.hand[seat][r])
    return cards


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


# ---- prospects

TERMS = (
    Term("points", "brings {n} point{s}", "costs {n} point{s}"),
    Term("cards", "leaves you better cards to build with", "spends cards"),
    Term("majorities", "helps you hold the most of a resource", "lets others hold the most of a resource"),
    Term("turn", "lets you do more this turn", ""),  # that a turn ends goes without saying
)


@rule
def terms(s: State, w: Any, seat: int, out: Any) -> None:
    """What ``seat`` may expect, in points, by :data:`TERMS`; of a game that is over, its points."""
    out[0] = settled(s, seat)
    out[1] = out[2] = out[3] = 0.0
    if s.over == 0:
        out[1] = hand(s, w, seat)
        out[2] = leads(s, w, seat)
        out[3] = turn(s, w, seat)


@rule
def certainty(s: State, w: Any) -> float:
    """How sure a lead of one point is to last: the fewer legal sites and the more seats there are, the more."""
    return w[CERTAINTY] * s.players / (w[EARLY] + emptiness(s))


@rule
def emptiness(s: State) -> float:
    """The share of all sites that are legal."""
    return count(pair(s.open)) / SITES


@rule
def hand(s: State, w: Any, seat: int) -> float:
    """What the cards of a seat promise in tents: the more cards there are, the more each of them does."""
    cards = wealth(s, seat)
    worth = (w[LASTING] + w[FLEETING] * emptiness(s)) * (cards + w[HOARD] * max(0.0, cards - w[MANY]))
    for r in range(RESOURCES):
        worth += w[EVEN] * min(2, s.hand[seat][r])
    return worth


@rule
def leads(s: State, w: Any, seat: int) -> float:
    """What the majorities promise that a seat has or is near, beyond an even share: the later the more."""
    sure = -RESOURCES / s.players
    for r in range(RESOURCES):
        lead = s.hand[seat][r] - most_elsewhere(s, seat, r)
        sure += 1 / (1 + math.exp(-w[SLOPE] * (lead - w[CLEAR])))
    return MAJORITY * sure * w[MOST] * (1 - emptiness(s)) ** w[SETTLING]


@rule
def turn(s: State, w: Any, seat: int) -> float:
    """What the turn promises to the player, and how long others have to wait for theirs."""
    after = (seat - s.player) % s.players
    if s.phase == Phase.TURN:
        return -w[WAIT] * after / s.players
    if after > 0:
        return -w[WAIT] * (after - 1) / s.players
    return under_way(s, w, seat) - w[WAIT] * (s.players - 1) / s.players


@rule
def under_way(s: State, w: Any, seat: int) -> float:
    """What is still to come of the turn that a seat has begun."""
    if s.phase == Phase.TAKE:
        return w[FREE]
    if s.phase == Phase.THROWN or s.phase == Phase.MATCH:
        return w[THROW]
    if s.phase == Phase.SITE or s.phase == Phase.NEXT:
        return w[TENT]
    if s.phase == Phase.PAY or s.phase == Phase.TRADE:
        return w[TENT] + w[BARGAIN] * bargain(s, w, seat, s.display[s.side][s.slot], s.site)
    return 0.0


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
