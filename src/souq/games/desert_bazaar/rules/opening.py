"""Setup (DB-S01 to DB-S10): piles of cards, nine cards for every player, and eight face-up tiles."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.engine.rules.bits import nth_bit, popcount
from souq.engine.rules.chance import below
from souq.engine.rules.events import ALL, emit
from souq.games.desert_bazaar.rules.asking import ask
from souq.games.desert_bazaar.rules.cards import stocked, take
from souq.games.desert_bazaar.rules.encampments import clear_board
from souq.games.desert_bazaar.state import (
    BOX,
    FACE_WILD,
    PLAYERS,
    RESOURCES,
    SIDES,
    SLOTS,
    TILES,
    WILD,
    Event,
    Phase,
    State,
)

CARDS = BOX.cards
MARKERS = BOX.setup["markers"]
THROWS = BOX.setup["throws"]
STOCK = (1 << TILES) - 1


@rule
def lay_out(s: State, options: Any) -> None:
    """Set the starting values of all fields, before the first throw of the dice, and draw the starting player."""
    s.discount = options[0]
    s.over = s.ended = s.turn = s.barren = s.built = s.throws = s.wilds = 0
    s.kept = s.side = s.slot = s.site = -1
    for die in range(3):
        s.dice[die] = -1
    for r in range(RESOURCES):
        s.pile[r] = CARDS[r]  # DB-S03
        s.due[r] = 0
    for seat in range(PLAYERS):
        s.markers[seat] = MARKERS if seat < s.players else 0  # DB-S02
        s.score[seat] = 0
        for r in range(RESOURCES):
            s.hand[seat][r] = 0
    for side in range(SIDES):
        for slot in range(SLOTS):
            s.display[side][slot] = -1
    s.stock = STOCK  # DB-S04
    clear_board(s)
    s.first = s.player = below(s, s.players)  # DB-S05
    emit(s, Event.FIRST, ALL, s.first, 0, 0, 0)


@rule
def deal(s: State) -> bool:
    """Throw dice for the players' first cards, until a player must say what a Wild counts as (DB-S09).

    Return whether all players have all their cards.
    """
    for _ in range(THROWS * (s.players + 1)):
        if s.wilds > 0:
            break
        if s.throws == THROWS:  # DB-S06
            s.throws = 0
            s.player = (s.player + 1) % s.players
            if s.player == s.first:
                return True
        s.throws += 1
        throw_for_cards(s)
    ask(s, Phase.WILD, WILD, stocked(s))  # DB-S09
    return False


@rule
def throw_for_cards(s: State) -> None:
    """Throw three dice of the setup one by one, and take the card of each resource as soon as a die shows it.

    A die never shows a resource whose pile is empty. Wilds are counted, and declared later.
    """
    for die in range(3):
        piles = stocked(s)
        left = popcount(piles)
        face = below(s, left + 1)  # DB-S07, DB-S08: rethrowing until the face counts is a uniform draw
        if face == left:
            s.dice[die] = FACE_WILD
            s.wilds += 1
        else:
            r = nth_bit(piles, face)
            s.dice[die] = r
            take(s, s.player, r, 1)
    emit(s, Event.DEAL, ALL, s.player, s.dice[0], s.dice[1], s.dice[2])


@rule
def declare(s: State, r: int) -> None:
    """Count one of the player's Wilds of the setup as the resource ``r``, and take its card (DB-S09)."""
    s.wilds -= 1
    take(s, s.player, r, 1)
    emit(s, Event.DECLARED, ALL, s.player, r, 0, 0)
