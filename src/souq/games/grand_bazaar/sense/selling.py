"""How good sales and discards look: what they bring, with the best of the rest."""

from __future__ import annotations

from typing import Any

from souq.engine.compiled import rule
from souq.games.grand_bazaar.best import best_customers, best_ply
from souq.games.grand_bazaar.rules.proposals import access_of
from souq.games.grand_bazaar.rules.selling import FEW, GUILD_PAYS, KEEP, MULTIPLE
from souq.games.grand_bazaar.sense.hands import is_last
from souq.games.grand_bazaar.state import (
    CARD,
    COLLECT,
    DONE,
    FINISH,
    GOODS,
    GUILD_SALE,
    HAGGLE,
    PLY,
    QUANTITY,
    RANKS,
    VALUE,
    Phase,
    State,
)

LATER = 0.9
"""Share of its face value that a kept card is worth in a later round."""


@rule
def after_sale(s: State, hand: Any, access: int, ply: bool) -> float:
    """What a hand still brings after a sale: the best of the rest, and what is kept."""
    rest = float(best_customers(hand, access, 0))
    if ply:
        rest = max(rest, float(best_ply(hand)))
    return rest + kept(s, hand)


@rule
def kept(s: State, hand: Any) -> float:
    """What a hand is worth in later rounds: its ten dearest cards."""
    if is_last(s):
        return 0.0
    left = KEEP
    total = 0.0
    for value in range(3, 0, -1):
        for good in range(GOODS):
            if VALUE[good] == value:
                n = min(left, hand[good])
                total += LATER * value * n
                left -= n
    return total


@rule
def sale_worth(s: State, seat: int, choice: int, hand: Any) -> float:
    """How good a sale, a part of one, or a discard looks."""
    access = access_of(s, seat)
    if s.phase == Phase.DISCARD:
        return -float(VALUE[choice - CARD]) - 0.1 * hand[choice - CARD]
    if s.phase == Phase.QUANTITY:
        return haggled(s, hand, access, s.good, choice - QUANTITY + FEW)
    for good in range(GOODS):
        hand[good] -= s.drawn[good]
    if s.phase == Phase.COLLECT or s.phase == Phase.PLY:
        found = part_worth(s, choice, hand, access)
    else:
        found = begin_worth(s, choice, hand, access)
    for good in range(GOODS):
        hand[good] += s.drawn[good]
    return found


@rule
def haggled(s: State, hand: Any, access: int, good: int, n: int) -> float:
    """What selling so many of a good to the Haggler brings, with the rest."""
    hand[good] -= n
    total = MULTIPLE * n * VALUE[good] + after_sale(s, hand, access, False)
    hand[good] += n
    return total


@rule
def part_worth(s: State, choice: int, hand: Any, access: int) -> float:
    """What one more card brings in a Collector's set or a Ply."""
    if choice == DONE:
        return kept(s, hand)
    good = choice - CARD
    hand[good] -= 1
    total = VALUE[good] + (after_sale(s, hand, access, False) if s.phase == Phase.COLLECT else kept(s, hand))
    hand[good] += 1
    return total


@rule
def begin_worth(s: State, choice: int, hand: Any, access: int) -> float:
    """What a sale brings, with the rest; nothing more for having finished."""
    if choice == FINISH:
        return kept(s, hand)
    if choice < COLLECT:
        good = choice - HAGGLE
        best = 0.0
        for n in range(FEW, hand[good] + 1):
            best = max(best, haggled(s, hand, access, good, n))
        return best
    if choice == PLY:
        return ply_worth(s, hand)
    if choice == COLLECT:
        return best_customers(hand, access, 1) + 0.5 * kept(s, hand) / max(1, KEEP)
    for rank in range(RANKS):
        hand[RANKS * (choice - GUILD_SALE) + rank] -= 1
    total = GUILD_PAYS + after_sale(s, hand, access, False)
    for rank in range(RANKS):
        hand[RANKS * (choice - GUILD_SALE) + rank] += 1
    return total


@rule
def ply_worth(s: State, hand: Any) -> float:
    """What Ply Your Wares brings: in the last round ten cards, before it what is over the limit and little more."""
    n = 0
    for good in range(GOODS):
        n += hand[good]
    if is_last(s):
        return float(best_ply(hand))
    return kept(s, hand) + 1.2 * max(0, n - KEEP) - 1.0
