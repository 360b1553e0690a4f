"""What looks good in Kairo, in points: what each choice is worth now, and how everybody stands.

Turns are what there is least of, so an action is worth what it brings at once: an expansion its size and medals, a lure
its coins, cards what they make possible. A coin of a colour whose stand can grow is nearly a point, any other a third.
The weights were found by playing variants against each other; what made no difference was left out.
"""

from __future__ import annotations

import math
from typing import Any

from souq.engine.bits import Bits, common, count, first, has, lowest, minus, plus, rest, some, triple, union
from souq.engine.compiled import hot, rule
from souq.engine.judgement import Term
from souq.engine.weights import Weights
from souq.games.kairo.rules.access import same, steps_from
from souq.games.kairo.rules.building import running_out
from souq.games.kairo.rules.cards import copies, kinds
from souq.games.kairo.rules.luring import goals, owner_of, price, vacant
from souq.games.kairo.rules.medals import GOLD, SILVER, medal_points
from souq.games.kairo.rules.sites import CARD_SITES, NEAR, SPOT, area, free, near, walkable
from souq.games.kairo.rules.stalls import places, spare
from souq.games.kairo.rules.stands import border, growth
from souq.games.kairo.rules.ways import covered, payable, wealth
from souq.games.kairo.state import (
    BARKER,
    BOX,
    COLOUR,
    COLOURS,
    CUSTOMER,
    DECK,
    DISCARD,
    DRAW,
    ENTRY,
    FEE,
    GOAL,
    JOKERS,
    KEEP,
    LURE,
    NEUTRAL,
    NEW,
    OWNERS,
    PAY,
    QUIT,
    SITE,
    TAKE,
    THREE,
    WAY,
    Act,
    State,
)

TERMS = (
    Term("points", "scores {n} point{s}", "costs {n} point{s}"),
    Term("medals", "wins medals that score once more at the end", "gives up medals that score once more at the end"),
    Term("coins", "brings coins worth {n} point{s}", "spends coins worth {n} point{s}"),
    Term("stands", "makes a stand larger that can go on growing", "leaves less to grow"),
    Term("build", "prepares the next expansion", "leaves no expansion as good to make next"),
    Term("visitors", "brings customers near the right entries", "leaves fewer customers near the right entries"),
    Term("hand", "fills the hand", "uses up cards or barkers"),
    Term("turn", "", ""),
)
"""What the points are made of that a seat may end with. Nobody needs to be told that a turn is over."""
N_TERMS = len(TERMS)
WEIGHTS = Weights.read(__package__)
"""The numbers of this judgement."""

COIN = 1.0 / BOX.end["money"]
"""A coin at the end of the game."""
GROWING = WEIGHTS.place("growing")
"""A coin of a colour in which an own stand can still grow."""
SPARE_COINS = WEIGHTS.place("spare_coins")
"""Coins of a growing colour beyond which more are worth no more than others."""
MEDAL = WEIGHTS.place("medal")
"""Share of a medal's value that it may bring once more at the end."""
ONE_OF_THREE = WEIGHTS.place("one_of_three")
"""Each further card that is played."""
JOKER = WEIGHTS.place("joker")
"""A joker played, beside its fee."""
RIVAL = WEIGHTS.place("rival")
"""Each point or coin that a lure brings to somebody else."""
BARKING = WEIGHTS.place("barking")
"""A barker spent."""
NEXT = WEIGHTS.place("next")
"""Share of what the customer who comes may bring on his next walk."""
POOR_HAND = WEIGHTS.place("poor_hand")
"""Drawing with two cards or fewer."""
FULL_HAND = WEIGHTS.place("full_hand")
"""Drawing with more."""
FRESH = WEIGHTS.place("fresh")
"""A new stall, early: it can grow, and its medals may be free."""
CROWDED = WEIGHTS.place("crowded")
"""By how much a new stall is worth less for each own one there is beyond the first three."""
LEFT = WEIGHTS.place("left")
"""Expansions left in the supply from which on a new stall is worth less."""
MOVING = WEIGHTS.place("moving")
"""Moving a blocked stall."""
ROOM = WEIGHTS.place("room")
"""Each site on which a stand can still grow."""
WALL = WEIGHTS.place("wall")
"""Each step that a wall adds to a walk to a rival's entry, or takes from being nearest oneself."""
BARKER_WORTH = WEIGHTS.place("barker_worth")
"""A barker taken, the first."""
GOLD_KEPT = WEIGHTS.place("gold_kept")
"""Each point of a gold medal that is held, at the end."""
GOLD_EARLY = WEIGHTS.place("gold_early")
"""By how much less early: it may be lost, and its points are scored."""
SILVER_KEPT = WEIGHTS.place("silver_kept")
"""Each point of a silver medal that is held."""
ANY_COIN = WEIGHTS.place("any_coin")
"""A coin, of any colour."""
RIGHT_COIN = WEIGHTS.place("right_coin")
"""One more, early, of a colour in which an own stand can grow."""
STAND = WEIGHTS.place("stand")
"""Each tile, early, of a stand that can still grow."""
PAYABLE = WEIGHTS.place("payable")
"""Each point of the best expansion that can be paid."""
READY = WEIGHTS.place("ready")
"""Each point of the best that can be paid and built with the cards held, at the end."""
READY_EARLY = WEIGHTS.place("ready_early")
"""By how much less early."""
VISITOR = WEIGHTS.place("visitor")
"""Each coin, early, that customers would bring by going to their nearest entries."""
HELD_CARD = WEIGHTS.place("held_card")
"""A card in the hand."""
HELD_BARKER = WEIGHTS.place("held_barker")
"""A barker in reserve."""
LATER = WEIGHTS.place("later")
"""Being last to act, against being next."""
SURE = WEIGHTS.place("sure")
"""How much a point decides when all expansions are gone."""
SURE_LEFT = WEIGHTS.place("sure_left")
"""By how much less for each expansion that is left (in the exponent)."""
SURE_ENDING = WEIGHTS.place("sure_ending")
"""The same for each that is needed to begin the final phase."""
SURE_FINAL = WEIGHTS.place("sure_final")
"""How many times more it decides in the final phase."""
FAR = 5.0
"""Expansions before the final phase from which on the game is early."""
SPENDABLE = 8
"""Coins of a colour that can be spent in time."""
MEDAL_TWICE = 1.5
"""Points of a medal that is about to be won, for it may score once more."""
NOTHING = -9.0
"""What cannot be done."""


@rule
def priors(s: State, w: Any, seat: int, choices: Any, n: int, out: Any) -> None:
    """How good each of ``choices[:n]`` looks to ``seat``, in points, into ``out``."""
    for i in range(n):
        out[i] = glance(s, w, seat, choices[i])


@rule
def glance(s: State, w: Any, seat: int, choice: int) -> float:
    """How good one choice looks."""
    if choice < COLOUR:
        return action(s, w, seat, choice)
    if choice < SITE:
        return stall_of(s, w, seat, s.act, choice - COLOUR)
    if choice < ENTRY:
        return site_for(s, w, seat, choice - SITE)
    if choice < WAY:
        return entry_at(s, seat, s.colour, choice - ENTRY)
    if choice < KEEP:
        return -way_price(s, w, seat, choice - WAY)
    if choice < FEE:
        return card(s, seat, choice - KEEP)
    if choice < PAY:
        return -coin(s, w, seat, choice - FEE)
    if choice < CUSTOMER:
        return -coin(s, w, seat, choice - PAY)
    if choice < GOAL:
        return best_lure(s, w, seat, choice - CUSTOMER)
    if choice < TAKE:
        return lure_worth(s, w, seat, s.customer, choice - GOAL)
    if choice < DISCARD:
        return taking(s, w, seat, choice)
    return -card(s, seat, choice - DISCARD)


# ---- actions


@rule
def action(s: State, w: Any, seat: int, choice: int) -> float:
    """How good the best action of a kind looks."""
    if choice == QUIT:
        return 0.0
    if choice == DRAW:
        return w[POOR_HAND] - 0.3 * s.held[seat] if s.held[seat] < 3 else w[FULL_HAND]
    best = NOTHING
    if choice == LURE:
        for customer in range(COLOURS):
            if s.stands[customer] >= 0:
                best = max(best, best_lure(s, w, seat, customer))
        return best
    for colour in range(COLOURS):
        best = max(best, stall_of(s, w, seat, Act.NEW + choice - NEW, colour))
    return best


@rule
def stall_of(s: State, w: Any, seat: int, act: int, colour: int) -> float:
    """How good it looks to place, expand or move a stall of a colour, in the best way there is."""
    size = s.sizes[seat][colour]
    if act == Act.PLACE or act == Act.NEUTRAL:
        return 0.1 * count(places(s, colour)) / 118.0 + opening(s, seat, colour)
    if (size == 0) != (act == Act.NEW) or (act == Act.EXPAND and s.supply[colour] == 0):
        return NOTHING
    if act == Act.EXPAND:
        return growing(s, w, seat, colour, size)
    if act == Act.MOVE:
        return NOTHING if size > 1 or s.final == 1 else w[MOVING]
    cards = cheapest(s, w, seat, act, colour, places(s, colour))
    return fresh(s, w, seat, colour) - cards if cards >= 0.0 else NOTHING


@rule
def growing(s: State, w: Any, seat: int, colour: int, size: int) -> float:
    """How good the next expansion of a stand looks: its points, less what it costs."""
    cost = size + 1
    if not payable(s, seat, colour, cost, -1):
        return NOTHING
    cards = cheapest(s, w, seat, Act.EXPAND, colour, growth(s, seat, colour))
    if cards < 0.0:
        return NOTHING
    medals = medal_points(s, seat, colour, cost)
    own = min(cost, s.money[seat][colour])
    price = COIN * (own + 2 * (cost - own)) + cards
    return cost + (1.0 + w[MEDAL]) * medals - price + ending(s, seat, colour, cost + medals)


@rule
def ending(s: State, seat: int, colour: int, points: int) -> float:
    """What it is worth that an expansion brings the final phase: good for who leads, with cards and money left."""
    if s.final == 1:
        return 0.0
    s.supply[colour] -= 1
    ends = running_out(s)
    s.supply[colour] += 1
    if not ends:
        return 0.0
    lead = s.score[seat] + points - best_other(s, seat)
    return max(-3.0, min(3.0, 0.4 * lead))


@rule
def best_other(s: State, seat: int) -> int:
    """Points of the best of the others."""
    best = 0
    for other in range(s.players):
        if other != seat:
            best = max(best, s.score[other])
    return best


@rule
def fresh(s: State, w: Any, seat: int, colour: int) -> float:
    """How good a new stall of a colour looks."""
    if s.supply[colour] == 0:
        return -0.5
    stalls = 0
    left = 0
    for other in range(COLOURS):
        left += s.supply[other]
        if s.sizes[seat][other] > 0:
            stalls += 1
    if s.final == 1:
        return 0.5 if s.held[seat] > 1 and payable(s, seat, colour, 2, -1) else -0.5
    worth = w[FRESH] - w[CROWDED] * max(0, stalls - 3) - 0.25 * max(0, w[LEFT] - left)
    if s.gold[colour] >= 0:
        worth -= 1.0
    return worth + 0.15 * min(4, s.money[seat][colour])


@rule
def opening(s: State, seat: int, colour: int) -> float:
    """How good a colour is for one of the first stalls: few others have it, and its customer is on the board."""
    others = 0
    for owner in range(OWNERS):
        if s.sizes[owner][colour] > 0:
            others += 1
    return (0.5 if s.stands[colour] >= 0 else 0.0) - 0.4 * others


# ---- cards and money


@rule
def cheapest(s: State, w: Any, seat: int, act: int, colour: int, sites: Bits) -> float:
    """What the cheapest way to one of some sites costs in cards; -1 if there is none."""
    best = -1.0
    if not some(common(sites, covered(s, seat, act, colour))):
        return best
    left = kinds(s.hand[seat])
    while left != 0:
        t = lowest(left) >> 1
        left &= left - 1
        if some(common(sites, triple(CARD_SITES[t]))):
            price = card_price(w, t)
            if best < 0.0 or price < best:
                best = price
    return best if best >= 0.0 else card_price(w, THREE)


@hot
def card_price(w: Any, way: int) -> float:
    """What a way costs beyond one card."""
    if way == THREE:
        return 2 * w[ONE_OF_THREE]
    return w[JOKER] + COIN if way >= JOKERS else 0.0


@rule
def way_price(s: State, w: Any, seat: int, way: int) -> float:
    """What a way costs: of two equal ones the card that is needed less."""
    return card_price(w, way) + (0.1 * card(s, seat, way) if way < THREE else 0.0)


@rule
def card(s: State, seat: int, t: int) -> float:
    """What a card is worth in the hand: it covers sites of own stands, or lets one build anew."""
    sites = triple(CARD_SITES[t])
    worth = 0.1 if t < JOKERS else 0.0
    for colour in range(COLOURS):
        size = s.sizes[seat][colour]
        if size > 0 and s.supply[colour] > 0 and some(common(border(s, seat, colour), sites)):
            worth += 0.3 + 0.08 * size
    if some(common(spare(s), sites)):
        worth += 0.15
    return worth / (1.0 + 0.6 * max(0, copies(s.hand[seat], t) - 1))


@rule
def coin(s: State, w: Any, seat: int, colour: int) -> float:
    """What a coin of a colour is worth to a seat."""
    if s.sizes[seat][colour] == 0 or s.supply[colour] == 0 or s.money[seat][colour] >= w[SPARE_COINS]:
        return COIN
    return w[GROWING] if some(border(s, seat, colour)) else COIN


@rule
def taking(s: State, w: Any, seat: int, choice: int) -> float:
    """How good a card or a barker looks."""
    if choice == BARKER:
        return w[BARKER_WORTH] - 0.15 * s.barkers[seat]
    if choice == DECK:
        return 0.45
    t = choice - TAKE
    return card(s, seat, t) / (1.0 + 0.6 * copies(s.hand[seat], t))


# ---- luring


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
    if not some(aims):
        return -1
    walk = walkable(s)
    here = triple(SPOT[site])
    there = steps_from(here, walk)
    while not some(common(there, aims)) and not same(here, there):
        here = there
        there = steps_from(here, walk)
    found = common(there, aims)
    return owner_of(s, colour, first(found)) if some(found) else -1


# ---- sites


@rule
def site_for(s: State, w: Any, seat: int, site: int) -> float:
    """How good a site looks for what is being built."""
    worth = -cheapest(s, w, seat, s.act, s.colour, triple(SPOT[site])) if s.act >= Act.NEW else 0.0
    if s.act == Act.EXPAND:
        return worth + w[ROOM] * room_after(s, seat, site) + w[WALL] * walls(s, w, seat, site)
    if s.act == Act.NEUTRAL:
        return worth - w[ROOM] * space_round(s, site)
    return worth + w[ROOM] * space_round(s, site) + best_entry(s, seat, site)


@rule
def room_after(s: State, seat: int, site: int) -> int:
    """Sites on which the stand could grow further from here."""
    return count(minus(common(common(triple(NEAR[site]), free(s)), area(s.colour)), border(s, seat, s.colour)))


@rule
def space_round(s: State, site: int) -> int:
    """Free sites of the colour's area within two steps."""
    open_sites = common(free(s), area(s.colour))
    ring = common(triple(NEAR[site]), open_sites)
    return count(common(union(ring, near(ring)), open_sites))


@rule
def best_entry(s: State, seat: int, site: int) -> float:
    """How good the best entry beside a site looks."""
    best = 0.0
    left = common(common(triple(NEAR[site]), free(s)), triple(s.reach))
    while some(left):
        best = max(best, entry_at(s, seat, s.colour, first(left)))
        left = rest(left)
    return best


@rule
def entry_at(s: State, seat: int, colour: int, entry: int) -> float:
    """How good an entry looks: near its customer, nearer than others, and in the open."""
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
def walls(s: State, w: Any, seat: int, site: int) -> float:
    """What a wall on a site changes: customers for whom an own entry becomes the nearest, or a rival's no longer is."""
    if not has(triple(s.reach), site):
        return 0.0
    before = nearness(s, w, seat)
    solid = triple(s.solid)
    s.solid[0], s.solid[1], s.solid[2] = plus(solid, site)
    after = nearness(s, w, seat)
    s.solid[0], s.solid[1], s.solid[2] = solid
    return after - before


@rule
def nearness(s: State, w: Any, seat: int) -> float:
    """What customers on the board would bring if they went to their nearest entries now."""
    worth = 0.0
    for customer in range(COLOURS):
        if s.stands[customer] >= 0:
            owner = nearest(s, customer, s.stands[customer])
            if owner == seat:
                worth += s.sizes[seat][customer]
            elif 0 <= owner < NEUTRAL:
                worth -= w[RIVAL] * s.sizes[owner][customer]
    return worth


# ---- standing


@rule
def terms(s: State, w: Any, seat: int, out: Any) -> None:
    """What each of :data:`TERMS` contributes to the points ``seat`` may end with."""
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
    """How much a point decides: the more, the nearer the end is."""
    left = 0
    for colour in range(COLOURS):
        left += s.supply[colour]
    fewer = w[SURE_LEFT] * left + w[SURE_ENDING] * to_final(s)
    return w[SURE] * math.exp(-fewer) * (w[SURE_FINAL] if s.final == 1 else 1.0)


@rule
def to_final(s: State) -> int:
    """How many expansions are left at the least before the final phase begins (KA-F01)."""
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
    """1 while the end is far, 0 when it has begun: how much of what only pays over time still will."""
    return min(1.0, to_final(s) / FAR)


@rule
def medals_held(s: State, w: Any, seat: int, early: float) -> float:
    """What the medals of a seat score once more at the end, if it keeps them: early on a gold one is nothing yet."""
    worth = 0.0
    for colour in range(COLOURS):
        if s.gold[colour] == seat:
            worth += GOLD * (w[GOLD_KEPT] - w[GOLD_EARLY] * early)
        if s.silver[colour] == seat:
            worth += SILVER * w[SILVER_KEPT]
    return worth


@rule
def to_grow(s: State, seat: int) -> tuple[int, int, float, float]:
    """Of the stands of a seat that can still grow: coins to spend on them, tiles, and what the next expansion is worth.

    That is the best which can be paid, and the best of those that the cards reach as well.
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
            room = border(s, seat, colour)
            if some(room):
                spendable += min(SPENDABLE, s.money[seat][colour])
                tiles += size
                if payable(s, seat, colour, size + 1, -1):
                    worth = next_worth(s, seat, colour)
                    best = max(best, worth)
                    if some(common(room, reach)):
                        ready = max(ready, worth)
    return spendable, tiles, best, ready


@rule
def next_worth(s: State, seat: int, colour: int) -> float:
    """What the next expansion of a stand is worth: points and medals, less the coins that score at the end."""
    size = s.sizes[seat][colour] + 1
    own = min(size, s.money[seat][colour])
    return size + MEDAL_TWICE * medal_points(s, seat, colour, size) - COIN * (2 * size - own)


@rule
def visitors(s: State, seat: int) -> int:
    """Tiles of the stands to which a customer on the square would go now: the coins these lures bring."""
    tiles = 0
    for colour in range(COLOURS):
        if s.sizes[seat][colour] > 0 and s.stands[colour] >= 0 and comes(s, seat, colour):
            tiles += s.sizes[seat][colour]
    return tiles


@rule
def comes(s: State, seat: int, customer: int) -> bool:
    """Whether an entry of a seat is the nearest to a customer on the square, or as near as any (KA-L04)."""
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
