"""Wilson's interval: known values, and properties of any interval."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from souq.arena.wilson import interval


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe, Statistics in Medicine 17 (1998), table I
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_published_values_are_reproduced(wins: int, games: int, low: float, high: float) -> None:
    assert interval(wins, games) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


@given(st.integers(1, 10_000), st.floats(0, 1))
def test_the_interval_contains_the_rate_within_0_and_1(games: int, share: float) -> None:
    low, high = interval(games * share, games)
    assert 0 <= low <= share + 1e-12
    assert share - 1e-12 <= high <= 1


@given(st.integers(1, 1000), st.floats(0, 1))
def test_more_games_narrow_the_interval(games: int, share: float) -> None:
    few, many = interval(games * share, games), interval(4 * games * share, 4 * games)
    assert many[1] - many[0] < few[1] - few[0]


@given(st.integers(1, 1000), st.integers(0, 1000))
def test_losses_mirror_wins(games: int, wins: int) -> None:
    wins = min(wins, games)
    low, high = interval(wins, games)
    assert interval(games - wins, games) == (pytest.approx(1 - high), pytest.approx(1 - low))


@pytest.mark.parametrize(("wins", "games"), [(-1, 5), (6, 5)])
def test_impossible_counts_are_refused(wins: int, games: int) -> None:
    with pytest.raises(ValueError, match="wins in"):
        interval(wins, games)
