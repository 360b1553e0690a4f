"""The best sale of a hand, from a precomputed table.

Once the number of Collector sets is fixed, the five types are independent: of each type some cards go to the Guild
Master in whole sets, some to the Collector at face value, and the rest to the Haggler. So the best result is
precomputed for every holding of one type and every number of Collector sets. Ply Your Wares can't be combined with
sales to customers.

Functions take a hand as a *tally*: 25 counts of goods, followed by numbers derived from them, namely each type's row in
the table, and the number of cards of each type and of each rank.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import Any

from souq.engine.arrays import NDArray, np
from souq.engine.compiler.compiled import computed, rule, table
from souq.engine.rules.twin import interpreted
from souq.games.grand_bazaar.rules.selling import BONUS, FEW, FEWEST, GUILD_PAYS, MOST, MULTIPLE
from souq.games.grand_bazaar.state import BOX, COLLECTOR, GOODS, GUILD, HAGGLER, RANKS, TYPES, VALUE

CODE = GOODS
"""Index in a tally of the first type's row number in the table of sales; those of the other types follow."""
KIND = CODE + TYPES
"""Index in a tally of the number of cards of the first type; those of the other types follow."""
RANK = KIND + TYPES
"""Index in a tally of the number of cards of the first rank; those of the other ranks follow."""

SETS = 8
"""Number of possibilities for the number of Collector sets: 0 to 7, as eight sets would take forty cards."""
BASE = RANK + RANKS
"""Index in a tally where scratch space begins: amounts that customers pay, one for each number of Collector sets."""
TALLY = BASE + SETS
"""Length of a tally, in numbers."""
LARGEST = 7
"""Maximum number of copies of one good that the table covers; more copies are treated as this number."""
MOST_OF = table([min(good.copies, LARGEST) for good in BOX.goods[:RANKS]])
STEP = table([prod(int(MOST_OF[later]) + 1 for later in range(rank + 1, RANKS)) for rank in range(RANKS)])
"""For each rank, the amount by which one more copy raises the row number in the table."""
DEAREST = table(sorted(range(RANKS), key=lambda rank: -int(VALUE[rank])))
"""Ranks in descending order of value."""


def _sales() -> NDArray[np.int16]:
    """Return the table of sales: the most Talents that customers can pay for the cards of one type, or -1.

    The axes are: customers with access (1 for the Haggler plus 2 for the Guild Master), row number of the holding, and
    number of cards that go to the Collector.
    """
    shape = [int(most) + 1 for most in MOST_OF]
    made = np.full((4, *shape, SETS), -1, np.int16)
    for haggler in range(2):
        plain = np.full((*[1] * RANKS, SETS), -1, np.int16)
        plain[..., 0] = 0
        for rank in range(RANKS):
            plain = _with_rank(plain, rank, shape[rank], haggler)
        made[haggler] = made[2 + haggler] = plain
        for sets in range(1, min(shape)):
            # The Guild Master takes so many copies of every good; the rest is sold as without him.
            rest = made[haggler][tuple(slice(0, size - sets) for size in shape)]
            there = made[2 + haggler][tuple(slice(sets, None) for _ in shape)]
            np.maximum(there, np.where(rest >= 0, rest + GUILD_PAYS * sets, -1), out=there)
    return made.reshape(4, -1, SETS)


def _with_rank(plain: NDArray[np.int16], rank: int, size: int, haggler: int) -> NDArray[np.int16]:
    """Return the table of sales ``plain`` with one more rank: for 0 to ``size - 1`` copies of that rank's good.

    Some of these copies go to the Collector, the others to the Haggler if ``haggler`` is 1.
    """
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


SALES = computed(_sales)


# ---- tallies


@rule
def count_up(out: Any) -> None:
    """Calculate the derived numbers of a tally from its first 25 numbers, which count the copies of each good."""
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
    """Add ``by`` copies of a good to a tally; a negative ``by`` removes copies."""
    rank = good % RANKS
    before = min(hand[good], MOST_OF[rank])
    hand[good] += by
    hand[CODE + good // RANKS] += STEP[rank] * (min(hand[good], MOST_OF[rank]) - before)
    hand[KIND + good // RANKS] += by
    hand[RANK + rank] += by


# ---- what it brings


@rule
def customers_pay(hand: Any, access: int, sets: int) -> int:
    """Return the most Talents that the customers in ``access`` pay for a hand, or -1 if impossible.

    The Collector must buy at least ``sets`` sets.
    """
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
    """Return the total value of the ``most`` most valuable cards of a hand, and their number.

    A hand with fewer cards is counted as a whole.
    """
    left = most
    total = 0
    for i in range(RANKS):
        n = min(left, hand[RANK + DEAREST[i]])
        total += n * VALUE[DEAREST[i]]
        left -= n
    return total, most - left


@rule
def ply_pays(hand: Any) -> int:
    """Return what Ply Your Wares pays for the ten most valuable cards of a hand, or 0 with fewer than five cards."""
    total, n = dearest(hand, MOST)
    return total if n >= FEWEST else 0


@rule
def sale(hand: Any, access: int) -> int:
    """Return the most Talents that a hand can bring in one selling turn."""
    return max(customers_pay(hand, access, 0), ply_pays(hand))


@lru_cache(maxsize=4096)
def best_sale(hand: tuple[int, ...], access: int, ply: bool = True) -> int:
    """Return the most Talents that a hand can bring in one selling turn; unlike :func:`sale` this is cached.

    Args:
        hand: 25 counts, one for each good.
        access: bit mask of the customers that the seat may sell to.
        ply: whether Ply Your Wares is possible as well.
    """
    counted = [*hand, *[0] * (TALLY - GOODS)]
    interpreted(count_up)(counted)
    return int(interpreted(sale)(counted, access) if ply else interpreted(customers_pay)(counted, access, 0))
