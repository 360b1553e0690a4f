"""Chatuchak's judgement: what it takes, what it leaves as it was, and whole games against bots without any."""

from __future__ import annotations

import numpy as np
import pytest

from souq.bots.greedy import GreedyBot
from souq.engine.learn.evaluation import judge
from souq.games.chatuchak import GAME
from souq.games.chatuchak.state import CHOICES, STOP
from tests.games.chatuchak.play import games
from tests.games.judged import against_guessers, judges_alike

GREEDY = GreedyBot()


def favourite(state: np.ndarray, seed: int = 1) -> int:
    """What greedy chooses; the position stays as it was."""
    before = state.tobytes()
    seat = int(state["player"][0])
    choice = GREEDY.choose(GAME, state, seat, GAME.bindings.legal(state, seat).copy(), seed)
    assert state.tobytes() == before
    return choice


def test_nobody_passes_early() -> None:
    for seed in range(5):
        for state in list(games(3, seed))[:20:4]:
            if not state["over"][0]:
                assert favourite(state, seed) != STOP


def test_the_first_goal_that_offers_itself_is_taken() -> None:
    state = GAME.bindings.setup(2, GAME.option_numbers(GAME.check_options({"start_player": "seat 1"})), (7, 0))
    GAME.bindings.apply(state, 0, favourite(state), (7, 1))
    assert 0 in state["holder"][0], CHOICES.name(favourite(state))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_greedy_beats_bots_without_judgement(players: int) -> None:
    won = 0
    for seed in range(12):
        points = against_guessers(GAME, players, seed, seed % players)
        won += points[seed % players] == max(points)
    assert won >= 11


def test_a_market_is_tidied_alone() -> None:
    """Not always quickly, but within the moves there are, and never by giving up."""
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
    """A game that begins."""
    return GAME.bindings.setup(players, GAME.option_numbers(GAME.check_options(options)), (seed, 0))


def held(state: np.ndarray, **holders: int) -> np.ndarray:
    """The position with some fields set: ``tent``, ``need``, ``passed``."""
    changed = state.copy()
    for name, value in holders.items():
        changed[name] = value
    return changed


def test_at_the_start_chances_are_nearly_even() -> None:
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


def test_who_passes_early_is_as_good_as_lost() -> None:
    chances = judge(GAME).win_probabilities(held(setup(2, 5), passed=1))
    assert chances[0] < 0.1


def test_what_the_first_marker_is_good_for_is_told() -> None:
    state = setup(2, 7, start_player="seat 1")
    after = state.copy()
    GAME.bindings.apply(after, 0, favourite(state), (7, 1))
    reason = judge(GAME).reason(judge(GAME).expected(after, 0) - judge(GAME).expected(state, 0))
    assert reason.startswith("It wins 1 token and ")


def test_of_passing_nothing_good_is_told() -> None:
    state = setup(2, 7, start_player="seat 1")
    after = state.copy()
    GAME.bindings.apply(after, 0, STOP, (7, 1))
    reason = judge(GAME).reason(judge(GAME).expected(after, 0) - judge(GAME).expected(state, 0))
    assert reason == ""


def test_what_tidying_is_good_for_is_told_in_steps() -> None:
    state = setup(1, 2, side="4")
    after = state.copy()
    GAME.bindings.apply(after, 0, favourite(state), (2, 1))
    reason = judge(GAME).reason(judge(GAME).expected(after, 0) - judge(GAME).expected(state, 0))
    assert reason.endswith("to a tidy market.")
    assert reason.startswith("It comes ")


@pytest.mark.parametrize("players, options", [(3, {}), (2, {"play": "turns"}), (1, {})])
def test_the_twin_judges_alike(players: int, options: dict[str, str]) -> None:
    for state in list(games(players, 4, **options))[::12]:
        judges_alike(GAME, state)
