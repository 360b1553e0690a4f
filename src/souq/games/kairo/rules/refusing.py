"""Refusals: for an illegal choice, the rule that explains best why it is illegal.

If several rules forbid a choice, the first one in this order is named: rules about pieces, the square, access, money,
cards in hand. The order begins with what a player can change least, so a player whose card is refused knows that the
site and the money are fine.
"""

from __future__ import annotations

from souq.engine.compiler.compiled import rule, table
from souq.engine.rules.bits import Bits, common, has, minus, some, triple
from souq.games.kairo.rules.access import keeps_access
from souq.games.kairo.rules.asking import GROUP, barkers_left
from souq.games.kairo.rules.cards import copies
from souq.games.kairo.rules.payment import payable
from souq.games.kairo.rules.sites import (
    BOARD,
    CARD_SEGMENTS,
    CARD_SITES,
    MARKET,
    SEGMENT,
    SEGMENTS_SITES,
    SPOT,
    area,
    free,
    near,
)
from souq.games.kairo.rules.stalls import any_place, lift_stall, places, places_moved, put_stall, spare
from souq.games.kairo.rules.stands import blocked, border, growth, stand
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
_NEARER = (
    Rule.KA_E01,
    Rule.KA_E03,
    Rule.KA_N02,
    Rule.KA_N04,
    Rule.KA_N07,
    Rule.KA_N06,
    Rule.KA_N03,
    Rule.KA_A01,
    Rule.KA_B03,
    Rule.KA_E09,
    Rule.KA_C01,
    Rule.KA_C02,
    Rule.KA_E11,
)
NEARNESS = table([_NEARER.index(each) + 1 if each in _NEARER else 0 for each in (0, *Rule)])
"""For each rule, how close to legal a choice is that the rule forbids. A larger number is closer; 0 is unlisted."""


@rule
def refusal(s: State, seat: int, choice: int) -> int:
    """Return 0 if ``seat`` may make the choice, else the rule that forbids it.

    A choice that does not answer the current question is refused by the rule that asks this question.
    """
    if s.over == 1:
        return Rule.KA_F04
    if seat != s.player:
        return no_turn(s, seat)
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
def no_turn(s: State, seat: int) -> int:
    """Return the rule that explains why a seat has no choice now: the seat is out, or another one decides."""
    if s.turn == 0:
        return Rule.KA_S09 if s.act == Act.NEUTRAL else Rule.KA_S06
    return Rule.KA_F03 if 0 <= seat < s.players and (s.out >> seat) & 1 == 1 else Rule.KA_T03


@rule
def question(s: State) -> int:
    """Return the rule that says what the player must decide now, such as a site for a stall."""
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
    """Return the rule that says that the player must choose a site now, depending on what is being built."""
    if s.act == Act.EXPAND:
        return Rule.KA_E03
    if s.act == Act.MOVE:
        return Rule.KA_B02
    return Rule.KA_S09 if s.act == Act.NEUTRAL else Rule.KA_N03


# ---- actions and colours


@rule
def no_act(s: State, choice: int) -> int:
    """Return the rule that forbids a kind of action."""
    if choice == QUIT:
        return Rule.KA_T01
    if s.final == 1 and choice > MOVE:
        return Rule.KA_F02
    if choice == LURE:
        return Rule.KA_L10
    return no_build(s, Act.NEW + choice - NEW)


@rule
def no_build(s: State, act: int) -> int:
    """Return the rule that forbids a kind of building in every colour.

    If different rules forbid it in different colours, the rule of the colour that is closest to legal is returned.
    """
    found = no_such(act)
    near_by = 0
    for colour in range(COLOURS):
        stands = s.sizes[s.player][colour] > 0
        if stands == (act != Act.NEW):
            why = no_stall(s, act, colour)
            if NEARNESS[why] > near_by:
                near_by = NEARNESS[why]
                found = why
    return found


@rule
def no_such(act: int) -> int:
    """Return the rule that applies if the player has no stall of the kind that the action needs."""
    if act == Act.NEW:
        return Rule.KA_X40
    return Rule.KA_E03 if act == Act.EXPAND else Rule.KA_B01


@rule
def no_colour(s: State, colour: int) -> int:
    """Return the rule that forbids choosing a colour."""
    return no_stall(s, s.act, colour)


@rule
def no_stall(s: State, act: int, colour: int) -> int:
    """Return the rule that forbids placing, expanding or moving the player's stall of a colour."""
    seat = s.player
    stands = s.sizes[seat][colour] > 0
    if act == Act.EXPAND:
        return no_growth(s, seat, colour) if stands else Rule.KA_E03
    if act == Act.MOVE:
        if not stands or not blocked(s, seat, colour):
            return Rule.KA_B01
        sites = places_moved(s, seat, colour)
        return no_card(s, act, sites) if some(sites) else Rule.KA_B03
    if stands:
        return Rule.KA_N01
    why = no_place(s, colour, BOARD)
    if why != 0:
        return why
    return Rule.KA_S07 if act == Act.PLACE else no_card(s, act, places(s, colour))


@rule
def no_growth(s: State, seat: int, colour: int) -> int:
    """Return the rule that forbids expanding a stand."""
    if s.supply[colour] == 0:
        return Rule.KA_E01
    if not some(border(s, seat, colour)):
        return Rule.KA_E03
    sites = growth(s, seat, colour)
    if not some(sites):
        return Rule.KA_A01
    if not payable(s, seat, colour, s.sizes[seat][colour] + 1, -1):
        return Rule.KA_E09
    return no_card(s, Act.EXPAND, sites)


@rule
def no_card(s: State, act: int, sites: Bits) -> int:
    """Return the rule that forbids every card for these sites: none reaches them, or a joker's fee can't be paid."""
    for t in range(JOKERS, CARDS):
        if copies(s.hand[s.player], t) > 0 and some(common(sites, triple(CARD_SITES[t]))):
            return no_fee(act)
    return Rule.KA_C01


@rule
def no_fee(act: int) -> int:
    """Return the rule to name if a joker's fee and the cost cannot both be paid, depending on the kind of building."""
    return Rule.KA_E11 if act == Act.EXPAND else Rule.KA_C02


# ---- sites and entries


@rule
def no_site(s: State, site: int) -> int:
    """Return the rule that forbids building on a site."""
    if s.act == Act.EXPAND:
        why = no_expansion(s, site)
    elif s.act == Act.MOVE:
        why = no_move(s, site)
    else:
        why = no_place(s, s.colour, triple(SPOT[site]))
    if why != 0:
        return why
    if s.act == Act.PLACE or s.act == Act.NEUTRAL:
        return Rule.KA_S07
    return no_card(s, s.act, triple(SPOT[site]))


@rule
def no_expansion(s: State, site: int) -> int:
    """Return the rule that forbids an expansion on a site, regardless of cards and money; 0 if none does."""
    own = stand(s, s.player, s.colour)
    if not has(near(own), site):
        return Rule.KA_E03
    if not has(free(s), site):
        return Rule.KA_N02
    if not has(area(s.colour), site):
        return Rule.KA_E02
    if has(near(minus(triple(s.tiles[s.colour]), own)), site):
        return Rule.KA_E04
    return 0 if keeps_access(s, site) else Rule.KA_A01


@rule
def no_place(s: State, colour: int, within: Bits) -> int:
    """Return the rule that forbids a stall on all of the sites ``within``, regardless of cards; 0 if one is legal."""
    sites = common(within, free(s))
    if not some(sites):
        return Rule.KA_N02
    sites = common(sites, area(colour))
    if not some(sites):
        return Rule.KA_N04
    sites = minus(sites, near(triple(s.solid)))
    if not some(sites):
        return Rule.KA_N07
    sites = minus(sites, triple(SEGMENTS_SITES[s.present[colour]]))
    if not some(sites):
        return Rule.KA_N06
    if not some(common(sites, near(common(free(s), MARKET)))):
        return Rule.KA_N03
    return 0 if any_place(s, colour, common(sites, spare(s))) else Rule.KA_A01


@rule
def no_move(s: State, site: int) -> int:
    """Return the rule that forbids moving the stall to a site; lifts the stall off the board for the check."""
    seat = s.player
    stall = s.stall[seat][s.colour]
    entry = s.entry[seat][s.colour]
    if site == stall:
        return Rule.KA_X16
    lift_stall(s, seat, s.colour)
    why = no_place(s, s.colour, triple(SPOT[site]))
    put_stall(s, seat, s.colour, stall, entry)
    return why


@rule
def no_entry(s: State, entry: int) -> int:
    """Return the rule that forbids an entry on a site.

    The two sites that a stall leaves when it moves count as free (KA-B02).
    """
    if not has(near(triple(SPOT[s.site])), entry):
        return Rule.KA_N03
    seat = s.player
    left = s.act == Act.MOVE and (entry == s.stall[seat][s.colour] or entry == s.entry[seat][s.colour])
    if has(triple(s.crowd), entry) or (has(triple(s.solid), entry) and not left):
        return Rule.KA_N02
    if has(triple(s.doors), entry) and not left:
        return Rule.KA_N08
    if not has(MARKET, entry):
        return Rule.KA_N05
    return Rule.KA_A01


# ---- cards and luring


@rule
def no_way(s: State, way: int) -> int:
    """Return the rule that forbids playing a card, or three cards."""
    if way == THREE:
        return Rule.KA_C03
    if way < JOKERS:
        return Rule.KA_C01
    reaches = (CARD_SEGMENTS[way] >> SEGMENT[s.site]) & 1 == 1
    if copies(s.hand[s.player], way) == 0 or not reaches:
        return Rule.KA_C02
    return no_fee(s.act)


@rule
def no_goal(s: State, entry: int) -> int:
    """Return the rule that forbids luring the customer to an entry."""
    for owner in range(OWNERS):
        if s.entry[owner][s.customer] == entry:
            return Rule.KA_L02 if has(triple(s.crowd), entry) else Rule.KA_L05
    return Rule.KA_L01
