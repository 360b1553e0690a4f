"""Setup (KA-S01 to KA-S11, KA-P01): the square, the customers, the cards, and the first stalls."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule, table
from souq.engine.rules.bits import common, nth_bit, plus, popcount, some, store, triple
from souq.engine.rules.chance import below
from souq.engine.rules.events import ALL, emit
from souq.games.kairo.rules.access import renew
from souq.games.kairo.rules.asking import ask, colours
from souq.games.kairo.rules.cards import WHOLE, draw_card, many, receive, refill
from souq.games.kairo.rules.sites import NOWHERE
from souq.games.kairo.rules.stalls import placeable, places, put_stall
from souq.games.kairo.state import BOX, COLOURS, DISPLAY, NEUTRAL, OWNERS, PLAYERS, Act, Event, Phase, State

MONEY = BOX.start["money"]
HAND = BOX.start["cards"]
STALLS = BOX.start["stalls"]
EXPANSIONS = BOX.supply["expansions"]
CUSTOMERS = table(BOX.customers)
"""Sites of the customers at the start of the game. A random customer is placed on each."""
_STARTS = [
    (players, start.owner if start.owner >= 0 else NEUTRAL, start.colour, start.stall, start.entry)
    for players, starts in BOX.suggested.items()
    for start in starts
]
STARTS = table(_STARTS)
"""Stalls of the suggested starts: number of players, owner (counted from the start player), colour, site, entry."""


@rule
def lay_out(s: State, options: Any) -> None:
    """Set up everything but the first stalls."""
    s.suggested = options[0]
    s.over = s.final = s.out = s.turn = s.idle = s.owed = s.picks = s.placed = s.bag = 0
    s.limit = 1
    s.phase = s.act = 0
    s.colour = s.site = s.door = s.way = s.customer = -1
    store(s.asked, NOWHERE)
    clear_square(s)
    for seat in range(PLAYERS):
        s.score[seat] = s.barkers[seat] = s.hand[seat] = s.known[seat] = s.held[seat] = 0
        for colour in range(COLOURS):
            s.money[seat][colour] = MONEY if seat < s.players else 0  # KA-S04
    s.deck = WHOLE
    s.left = many(WHOLE)
    s.discards = 0
    for slot in range(DISPLAY):
        s.display[slot] = -1
    s.first = s.player = below(s, s.players)  # KA-S05
    emit(s, Event.FIRST, ALL, s.first, 0, 0, 0)
    place_customers(s)
    renew(s)
    for seat in range(s.players):  # KA-S02
        for _ in range(HAND):
            receive(s, seat, draw_card(s), False)
    refill(s)


@rule
def clear_square(s: State) -> None:
    """Clear the square: no stalls, no customers; expansions and medals in the supply (KA-S01)."""
    store(s.solid, NOWHERE)
    store(s.doors, NOWHERE)
    store(s.crowd, NOWHERE)
    for colour in range(COLOURS):
        store(s.tiles[colour], NOWHERE)
        s.present[colour] = 0
        s.supply[colour] = EXPANSIONS
        s.gold[colour] = s.silver[colour] = s.stands[colour] = -1
        for owner in range(OWNERS):
            s.stall[owner][colour] = s.entry[owner][colour] = -1
            s.sizes[owner][colour] = 0


@rule
def place_customers(s: State) -> None:
    """Place five customers at random on their sites, the sixth off the board (KA-S03)."""
    left = (1 << COLOURS) - 1
    for place in range(len(CUSTOMERS)):
        customer = nth_bit(left, below(s, popcount(left)))
        left &= ~(1 << customer)
        s.stands[customer] = CUSTOMERS[place]
        store(s.crowd, plus(triple(s.crowd), CUSTOMERS[place]))
        emit(s, Event.STANDS, ALL, customer, CUSTOMERS[place], 0, 0)
    emit(s, Event.STANDS, ALL, nth_bit(left, 0), -1, 0, 0)


@rule
def place_suggested(s: State) -> None:
    """Place the stalls of the suggested starts (KA-S08, KA-S10)."""
    for row in range(len(STARTS)):
        if STARTS[row][0] == s.players:
            owner = STARTS[row][1]
            if owner != NEUTRAL:
                owner = (owner + s.first) % s.players
            place(s, owner, STARTS[row][2], STARTS[row][3], STARTS[row][4])


@rule
def place(s: State, owner: int, colour: int, site: int, entry: int) -> None:
    """Place a stall during the setup."""
    put_stall(s, owner, colour, site, entry)
    s.placed += 1
    emit(s, Event.PLACED, ALL, owner, colour, site, entry)


@rule
def place_next(s: State) -> bool:
    """Ask for the next stall of the setup; return False when all are placed (KA-S06, KA-S09)."""
    own = STALLS * s.players
    if s.placed == 0 and s.players == 2:
        s.bag = (1 << COLOURS) - 1
    for _ in range(own + COLOURS):
        if s.placed >= own and s.bag == 0:
            break
        s.player = (s.first + s.placed) % s.players
        s.limit = 1
        s.colour = s.site = s.door = -1
        if s.placed < own:
            if ask_stall(s):
                return True
        elif ask_neutral(s):
            return True
        s.placed += 1  # KA-X32: the stall is left out
    return False


@rule
def ask_stall(s: State) -> bool:
    """Ask the player to place a stall; lift the limit of stalls per segment if no site is legal otherwise (KA-X32).

    Returns False if the stall fits nowhere even then.
    """
    s.act = Act.PLACE
    if colours(s) == 0:
        s.limit = 0
        emit(s, Event.CROWDED, ALL, s.player, -1, 0, 0)
        if colours(s) == 0:
            emit(s, Event.CROWDED, ALL, s.player, -1, 1, 0)
            return False
    ask(s, Phase.COLOUR)
    return True


@rule
def ask_neutral(s: State) -> bool:
    """Draw a neutral stall at random and ask the player to place it; return False if there is no site for it."""
    s.act = Act.NEUTRAL
    colour = nth_bit(s.bag, below(s, popcount(s.bag)))
    s.bag &= ~(1 << colour)
    s.colour = colour
    emit(s, Event.NEUTRAL, ALL, s.player, colour, 0, 0)
    if not some(common(places(s, colour), placeable(s))):
        s.limit = 0
        emit(s, Event.CROWDED, ALL, NEUTRAL, colour, 0, 0)
        if not some(common(places(s, colour), placeable(s))):
            emit(s, Event.CROWDED, ALL, NEUTRAL, colour, 1, 0)
            return False
    ask(s, Phase.SITE)
    return True
