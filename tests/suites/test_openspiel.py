"""OpenSpiel plays, saves and searches every game at every table; ``tests/envs`` has further tests."""

from __future__ import annotations

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts

from souq.envs.openspiel import load

from .tables import each_table, more, openspiel_options

pytestmark = pytest.mark.suites


def loaded(table, **how):
    return load(table.game, table.players, options=openspiel_options(table), **how)


@each_table
def test_random_games_pass_with_serialization(table):
    pyspiel.random_sim_test(loaded(table), num_sims=2, serialize=True, verbose=False)


@each_table
def test_random_games_pass_without_chance_nodes(table):
    pyspiel.random_sim_test(loaded(table, outcomes=0), num_sims=2, serialize=False, verbose=False)


@pytest.mark.parametrize("table", more())
def test_random_games_pass_with_exact_chance(table):
    pyspiel.random_sim_test(loaded(table, chance="exact"), num_sims=1, serialize=True, verbose=False)


@each_table
def test_openspiels_rl_environment_runs(table):
    env = rl_environment.Environment(loaded(table))
    env.seed(1)
    pick = np.random.RandomState(1)
    for _ in range(2):
        step, steps = env.reset(), 0
        while not step.last():
            seat = step.observations["current_player"]
            assert len(step.observations["info_state"][seat]) == env.observation_spec()["info_state"][0]
            step = env.step([int(pick.choice(step.observations["legal_actions"][seat]))])
            steps += 1
        assert steps > 5 and sum(step.rewards) == pytest.approx(0)


@each_table
def test_openspiels_searches_play_to_the_end(table):
    """One seat searches with full information, one with its own, the others play at random; all from mid-game.

    OpenSpiel's search with one's own information refuses games in which that is everybody's.
    """
    game = loaded(table, recall=False)
    draws = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, draws)
    full = mcts.MCTSBot(game, 2.0, 4, evaluator, random_state=draws)
    hides = game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    own = ismcts.ISMCTSBot(game, evaluator, 2.0, 4, random_state=draws) if hides else full
    bots = [full, own]
    state, asked = game.new_initial_state(), [0, 0]
    while not state.is_terminal():
        legal = state.legal_actions()
        bot = state.current_player()
        action = int(draws.choice(legal))
        if bot in (0, 1) and state.move_number() % 25 == 0:
            action = bots[bot].step(state)
            asked[bot] += 1
            assert action in legal
        state.apply_action(action)
    assert min(asked) > 0 and sum(state.returns()) == pytest.approx(0)
