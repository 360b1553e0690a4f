"""Why a choice cannot be made now: the rule that helps most."""

from __future__ import annotations

from souq.engine.bits import common, has, minus, some, triple
from souq.engine.compiled import rule
from souq.games.kairo.rules.access import keeps
from souq.games.kairo.rules.asking import GROUP, barkers_left
from souq.games.kairo.rules.cards import copies
from souq.games.kairo.rules.sites import CARD_SEGMENTS, MARKET, SEGMENT, SPOT, area, free, near
from souq.games.kairo.rules.stalls import lift_stall, places, put_stall
from souq.games.kairo.rules.stands import blocked, border, stand
from souq.games.kairo.rules.ways import payable
from souq.games.kairo.state import (
    BARKER,
    CARDS,
    CHOICES,
    COLOUR,
    COLOURS,
    CUSTOMER,
    ENTRY,
    FEE,
    GOAL,
    JOKERS,
    KEEP,
    LURE,
    MOVE,
    NEW,
    OWNERS,
    PAY,
    QUIT,
    SITE,
    SITES,
    TAKE,
    THREE,
    WAY,
    Act,
    Phase,
    Rule,
    State,
)

N_CHOICES = CHOICES.size


@rule
def refusal(s: State, seat: int, choice: int) -> int:
    """0 if ``seat`` may choose it, else the rule that forbids it.

    Of a choice that does not answer what is asked it is the rule that asks.
    """
    if s.over == 1:
        return Rule.KA_F04
    if seat != s.player:
        return Rule.KA_S06 if s.turn == 0 else Rule.KA_T03
    option = choice - GROUP[s.phase]
    if 0 <= option < SITES and choice < N_CHOICES and has(triple(s.asked), option):
        return 0
    if s.phase == Phase.ACT and NEW <= choice <= QUIT:
        return no_act(s, choice)
    if s.phase == Phase.COLOUR and COLOUR <= choice < SITE:
        return no_colour(s, choice - COLOUR)
    if s.phase == Phase.SITE and SITE <= choice < ENTRY:
        return no_site(s, choice - SITE)
    if s.phase == Phase.ENTRY and ENTRY <= choice < WAY:
        return no_entry(s, choice - ENTRY)
    if s.phase == Phase.WAY and WAY <= choice < KEEP:
        return no_way(s, choice - WAY)
    if s.phase == Phase.FEE and FEE <= choice < PAY:
        return Rule.KA_E11 if s.money[s.player][choice - FEE] > 0 else Rule.KA_C02
    if s.phase == Phase.CUSTOMER and CUSTOMER <= choice < GOAL:
        return Rule.KA_L01 if s.stands[choice - CUSTOMER] < 0 else Rule.KA_L02
    if s.phase == Phase.GOAL and GOAL <= choice < TAKE:
        return no_goal(s, choice - GOAL)
    if s.phase == Phase.TAKE and choice == BARKER and barkers_left(s) == 0:
        return Rule.KA_X22
    return question(s)


@rule
def question(s: State) -> int:
    """The rule that says what is asked now."""
    if s.phase == Phase.ACT:
        return Rule.KA_F02 if s.final == 1 else Rule.KA_T01
    if s.phase == Phase.COLOUR:
        return Rule.KA_S06 if s.act == Act.PLACE else Rule.KA_T02
    if s.phase == Phase.SITE:
        return asks_site(s)
    if s.phase == Phase.ENTRY:
        return Rule.KA_N03
    if s.phase == Phase.WAY:
        return Rule.KA_C01
    if s.phase == Phase.KEEP:
        return Rule.KA_X07
    if s.phase == Phase.FEE:
        return Rule.KA_C02
    if s.phase == Phase.PAY:
        return Rule.KA_E09
    if s.phase == Phase.TAKE:
        return Rule.KA_D01
    return Rule.KA_D03 if s.phase == Phase.DISCARD else Rule.KA_L01


@rule
def asks_site(s: State) -> int:
    """The rule that says where the thing in hand goes."""
    if s.act == Act.EXPAND:
        return Rule.KA_E03
    if s.act == Act.MOVE:
        return Rule.KA_B02
    return Rule.KA_S09 if s.act == Act.NEUTRAL else Rule.KA_N03


# ---- actions and colours


@rule
def no_act(s: State, choice: int) -> int:
    """Why no such action."""
    if choice == QUIT:
        return Rule.KA_T01
    if s.final == 1 and choice > MOVE:
        return Rule.KA_F02
    if choice == LURE:
        return Rule.KA_L10
    return no_build(s, Act.NEW + choice - NEW)


@rule
def no_build(s: State, act: int) -> int:
    """Why no colour will do: the reason of the first one that comes near."""
    found = Rule.KA_X40 if act == Act.NEW else Rule.KA_E03 if act == Act.EXPAND else Rule.KA_B01
    for colour in range(COLOURS):
        has_stand = s.sizes[s.player][colour] > 0
        if has_stand == (act != Act.NEW):
            why = no_stall(s, act, colour)
            if why != Rule.KA_B01:
                return why
    return found


@rule
def no_colour(s: State, colour: int) -> int:
    """Why not this colour."""
    return no_stall(s, s.act, colour)


@rule
def no_stall(s: State, act: int, colour: int) -> int:
    """Why the player cannot place, expand or move a stall of a colour."""
    seat = s.player
    stands = s.sizes[seat][colour] > 0
    if act == Act.PLACE or act == Act.NEW:
        if stands:
            return Rule.KA_N01
        if act == Act.PLACE:
            return Rule.KA_S07
        return Rule.KA_C01 if some(places(s, colour)) else Rule.KA_N03
    if act == Act.MOVE:
        return Rule.KA_B03 if stands and blocked(s, seat, colour) else Rule.KA_B01
    if not stands:
        return Rule.KA_E03
    if s.supply[colour] == 0:
        return Rule.KA_E01
    if not payable(s, seat, colour, s.sizes[seat][colour] + 1, -1):
        return Rule.KA_E09
    return Rule.KA_C01 if some(border(s, seat, colour)) else Rule.KA_E03


# ---- sites and entries


@rule
def no_site(s: State, site: int) -> int:
    """Why it cannot go here."""
    seat = s.player
    if s.act == Act.EXPAND:
        why = no_expansion(s, site)
    elif s.act == Act.MOVE:
        why = no_move(s, site)
    else:
        why = no_place(s, site)
    if why != 0:
        return why
    if s.act == Act.PLACE or s.act == Act.NEUTRAL:
        return Rule.KA_S07
    return not_covered(s, seat, site)


@rule
def no_expansion(s: State, site: int) -> int:
    """Why a stand cannot grow here whatever is played; 0 if it can."""
    own = stand(s, s.player, s.colour)
    if not has(near(own), site):
        return Rule.KA_E03
    if not has(free(s), site):
        return Rule.KA_N02
    if not has(area(s.colour), site):
        return Rule.KA_E02
    if has(near(minus(triple(s.tiles[s.colour]), own)), site):
        return Rule.KA_E04
    return 0 if keeps(s, site) else Rule.KA_A01


@rule
def no_place(s: State, site: int) -> int:
    """Why a stall cannot stand here whatever is played; 0 if it can."""
    spot = triple(SPOT[site])
    if not has(free(s), site):
        return Rule.KA_N02
    if not has(area(s.colour), site):
        return Rule.KA_N04
    if some(common(near(spot), triple(s.solid))):
        return Rule.KA_N07
    if (s.present[s.colour] >> SEGMENT[site]) & 1 == 1:
        return Rule.KA_N06
    if not some(common(common(near(spot), free(s)), MARKET)):
        return Rule.KA_N03
    return 0 if has(places(s, s.colour), site) else Rule.KA_A01


@rule
def no_move(s: State, site: int) -> int:
    """Why the stall cannot be moved here, asked while it is lifted."""
    seat = s.player
    stall = s.stall[seat][s.colour]
    entry = s.entry[seat][s.colour]
    if site == stall:
        return Rule.KA_X16
    lift_stall(s, seat, s.colour)
    why = no_place(s, site)
    put_stall(s, seat, s.colour, stall, entry)
    return why


@rule
def not_covered(s: State, seat: int, site: int) -> int:
    """Which way is missing for a site."""
    for t in range(JOKERS, CARDS):
        if copies(s.hand[seat], t) > 0 and (CARD_SEGMENTS[t] >> SEGMENT[site]) & 1 == 1:
            return Rule.KA_C02
    return Rule.KA_C01


@rule
def no_entry(s: State, entry: int) -> int:
    """Why the entry cannot be here."""
    if not has(near(triple(SPOT[s.site])), entry):
        return Rule.KA_N03
    if has(triple(s.solid), entry) or has(triple(s.crowd), entry):
        return Rule.KA_N02
    if has(triple(s.doors), entry):
        return Rule.KA_N08
    if not has(MARKET, entry):
        return Rule.KA_N05
    return Rule.KA_A01


# ---- ways and luring


@rule
def no_way(s: State, way: int) -> int:
    """Why not this card, or three."""
    if way == THREE:
        return Rule.KA_C03
    if way < JOKERS:
        return Rule.KA_C01
    reaches = (CARD_SEGMENTS[way] >> SEGMENT[s.site]) & 1 == 1
    if copies(s.hand[s.player], way) == 0 or not reaches:
        return Rule.KA_C02
    return Rule.KA_E11


@rule
def no_goal(s: State, entry: int) -> int:
    """Why the customer cannot be lured here."""
    for owner in range(OWNERS):
        if s.entry[owner][s.customer] == entry:
            return Rule.KA_L02 if has(triple(s.crowd), entry) else Rule.KA_L05
    return Rule.KA_L01
