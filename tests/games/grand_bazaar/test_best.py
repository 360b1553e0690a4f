"""The best sale of a hand, against trying everything, and against working it out."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from souq.games.grand_bazaar import best
from souq.games.grand_bazaar.state import COPIES, GOODS
from tests.games.grand_bazaar import exact, reference
from tests.games.grand_bazaar.positions import cards, row
from tests.games.grand_bazaar.reference import BUYERS, CODES
from tests.support import rules


def tally(counts: list[int]) -> np.ndarray:
    made = np.zeros(best.TALLY, np.int64)
    made[:GOODS] = counts
    best.count_up(made)
    return made


@rules("GB-L03", "GB-L04", "GB-L05", "GB-L06")
@given(st.integers(0, 2**32), st.integers(0, 10))
@settings(max_examples=40, deadline=None, database=None)
@example(seed=1, n=0)
def test_no_sale_brings_more_than_the_best(seed, n) -> None:
    """Small hands, of few types or many, with every access."""
    pick = random.Random(seed)
    kinds = pick.choice([1, 2, 5])
    deck = [code for code in CODES[: 5 * kinds] for _ in range(reference.COPIES[code])]
    hand = cards(" ".join(pick.sample(deck, min(n, len(deck)))))
    for access in range(8):
        held = [name for k, name in enumerate(BUYERS) if access >> k & 1]
        most = reference.best(hand, held)
        assert best.sale(tally(row(hand)), access) == exact.best_sale(np.array(row(hand), np.int8), access) == most


def test_the_lookup_finds_the_best_sale() -> None:
    pick = random.Random(1)
    for n in [*range(35), *range(35)]:
        drawn = pick.sample(np.repeat(np.arange(GOODS), COPIES).tolist(), n)
        hand = [drawn.count(good) for good in range(GOODS)]
        for access in range(8):
            most = exact.best_sale(np.array(hand), access)
            assert best.sale(tally(hand), access) == best.best_sale(tuple(hand), access) == most
            paid = exact.best_customers(np.array(hand), access, 0)
            assert best.best_sale(tuple(hand), access, False) == paid


@rules("GB-L06")
@pytest.mark.parametrize(
    "codes, access, talents",
    [
        ("", 7, 0),
        ("FG1 LS1 FO1 RM1", 7, 0),
        ("FG1 LS1 FO1 RM1 TX1", 0, 15),
        ("FG1 LS1 FO1 RM1 TX1", 2, 20),
        ("3xFG1 3xLS1 3xFO1 3xRM1", 0, 30),
        ("2xLS5", 1, 4),
        ("2xLS1 LS2 LS3 LS4 LS5", 5, 30),
        ("2xLS1 2xLS2 2xLS3 2xLS4 2xLS5", 5, 60),
        ("3xTX1 3xTX2 3xTX3 2xTX4 2xTX5", 5, 60),
    ],
)
def test_best_sales_worked_out_by_hand(codes: str, access: int, talents: int) -> None:
    assert best.sale(tally(row(cards(codes))), access) == talents
    assert best.best_sale(tuple(row(cards(codes))), access) == talents


def test_the_best_sale_with_a_number_of_collector_sets() -> None:
    hand = tally(row(cards("2xFG1 2xLS1 FO1 RM1 TX1")))
    assert best.customers_pay(hand, 3, 0) == 24  # pairs of Cut Gems and Horses for the Haggler
    assert best.customers_pay(hand, 3, 1) == 20
    assert best.customers_pay(hand, 3, 2) == -1
