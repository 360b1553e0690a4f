"""What looks good in Kairo, in points: what each choice is worth now, and how everybody stands.

Turns are what there is least of, so an action is worth what it brings at once: an expansion its size and medals, a lure
its coins, cards what they make possible. A coin of a colour whose stand can grow is nearly a point, any other a third.
The weights were found by playing variants against each other; what made no difference was left out.
"""

from __future__ import annotations

from typing import Any

from souq.engine.bits import Bits, common, count, first, has, lowest, minus, plus, rest, some, triple, union
from souq.engine.compiled import hot, rule
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

COIN = 1.0 / BOX.end["money"]
"""A coin at the end of the game."""
GROWING = 0.75
"""A coin of a colour in which an own stand can still grow."""
SPARE_COINS = 8
"""Coins of a growing colour beyond which more are worth no more than others."""
MEDAL = 0.6
"""Share of a medal's value that it may bring once more at the end."""
ONE_OF_THREE = 0.7
"""Each further card that is played."""
JOKER = 0.3
"""A joker played, beside its fee."""
RIVAL = 0.4
"""Each point or coin that a lure brings to somebody else."""
BARKING = 0.5
"""A barker spent."""
NEXT = 0.2
"""Share of what the customer who comes may bring on his next walk."""
POOR_HAND = 1.4
"""Drawing with two cards or fewer."""
FULL_HAND = 0.3
"""Drawing with more."""
FRESH = 3.0
"""A new stall, early: it can grow, and its medals may be free."""
CROWDED = 0.8
"""By how much a new stall is worth less for each own one there is beyond the first three."""
LEFT = 12
"""Expansions left in the supply from which on a new stall is worth less."""
MOVING = 0.6
"""Moving a blocked stall."""
ROOM = 0.12
"""Each site on which a stand can still grow."""
WALL = 0.25
"""Each step that a wall adds to a walk to a rival's entry, or takes from being nearest oneself."""
BARKER_WORTH = 0.45
NOTHING = -9.0


@rule
def priors(s: State, seat: int, choices: Any, n: int, out: Any) -> None:
    """How good each of ``choices[:n]`` looks to ``seat``, in points, into ``out``."""
    for i in range(n):
        out[i] = glance(s, seat, choices[i])


@rule
def glance(s: State, seat: int, choice: int) -> float:
    """How good one choice looks."""
    if choice < COLOUR:
        return action(s, seat, choice)
    if choice < SITE:
        return stall_of(s, seat, s.act, choice - COLOUR)
    if choice < ENTRY:
        return site_for(s, seat, choice - SITE)
    if choice < WAY:
        return entry_at(s, seat, s.colour, choice - ENTRY)
    if choice < KEEP:
        return -way_price(s, seat, choice - WAY)
    if choice < FEE:
        return card(s, seat, choice - KEEP)
    if choice < PAY:
        return -coin(s, seat, choice - FEE)
    if choice < CUSTOMER:
        return -coin(s, seat, choice - PAY)
    if choice < GOAL:
        return best_lure(s, seat, choice - CUSTOMER)
    if choice < TAKE:
        return lure_worth(s, seat, s.customer, choice - GOAL)
    if choice < DISCARD:
        return taking(s, seat, choice)
    return -card(s, seat, choice - DISCARD)


# ---- actions


@rule
def action(s: State, seat: int, choice: int) -> float:
    """How good the best action of a kind looks."""
    if choice == QUIT:
        return 0.0
    if choice == DRAW:
        return POOR_HAND - 0.3 * s.held[seat] if s.held[seat] < 3 else FULL_HAND
    best = NOTHING
    if choice == LURE:
        for customer in range(COLOURS):
            if s.stands[customer] >= 0:
                best = max(best, best_lure(s, seat, customer))
        return best
    for colour in range(COLOURS):
        best = max(best, stall_of(s, seat, Act.NEW + choice - NEW, colour))
    return best


@rule
def stall_of(s: State, seat: int, act: int, colour: int) -> float:
    """How good it looks to place, expand or move a stall of a colour, in the best way there is."""
    size = s.sizes[seat][colour]
    if act == Act.PLACE or act == Act.NEUTRAL:
        return 0.1 * count(places(s, colour)) / 118.0 + opening(s, seat, colour)
    if (size == 0) != (act == Act.NEW) or (act == Act.EXPAND and s.supply[colour] == 0):
        return NOTHING
    if act == Act.EXPAND:
        return growing(s, seat, colour, size)
    if act == Act.MOVE:
        return NOTHING if size > 1 or s.final == 1 else MOVING
    cards = cheapest(s, seat, act, colour, places(s, colour))
    return fresh(s, seat, colour) - cards if cards >= 0.0 else NOTHING


@rule
def growing(s: State, seat: int, colour: int, size: int) -> float:
    """How good the next expansion of a stand looks: its points, less what it costs."""
    cost = size + 1
    if not payable(s, seat, colour, cost, -1):
        return NOTHING
    cards = cheapest(s, seat, Act.EXPAND, colour, growth(s, seat, colour))
    if cards < 0.0:
        return NOTHING
    medals = medal_points(s, seat, colour, cost)
    own = min(cost, s.money[seat][colour])
    return (
        cost + (1.0 + MEDAL) * medals - COIN * (own + 2 * (cost - own)) - cards + ending(s, seat, colour, cost + medals)
    )


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
def fresh(s: State, seat: int, colour: int) -> float:
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
    worth = FRESH - CROWDED * max(0, stalls - 3) - 0.25 * max(0, LEFT - left)
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
def cheapest(s: State, seat: int, act: int, colour: int, sites: Bits) -> float:
    """What the cheapest way to one of some sites costs in cards; -1 if there is none."""
    best = -1.0
    if not some(common(sites, covered(s, seat, act, colour))):
        return best
    left = kinds(s.hand[seat])
    while left != 0:
        t = lowest(left) >> 1
        left &= left - 1
        if some(common(sites, triple(CARD_SITES[t]))):
            price = card_price(t)
            if best < 0.0 or price < best:
                best = price
    return best if best >= 0.0 else card_price(THREE)


@hot
def card_price(way: int) -> float:
    """What a way costs beyond one card."""
    if way == THREE:
        return 2 * ONE_OF_THREE
    return JOKER + COIN if way >= JOKERS else 0.0


@rule
def way_price(s: State, seat: int, way: int) -> float:
    """What a way costs: of two equal ones the card that is needed less."""
    return card_price(way) + (0.1 * card(s, seat, way) if way < THREE else 0.0)


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
def coin(s: State, seat: int, colour: int) -> float:
    """What a coin of a colour is worth to a seat."""
    if s.sizes[seat][colour] == 0 or s.supply[colour] == 0 or s.money[seat][colour] >= SPARE_COINS:
        return COIN
    return GROWING if some(border(s, seat, colour)) else COIN


@rule
def taking(s: State, seat: int, choice: int) -> float:
    """How good a card or a barker looks."""
    if choice == BARKER:
        return BARKER_WORTH - 0.15 * s.barkers[seat]
    if choice == DECK:
        return 0.45
    t = choice - TAKE
    return card(s, seat, t) / (1.0 + 0.6 * copies(s.hand[seat], t))


# ---- luring


@rule
def best_lure(s: State, seat: int, customer: int) -> float:
    """How good the best destination of a customer looks."""
    best = NOTHING
    left = goals(s, seat, customer)
    while some(left):
        best = max(best, lure_worth(s, seat, customer, first(left)))
        left = rest(left)
    return best


@rule
def lure_worth(s: State, seat: int, customer: int, entry: int) -> float:
    """How good it looks to lure a customer to an entry: what is earned, and who may lure the next one."""
    owner = owner_of(s, customer, entry)
    worth = -BARKING * price(s, customer, entry)
    if owner == seat:
        worth += s.sizes[seat][customer] * coin(s, seat, customer)
    else:
        worth += coin(s, seat, customer)
        if owner != NEUTRAL:
            worth -= RIVAL * s.sizes[owner][customer] * coin(s, owner, customer)
    return worth + NEXT * next_walk(s, seat, entry)


@rule
def next_walk(s: State, seat: int, entry: int) -> float:
    """What the customer at the gate may bring from an entry: the size of the nearest stand, a loss if a rival's."""
    for customer in range(COLOURS):
        if s.stands[customer] < 0:
            owner = nearest(s, customer, entry)
            if owner == seat:
                return float(s.sizes[seat][customer])
            if 0 <= owner < NEUTRAL:
                return -RIVAL * s.sizes[owner][customer]
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
def site_for(s: State, seat: int, site: int) -> float:
    """How good a site looks for what is being built."""
    worth = -cheapest(s, seat, s.act, s.colour, triple(SPOT[site])) if s.act >= Act.NEW else 0.0
    if s.act == Act.EXPAND:
        return worth + ROOM * room_after(s, seat, site) + WALL * walls(s, seat, site)
    if s.act == Act.NEUTRAL:
        return worth - ROOM * space_round(s, site)
    return worth + ROOM * space_round(s, site) + best_entry(s, seat, site)


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
def walls(s: State, seat: int, site: int) -> float:
    """What a wall on a site changes: customers for whom an own entry becomes the nearest, or a rival's no longer is."""
    if not has(triple(s.reach), site):
        return 0.0
    before = nearness(s, seat)
    solid = triple(s.solid)
    s.solid[0], s.solid[1], s.solid[2] = plus(solid, site)
    after = nearness(s, seat)
    s.solid[0], s.solid[1], s.solid[2] = solid
    return after - before


@rule
def nearness(s: State, seat: int) -> float:
    """What customers on the board would bring if they went to their nearest entries now."""
    worth = 0.0
    for customer in range(COLOURS):
        if s.stands[customer] >= 0:
            owner = nearest(s, customer, s.stands[customer])
            if owner == seat:
                worth += s.sizes[seat][customer]
            elif 0 <= owner < NEUTRAL:
                worth -= RIVAL * s.sizes[owner][customer]
    return worth


# ---- standing


@rule
def value(s: State, out: Any) -> None:
    """What everybody may end with, in points."""
    for seat in range(s.players):
        out[seat] = s.score[seat] + medals_held(s, seat) + (holdings(s, seat) if s.over == 0 else 0.0)


@rule
def medals_held(s: State, seat: int) -> float:
    """What the medals of a seat may still score."""
    worth = 0.0
    if s.over == 0:
        for colour in range(COLOURS):
            worth += (GOLD if s.gold[colour] == seat else 0) + (SILVER if s.silver[colour] == seat else 0)
    return worth


@rule
def holdings(s: State, seat: int) -> float:
    """What coins, stands, cards and barkers may still bring."""
    worth = COIN * wealth(s, seat)
    for colour in range(COLOURS):
        size = s.sizes[seat][colour]
        if size > 0 and s.supply[colour] > 0:
            worth += 0.4 * size + (GROWING - COIN) * min(SPARE_COINS, s.money[seat][colour])
    return worth + 0.3 * s.held[seat] + BARKER_WORTH * s.barkers[seat] * 0.5
