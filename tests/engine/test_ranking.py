"""Ranks by every game's rules: a higher score ranks first, and equals share a place."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from souq.engine.compiler.compiled import rule
from souq.engine.rules.ranking import ranked
from souq.engine.rules.record import Record, arr, i8, i16, num
from souq.engine.rules.twin import Twin, interpreted

SEATS = 5


class Shop(Record):
    """Seats with money, and the tie-breakers."""

    players = num(i8)
    money = arr(i16, SEATS)
    cards = arr(i8, SEATS)


@rule
def order(s: Any, seat: int) -> int:
    return int(s.money[seat]) * 100 + int(s.cards[seat])


rank, ranks = ranked(order)


@rule
def fewest(s: Any, seat: int) -> int:
    return -int(s.cards[seat])


rank_by_cards, ranks_by_cards = ranked(fewest)


def test_a_module_may_rank_by_one_order_or_another() -> None:
    shop = Shop.batch(1)
    shop["players"] = 3
    shop["money"][0, :3], shop["cards"][0, :3] = (5, 9, 7), (1, 4, 2)
    found = np.zeros((2, 3), np.int64)
    ranks(shop[0], found[0])
    ranks_by_cards(shop[0], found[1])
    assert found.tolist() == [[3, 1, 2], [1, 3, 2]]
    assert [rank(shop[0], 1), rank_by_cards(shop[0], 1)] == [1, 3]


@settings(deadline=None)  # the first example compiles
@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 3)), min_size=1, max_size=SEATS))
def test_a_place_counts_the_seats_ranked_before(held: list[tuple[int, int]]) -> None:
    shop = Shop.batch(1)
    shop["players"] = len(held)
    for seat, (money, cards) in enumerate(held):
        shop["money"][0, seat], shop["cards"][0, seat] = money, cards
    expected = [1 + sum(other > own for other in held) for own in held]
    out, plain = np.zeros(SEATS, np.int64), [0] * SEATS
    ranks(shop[0], out)
    interpreted(ranks)(Twin.of(shop), plain)
    assert out.tolist() == plain == expected + [0] * (SEATS - len(held))
    assert [rank(shop[0], seat) for seat in range(len(held))] == expected
