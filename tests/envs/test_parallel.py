"""PettingZoo parallel environments: PettingZoo's own suites, and races. Skipped without PettingZoo."""

from __future__ import annotations

import functools
import random

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="needs the extra 'envs'")

from pettingzoo.test import parallel_api_test, parallel_seed_test

from souq import envs
from souq.envs.errors import BadSetting, GameOver, UnknownSeat
from tests import toy
from tests.envs.cases import COPIED, EACH, MORE, PETTINGZOO, SOLO, each
from tests.toy.state import KEEP, SHOUT

pytestmark = PETTINGZOO

RACE = ("chatuchak", 3, {"play": "speed"})
TRADING = ("grand_bazaar", 3, {"trading": "open"})


def at_random(env, observed, pick):
    """Return a legal action of everybody."""
    return {agent: int(pick.choice(np.flatnonzero(observed[agent]["action_mask"]))) for agent in env.agents}


def played(env, seed=1, rounds=100_000):
    """Play a random game; return what everybody received."""
    observed, _ = env.reset(seed=seed)
    got, pick = np.zeros(len(env.agents)), random.Random(seed)
    while env.agents and rounds:
        observed, rewards, *_ = env.step(at_random(env, observed, pick))
        got += list(rewards.values())
        rounds -= 1
    return got


def to_a_race(env, seed=1):
    """Play until several seats may choose."""
    observed, _ = env.reset(seed=seed)
    pick = random.Random(seed)
    while len(env.play.deciders) < 2:
        observed, *_ = env.step(at_random(env, observed, pick))
    return observed


@each(*EACH, *MORE, *SOLO)
def test_pettingzoos_api_test_passes(case, capsys):
    parallel_api_test(envs.parallel(*case), num_cycles=150)
    assert "Passed" in capsys.readouterr().out


@each(*EACH, *MORE, *SOLO)
def test_the_same_seed_is_the_same_game(case):
    parallel_seed_test(functools.partial(envs.parallel, *case), num_cycles=50)


@each(*EACH, *MORE)
def test_games_end_and_rewards_add_up_to_zero(case):
    got = played(envs.parallel(*case, window=20))
    assert got.sum() == pytest.approx(0, abs=1e-6)
    assert abs(got).max() <= 1 + 1e-6


@each(*EACH)
def test_seats_that_do_not_decide_can_only_wait(case):
    env = envs.parallel(*case)
    observed, _ = env.reset(seed=2)
    (decider,) = env.play.deciders
    for seat, agent in enumerate(env.agents):
        mask = observed[agent]["action_mask"]
        assert mask[env.wait] == (seat != decider)
        assert mask[: env.wait].any() == (seat == decider)


def test_waiting_of_the_only_decider_changes_nothing():
    env = envs.parallel("kairo", 2)
    env.reset(seed=2)
    (decider,) = env.play.deciders
    agent, before = env.agents[decider], env.state().tobytes()
    _, rewards, *_, infos = env.step({})
    assert infos[agent]["illegal"] == f"{agent} cannot wait now: nobody else is to choose."
    assert rewards[agent] == -1 and env.state().tobytes() == before


def test_in_a_race_every_seat_may_choose_or_wait():
    env = envs.parallel(*RACE)
    observed = to_a_race(env)
    racing = [env.agents[seat] for seat in env.play.deciders]
    assert len(racing) > 1
    for agent in racing:
        assert observed[agent]["action_mask"][env.wait] and observed[agent]["action_mask"][: env.wait].any()


def test_a_late_action_is_reported_and_has_no_effect():
    env, late = envs.parallel(*TRADING), 0
    for seed in range(5):
        observed, _ = env.reset(seed=seed)
        pick = random.Random(seed)
        while env.agents:
            before = {agent: observed[agent]["action_mask"] for agent in env.agents}
            actions = at_random(env, observed, pick)
            observed, rewards, _, _, infos = env.step(actions)
            for agent, info in infos.items():
                if "late" in info:
                    late += 1
                    assert before[agent][actions[agent]] and actions[agent] != env.wait
                    assert " cannot choose " in info["late"] or "cannot be chosen" in info["late"] or not env.agents
                    assert rewards[agent] == 0 or not env.agents
                assert "illegal" not in info
    assert late


def shouting(seed):
    """Return three seats that may shout, of which the first to do so ends the game."""
    env = envs.parallel(toy.GAME, 3)
    env.reset(seed=seed)
    for seat in range(3):
        env.step({f"seat_{seat}": KEEP})
    return env


def test_the_order_in_a_race_is_seeded_and_even():
    first = []
    for seed in [*range(150), *range(150)]:
        env = shouting(seed)
        _, rewards, ended, _, infos = env.step(dict.fromkeys(env.agents, SHOUT))
        assert [info for info in infos.values() if info] == [{"late": "The game was over before."}] * 2
        first.extend(seat for seat, info in enumerate(infos.values()) if not info)
        assert all(ended.values()) and sum(rewards.values()) == pytest.approx(0)
    assert first[:150] == first[150:]
    assert min(map(first[:150].count, range(3))) > 30


def test_forced_moves_are_not_skipped_in_a_race():
    env = shouting(1)
    assert env.agents and env.play.deciders == [0, 1, 2]
    env.step({"seat_0": env.wait})
    _, _, ended, _, infos = env.step({"seat_0": env.wait, "seat_2": SHOUT})
    assert all(ended.values()) and not any(infos.values())
    assert int(env.play.true["shouter"][0]) == 2


@each(RACE, TRADING)
def test_the_clock_runs_while_everybody_waits(case):
    env = envs.parallel(*case, window=5)
    to_a_race(env)
    before = env.state().tobytes()
    rounds = 0
    while env.state().tobytes() == before and rounds < 50:
        env.step({})
        rounds += 1
    assert rounds <= 5 if env.play.game.clock else rounds == 50
    still = envs.parallel(*case)
    to_a_race(still)
    before = still.state().tobytes()
    for _ in range(20):
        *_, infos = still.step({})
        assert not any(infos.values())
    assert still.state().tobytes() == before


@pytest.mark.parametrize("action", [-1, 526, 10**6])
def test_unknown_actions_are_refused(action):
    env = envs.parallel("kairo", 2)
    env.reset(seed=2)
    (decider,) = env.play.deciders
    *_, infos = env.step({env.agents[decider]: action})
    assert infos[env.agents[decider]]["illegal"] == f"There is no action {action}: they go from 0 to 525, which waits."


@each(*EACH)
@COPIED
def test_a_copy_continues_identically(case, copied):
    env = envs.parallel(*case)
    played(env, seed=5, rounds=4)
    twin = copied(env)
    ends = []
    for each_env in (env, twin):
        pick = random.Random(9)
        observed = each_env._observed()
        while each_env.agents:
            observed, rewards, *_ = each_env.step(at_random(each_env, observed, pick))
        ends.append((rewards, each_env.state().tobytes()))
    assert ends[0] == ends[1]


def test_errors_name_valid_values():
    env = envs.parallel("kairo", 2, render_mode="ansi")
    for look in (lambda: env.step({}), env.state, env.render):
        with pytest.raises(GameOver, match="reset"):
            look()
    env.reset(seed=1)
    with pytest.raises(UnknownSeat, match="seat_0, seat_1"):
        env.step({"seat_7": 0})
    with pytest.raises(BadSetting, match="1 or more"):
        envs.parallel("kairo", max_cycles=0)
    played(env)
    with pytest.raises(GameOver, match="reset"):
        env.step({})


def test_a_picture_shows_only_public_information():
    env = envs.parallel("kairo", 2, render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().shape[2] == 3
    told = envs.parallel("kairo", 2, render_mode="ansi")
    told.reset(seed=1)
    assert told.render().startswith("Kairo, 2 players")
