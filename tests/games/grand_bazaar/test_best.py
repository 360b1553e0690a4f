"""The best sale of a hand, against trying everything."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from souq.engine.twin import interpreted
from souq.games.grand_bazaar.best import best_customers, best_sale
from tests.games.grand_bazaar.positions import cards, row
from tests.games.grand_bazaar.reference import BUYERS, CODES, COPIES, best
from tests.support import rules


def found(codes: str, access: int) -> int:
    return int(best_sale(np.array(row(cards(codes)), np.int8), access))


@rules("GB-L03", "GB-L04", "GB-L05", "GB-L06")
@given(st.integers(0, 2**32), st.integers(0, 10))
@settings(max_examples=40, deadline=None, database=None)
@example(seed=1, n=0)
def test_nothing_brings_more(seed, n) -> None:
    """Small hands, of few types or many, with every access."""
    pick = random.Random(seed)
    kinds = pick.choice([1, 2, 5])
    deck = [code for code in CODES[: 5 * kinds] for _ in range(COPIES[code])]
    hand = cards(" ".join(pick.sample(deck, min(n, len(deck)))))
    for access in range(8):
        held = [name for k, name in enumerate(BUYERS) if access >> k & 1]
        assert best_sale(np.array(row(hand), np.int8), access) == best(hand, held)


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
def test_by_hand(codes: str, access: int, talents: int) -> None:
    assert found(codes, access) == talents
    assert interpreted(best_sale)(row(cards(codes)), access) == talents


def test_with_so_many_sets_for_the_collector() -> None:
    hand = np.array(row(cards("2xFG1 2xLS1 FO1 RM1 TX1")), np.int8)
    assert best_customers(hand, 3, 0) == 24  # pairs of Cut Gems and Horses for the Haggler
    assert best_customers(hand, 3, 1) == 20
    assert best_customers(hand, 3, 2) == -1
