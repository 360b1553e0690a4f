"""The worth of rolling, of dice and of cards."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule, table
from souq.engine.rules.bits import count, pair
from souq.games.desert_bazaar.evaluator.numbers import BARREN, CROWD, ENDING, LEAD, NEARLY, PRICE, RICH, ROLLING, SPREAD
from souq.games.desert_bazaar.evaluator.standing import most_elsewhere, standing
from souq.games.desert_bazaar.rules.cards import stocked, wealth
from souq.games.desert_bazaar.rules.rolling import live, worth
from souq.games.desert_bazaar.state import BOX, FACE_WILD, RESOURCES, State

CARDS = sum(BOX.cards)
CATCH = table([[0, 12, 24, 24], [0, 20, 40, 44]])
"""(2, 4): average number of cards, in 36ths, that a player takes after setting a resource die aside and throwing others
again. The first index is the number of dice thrown, less 1. The second is the number of cards in the pile, up to 3.
"""
CATCH_WILD = table([[0, 30, 60, 60], [0, 35, 70, 83]])
"""(2, 4): average number of cards, as in ``CATCH``, after setting a Wild aside."""


@rule
def rolling(s: State, w: Any, seat: int) -> float:
    """Return the worth of rolling for cards instead of building; a hand larger than a rich one reduces it."""
    if stocked(s) == 0:
        return idling(s, w, seat)
    return w[ROLLING] - w[CROWD] * max(0.0, wealth(s, seat) - w[RICH] * CARDS / s.players)


@rule
def idling(s: State, w: Any, seat: int) -> float:
    """Return the worth of rolling when all piles are empty, which is a barren turn.

    After as many barren turns in a row as there are players the game ends, and cards in hand break ties (DB-X04).
    """
    if s.barren < s.players - 1:
        return w[BARREN]
    mine = standing(s, seat)
    for other in range(s.players):
        theirs = standing(s, other)
        if theirs > mine or (theirs == mine and wealth(s, other) > wealth(s, seat)):
            return -w[ENDING]
    return w[ENDING]


@rule
def card(s: State, w: Any, seat: int, r: int) -> float:
    """Return the worth of one more card of a resource.

    It falls with the number of cards held, and rises late in the game if the card would take or tie the lead.
    """
    held = s.hand[seat][r]
    worth = w[PRICE] - w[SPREAD] * held
    gone = w[NEARLY] - count(pair(s.open))
    if gone > 0 and 0 <= most_elsewhere(s, seat, r) - held <= 1:
        worth += w[LEAD] * gone
    return worth


@rule
def dice_worth(s: State, w: Any, seat: int, r: int) -> float:
    """Return the worth of taking the cards of a resource that the dice give now, without another throw."""
    return card(s, w, seat, r) * worth(s, r)


@rule
def keep_worth(s: State, w: Any, seat: int, face: int) -> float:
    """Return the worth of setting aside a die with ``face`` and throwing the others again, except Deserts.

    This is the expected number of cards by DB-R10 and DB-R11, times the worth of a card.
    """
    again = live(s) - 2
    if face < FACE_WILD:
        return card(s, w, seat, face) * CATCH[again][min(3, s.pile[face])] / 36
    best = 0.0
    for r in range(RESOURCES):
        best = max(best, card(s, w, seat, r) * CATCH_WILD[again][min(3, s.pile[r])] / 36)
    return best
