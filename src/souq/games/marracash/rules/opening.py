"""Setup (MA-S01 to MA-S09): cash and signs, a trio at each entrance, and the queue round the wall."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import hot, rule
from souq.engine.rules.chance import below
from souq.engine.rules.events import ALL, emit
from souq.games.marracash.rules.payment import turn_up
from souq.games.marracash.state import (
    BOX,
    CARDS,
    COLOURS,
    ENTRANCE,
    FOUNTAINS,
    GATES,
    NOBODY,
    PLAYERS,
    QUEUE,
    SHOPS,
    SHOWN,
    VISITORS,
    Event,
    Stage,
    State,
)

CASH = BOX.cash
SIGNS = BOX.signs
SIGNS_FOR_TWO = BOX.signs_for_two
TRIO = BOX.visitors["at_entrance"]
RUN = BOX.visitors["run"]
SHARE = 6
"""Number of bits per colour in a packed count of visitors."""
FEW = (1 << SHARE) - 1
EVERYBODY = sum(colour.visitors << (SHARE * c) for c, colour in enumerate(BOX.colours))


@rule
def lay_out(s: State, options: Any) -> None:
    """Set up the table; ``options`` are whether souvenirs are in play, and the starting seat from 1 (0: drawn)."""
    s.souvenirs = options[0]
    s.over = s.turn = s.actions = s.auctioned = s.progress = s.idle = 0
    s.standing = s.inside = s.counted = s.profit = 0
    s.closing = s.lot = s.leader = s.gate = s.sale = s.guide = -1
    s.stage = Stage.ACTIONS
    s.asked[0] = s.asked[1] = 0
    for shop in range(SHOPS):  # MA-S08
        s.owner[shop] = NOBODY
        s.customers[shop] = s.price[shop] = s.income[shop] = s.cuts[shop] = 0
    for seat in range(PLAYERS):
        s.bids[seat] = 0
        s.cash[seat] = CASH if seat < s.players else 0  # MA-S04
        s.signs[seat] = 0 if seat >= s.players else SIGNS_FOR_TWO if s.players == 2 else SIGNS  # MA-S03, MA-W01
    while not gather(s):  # MA-S07
        pass
    s.first = below(s, s.players) if options[1] == 0 else (options[1] - 1) % s.players  # MA-S09
    s.active = s.player = s.first
    emit(s, Event.FIRST, ALL, s.first, 0, 0, 0)
    for gate in range(GATES):
        emit_trio(s, ENTRANCE[gate])
    s.unseen = (1 << CARDS) - 1 if s.souvenirs == 1 else 0
    for slot in range(SHOWN):
        s.shown[slot] = -1
    turn_up(s)


@rule
def gather(s: State) -> bool:
    """Draw the visitors at the entrances and in the queue at random; return False if they break MA-S05 or MA-S06.

    The caller then starts again from scratch. This rejection sampling gives every valid arrangement the same chance.
    """
    for fountain in range(FOUNTAINS):
        for colour in range(COLOURS):
            s.crowd[fountain][colour] = 0
    stock = EVERYBODY  # counts per colour in one integer: drawing needs no array
    run = 0
    last = -1
    for place in range(VISITORS):
        colour = nth_colour(stock, below(s, VISITORS - place))
        stock -= 1 << (SHARE * colour)
        if place < TRIO * GATES:
            trio = s.crowd[ENTRANCE[place // TRIO]]
            if trio[colour] > 0:
                return False
            trio[colour] = 1
        else:
            s.queue[place - TRIO * GATES] = colour
            run = run + 1 if colour == last else 1
            last = colour
            if run > RUN:
                return False
    s.front = 0
    s.back = QUEUE
    return True


@hot
def nth_colour(stock: int, k: int) -> int:
    """Return the colour of the ``k``-th visitor in ``stock``, a packed count of those not placed yet."""
    colour = 0
    while k >= (stock >> (SHARE * colour)) & FEW:
        k -= (stock >> (SHARE * colour)) & FEW
        colour += 1
    return colour


@rule
def emit_trio(s: State, fountain: int) -> None:
    """Emit the event that shows the colours of the three visitors at an entrance."""
    colours = 0
    for colour in range(COLOURS):
        if s.crowd[fountain][colour] > 0:
            colours = colours * 8 + colour
    emit(s, Event.TRIO, ALL, fountain, colours // 64, colours // 8 % 8, colours % 8)
