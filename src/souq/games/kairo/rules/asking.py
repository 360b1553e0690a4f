"""Decisions: what a player must choose next, and which choices are legal.

The record of a position stores the legal choices of the current decision as a set of bits. They follow from the other
fields of the record; of all hands, they depend only on the hand of the deciding player.
"""

from __future__ import annotations

from souq.engine.compiler.compiled import rule, table
from souq.engine.rules.bits import Bits, common, some, store
from souq.games.kairo.rules.building import substitutes
from souq.games.kairo.rules.cards import kind_bits
from souq.games.kairo.rules.luring import goals, lurable
from souq.games.kairo.rules.payment import card_options, cost_of, covered, fees
from souq.games.kairo.rules.stalls import entries, entries_moved, placeable, places, places_for, places_moved, spare
from souq.games.kairo.rules.stands import blocked, growth, has_growth
from souq.games.kairo.state import (
    BARKER,
    BOX,
    CARDS,
    COLOUR,
    COLOURS,
    CUSTOMER,
    DISCARD,
    DISPLAY,
    DRAW,
    ENTRY,
    EXPAND,
    FEE,
    GOAL,
    KEEP,
    LURE,
    MOVE,
    NEW,
    PAY,
    PLAYERS,
    QUIT,
    SITE,
    TAKE,
    WAY,
    Act,
    Phase,
    State,
)

_GROUPS = {
    Phase.ACT: NEW,
    Phase.COLOUR: COLOUR,
    Phase.SITE: SITE,
    Phase.ENTRY: ENTRY,
    Phase.WAY: WAY,
    Phase.KEEP: KEEP,
    Phase.FEE: FEE,
    Phase.PAY: PAY,
    Phase.CUSTOMER: CUSTOMER,
    Phase.GOAL: GOAL,
    Phase.TAKE: TAKE,
    Phase.DISCARD: DISCARD,
}
GROUP = table([0, *(_GROUPS[phase] for phase in Phase)])
"""Number of the first choice of each phase. A phase's choices have consecutive numbers."""
CAN_NEW, CAN_EXPAND, CAN_MOVE = (1 << (act - NEW) for act in (NEW, EXPAND, MOVE))
"""Bits of the three kinds of building (a new stall, an expansion, a move) in the options of an action."""
BARKERS = BOX.supply["barkers"]


@rule
def ask(s: State, phase: int) -> None:
    """Set the phase and compute the player's options."""
    s.phase = phase
    store(s.asked, options(s))


@rule
def options(s: State) -> Bits:
    """Return the player's options in this phase, as a set."""
    if s.phase == Phase.SITE:
        return sites(s)
    if s.phase == Phase.ENTRY:
        if s.act == Act.MOVE:
            return entries_moved(s, s.player, s.colour, s.site)
        return entries(s, s.colour, s.site)
    if s.phase == Phase.GOAL:
        return goals(s, s.player, s.customer)
    return few(s), 0, 0


@rule
def few(s: State) -> int:
    """Return the legal choices, as a bit mask, in a phase that has at most 64 possible choices."""
    seat = s.player
    if s.phase == Phase.ACT:
        return acts(s)
    if s.phase == Phase.COLOUR:
        return colours(s)
    if s.phase == Phase.WAY:
        return card_options(s)
    if s.phase == Phase.FEE:
        return fees(s, seat, s.colour, cost_of(s, seat, s.act, s.colour))
    if s.phase == Phase.PAY:
        return substitutes(s)
    if s.phase == Phase.CUSTOMER:
        return customers(s)
    if s.phase == Phase.TAKE:
        return takes(s)
    return kind_bits(s.hand[seat])  # KEEP, DISCARD


# ---- actions


@rule
def acts(s: State) -> int:
    """Return the kinds of action that can be completed, as a bit mask (KA-T01, KA-F02)."""
    found = builds(s)
    if s.final == 1:
        return found | 1 << (QUIT - NEW)
    for customer in range(COLOURS):
        if lurable(s, customer):
            return found | 1 << (LURE - NEW) | 1 << (DRAW - NEW)
    return found | 1 << (DRAW - NEW)


@rule
def builds(s: State) -> int:
    """Return which kinds of building the player can carry out to the end, as a bit mask."""
    seat = s.player
    found = CAN_NEW if new_colours(s, 1) != 0 else 0
    # Expand and Move are searched for only until one stand is found. A stall that can grow is not blocked, hence elif.
    for colour in range(COLOURS):
        if s.sizes[seat][colour] > 0:
            if found & CAN_EXPAND == 0 and can_grow(s, seat, colour):
                found |= CAN_EXPAND
            elif found & CAN_MOVE == 0 and can_move(s, seat, colour):
                found |= CAN_MOVE
    return found


@rule
def colours(s: State) -> int:
    """Return the colours in which the player can place, expand or move a stall, as a bit mask."""
    seat = s.player
    if s.act == Act.PLACE:
        return places_for(s, seat, common(spare(s), placeable(s)), COLOURS)
    if s.act == Act.NEW:
        return new_colours(s, COLOURS)
    found = 0
    for colour in range(COLOURS):
        if s.sizes[seat][colour] > 0:
            able = can_grow(s, seat, colour) if s.act == Act.EXPAND else can_move(s, seat, colour)
            if able:
                found |= 1 << colour
    return found


@rule
def new_colours(s: State, most: int) -> int:
    """Return the colours, at most ``most``, in which the player can build a new stall now, as a bit mask."""
    within = covered(s, s.player, Act.NEW, -1)
    return places_for(s, s.player, common(spare(s), within), most) if some(within) else 0


@rule
def can_grow(s: State, seat: int, colour: int) -> bool:
    """Return whether a stand can be expanded with the seat's cards and money (KA-E01)."""
    if s.supply[colour] == 0:
        return False
    within = covered(s, seat, Act.EXPAND, colour)
    return some(within) and has_growth(s, seat, colour, within)


@rule
def can_move(s: State, seat: int, colour: int) -> bool:
    """Return whether a stall is blocked and can be moved with the seat's cards (KA-B01, KA-B03)."""
    if not blocked(s, seat, colour):
        return False
    within = covered(s, seat, Act.MOVE, colour)
    return some(within) and some(common(places_moved(s, seat, colour), within))


@rule
def sites(s: State) -> Bits:
    """Return the sites where the stall or expansion can go."""
    seat = s.player
    if s.act == Act.PLACE or s.act == Act.NEUTRAL:
        return common(places(s, s.colour), placeable(s))
    within = covered(s, seat, s.act, s.colour)
    if s.act == Act.NEW:
        return common(places(s, s.colour), within)
    if s.act == Act.EXPAND:
        return common(growth(s, seat, s.colour), within)
    return common(places_moved(s, seat, s.colour), within)


@rule
def customers(s: State) -> int:
    """Return the customers that can be lured, as a bit mask."""
    found = 0
    for customer in range(COLOURS):
        if lurable(s, customer):
            found |= 1 << customer
    return found


@rule
def barkers_left(s: State) -> int:
    """Return the number of barkers in the supply."""
    left = BARKERS
    for seat in range(PLAYERS):
        left -= s.barkers[seat]
    return left


@rule
def takes(s: State) -> int:
    """Return what the player can draw, as a bit mask: kinds of displayed cards, the deck's top card, a barker.

    See KA-D01 and KA-X22.
    """
    found = 1 << CARDS
    for slot in range(DISPLAY):
        if s.display[slot] >= 0:
            found |= 1 << s.display[slot]
    if barkers_left(s) > 0:
        found |= 1 << (BARKER - TAKE)
    return found
