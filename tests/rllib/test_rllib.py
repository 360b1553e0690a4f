"""RLlib accepts our environments. It needs an older Gymnasium, so this runs alone."""

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


def test_its_gymnasium_is_an_older_version():
    assert gymnasium.__version__.startswith("1.2.")


@each_table
def test_its_check_passes_for_turn_based_agents(table):
    check_multiagent_environments(PettingZooEnv(souq.envs.aec(table.game, table.players, table.options)))


@each_table
def test_its_check_passes_for_simultaneous_agents(table):
    check_multiagent_environments(ParallelPettingZooEnv(souq.envs.parallel(table.game, table.players, table.options)))


@each_table
def test_masks_allow_whole_games(table):
    """The deciding agent sees its legal actions, and at the end every agent has its reward."""
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
def test_gymnasium_ids_work_in_the_older_version(table):
    env = gymnasium.make(register(table.game), players=table.players, options=table.options)
    seen, info = env.reset(seed=1)
    assert env.observation_space.contains(seen) and info["action_mask"].any()
