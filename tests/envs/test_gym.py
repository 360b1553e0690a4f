"""Gymnasium environments: one agent, opponents in the other seats. Skipped without Gymnasium."""

from __future__ import annotations

import random

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="needs the extra 'envs'")

import gymnasium
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.utils.env_match import check_environments_match
from gymnasium.vector import AutoresetMode

import souq
from souq.bots.levels import UnknownLevel
from souq.bots.random_bot import RandomBot
from souq.engine.errors import IllegalChoice, UnknownGame
from souq.envs.errors import BadSetting, GameOver, UnknownSeat
from souq.envs.gym import SouqEnv, register
from souq.envs.play import Play
from souq.envs.views import whole
from tests.envs.cases import COPIED, EACH, MORE, SOLO, each

pytestmark = pytest.mark.filterwarnings("error::UserWarning")


def made(case, **how):
    """Make an environment through Gymnasium, from the game's ID."""
    name, players, options = case
    return gymnasium.make(f"souq.envs.gym:souq/{name}-v0", players=players, options=options, **how)


def played(env, seed=1, steps=100_000):
    """Play a random game; return everything that was returned."""
    pick, told = random.Random(seed), []
    observed, info = env.reset(seed=seed)
    for _ in range(steps):
        observed, reward, over, _, info = env.step(int(pick.choice(np.flatnonzero(info["action_mask"]))))
        told.append((observed, reward, over, info))
        if over:
            break
    return told


@each(*EACH, *MORE, *SOLO)
def test_gymnasiums_checker_passes(case):
    check_env(made(case).unwrapped, skip_render_check=True)


@each(*EACH)
@pytest.mark.parametrize("observation", ["named", "integers"])
def test_gymnasiums_checker_passes_for_every_observation_and_seat(case, observation):
    env = made(case, observation=observation, seat="random", returns="points", opponents="trader")
    check_env(env.unwrapped, skip_render_check=True)


@each(*EACH)
def test_every_game_can_be_drawn(case):
    check_env(made(case, render_mode="rgb_array").unwrapped)


@each(*EACH, *MORE)
def test_the_same_seed_is_the_same_game(case):
    check_environments_match(made(case), made(case), num_steps=60, seed=3)
    told = [played(made(case, opponents="random", seat="random"), seed=4) for _ in range(2)]
    assert data_equivalence(*told, exact=True)


@each(*EACH)
def test_games_are_played_to_their_end(case):
    *before, (_, reward, over, info) = played(made(case))
    assert over and -1 <= reward <= 1
    assert np.flatnonzero(info["action_mask"]).tolist() == [0], "something to sample, for a vector environment"
    assert all(reward == 0 for _, reward, *_ in before)


def test_rewards_add_up_to_the_points_gained():
    env = SouqEnv("desert_bazaar", 3, returns="points", seat="random")
    for seed in range(5):
        told = played(env, seed=seed)
        assert sum(reward for _, reward, *_ in told) == env.play.game.bindings.points(env.play.true)[env.seat]


def test_the_agent_always_decides_in_its_own_seat():
    env, seats = SouqEnv("kairo", 3, seat="random"), set()
    for seed in range(30):
        observed, info = env.reset(seed=seed)
        assert env.play.seat == env.seat == info["seat"]
        assert (observed == env.play.observe(env.seat)).all()
        assert (env.action_masks() == info["action_mask"]).all() and env.action_masks().dtype == np.bool_
        seats.add(env.seat)
    assert seats == {0, 1, 2}


def test_an_illegal_action_costs_one_and_names_the_rule():
    env = SouqEnv("kairo", 2)
    before, info = env.reset(seed=2)
    action = int(info["action_mask"].argmin())
    after, reward, over, cut, told = env.step(action)
    assert (reward, over, cut) == (-1, False, False) and (after == before).all()
    assert (told["action_mask"] == info["action_mask"]).all()
    assert " cannot be chosen now. KA-" in told["illegal"]
    *_, told = env.step(int(info["action_mask"].argmax()))
    assert "illegal" not in told
    *_, told = env.step(525)
    assert told["illegal"] == "There is no action 525: they go from 0 to 524."


def test_opponents_are_seated_clockwise_from_the_agent():
    asked = []

    def noting(name):
        def answer(observed, mask):
            asked.append((name, env.play.seat))
            return int(mask.argmax())

        return answer

    env = SouqEnv("desert_bazaar", 4, seat=2, opponents=[noting("left"), noting("across"), noting("right")])
    played(env)
    assert set(asked) == {("left", 3), ("across", 0), ("right", 1)}


class Noting(RandomBot):
    """A bot that records its arguments."""

    name = "noting"

    def __init__(self):
        self.given = []

    def choose(self, game, view, seat, legal, seed):
        assert list(legal) == game.bindings.legal(self.play.true, seat).tolist()
        assert all((view[name] == self.play.record(seat)[name]).all() for name in game.State.fields if name != "event")
        assert view.dtype == game.State.layout
        self.given.append(seat)
        return super().choose(game, view, seat, legal, seed)


@each(*EACH)
def test_bots_see_their_seats_view_and_legal_choices(case):
    bot = Noting()
    name, players, options = case
    env = SouqEnv(name, players, options, opponents=bot)
    bot.play = env.play
    played(env)
    assert bot.given and 0 not in bot.given


@pytest.mark.parametrize("opponent", ["apprentice", "Trader", "search:5", "tests.envs.test_gym:Meek"])
def test_opponents_have_their_arena_names(opponent):
    assert played(SouqEnv("kairo", 2, opponents=opponent), steps=5)


class Meek:
    """A bot that makes the first legal choice."""

    name = "meek"

    def choose(self, game, view, seat, legal, seed):
        return legal[0]


class Wrong(Meek):
    """A bot that makes an illegal choice."""

    def choose(self, game, view, seat, legal, seed):
        return -5


@pytest.mark.parametrize("opponent", [Wrong(), lambda observed, mask: int(mask.argmin())])
def test_an_illegal_choice_of_an_opponent_names_the_bot(opponent):
    with pytest.raises(IllegalChoice, match=r"The opponent '(meek|<lambda>)' in seat_1 chose"):
        played(SouqEnv("kairo", 2, opponents=opponent))


@each(*EACH)
@COPIED
def test_a_copy_continues_identically(case, copied):
    env = made(case, opponents="trader", seat="random", returns="points")
    played(env, seed=5, steps=0)
    twin = copied(env)
    told = []
    for each_env in (env, twin):
        pick, over = random.Random(6), False
        while not over:
            action = int(pick.choice(np.flatnonzero(each_env.unwrapped.action_masks())))
            observed, reward, over, _, info = each_env.step(action)
            told.append((observed, reward, over, info))
        told.append(each_env.reset())
    assert data_equivalence(told[: len(told) // 2], told[len(told) // 2 :], exact=True)


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_gymnasium_can_vectorize_them(kind):
    many = gymnasium.make_vec(
        "souq.envs.gym:souq/kairo-v0", num_envs=3, vectorization_mode=kind, players=3, opponents=["trader", "random"]
    )
    observed, infos = many.reset(seed=[1, 2, 3])
    for _ in range(20):
        actions = np.array([int(mask.argmax()) for mask in infos["action_mask"]])
        observed, rewards, _, _, infos = many.step(actions)
        assert observed in many.observation_space and rewards.shape == (3,)
    many.close()


def test_games_are_registered_and_others_can_be():
    from tests import toy

    assert {f"souq/{name}-v0" for name, *_ in EACH} <= set(gymnasium.registry)
    assert register(toy.GAME) == "souq/toy-v0"
    assert register("toy") == "souq/toy-v0"
    assert played(gymnasium.make("souq/toy-v0", players=3, options={"high": True}))
    with pytest.raises(UnknownGame, match="Did you mean 'kairo'"):
        register("cairo")


def test_a_game_can_begin_from_a_position_and_a_small_one():
    env = SouqEnv("marracash", start="four_shops")
    assert env.play.players == 2
    assert 0 < len(played(env)) < 20


def test_a_seat_that_never_decides_is_refused():
    match = souq.new("kairo", players=2, seed=4)
    while not match.over:
        match.play(match.legal()[0])
    last = match.log[-1].seat
    start = match.position(match.ply - 1)
    for seat in range(2):
        env = SouqEnv("kairo", 2, start=start, seat=seat)
        if seat == last:
            assert len(played(env)) == 1
        else:
            with pytest.raises(BadSetting, match=f"In seat {seat} nobody is asked"):
                env.reset(seed=1)


def test_errors_name_valid_values():
    with pytest.raises(UnknownLevel, match="Did you mean 'merchant'"):
        SouqEnv("kairo", 2, opponents="merchent")
    with pytest.raises(UnknownLevel, match="hasn’t learned Kairo for a table of 3"):
        SouqEnv("kairo", 3, opponents="sultan")
    with pytest.raises(BadSetting, match=r"Other seats: 2\. Opponents: 1\."):
        SouqEnv("kairo", 3, opponents=["trader"])
    with pytest.raises(BadSetting, match="a bot, its name, or a function"):
        SouqEnv("kairo", 2, opponents=7)
    for seat in (2, -1, "left", 1.0, True):
        with pytest.raises(UnknownSeat, match="0 to 1, and 'random'"):
            SouqEnv("kairo", 2, seat=seat)
    with pytest.raises(BadSetting, match="'human', 'ansi', 'rgb_array'"):
        SouqEnv("kairo", 2, render_mode="film")
    env = SouqEnv("chatuchak", 1, render_mode="ansi")
    for look in (lambda: env.step(0), env.render):
        with pytest.raises(GameOver, match="reset"):
            look()
    played(env)
    with pytest.raises(GameOver, match="reset"):
        env.step(0)


@each(*EACH)
def test_records_for_bots_match_the_compact_ones(case):
    play = Play(*case)
    play.reset(5)
    for _ in range(30):
        if play.over:
            break
        for seat in range(-1, play.players):
            there, here = whole(play, seat), play.record(seat)
            assert all((there[name] == here[name]).all() for name in play.game.State.fields if name != "event")
            assert not there["event"].any()
        play.step(int(play.picks[0]))


@pytest.mark.parametrize("autoreset", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_vectorized_masks_are_never_empty(autoreset):
    many = gymnasium.vector.SyncVectorEnv([lambda: SouqEnv("chatuchak")] * 3, autoreset_mode=autoreset)
    _, info = many.reset(seed=1)
    pick, ended = np.random.default_rng(1), 0
    while ended < 10:
        actions = [pick.choice(np.flatnonzero(mask)) for mask in info["action_mask"]]
        _, _, over, _, info = many.step(actions)
        ended += over.sum()
