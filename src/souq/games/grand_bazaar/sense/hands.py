"""What a hand is worth, in Talents, and what one card more or less makes of it."""

from __future__ import annotations

from typing import Any

from souq.engine.compiled import rule
from souq.games.grand_bazaar.best import best_sale
from souq.games.grand_bazaar.state import COPIES, GOODS, RANKS, VALUE, State

UNSOLD = 0.35
"""Share of a card's face value that it is worth in a hand, whatever the sale."""


@rule
def is_last(s: State) -> bool:
    """Whether this is the last round."""
    return s.nth == s.rounds


@rule
def worth(hand: Any, access: int, last: bool) -> float:
    """What a hand is worth: its best sale, and a share of its face value unless the game ends with this round."""
    total = float(best_sale(hand, access))
    if not last:
        for good in range(GOODS):
            total += UNSOLD * VALUE[good] * hand[good]
    return total


@rule
def more(s: State, hand: Any, access: int, good: int) -> float:
    """What one more card of a good adds to a hand."""
    before = worth(hand, access, is_last(s))
    hand[good] += 1
    after = worth(hand, access, is_last(s))
    hand[good] -= 1
    return after - before


@rule
def less(s: State, hand: Any, access: int, good: int) -> float:
    """What one card of a good less takes from a hand."""
    before = worth(hand, access, is_last(s))
    hand[good] -= 1
    after = worth(hand, access, is_last(s))
    hand[good] += 1
    return before - after


@rule
def more_of_type(s: State, hand: Any, access: int, kind: int) -> float:
    """What one unknown card of a type adds to a hand, on average."""
    total = 0.0
    copies = 0
    for rank in range(RANKS):
        good = RANKS * kind + rank
        n = max(0, COPIES[good] - hand[good] - s.discard[good])
        total += n * more(s, hand, access, good)
        copies += n
    return total / copies if copies > 0 else 0.0
