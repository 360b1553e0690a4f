"""Stable-Baselines3 and sb3-contrib learn in our environments, and make only legal choices."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import DummyVecEnv

from souq.envs.gym import register

from .tables import Table, each_table_or_alone

pytestmark = pytest.mark.suites
torch.set_num_threads(1)


def made(table: Table, **how):
    return gymnasium.make(register(table.game), players=table.players, options=table.options, **how)


@each_table_or_alone
@pytest.mark.parametrize("observation", ["flat", "named", "integers"])
def test_its_checker_passes(table, observation):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # It takes a field of three axes for a picture, and wonders at two.
        warnings.filterwarnings("ignore", ".*(image|unconventional shape)")
        check_env(made(table, observation=observation).unwrapped, warn=True, skip_render_check=True)


@each_table_or_alone
def test_masks_are_found_through_wrappers_and_in_batches(table):
    env, batch = made(table), DummyVecEnv([lambda: made(table)] * 2)
    env.reset(seed=1)
    batch.reset()
    assert is_masking_supported(env) and is_masking_supported(batch)
    masks = get_action_masks(env)
    assert masks.dtype == np.bool_ and masks.shape == (env.action_space.n,) and masks.any()
    assert get_action_masks(batch).shape == (2, env.action_space.n)
    _, _, _, _, info = env.step(int(np.flatnonzero(~masks)[0]))
    assert "illegal" in info
    _, _, _, _, info = env.step(int(np.flatnonzero(masks)[0]))
    assert "illegal" not in info


class Refused(BaseCallback):
    """Callback that counts illegal actions and finished games."""

    def __init__(self):
        super().__init__()
        self.illegal = self.games = 0

    def _on_step(self):
        self.illegal += sum("illegal" in info for info in self.locals["infos"])
        self.games += sum(self.locals["dones"])
        return True


@pytest.mark.short
@pytest.mark.parametrize("policy, observation", [("MlpPolicy", "flat"), ("MultiInputPolicy", "named")])
def test_a_learner_with_masks_makes_only_legal_actions(policy, observation):
    """A learner without masks tries illegal actions, which are reported."""
    table, counted = Table("chatuchak", 2, {}), {}
    for kind in (PPO, MaskablePPO):
        learner = kind(policy, made(table, observation=observation), n_steps=128, batch_size=64, n_epochs=2, seed=1)
        counted[kind] = Refused()
        before = [part.detach().clone() for part in learner.policy.parameters()]
        learner.learn(512, callback=counted[kind])
        after = list(learner.policy.parameters())
        assert all(torch.isfinite(part).all() for part in after)
        assert any(not torch.equal(*pair) for pair in zip(before, after, strict=True))
    assert counted[PPO].illegal > 0
    assert counted[MaskablePPO].illegal == 0 and counted[MaskablePPO].games > 0


@each_table_or_alone
def test_a_learner_can_train_on_any_table(table):
    env = made(table, seat="random")
    learner = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=32, n_epochs=1, seed=1)
    counted = Refused()
    learner.learn(32, callback=counted)
    assert counted.illegal == 0
    seen, info = env.reset(seed=2)
    action, _ = learner.predict(seen, action_masks=info["action_mask"])
    assert info["action_mask"][action] == 1
