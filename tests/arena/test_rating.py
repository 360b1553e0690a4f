"""Ratings: known strengths are recovered, and intervals cover the true values as often as they claim."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from souq.arena.rating import Meeting, bradley_terry, comparisons, mean_of_blocks, strength
from souq.arena.tournament import Tournament

TRUE = [0, 120, 200, 460]
NEIGHBOURS = [(1, 0), (2, 1), (3, 2)]
EVERY = [(b, a) for a, b in itertools.combinations(range(4), 2)]


def odds(points: float) -> float:
    return float(10 ** (points / 400))


def blocks_of(rng: np.random.Generator, chance: float, n: int, alike: float = 0.0) -> NDArray[np.float64]:
    """Return blocks of two games between two bots; in a share ``alike`` of the blocks both games end the same."""
    first, second = (rng.random((2, n)) < chance).astype(float)
    won = first + np.where(rng.random(n) < alike, first, second)
    return np.stack([won, 2 - won], axis=1)


def test_exact_results_give_exact_ratings() -> None:
    wins = np.array(
        [[0 if a == b else odds(x) / (odds(x) + odds(y)) for b, y in enumerate(TRUE)] for a, x in enumerate(TRUE)]
    )
    made = bradley_terry(1000 * wins)
    assert made - made[0] == pytest.approx(TRUE, abs=1e-6)


def test_expected_wins_match_actual_wins() -> None:
    """Each bot's wins equal what its rating predicts, also in ladders and where few games are lost."""
    rng = np.random.default_rng(3)
    wins = rng.gamma(0.2, 500, (200, 5, 5)) + 0.01
    wins[100:] *= np.abs(np.subtract.outer(range(5), range(5))) == 1
    wins[:, range(5), range(5)] = 0
    made = bradley_terry(wins)
    chances = 1 / (1 + 10 ** ((made[:, None, :] - made[:, :, None]) / 400))
    expected = (wins + wins.swapaxes(1, 2)) * chances
    assert expected.sum(axis=2) == pytest.approx(wins.sum(axis=2), rel=1e-6, abs=1e-6)
    assert made.sum(axis=1) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("pairs", [EVERY, NEIGHBOURS])
def test_known_strengths_are_recovered(pairs: list[tuple[int, int]]) -> None:
    rng = np.random.default_rng(5)
    meetings = [Meeting(b, a, blocks_of(rng, 1 / (1 + odds(TRUE[a] - TRUE[b])), 4000)) for b, a in pairs]
    found = strength(4, meetings, resamples=300)
    assert [rating.value for rating in found.ratings] == pytest.approx(TRUE, abs=30)
    assert found.ratings[0].low == found.ratings[0].high == 0
    assert all(gap.low > 0 and share.low > 0.5 for gap, share in zip(found.gaps, found.shares, strict=True))


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_comparisons_hold_at_every_table_size(players: int, alone: bool) -> None:
    """A seat wins in proportion to its bot's strength: the comparisons have the odds of the two bots."""
    strengths, won, lost = (1.0, 3.0), 0.0, 0.0
    for block in Tournament("", players, (), one_against_many=alone).blocks:
        for split in block:
            total = sum(strengths[side] for side in split)
            for winner in range(players):
                chance = strengths[split[winner]] / total
                one, other = comparisons(split, [1 + (seat != winner) for seat in range(players)], 1)
                won, lost = won + chance * one, lost + chance * other
    assert won / lost == pytest.approx(3)


def test_shared_first_places_count_in_part() -> None:
    assert comparisons([0, 1, 1, 0], [1, 1, 3, 4], 0) == (1, 1)
    assert comparisons([0, 1, 0], [1, 2, 1], 0) == (1, 0)
    assert comparisons([0, 1, 1], [], 0) == pytest.approx((2 / 3, 2 / 3))


@pytest.mark.parametrize(("chance", "alike"), [(0.5, 0), (0.5, 0.9), (0.8, 0.5), (0.97, 0.3), (0.99, 0.9)])
def test_intervals_cover_the_true_value(chance: float, alike: float) -> None:
    """95 of 100 intervals do, as far as 300 trials can show; more where few games are lost."""
    rng = np.random.default_rng(7)
    held = 0
    for trial in range(300):
        meeting = Meeting(1, 0, blocks_of(rng, chance, 100, alike))
        drawn = meeting.resampled(np.random.default_rng(trial), 400)
        low, high = np.quantile(drawn[:, 0] / drawn.sum(axis=1), [0.025, 0.975])
        held += low <= chance <= high
    assert held / 300 >= 0.92
    assert held / 300 <= 0.98 or chance > 0.9


def test_rating_intervals_cover_the_true_value() -> None:
    rng, held = np.random.default_rng(11), 0
    for trial in range(40):
        meetings = [Meeting(b, a, blocks_of(rng, 1 / (1 + odds(TRUE[a] - TRUE[b])), 100, 0.3)) for b, a in NEIGHBOURS]
        ratings = strength(4, meetings, resamples=80, seed=trial).ratings
        held += sum(rating.low <= true <= rating.high for rating, true in zip(ratings[1:], TRUE[1:], strict=True))
    assert 0.88 <= held / 120 <= 0.99


def test_identical_games_in_a_block_widen_the_interval() -> None:
    """Two games with the same end say no more than one; blocks in which luck cancels out say more."""
    same = Meeting(1, 0, np.array([[2.0, 0.0], [0.0, 2.0]] * 50))
    apart = Meeting(1, 0, np.array([[2.0, 0.0], [0.0, 2.0], [1.0, 1.0], [1.0, 1.0]] * 25))
    cancelled = Meeting(1, 0, np.array([[1.0, 1.0]] * 100))
    widths = [s.high - s.low for s in (strength(2, [each]).shares[0] for each in (same, apart, cancelled))]
    assert widths[0] > 1.3 * widths[1] > 5 * widths[2]


def test_an_unbeaten_bot_is_rated() -> None:
    found = strength(2, [Meeting(1, 0, np.array([[2.0, 0.0]] * 200))])
    assert found.shares[0].value == found.shares[0].high == 1
    assert 0.97 < found.shares[0].low < 0.995
    assert 600 < found.ratings[1].low < found.ratings[1].value < found.ratings[1].high < 2000


def test_no_games_give_no_ratings() -> None:
    found = strength(2, [Meeting(1, 0, np.zeros((0, 2)))])
    assert found.shares[0].low < 0.05 and found.shares[0].high > 0.95
    assert found.ratings[0].value == found.ratings[1].value == 0
    assert mean_of_blocks([]).high == 1
    for blocks in ([(0, 2)] * 50, [(1, 2)], [(2, 2)] * 50):
        sure = mean_of_blocks(blocks)
        assert sure.high - sure.low > 0.01


def test_rating_is_deterministic() -> None:
    meetings = [Meeting(1, 0, blocks_of(np.random.default_rng(1), 0.7, 50))]
    assert strength(2, meetings) == strength(2, meetings)
