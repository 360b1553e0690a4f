"""Functions that count cards, and move them between the piles and the players' hands."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.games.desert_bazaar.state import RESOURCES, State


@rule
def stocked(s: State) -> int:
    """Return a bit mask of the resources of which there are cards left to take."""
    piles = 0
    for r in range(RESOURCES):
        if s.pile[r] > 0:
            piles |= 1 << r
    return piles


@rule
def take(s: State, seat: int, r: int, cards: int) -> None:
    """Move cards of a resource from its pile to a hand. A negative number moves them back."""
    s.pile[r] -= cards
    s.hand[seat][r] += cards


@rule
def up_to(most: int, n: int) -> int:
    """Return the smaller of ``n`` and ``most``."""
    return n if n < most else most


@rule
def beyond(less: int, n: int) -> int:
    """Return ``n - less``, or 0 if that is negative."""
    return n - less if n > less else 0


@rule
def wealth(s: State, seat: int) -> int:
    """Return the number of cards in a hand."""
    cards = 0
    for r in range(RESOURCES):
        cards += s.hand[seat][r]
    return cards
