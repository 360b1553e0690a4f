"""TorchRL accepts our environments' specs, and plays them by their masks."""

from __future__ import annotations

import gymnasium
import pytest
import torch
from torchrl.envs.libs.gym import GymWrapper
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.envs.utils import check_env_specs

import souq.envs
from souq.engine import registry
from souq.envs.gym import register

from .tables import each_table, each_table_or_alone

pytestmark = pytest.mark.suites
torch.set_num_threads(1)

RACES = [("chatuchak", {"play": "speed"}), ("grand_bazaar", {"trading": "open"})]


def agents(table, wrapped):
    return souq.envs.aec(table.game, table.players, table.options, wrapped=wrapped)


@each_table
@pytest.mark.parametrize("wrapped", [True, False])
@pytest.mark.parametrize("categorical", [True, False])
def test_its_specs_hold_for_turn_based_agents(table, wrapped, categorical):
    env = PettingZooWrapper(agents(table, wrapped), use_mask=True, categorical_actions=categorical)
    check_env_specs(env, seed=1)


@each_table
def test_its_specs_hold_for_simultaneous_agents(table):
    env = souq.envs.parallel(table.game, table.players, table.options)
    check_env_specs(PettingZooWrapper(env, use_mask=True), seed=1)


@each_table_or_alone
@pytest.mark.parametrize("observation", ["flat", "named", "integers"])
def test_its_specs_hold_for_one_agent(table, observation):
    env = gymnasium.make(register(table.game), players=table.players, options=table.options, observation=observation)
    check_env_specs(GymWrapper(env), seed=1)


@pytest.mark.short
@pytest.mark.parametrize("name", sorted(registry.installed()))
def test_masks_allow_whole_games(name):
    """An illegal action would end the game with a reward of -1 for one agent only."""
    env = PettingZooWrapper(souq.envs.aec(name), use_mask=True, seed=3)
    played = env.rollout(100_000)
    assert bool(played["next", "done"][-1].all()) and len(played) > 3
    paid = torch.cat([played["next", group, "reward"][-1].flatten() for group in env.group_map])
    assert paid.max() > 0 and float(paid.sum()) == pytest.approx(0, abs=1e-6)


@pytest.mark.short
@pytest.mark.parametrize("name, options", RACES)
def test_races_can_be_played(name, options):
    env = PettingZooWrapper(souq.envs.parallel(name, options=options, max_cycles=60), use_mask=True, seed=3)
    check_env_specs(env)
    played = env.rollout(60)
    assert len(played) > 3 and bool(played["next", "done"][-1].any())
    late_or_not = played["next", "seat", "reward"][:-1]
    assert float(late_or_not.min()) == 0, "nobody did what was not legal"
