"""The worth of a hand in Talents, and how one card more or less changes it.

Hands are tallies: counts of goods together with indexes into the table of best sales
(``souq.games.grand_bazaar.best``).
"""

from __future__ import annotations

from typing import Any

from souq.engine.compiler.compiled import rule
from souq.games.grand_bazaar.best import (
    BASE,
    CODE,
    KIND,
    MOST_OF,
    RANK,
    SALES,
    SETS,
    STEP,
    count_up,
    dearest,
    ply_pays,
    sale,
)
from souq.games.grand_bazaar.evaluator.numbers import UNSOLD
from souq.games.grand_bazaar.rules.selling import BONUS, KEEP
from souq.games.grand_bazaar.state import COLLECTOR, COPIES, GOODS, GUILD, HAGGLER, RANKS, TYPES, VALUE, State

ALL = (1 << HAGGLER) | (1 << COLLECTOR) | (1 << GUILD)
"""Bit mask of access to every customer."""


@rule
def tally(s: State, seat: int, out: Any) -> None:
    """Write the tally of a seat's hand."""
    for good in range(GOODS):
        out[good] = s.hand[seat][good]
    count_up(out)


@rule
def cards_of(hand: Any) -> int:
    """Return the number of cards in a tally."""
    n = 0
    for kind in range(TYPES):
        n += hand[KIND + kind]
    return n


@rule
def face(hand: Any) -> int:
    """Return the total face value of the cards in a tally."""
    total = 0
    for rank in range(RANKS):
        total += VALUE[rank] * hand[RANK + rank]
    return total


@rule
def keepable_value(hand: Any) -> int:
    """Return the total value of the most valuable cards that a seat may keep within the hand limit."""
    total, _ = dearest(hand, KEEP)
    return total


@rule
def is_last(s: State) -> bool:
    """Return whether the present round is the last one."""
    return s.nth == s.rounds


@rule
def worth(w: Any, hand: Any, access: int, last: bool) -> float:
    """Return the worth of a hand: its best sale and, before the last round, a fraction of its face value."""
    total = float(sale(hand, access))
    return total if last else total + w[UNSOLD] * face(hand)


@rule
def with_access(access: int, customer: int) -> int:
    """Return a mask of accesses with one customer added."""
    return access | 1 << customer


@rule
def marginals(s: State, w: Any, hand: Any, access: int, gain: Any, loss: Any) -> None:
    """Calculate what one more copy of each good adds to a hand (``gain``), and what one copy fewer costs (``loss``).

    A loss is 0 for a good that isn't in the hand. Only one type changes at a time, so the sums over all types are
    calculated once for each number of Collector sets and stored in the tally, from ``BASE`` on.
    """
    buyers = ((access >> HAGGLER) & 1) + 2 * ((access >> GUILD) & 1)
    collects = (access >> COLLECTOR) & 1 == 1
    for k in range(SETS if collects else 1):
        hand[BASE + k] = BONUS * k
        for kind in range(TYPES):
            hand[BASE + k] += SALES[buyers][hand[CODE + kind]][k]
    now = sale(hand, access)
    share = 0.0 if is_last(s) else w[UNSOLD]
    for rank in range(RANKS):
        for by in range(1, -2, -2):
            hand[RANK + rank] += by
            ply = ply_pays(hand)
            hand[RANK + rank] -= by
            for kind in range(TYPES):
                good = RANKS * kind + rank
                found = 0.0
                if by == 1 or hand[good] > 0:
                    pays = one_type_pays(hand, buyers, collects, good, by)
                    found = by * (max(pays, ply) - now) + share * VALUE[good]
                if by == 1:
                    gain[good] = found
                else:
                    loss[good] = found


@rule
def one_type_pays(hand: Any, buyers: int, collects: bool, good: int, by: int) -> int:
    """Return the most that customers would pay for a hand with ``by`` more copies of a good.

    Uses the sums that :func:`marginals` has stored in the tally.
    """
    kind = good // RANKS
    rank = good % RANKS
    code = hand[CODE + kind]
    most = 0
    if collects:
        most = min(SETS - 1, hand[KIND + kind] + by)
        for other in range(TYPES):
            if other != kind:
                most = min(most, hand[KIND + other])
    made = code + STEP[rank] * (min(hand[good] + by, MOST_OF[rank]) - min(hand[good], MOST_OF[rank]))
    best = 0
    for k in range(most + 1):
        best = max(best, hand[BASE + k] - SALES[buyers][code][k] + SALES[buyers][made][k])
    return best


@rule
def of_type(s: State, hand: Any, gain: Any, kind: int) -> float:
    """Return what an unseen card of a type adds to a hand on average, given what each good adds (``gain``)."""
    total = 0.0
    copies = 0
    for good in range(RANKS * kind, RANKS * (kind + 1)):
        n = max(0, COPIES[good] - hand[good] - s.discard[good])
        total += n * gain[good]
        copies += n
    return total / copies if copies > 0 else 0.0


@rule
def of_any(s: State, hand: Any, gain: Any) -> float:
    """Return what an unseen card of unknown type adds to a hand on average, given what each good adds (``gain``)."""
    total = 0.0
    for kind in range(TYPES):
        total += of_type(s, hand, gain, kind)
    return total / TYPES
