"""Setup (GB-S01 to S07) and the start of each round (GB-R03, R05): cubes return, cards are dealt, markets filled."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule, table
from souq.engine.rules.chance import below
from souq.engine.rules.events import ALL, emit
from souq.games.grand_bazaar.rules.cards import draw, gain, turn_top
from souq.games.grand_bazaar.rules.floor import clear_floor
from souq.games.grand_bazaar.rules.proposals import clear_draft, drop
from souq.games.grand_bazaar.rules.selling import clear_sale
from souq.games.grand_bazaar.state import (
    BOX,
    CARDS,
    CONTESTS,
    COPIES,
    CUBES,
    CUSTOMERS,
    GOODS,
    MARKETS,
    NOBODY,
    NOTHING,
    PAIR,
    PLAYERS,
    SQUARES,
    TYPES,
    Event,
    State,
)

HAND = BOX.limits["hand"]
DEAL = BOX.limits["deal"]
FLOOR_TURNS = BOX.trading["floor_turns"]
ROUNDS = table([0, 0, *(BOX.rounds[n] for n in range(2, PLAYERS + 1))])


@rule
def lay_out(s: State, options: Any) -> None:
    """Set up the first round.

    ``options`` are the trading mode, the number of floor turns (0: default) and the first player (1 to 6; 0: random).
    """
    s.over = s.nth = 0
    s.trading = options[0]
    s.turns = options[1] if options[1] > 0 else FLOOR_TURNS
    s.rounds = ROUNDS[s.players]
    s.top = NOTHING
    s.below = CARDS
    for good in range(GOODS):
        s.pile[good] = COPIES[good]
        s.discard[good] = 0
        for seat in range(PLAYERS):
            s.hand[seat][good] = 0
            for viewer in range(PLAYERS + 1):
                s.known[viewer][seat][good] = 0
    for seat in range(PLAYERS):
        s.talents[seat] = 0
        for kind in range(TYPES):
            s.kinds[seat][kind] = 0
        for other in range(PLAYERS):
            drop(s, seat, other)
    for market in range(MARKETS):
        for place in range(PAIR):
            s.market[market][place] = NOTHING
            s.looked[market][place] = 0
    clear_draft(s)
    clear_sale(s)
    s.first = below(s, s.players) if options[2] == 0 else (options[2] - 1) % s.players  # GB-S02
    emit(s, Event.FIRST, ALL, s.first, 0, 0, 0)
    turn_top(s)
    begin_round(s, HAND)


@rule
def begin_round(s: State, n: int) -> None:
    """Start a round: return the cubes, deal ``n`` cards to each seat, fill empty markets (GB-S05, S06, R03, R05)."""
    s.nth += 1
    clear_round(s)
    emit(s, Event.ROUND, ALL, s.nth, s.rounds, s.first, 0)
    for step in range(s.players):
        emit(s, Event.DEALT, ALL, (s.first + step) % s.players, n, 0, 0)
    for _ in range(n):
        for step in range(s.players):
            seat = (s.first + step) % s.players
            card = draw(s)
            if card != NOTHING:
                gain(s, seat, card)
                emit(s, Event.DREW, 1 << seat, seat, card, 0, 0)
    for market in range(MARKETS):
        if s.market[market][0] == NOTHING:
            for place in range(PAIR):
                s.market[market][place] = draw(s)


@rule
def clear_round(s: State) -> None:
    """Return all cubes to their owners and cancel all accesses (GB-R05)."""
    for seat in range(PLAYERS):
        s.cubes[seat] = CUBES if seat < s.players else 0
        s.left[seat] = s.turns if seat < s.players else 0
        s.posts[seat] = s.trades[seat] = 0
        for contest in range(CONTESTS):
            s.bids[contest][seat] = s.came[contest][seat] = 0
    for square in range(SQUARES):
        s.square[square] = NOBODY
    for customer in range(CUSTOMERS):
        s.placed[customer] = s.access[customer] = 0
    s.negotiator = s.retired = s.held = s.ahead = s.sellers = s.sold = 0
    s.caravan = s.sender = NOBODY
    clear_floor(s)
