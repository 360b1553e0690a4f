"""Chatuchak's evaluator: its choices, its purity, and whole games against random bots."""

from __future__ import annotations

import numpy as np
import pytest

from souq.bots.greedy import GreedyBot
from souq.engine.learn.evaluation import judge
from souq.games.chatuchak import GAME
from souq.games.chatuchak.state import CHOICES, STOP
from tests.games.chatuchak.play import games
from tests.games.evaluating import changes, compare_evaluations, points_against_random

GREEDY = GreedyBot()


def favourite(state: np.ndarray, seed: int = 1) -> int:
    """Return what greedy chooses; the position does not change."""
    before = state.tobytes()
    seat = int(state["player"][0])
    choice = GREEDY.choose(GAME, state, seat, GAME.bindings.legal(state, seat).copy(), seed)
    assert state.tobytes() == before
    return choice


def test_greedy_does_not_pass_early() -> None:
    for seed in range(5):
        for state in list(games(3, seed))[:20:4]:
            if not state["over"][0]:
                assert favourite(state, seed) != STOP


def test_greedy_takes_the_first_available_goal() -> None:
    state = GAME.bindings.setup(2, GAME.option_numbers(GAME.check_options({"start_player": "seat 1"})), (7, 0))
    GAME.bindings.apply(state, 0, favourite(state), (7, 1))
    assert 0 in state["holder"][0], CHOICES.name(favourite(state))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_greedy_beats_random_bots(players: int) -> None:
    won = 0
    for seed in range(12):
        points = points_against_random(GAME, players, seed, seed % players)
        won += points[seed % players] == max(points)
    assert won >= 11


def test_greedy_tidies_a_market_alone() -> None:
    """Not always quickly, but within the moves there are, and without giving up."""
    solved = 0
    for seed in range(6):
        state = GAME.bindings.setup(1, GAME.option_numbers(GAME.check_options({"side": str(seed + 1)})), (seed, 0))
        ply = 0
        while not state["over"][0]:
            ply += 1
            choice = favourite(state, ply)
            assert choice != STOP
            GAME.bindings.apply(state, 0, choice, (seed, ply))
        solved += int(state["solved"][0])
    assert solved >= 4


# ---- prospects


def setup(players: int, seed: int, **options: str) -> np.ndarray:
    """Return a new game."""
    return GAME.bindings.setup(players, GAME.option_numbers(GAME.check_options(options)), (seed, 0))


def held(state: np.ndarray, **holders: int) -> np.ndarray:
    """Return the position with some fields set: ``tent``, ``need``, ``passed``."""
    changed = state.copy()
    for name, value in holders.items():
        changed[name] = value
    return changed


def test_chances_are_nearly_even_at_the_start() -> None:
    for players in (2, 3, 4, 5):
        chances = judge(GAME).win_probabilities(setup(players, 3))
        assert np.isclose(chances.sum(), 1)
        assert np.allclose(chances, 1 / players, atol=0.05)


def test_a_lead_counts_for_more_when_the_tent_is_near_the_end() -> None:
    state = setup(3, 5)
    state["general"][0, 1] = 2
    early = judge(GAME).win_probabilities(state)
    late = judge(GAME).win_probabilities(held(state, tent=10, need=5))
    assert 1 / 3 < early[1] < late[1]


def test_passing_early_nearly_loses_the_game() -> None:
    chances = judge(GAME).win_probabilities(held(setup(2, 5), passed=1))
    assert chances[0] < 0.1


def test_the_first_marker_wins_a_token() -> None:
    state = setup(2, 7, start_player="seat 1")
    after = state.copy()
    GAME.bindings.apply(after, 0, favourite(state), (7, 1))
    found = changes(GAME, state, after)
    assert found["tokens"] == pytest.approx(1)
    assert found["tokens"] > found["chances"] > 0.15


def test_passing_gains_nothing() -> None:
    state = setup(2, 7, start_player="seat 1")
    after = state.copy()
    GAME.bindings.apply(after, 0, STOP, (7, 1))
    found = changes(GAME, state, after)
    assert found["passing"] < -10
    assert not any(change for name, change in found.items() if name != "passing")


def test_tidying_counts_moves() -> None:
    state = setup(1, 2, side="4")
    after = state.copy()
    GAME.bindings.apply(after, 0, favourite(state), (2, 1))
    found = changes(GAME, state, after)
    assert found["race"] >= 1
    assert found["race"] == pytest.approx(round(found["race"]))
    assert not any(change for name, change in found.items() if name != "race")


@pytest.mark.parametrize("players, options", [(3, {}), (2, {"play": "turns"}), (1, {})])
def test_the_twin_is_evaluated_identically(players: int, options: dict[str, str]) -> None:
    for state in list(games(players, 4, **options))[::12]:
        compare_evaluations(GAME, state)
