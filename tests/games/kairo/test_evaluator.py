"""Kairo's evaluator: win probabilities, terms, and whole games against random bots."""

from __future__ import annotations

import numpy as np
import pytest

from souq.bots.greedy import priors_of
from souq.engine.learn.evaluation import judge
from souq.games.kairo import GAME, evaluator
from souq.games.kairo.state import CHOICES
from tests.games.evaluating import changes, compare_evaluations, points_against_random
from tests.games.kairo.play import games
from tests.games.kairo.positions import table


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random_bots(players: int) -> None:
    for seed in range(6):
        points = points_against_random(GAME, players, seed, seed % players)
        assert points[seed % players] == max(points)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_are_nearly_even_at_the_start(players: int) -> None:
    chances = judge(GAME).win_probabilities(GAME.bindings.setup(players, [0], (3, 0)))
    assert np.isclose(chances.sum(), 1)
    assert np.allclose(chances, 1 / players, atol=0.12)


def test_a_lead_counts_for_more_in_the_final_phase() -> None:
    stalls = "0 green F3>F4 F2", "1 green F8>F9 E8"
    early = judge(GAME).win_probabilities(table(*stalls, scores=(10, 6, 6)).state)
    late = judge(GAME).win_probabilities(table(*stalls, scores=(10, 6, 6), final=True, hands=("1", "1", "1")).state)
    assert 1 / 3 < early[0] < late[0]


def test_an_expected_visit_raises_the_chances() -> None:
    """The green customer is on A1, and two stalls wait for him: only the nearer one is visited."""
    stalls = "0 green C2>B2", "1 green F8>F9"
    visitors = evaluator.TERMS.index("visitors")
    state = table(*stalls).state
    assert judge(GAME).expected(state, 0)[visitors] > 0 == judge(GAME).expected(state, 1)[visitors]


def test_an_expansion_scores_points_and_costs_money() -> None:
    before = table("0 green F3>F4", "1 red J8>J9", hands=("2", "1", "1"), money={0: "2 green 1 red"})
    after = before.copy().build("green", "F2", "2")
    found = changes(GAME, before.state, after.state)
    assert found["points"] == pytest.approx(5)
    assert found["points"] > found["medals"] > 0.75 > 0 > -0.75 > found["coins"]


def test_a_lure_brings_money() -> None:
    before = table("0 green F3>F4 F2 E3", "1 red J8>J9", hands=("2", "1", "1"))
    after = before.copy().lure("green", "F4")
    found = changes(GAME, before.state, after.state)
    assert found["coins"] == max(found.values()) > 0 == found["points"]


def test_cards_set_up_an_expansion() -> None:
    before = table("0 green F3>F4 F2 E3", "1 red J8>J9", money={0: "4 green"}, display="2 2 5 5")
    after = before.copy().play("draw", "take 2", "take 2")
    found = changes(GAME, before.state, after.state)
    assert found["hand"] > found["build"] > 0.15 * found["hand"]
    assert {name for name, change in found.items() if change} == {"hand", "build", "turn"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_priors_are_finite(players: int) -> None:
    for state in list(games(players, 8))[::5]:
        if not state["over"][0]:
            seat = int(state["player"][0])
            legal = GAME.bindings.legal(state, seat)
            found = priors_of(GAME, state, seat, legal)
            assert np.isfinite(found).all()
            assert np.abs(found).max() < 40, [CHOICES.name(c) for c in legal]


@pytest.mark.parametrize("players", [2, 3])
def test_the_twin_is_evaluated_identically(players: int) -> None:
    for state in list(games(players, 4))[::40]:
        compare_evaluations(GAME, state)
