"""Cards go from piles to hands and back."""

from __future__ import annotations

from souq.engine.compiled import hot
from souq.games.desert_bazaar.state import RESOURCES, State


@hot
def stocked(s: State) -> int:
    """The resources whose piles are not empty, a bit each."""
    piles = 0
    for r in range(RESOURCES):
        if s.pile[r] > 0:
            piles |= 1 << r
    return piles


@hot
def take(s: State, seat: int, r: int, cards: int) -> None:
    """Cards from a pile to a hand; a negative number goes back."""
    s.pile[r] -= cards
    s.hand[seat][r] += cards


@hot
def up_to(most: int, n: int) -> int:
    """``n``, but no more than ``most``."""
    return n if n < most else most


@hot
def beyond(less: int, n: int) -> int:
    """What ``n`` has more than ``less``; 0 if it has not."""
    return n - less if n > less else 0


@hot
def wealth(s: State, seat: int) -> int:
    """Cards of all resources in a hand."""
    cards = 0
    for r in range(RESOURCES):
        cards += s.hand[seat][r]
    return cards
