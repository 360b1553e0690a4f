"""Cards go from piles to hands and back."""

from __future__ import annotations

from souq.engine.compiler.compiled import rule
from souq.games.desert_bazaar.state import RESOURCES, State


@rule
def stocked(s: State) -> int:
    """The resources whose piles are not empty, a bit each."""
    piles = 0
    for r in range(RESOURCES):
        if s.pile[r] > 0:
            piles |= 1 << r
    return piles


@rule
def take(s: State, seat: int, r: int, cards: int) -> None:
    """Cards from a pile to a hand; a negative number goes back."""
    s.pile[r] -= cards
    s.hand[seat][r] += cards


@rule
def up_to(most: int, n: int) -> int:
    """``n``, but no more than ``most``."""
    return n if n < most else most


@rule
def beyond(less: int, n: int) -> int:
    """What ``n`` has more than ``less``; 0 if it has not."""
    return n - less if n > less else 0


@rule
def wealth(s: State, seat: int) -> int:
    """Cards of all resources in a hand."""
    cards = 0
    for r in range(RESOURCES):
        cards += s.hand[seat][r]
    return cards
