"""RLlib takes our environments for its own. It wants an older Gymnasium, so this runs where nothing else does."""

from __future__ import annotations

import random

import gymnasium
import numpy as np
import pytest

import souq.envs
from souq.envs.gym import register

from ..suites.tables import each_table

rllib = pytest.importorskip("ray.rllib", reason="needs the extra 'rllib'")

from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv, PettingZooEnv  # noqa: E402
from ray.rllib.utils.pre_checks.env import check_multiagent_environments  # noqa: E402

pytestmark = pytest.mark.suites


def test_its_gymnasium_is_the_older_one():
    assert gymnasium.__version__.startswith("1.2.")


@each_table
def test_its_check_passes_for_agents_in_turn(table):
    check_multiagent_environments(PettingZooEnv(souq.envs.aec(table.game, table.players, table.options)))


@each_table
def test_its_check_passes_for_agents_at_once(table):
    check_multiagent_environments(ParallelPettingZooEnv(souq.envs.parallel(table.game, table.players, table.options)))


@each_table
def test_whole_games_are_played_by_masks(table):
    """Whoever is asked sees what it may do, and at the end all are paid."""
    env = PettingZooEnv(souq.envs.aec(table.game, table.players, table.options))
    pick = random.Random(1)
    seen, _ = env.reset(seed=1)
    paid, over = dict.fromkeys(env.agents, 0.0), {"__all__": False}
    while not over["__all__"]:
        (agent,) = seen
        assert env.get_observation_space(agent).contains(seen[agent])
        action = int(pick.choice(np.flatnonzero(seen[agent]["action_mask"])))
        seen, rewards, over, _, _ = env.step({agent: action})
        for each, reward in rewards.items():
            paid[each] += reward
    assert sum(paid.values()) == pytest.approx(0, abs=1e-6)


@each_table
def test_gymnasiums_ids_are_known_to_the_older_one_too(table):
    env = gymnasium.make(register(table.game), players=table.players, options=table.options)
    seen, info = env.reset(seed=1)
    assert env.observation_space.contains(seen) and info["action_mask"].any()
