"""The best sale of a hand, looked up.

Once the number of Collector sets is fixed the five types are independent: of each type some cards go to the Guild
Master in whole sets, some to the Collector at face value, and what is left to the Haggler. So all that can be in hand
of one type has been worked out beforehand, for every number of sets. Ply Your Wares excludes all customers. What is
looked up with is the *tally* of a hand: 25 counts, and what follows from them for each type and each rank.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from souq.engine.compiler.compiled import rule, table
from souq.engine.rules.twin import interpreted
from souq.games.grand_bazaar.rules.selling import BONUS, FEW, FEWEST, GUILD_PAYS, MOST, MULTIPLE
from souq.games.grand_bazaar.state import BOX, COLLECTOR, GOODS, GUILD, HAGGLER, RANKS, TYPES, VALUE

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
def sale(hand: Any, access: int) -> int:
    """Most Talents that one selling turn can bring."""
    return max(customers_pay(hand, access, 0), ply_pays(hand))


@lru_cache(maxsize=4096)
def best_sale(hand: tuple[int, ...], access: int, ply: bool = True) -> int:
    """Most Talents that one selling turn can bring, asked without the compiler; without ``ply`` from customers alone.

    Args:
        hand: 25 counts, one for each good.
        access: customers one may sell to, a bit each.
        ply: whether the hand may be sold at face value instead.
    """
    counted = [*hand, *[0] * (TALLY - GOODS)]
    interpreted(count_up)(counted)
    return int(interpreted(sale)(counted, access) if ply else interpreted(customers_pay)(counted, access, 0))
