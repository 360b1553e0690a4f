"""PettingZoo AEC environments, through PettingZoo's own suites. Skipped without PettingZoo."""

from __future__ import annotations

import functools
import random
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="needs the extra 'envs'")

from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test, state_test
from pettingzoo.utils import parallel_to_aec

from souq import envs
from souq.envs.errors import BadActions, BadSetting, GameOver, UnknownSeat
from tests.envs.cases import COPIED, EACH, MORE, PETTINGZOO, SOLO, each

pytestmark = PETTINGZOO


def played(env, seed=1, steps=100_000, pick=None):
    """Play a random game; return what every agent saw and received, and which acted."""
    pick = pick or random.Random(seed)
    env.reset(seed=seed)
    got, seen = dict.fromkeys(env.agents, 0.0), []
    for _, agent in zip(range(steps), env.agent_iter(), strict=False):
        observed, reward, ended, cut, _ = env.last()
        got[agent] += reward
        seen.append((agent, observed["observation"].tobytes()))
        legal = np.flatnonzero(observed["action_mask"])
        env.step(None if ended or cut else int(pick.choice(legal)))
    return got, seen


@each(*EACH, *MORE, *SOLO)
@pytest.mark.parametrize("wrapped", [True, False])
def test_pettingzoos_api_test_passes(case, wrapped, capsys):
    name, players, options = case
    api_test(envs.aec(name, players, options, wrapped=wrapped), num_cycles=100)
    assert "Passed" in capsys.readouterr().out


@each(*EACH, *MORE, *SOLO)
def test_the_same_seed_is_the_same_game(case):
    seed_test(functools.partial(envs.aec, *case), num_cycles=100)


@each(*EACH)
@pytest.mark.parametrize("observation", ["named", "integers"])
@pytest.mark.parametrize("returns", ["points", "potential"])
def test_pettingzoos_api_test_passes_for_every_observation_and_return(case, observation, returns):
    name, players, options = case
    api_test(envs.aec(name, players, options, observation=observation, returns=returns), num_cycles=30)


@each(*EACH)
def test_every_game_can_be_drawn(case):
    render_test(functools.partial(envs.aec, *case))


@each(*EACH, *MORE)
def test_the_state_is_within_its_space(case):
    raw = envs.aec(*case, wrapped=False)
    state_test(raw, envs.parallel(*case), num_cycles=20)


@each(*EACH, *MORE)
def test_games_are_truncated_after_max_cycles(case):
    def parallel_env(max_cycles):
        return envs.parallel(*case, max_cycles=max_cycles)

    max_cycles_test(SimpleNamespace(parallel_env=parallel_env, env=lambda **how: parallel_to_aec(parallel_env(**how))))


def test_a_cycle_is_a_step_for_each_seat():
    env = envs.aec("kairo", 3, max_cycles=4, wrapped=False)
    _, seen = played(env)
    assert len(seen) == 4 * 3 + 3  # and every agent sees the end
    env.reset(seed=1)
    for _ in range(12):
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert all(env.truncations.values()) and not any(env.terminations.values())


@each(*EACH, *MORE)
def test_rewards_add_up_to_zero(case):
    got, _ = played(envs.aec(*case, wrapped=False))
    assert sum(got.values()) == pytest.approx(0, abs=1e-6)
    assert max(got.values()) <= 1 + 1e-6


@each(*EACH)
def test_an_illegal_action_costs_one_and_names_the_rule(case):
    env = envs.aec(*case, wrapped=False)
    env.reset(seed=3)
    agent = env.agent_selection
    before = env.observe(agent)
    action = int(before["action_mask"].argmin())
    env.step(action)
    assert env.agent_selection == agent and env.rewards[agent] == -1 and sum(env.rewards.values()) == -1
    name = env.play.game.choices.name(env.play.choice(action))
    assert env.infos[agent]["illegal"].startswith(f"{name!r} cannot be chosen now. ")
    assert any(f" {rule.id}: {rule.text}" in env.infos[agent]["illegal"] for rule in env.play.game.rulebook)
    assert env.last()[1] == -1
    after = env.observe(agent)
    assert all((before[part] == after[part]).all() for part in before)
    env.step(int(after["action_mask"].argmax()))
    assert env.infos[agent] == {} and env.rewards[agent] == 0


@pytest.mark.parametrize("action", [-1, 525, 10**6])
def test_unknown_actions_are_refused(action):
    env = envs.aec("kairo", 2, wrapped=False)
    env.reset(seed=3)
    agent = env.agent_selection
    env.step(action)
    assert env.infos[agent]["illegal"] == f"There is no action {action}: they go from 0 to 524."


def test_with_pettingzoos_wrapper_an_illegal_action_loses():
    env = envs.aec("kairo", 2)
    env.reset(seed=3)
    agent = env.agent_selection
    env.step(int(env.observe(agent)["action_mask"].argmin()))
    assert all(env.terminations.values())
    assert env.rewards[agent] == -1
    with pytest.raises(AssertionError):
        envs.aec("kairo").step(10**6)


@each(*EACH)
@pytest.mark.parametrize("wrapped", [True, False])
@COPIED
def test_a_copy_continues_identically(case, wrapped, copied):
    env = envs.aec(*case, wrapped=wrapped)
    played(env, seed=5, steps=20)
    twin = copied(env)
    ends = []
    for each_env in (env, twin):
        pick = random.Random(9)
        for agent in each_env.agent_iter():
            observed, _, ended, *_ = each_env.last()
            each_env.step(None if ended else int(pick.choice(np.flatnonzero(observed["action_mask"]))))
            ends.append((agent, dict(each_env.rewards), each_env.state().tobytes()))
    assert ends[: len(ends) // 2] == ends[len(ends) // 2 :]


@each(*EACH)
def test_reset_without_a_seed_continues_the_last_one(case):
    env = envs.aec(*case, wrapped=False)
    openings = []
    for seed in (4, None, 4, None):
        env.reset(seed=seed)
        openings.append(env.state().tobytes())
    assert openings[:2] == openings[2:] and openings[0] != openings[1]
    fresh = [envs.aec(*case, wrapped=False) for _ in range(4)]
    for each_env in fresh:
        each_env.reset()
    assert len({each_env.state().tobytes() for each_env in fresh}) > 1


def test_seeds_may_be_numpy_integers():
    env = envs.aec("kairo", 2, wrapped=False)
    openings = []
    for seed in (5, np.int64(5), np.uint32(5)):
        env.reset(seed=seed)
        openings.append(env.state().tobytes())
    assert len(set(openings)) == 1


def test_observations_are_those_of_the_seat_on_every_turn():
    env = envs.aec("desert_bazaar", 3, wrapped=False)
    env.reset(seed=8)
    asked = env.agent_selection
    others = [agent for agent in env.agents if agent != asked]
    assert env.observe(asked)["action_mask"].any()
    for agent in others:
        assert not env.observe(agent)["action_mask"].any()
        assert not (env.observe(agent)["observation"] == env.observe(asked)["observation"]).all()


def test_rendering_as_text_is_readable(capsys):
    env = envs.aec("desert_bazaar", 3, render_mode="ansi")
    env.reset(seed=1)
    told = env.render().splitlines()
    assert told[0] == f"Desert Bazaar, 3 players, after 0 decisions: {env.agent_selection} to choose."
    assert [line.partition(":")[0] for line in told[1:4]] == ["seat_0", "seat_1", "seat_2"]
    assert not capsys.readouterr().out
    human = envs.aec("desert_bazaar", 3, render_mode="human")
    human.reset(seed=1)
    assert capsys.readouterr().out == "\n".join(told) + "\n"
    human.step(int(human.last()[0]["action_mask"].argmax()))
    assert "after 1 decisions" in capsys.readouterr().out


def test_rendering_states_the_end():
    env = envs.aec("marracash", 3, wrapped=False, render_mode="ansi")
    played(env, steps=10_000)
    assert "the game is over" in env.render()


def test_a_picture_shows_the_deciding_seats_view():
    env = envs.aec("kairo", 2, wrapped=False, render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    assert before.shape[1] == 720 and before.std() > 10
    env.step(int(env.last()[0]["action_mask"].argmax()))
    assert (env.render() != before).any()


def test_errors_name_valid_values():
    with pytest.raises(BadSetting, match="'human', 'ansi', 'rgb_array'"):
        envs.aec("kairo", render_mode="film")
    with pytest.raises(BadSetting, match="1 or more"):
        envs.aec("kairo", max_cycles=0)
    for cycles in (2.5, "ten"):
        with pytest.raises(BadSetting, match="is a whole number, not"):
            envs.aec("kairo", max_cycles=cycles)
    env = envs.aec("kairo", 2, wrapped=False, render_mode="ansi")
    for look in (lambda: env.step(0), env.last, env.state, env.render, lambda: env.observe("seat_0")):
        with pytest.raises(GameOver, match="reset"):
            look()
    env.reset(seed=1)
    with pytest.raises(UnknownSeat, match="seat_0, seat_1"):
        env.observe("seat_2")
    with pytest.raises(UnknownSeat, match="seat_0, seat_1"):
        env.action_space("omar")
    played(env)
    with pytest.raises(GameOver, match="reset"):
        env.step(0)


@pytest.mark.parametrize("action", [None, 0.9, "colour red", np.array([1])])
def test_a_fractional_action_is_refused(action):
    env = envs.aec("kairo", players=2, wrapped=False)
    env.reset(seed=1)
    with pytest.raises(BadActions, match="An action is the number of a choice, not"):
        env.step(action)
    race = envs.parallel("kairo", players=2)
    race.reset(seed=1)
    with pytest.raises(BadActions, match="An action is the number of a choice, not"):
        race.step({"seat_0": action})
    with pytest.raises(BadActions, match="a table of actions by agent"):
        race.step([0, 0])


def test_rendered_sentences_have_one_full_stop():
    env = envs.aec("marracash", players=3, wrapped=False, render_mode="ansi")
    env.reset(seed=1)
    assert "?." not in env.render() and env.render().endswith((".", "?"))
