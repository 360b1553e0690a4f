"""Scores of sales and discards before any search: what they bring, plus the best sale of the remaining hand."""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.games.grand_bazaar.best import DEAREST, RANK, change, customers_pay, ply_pays
from souq.games.grand_bazaar.evaluator.hands import cards_of, face, is_last, keepable_value
from souq.games.grand_bazaar.evaluator.numbers import LATER, PART
from souq.games.grand_bazaar.rules.proposals import access_of
from souq.games.grand_bazaar.rules.selling import FEW, FEWEST, GUILD_PAYS, KEEP, MOST, MULTIPLE
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
    TYPES,
    VALUE,
    Phase,
    State,
)


@rule
def later_worth(s: State, w: Any, hand: Any) -> float:
    """Return what an unsold hand is worth in later rounds: a fraction of the value that the hand limit lets it keep."""
    return 0.0 if is_last(s) else w[LATER] * keepable_value(hand)


@rule
def judge_sales(s: State, w: Any, seat: int, choices: Any, n: int, out: Any, hand: Any) -> None:
    """Score each sale, part of a sale, or discard; write the scores to ``out``."""
    access = access_of(s, seat)
    for good in range(GOODS):
        if s.drawn[good] > 0:
            change(hand, good, -s.drawn[good])
    for i in range(n):
        out[i] = sale_worth(s, w, choices[i], hand, access)


@rule
def sale_worth(s: State, w: Any, choice: int, hand: Any, access: int) -> float:
    """Return the score of beginning a sale, of adding a card to it, or of discarding one.

    ``hand`` doesn't contain the cards that the seat has already chosen.
    """
    if s.phase == Phase.DISCARD:
        return discard_worth(s, choice - CARD, hand)
    if s.phase == Phase.QUANTITY:
        return haggled(s, w, hand, access, s.good, choice - QUANTITY + FEW)
    if s.phase == Phase.COLLECT or s.phase == Phase.PLY:
        return part_worth(s, w, choice, hand, access)
    return begin_worth(s, w, choice, hand, access)


@rule
def after_sale(s: State, w: Any, hand: Any, access: int) -> float:
    """Return what customers still pay for the cards left after a sale, plus the later worth of unsold cards."""
    return paid_and_unsold(s, w, hand, customers_pay(hand, access, 0))


@rule
def paid_and_unsold(s: State, w: Any, hand: Any, paid: int) -> float:
    """Return ``paid``, the Talents that customers pay for part of a hand, plus the later worth of its other cards."""
    if is_last(s):
        return float(paid)
    return paid + w[LATER] * min(float(keepable_value(hand)), max(0.0, face(hand) - w[PART] * paid))


@rule
def haggled(s: State, w: Any, hand: Any, access: int, good: int, n: int) -> float:
    """Return what selling ``n`` copies of a good to the Haggler brings, plus the worth of the remaining hand."""
    change(hand, good, -n)
    total = MULTIPLE * n * VALUE[good] + after_sale(s, w, hand, access)
    change(hand, good, n)
    return total


@rule
def part_worth(s: State, w: Any, choice: int, hand: Any, access: int) -> float:
    """Return the score of adding a card to a Collector or Ply Your Wares sale, or of ending that sale."""
    if choice == DONE:
        return later_worth(s, w, hand)
    good = choice - CARD
    change(hand, good, -1)
    if s.phase == Phase.COLLECT:
        total = VALUE[good] + after_sale(s, w, hand, access)
    else:
        total = VALUE[good] + ply_on(s, w, hand, good, s.n_drawn + 1)
    change(hand, good, 1)
    return total


@rule
def ply_on(s: State, w: Any, hand: Any, first: int, sold: int) -> float:
    """Return what the cards still to be chosen for Ply Your Wares bring, plus the later worth of the cards kept.

    ``sold`` cards have been chosen already. Cards are chosen in ascending order of goods, so the rest are from
    ``first`` on. In the last round the most valuable cards are sold. In earlier rounds the seat sells the cheapest of
    the cards that exceed the hand limit; if a full sale still leaves cards to discard, the very cheapest are left for
    that.
    """
    last = is_last(s)
    over = sold + cards_of(hand) - KEEP
    left = (MOST if last else min(MOST, max(FEWEST, over))) - sold
    skip = 0 if last else over - MOST
    total = 0.0
    gone = 0  # how many cards of each rank are sold, four bits a rank
    for i in range(RANKS):
        rank = DEAREST[i if last else RANKS - 1 - i]
        for kind in range(TYPES):
            good = RANKS * kind + rank
            skipped = max(0, min(skip, hand[good]))
            skip -= skipped
            n = max(0, min(left, hand[good] - skipped)) if good >= first else 0
            total += n * VALUE[good]
            gone += n << 4 * rank
            left -= n
    if last:
        return total
    spaces = KEEP
    for i in range(RANKS):
        rank = DEAREST[i]
        n = min(spaces, hand[RANK + rank] - (gone >> 4 * rank & 15))
        total += w[LATER] * n * VALUE[rank]
        spaces -= n
    return total


@rule
def discard_worth(s: State, good: int, hand: Any) -> float:
    """Return the score of discarding a good: minus its value and that of the cheapest further discards."""
    left = s.need - s.n_drawn - 1
    lost = VALUE[good] + 0.0
    for i in range(RANKS - 1, -1, -1):
        for kind in range(TYPES):
            other = RANKS * kind + DEAREST[i]
            n = max(0, min(left, hand[other] - (1 if other == good else 0))) if other >= good else 0
            lost += n * VALUE[other]
            left -= n
    return -lost - 0.1 * hand[good]


@rule
def begin_worth(s: State, w: Any, choice: int, hand: Any, access: int) -> float:
    """Return the score of beginning a sale, or of FINISH: what it brings plus the worth of the remaining hand."""
    if choice == FINISH:
        return later_worth(s, w, hand)
    if choice < COLLECT:
        good = choice - HAGGLE
        best = 0.0
        for n in range(FEW, hand[good] + 1):
            best = max(best, haggled(s, w, hand, access, good, n))
        return best
    if choice == PLY:
        return ply_worth(s, w, hand)
    if choice == COLLECT:
        return paid_and_unsold(s, w, hand, customers_pay(hand, access, 1))
    for rank in range(RANKS):
        change(hand, RANKS * (choice - GUILD_SALE) + rank, -1)
    total = GUILD_PAYS + after_sale(s, w, hand, access)
    for rank in range(RANKS):
        change(hand, RANKS * (choice - GUILD_SALE) + rank, 1)
    return total


@rule
def ply_worth(s: State, w: Any, hand: Any) -> float:
    """Return the worth of Ply Your Wares, including that of the cards that remain in hand.

    In the last round it sells the ten most valuable cards, in earlier rounds only the cheapest: those above the hand
    limit, but at least five and at most ten.
    """
    if is_last(s):
        return float(ply_pays(hand))
    n = cards_of(hand)
    gone = min(MOST, max(FEWEST, n - KEEP))
    sold = 0
    left = gone
    for i in range(RANKS - 1, -1, -1):
        cheap = min(left, hand[RANK + DEAREST[i]])
        sold += cheap * VALUE[DEAREST[i]]
        left -= cheap
    return sold + w[LATER] * min(keepable_value(hand), face(hand) - sold)
