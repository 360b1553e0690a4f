"""What a hand is worth, in Talents, and what one card more or less makes of it.

A hand is looked at so often that its best sale is looked up: once the number of Collector sets is fixed the five types
are independent, so that all that can be in hand of one type has been worked out beforehand, for every number of sets
(``souq.games.grand_bazaar.best`` works it out each time). What is looked up with is the *tally* of a hand: 25 counts,
and what follows from them for each type and each rank.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from souq.engine.compiled import rule, table
from souq.games.grand_bazaar.evaluator.numbers import UNSOLD
from souq.games.grand_bazaar.rules.selling import BONUS, FEW, FEWEST, GUILD_PAYS, KEEP, MOST, MULTIPLE
from souq.games.grand_bazaar.state import BOX, COLLECTOR, COPIES, GOODS, GUILD, HAGGLER, RANKS, TYPES, VALUE, State

CODE = GOODS
"""Where a tally has the row of each type in the table of sales."""
KIND = CODE + TYPES
"""… how many cards there are of each type."""
RANK = KIND + TYPES
"""… how many there are of each rank."""

SETS = 8
"""Fewer Collector sets than this are looked at: eight would take forty cards."""
BASE = RANK + RANKS
"""In a tally: room for what customers pay with each number of sets."""
TALLY = BASE + SETS
"""How long it is."""
ALL = (1 << HAGGLER) | (1 << COLLECTOR) | (1 << GUILD)
"""Every customer."""
LARGEST = 7
"""Copies of a good beyond this many are not told apart."""
MOST_OF = table([min(good.copies, LARGEST) for good in BOX.goods[:RANKS]])
STEP = table([int(np.prod([MOST_OF[later] + 1 for later in range(rank + 1, RANKS)])) for rank in range(RANKS)])
"""By how much one more copy of a rank changes the row."""
DEAREST = table(sorted(range(RANKS), key=lambda rank: -int(VALUE[rank])))
"""Ranks, the most valuable first."""


def _sales() -> NDArray[np.int16]:
    """Most Talents from one type: by who buys (1 the Haggler, 2 the Guild Master), row, and cards to the Collector."""
    shape = [int(most) + 1 for most in MOST_OF]
    made = np.full((4, *shape, SETS), -1, np.int16)
    for haggler in range(2):
        plain = np.full((*[1] * RANKS, SETS), -1, np.int16)
        plain[..., 0] = 0
        for rank in range(RANKS):
            plain = _with_rank(plain, rank, shape[rank], haggler)
        made[haggler] = made[2 + haggler] = plain
        for sets in range(1, min(shape)):
            rest = made[haggler][tuple(slice(0, size - sets) for size in shape)]
            there = made[2 + haggler][tuple(slice(sets, None) for _ in shape)]
            np.maximum(there, np.where(rest >= 0, rest + GUILD_PAYS * sets, -1), out=there)
    found = made.reshape(4, -1, SETS)
    found.setflags(write=False)
    return found


def _with_rank(plain: NDArray[np.int16], rank: int, size: int, haggler: int) -> NDArray[np.int16]:
    """The table with the copies of one more rank: some to the Collector, the others to the Haggler if he buys."""
    shape = list(plain.shape)
    shape[rank] = size
    made = np.full(shape, -1, np.int16)
    value = int(VALUE[rank])
    for n in range(size):
        there = made[(slice(None),) * rank + (slice(n, n + 1),)]
        for given in range(min(n, SETS - 1) + 1):
            paid = MULTIPLE * value * (n - given) if haggler == 1 and n - given >= FEW else 0
            before = plain[..., : SETS - given]
            np.maximum(
                there[..., given:], np.where(before >= 0, before + value * given + paid, -1), out=there[..., given:]
            )
    return made


SALES = _sales()


# ---- tallies


@rule
def tally(s: State, seat: int, out: Any) -> None:
    """Write the tally of a seat's hand."""
    for good in range(GOODS):
        out[good] = s.hand[seat][good]
    count_up(out)


@rule
def count_up(out: Any) -> None:
    """Make a tally of its counts."""
    for rank in range(RANKS):
        out[RANK + rank] = 0
    for kind in range(TYPES):
        code = 0
        n = 0
        for rank in range(RANKS):
            held = out[RANKS * kind + rank]
            code += STEP[rank] * min(held, MOST_OF[rank])
            n += held
            out[RANK + rank] += held
        out[CODE + kind] = code
        out[KIND + kind] = n


@rule
def change(hand: Any, good: int, by: int) -> None:
    """So many copies of a good more in a tally."""
    rank = good % RANKS
    before = min(hand[good], MOST_OF[rank])
    hand[good] += by
    hand[CODE + good // RANKS] += STEP[rank] * (min(hand[good], MOST_OF[rank]) - before)
    hand[KIND + good // RANKS] += by
    hand[RANK + rank] += by


@rule
def cards_of(hand: Any) -> int:
    """How many cards a tally counts."""
    n = 0
    for kind in range(TYPES):
        n += hand[KIND + kind]
    return n


@rule
def face(hand: Any) -> int:
    """The values of all its cards together."""
    total = 0
    for rank in range(RANKS):
        total += VALUE[rank] * hand[RANK + rank]
    return total


# ---- what it brings


@rule
def customers_pay(hand: Any, access: int, sets: int) -> int:
    """Most Talents from customers with at least so many Collector sets; -1 if there are not so many."""
    buyers = ((access >> HAGGLER) & 1) + 2 * ((access >> GUILD) & 1)
    most = 0
    if (access >> COLLECTOR) & 1 == 1:
        most = SETS - 1
        for kind in range(TYPES):
            most = min(most, hand[KIND + kind])
    best = -1
    for k in range(sets, most + 1):
        total = BONUS * k
        for kind in range(TYPES):
            total += SALES[buyers][hand[CODE + kind]][k]
        best = max(best, total)
    return best


@rule
def dearest(hand: Any, most: int) -> tuple[int, int]:
    """The value of the dearest cards, so many at most, and how many that are."""
    left = most
    total = 0
    for i in range(RANKS):
        n = min(left, hand[RANK + DEAREST[i]])
        total += n * VALUE[DEAREST[i]]
        left -= n
    return total, most - left


@rule
def ply_pays(hand: Any) -> int:
    """Most Talents from Ply Your Wares: the ten dearest cards; 0 if there are not five."""
    total, n = dearest(hand, MOST)
    return total if n >= FEWEST else 0


@rule
def keeps(hand: Any) -> int:
    """The value of the ten dearest cards, which may be kept."""
    total, _ = dearest(hand, KEEP)
    return total


@rule
def sale(hand: Any, access: int) -> int:
    """Most Talents that one selling turn can bring."""
    return max(customers_pay(hand, access, 0), ply_pays(hand))


@rule
def is_last(s: State) -> bool:
    """Whether this is the last round."""
    return s.nth == s.rounds


@rule
def worth(w: Any, hand: Any, access: int, last: bool) -> float:
    """What a hand is worth: its best sale, and a share of its face value unless the game ends with this round."""
    total = float(sale(hand, access))
    return total if last else total + w[UNSOLD] * face(hand)


@rule
def with_access(access: int, customer: int) -> int:
    """Accesses and one more."""
    return access | 1 << customer


@rule
def marginals(s: State, w: Any, hand: Any, access: int, gain: Any, loss: Any) -> None:
    """What one more card of each good adds to a hand, and what one less takes from it (0 of a good it has not).

    Only one type changes at a time: what the others bring is added up once, for each number of Collector sets.
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
    """Most Talents from customers with ``by`` copies more of a good; :func:`marginals` has made the base."""
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
    """What one unknown card of a type adds to a hand, on average, if a card of each good adds ``gain``."""
    total = 0.0
    copies = 0
    for good in range(RANKS * kind, RANKS * (kind + 1)):
        n = max(0, COPIES[good] - hand[good] - s.discard[good])
        total += n * gain[good]
        copies += n
    return total / copies if copies > 0 else 0.0


@rule
def of_any(s: State, hand: Any, gain: Any) -> float:
    """What one unknown card adds to a hand, on average."""
    total = 0.0
    for kind in range(TYPES):
        total += of_type(s, hand, gain, kind)
    return total / TYPES
