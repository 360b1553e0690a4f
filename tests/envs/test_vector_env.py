"""Gymnasium vector environments: self-play. Skipped without Gymnasium."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="needs the extra 'envs'")

import gymnasium
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers.vector import DictInfoToList, NormalizeReward, RecordEpisodeStatistics

import souq.envs.gym
from souq.envs.errors import BadActions, BadSetting
from souq.envs.spec import RETURNS
from souq.envs.vector_env import SouqVectorEnv
from tests.envs.cases import COPIED, EACH, MORE, each

N = 6


def made(case, **how):
    """Make an environment through Gymnasium, from the game's ID."""
    name, players, options = case
    return gymnasium.make_vec(f"souq/{name}-selfplay-v0", num_envs=N, players=players, options=options, **how)


def stepped(env, steps, seed=1):
    """Play random games; return everything that was returned."""
    told = [env.reset(seed=seed)]
    pick = np.random.default_rng(seed)
    for _ in range(steps):
        masks = told[-1][-1]["action_mask"]
        actions = np.array([pick.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        told.append(env.step(actions))
    return told


@each(*EACH, *MORE)
@pytest.mark.parametrize("autoreset", ["next", "same"])
@pytest.mark.parametrize("observation", ["flat", "named"])
def test_returned_values_match_their_spaces(case, autoreset, observation):
    env = made(case, autoreset=autoreset, observation=observation)
    assert env.observation_space == batch_space(env.single_observation_space, N)
    assert env.action_space == batch_space(env.single_action_space, N)
    observed, infos = env.reset(seed=1)
    assert observed in env.observation_space and infos["action_mask"].shape == (N, env.single_action_space.n)
    for observed, rewards, over, cut, infos in stepped(env, 150)[1:]:
        assert observed in env.observation_space
        assert rewards.dtype == np.float64 and over.dtype == cut.dtype == np.bool_
        assert rewards.shape == over.shape == cut.shape == (N,) and not cut.any()
        assert infos["seat"].shape == (N,) and not infos["illegal"].any()
    env.close()


@each(*EACH)
@pytest.mark.parametrize("autoreset", ["next", "same"])
def test_games_are_seeded_and_returned_arrays_are_copies(case, autoreset):
    first, second = (stepped(made(case, autoreset=autoreset), 120, seed=5) for _ in range(2))
    assert data_equivalence(first, second, exact=True)
    env = made(case)
    opening, _ = env.reset(seed=5)
    going_on, _ = env.reset()
    assert not (opening == going_on).all()
    env.reset(seed=5)
    assert (env.reset()[0] == going_on).all()


@pytest.mark.parametrize("autoreset", ["next", "same"])
@pytest.mark.parametrize("returns", RETURNS)
def test_the_reward_belongs_to_the_acting_seat(returns, autoreset):
    """Also where another seat decides next and has another reward."""
    env = made(("desert_bazaar", 3, {}), returns=returns, autoreset=autoreset)
    told, ended, others = stepped(env, 2_000), 0, 0
    for before, (_, rewards, over, _, infos) in pairwise(told):
        acted = before[-1]["seat"]
        assert (rewards == infos["rewards"][np.arange(N), acted]).all()
        if returns != "points":
            assert np.allclose(infos["rewards"].sum(1), 0, atol=1e-6)
        if returns == "victory":
            assert not rewards[~over].any()
        now = infos["seat"].copy()
        if "final_info" in infos:
            now[over] = infos["final_info"]["seat"][over]
        others += (rewards != infos["rewards"][np.arange(N), now]).sum()
        ended += over.sum()
    assert ended > 20 and (others > 100 or returns == "victory")


def test_next_step_autoreset_restarts_finished_games():
    env = made(("marracash", 3, {}))
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    told, seen = stepped(env, 1_500), 0
    for before, after in pairwise(told[1:]):
        over = before[2]
        seen += over.sum()
        masks = before[-1]["action_mask"]
        assert (masks[over].sum(1) == 1).all() and masks[over, 0].all() and masks[~over].any(1).all()
        assert not after[1][over].any() and not after[2][over].any()
        assert after[-1]["action_mask"][over].any(1).all()
    assert seen > 5


def test_same_step_autoreset_returns_final_observations():
    steps = 1_500
    same = made(("marracash", 3, {}), autoreset="same")
    assert same.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    lasts = [[] for _ in range(N)]
    for _, _, over, _, infos in stepped(same, steps)[1:]:
        assert infos["action_mask"].any(1).all()
        assert ("final_obs" in infos) == over.any()
        for game in np.flatnonzero(over):
            lasts[game].append((infos["final_obs"][game], infos["final_info"]["seat"][game]))
        if over.any():
            assert (infos["_final_obs"] == over).all() and all(
                infos["final_obs"][i] is None for i in np.flatnonzero(~over)
            )
    assert min(map(len, lasts)) > 1


def test_the_final_observation_shows_the_end_of_the_game():
    env = SouqVectorEnv("chatuchak", 3, 2, autoreset="same")
    twin = SouqVectorEnv("chatuchak", 3, 2)
    _, infos = env.reset(seed=4)
    twin.reset(seed=4)
    for _ in range(200):
        actions = np.array([int(mask.argmax()) for mask in infos["action_mask"]])
        _, rewards, over, _, infos = env.step(actions)
        seen, owed, done, _, told = twin.step(actions)
        assert (rewards == owed).all() and (over == done).all()
        if over.any():
            for game in np.flatnonzero(over):
                assert (infos["final_obs"][game] == seen[game]).all()
                assert infos["final_info"]["seat"][game] == told["seat"][game]
            break
    else:
        pytest.fail("no game has ended")


def test_an_illegal_action_costs_one_and_does_nothing():
    env = made(("kairo", 2, {}))
    observed, infos = env.reset(seed=1)
    actions = infos["action_mask"].argmax(1)
    actions[0] = infos["action_mask"][0].argmin()
    after, rewards, _, _, told = env.step(actions)
    assert told["illegal"].tolist() == [True, *[False] * (N - 1)] and rewards[0] == -1 and not rewards[1:].any()
    assert (after[0] == observed[0]).all() and not (after[1] == observed[1]).all()


def test_some_games_can_be_reset():
    env = made(("kairo", 2, {}))
    *_, (before, *_) = stepped(env, 8)
    mask = np.arange(N) % 2 == 0
    after, _ = env.reset(options={"reset_mask": mask})
    assert (after[~mask] == before[~mask]).all() and (after[mask] != before[mask]).any(1).all()
    with pytest.raises(BadActions, match="6 games"):
        env.reset(options={"reset_mask": np.ones(2, np.bool_)})


def test_without_copies_arrays_are_written_in_place():
    env = SouqVectorEnv("kairo", N, 2, copy=False)
    observed, infos = env.reset(seed=1)
    before = observed.copy()
    after, *_, told = env.step(infos["action_mask"].argmax(1))
    assert np.shares_memory(observed, after) and not (before == after).all()
    assert told["action_mask"] is infos["action_mask"]


def test_gymnasiums_wrappers_can_wrap_it():
    env = RecordEpisodeStatistics(NormalizeReward(made(("chatuchak", 2, {}))))
    told = stepped(env, 300)
    assert any("episode" in infos for *_, infos in told)
    listed = DictInfoToList(made(("chatuchak", 2, {})))
    _, infos = listed.reset(seed=1)
    assert [set(info) for info in infos] == [{"seat", "action_mask"}] * N


def test_threads_do_not_change_games():
    one, two = (stepped(made(("kairo", 2, {}), threads=threads), 60) for threads in (1, 2))
    assert data_equivalence(one, two, exact=True)


def test_self_play_and_one_agent_among_others_are_two_environments():
    assert souq.envs.gym.SELFPLAY == "selfplay"
    with pytest.raises(BadSetting, match=r"gymnasium.make_vec\('souq/kairo-selfplay-v0', num_envs="):
        gymnasium.make("souq/kairo-selfplay-v0", players=3)


def test_errors_name_valid_values():
    with pytest.raises(BadSetting, match="'next', 'same'"):
        SouqVectorEnv("kairo", 2, autoreset="never")
    with pytest.raises(BadSetting, match="it is 1 or more"):
        SouqVectorEnv("kairo", 0)
    with pytest.raises(BadSetting, match="copy is True or False, not 'no'"):
        SouqVectorEnv("kairo", 2, copy="no")
    env = SouqVectorEnv("kairo", 2)
    env.reset(seed=1)
    with pytest.raises(BadActions, match="2 whole numbers"):
        env.step([1, 2, 3])


@COPIED
def test_a_copy_is_independent(copied):
    env = SouqVectorEnv("desert_bazaar", 3)
    _, infos = env.reset(seed=4)
    other = copied(env)
    for _ in range(6):
        actions = infos["action_mask"].argmax(1)
        seen, *_, infos = env.step(actions)
        same, *_, told = other.step(actions)
        assert data_equivalence(seen, same) and data_equivalence(infos, told)
