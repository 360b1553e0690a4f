"""The best sale of a hand, worked out each time: against this what is looked up is tested.

Once the number of Collector sets is fixed the five types are independent: of each type some cards go to the Guild
Master in whole sets, some to the Collector at face value, and what is left to the Haggler. So the best of every number
of sets is tabulated for each type, and the tables are added. Ply Your Wares excludes all customers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from souq.games.grand_bazaar.rules.selling import BONUS, FEW, FEWEST, GUILD_PAYS, MOST, MULTIPLE
from souq.games.grand_bazaar.state import COLLECTOR, GOODS, GUILD, HAGGLER, RANKS, TYPES, VALUE

NO = -1
"""Cannot be done."""


def best_sale(hand: Any, access: int) -> int:
    """Return the most Talents that one selling turn can bring.

    Args:
        hand: 25 counts, one for each good.
        access: customers one may sell to, a bit each.
    """
    return max(best_customers(hand, access, 0), best_ply(hand))


def best_customers(hand: Any, access: int, sets: int) -> int:
    """Return the most Talents from customers with at least so many Collector sets; -1 if there are fewer."""
    most = collector_sets(hand) if (access >> COLLECTOR) & 1 == 1 else 0
    totals = np.zeros(most + 1, np.int64)
    for kind in range(TYPES):
        add_type(hand, access, kind, totals)
    best = NO
    for k in range(sets, most + 1):
        if totals[k] > NO:
            best = max(best, totals[k] + BONUS * k)
    return best


def collector_sets(hand: Any) -> int:
    """Return the most sets of five different types in a hand."""
    most = 1 << 20
    for kind in range(TYPES):
        n = 0
        for rank in range(RANKS):
            n += hand[RANKS * kind + rank]
        most = min(most, n)
    return most


def add_type(hand: Any, access: int, kind: int, totals: Any) -> None:
    """Add to ``totals[k]`` the best of a type when ``k`` of its cards go to the Collector."""
    size = len(totals)
    best = np.full(size, NO)
    guilds = 0
    if (access >> GUILD) & 1 == 1:
        guilds = hand[RANKS * kind]
        for rank in range(RANKS):
            guilds = min(guilds, hand[RANKS * kind + rank])
    for g in range(guilds + 1):
        row = np.full(size, NO)
        row[0] = GUILD_PAYS * g
        for rank in range(RANKS):
            row = with_good(row, hand[RANKS * kind + rank] - g, VALUE[RANKS * kind + rank], (access >> HAGGLER) & 1)
        for k in range(size):
            best[k] = max(best[k], row[k])
    for k in range(size):
        totals[k] = NO if best[k] == NO or totals[k] == NO else totals[k] + best[k]


def with_good(row: Any, n: int, value: int, haggler: int) -> Any:
    """Return ``row`` with ``n`` copies of one more good: some to the Collector, the rest to the Haggler if possible."""
    size = len(row)
    made = np.full(size, NO)
    for k in range(size):
        if row[k] > NO:
            for x in range(min(n, size - 1 - k) + 1):
                left = n - x
                rest = MULTIPLE * value * left if haggler == 1 and left >= FEW else 0
                made[k + x] = max(made[k + x], row[k] + value * x + rest)
    return made


def best_ply(hand: Any) -> int:
    """Return the most Talents from Ply Your Wares: the ten dearest cards; 0 if there are not five."""
    left = MOST
    total = 0
    for value in range(3, 0, -1):
        for good in range(GOODS):
            if VALUE[good] == value:
                n = min(left, hand[good])
                total += n * value
                left -= n
    return total if MOST - left >= FEWEST else 0
