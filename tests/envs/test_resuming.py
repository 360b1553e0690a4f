"""One game stepped by a program: illegal actions, waiting under a clock, copies."""

import copy
import pickle
import random

import numpy as np
import pytest

from souq.engine import registry
from souq.engine.learn.stepping import WAITED
from souq.engine.match.decision import NOBODY
from souq.envs.errors import GameOver
from souq.envs.play import Play

EACH = sorted(registry.installed())
TRADING = ("grand_bazaar", 3, {"trading": "open"})
RACE = ("chatuchak", 3, {"play": "speed"})


def begun(*table, seed=1, decisions=0, **how):
    play = Play(*table, **how)
    play.reset(seed)
    for _ in range(decisions):
        play.step(int(play.picks[0]))
    return play


def racing(table, seed=1, **how):
    play = begun(*table, seed=seed, **how)
    while len(play.deciders) < 2:
        play.step(int(play.picks[0]))
    return play


def observable_state(play):
    """Return everything that can be seen of a game."""
    seats = range(-1, play.players)
    seen = [np.concatenate([np.ravel(part) for part in play.observe(seat).values()]).tolist() for seat in seats]
    masks = [play.mask(seat).tolist() for seat in range(play.players)]
    return seen, masks, play.seat, play.over, play.deciders, play.plies.tolist(), play.state().tolist()


@pytest.mark.parametrize("name", EACH)
def test_an_illegal_action_changes_nothing_visible(name):
    play = begun(name, decisions=10)
    seats = [*range(play.players)]
    before = [play.observe(seat) for seat in seats]
    for looked in seats:
        play.observe(looked)
        assert not play.step(int(play.mask().argmin()))
        assert all((play.observe(seat) == before[seat]).all() for seat in seats)


@pytest.mark.parametrize("table", [RACE, TRADING])
def test_an_illegal_action_in_a_race_keeps_the_deciding_seat(table):
    play = racing(table, observation="named")
    (other, *_) = (seat for seat in play.deciders if seat != play.seat)
    before = observable_state(play)
    for action in (int(play.mask(other).argmin()), -1, play.game.n_choices):
        assert not play.step(action, other)
        assert observable_state(play) == before
    assert play.step(int(play.mask(other).argmax()), other)
    assert observable_state(play) != before


def test_the_clock_decides_at_the_end_of_the_window():
    play = racing(TRADING, window=6, through=False)
    play._facts[WAITED] = 0
    before = play.state().tobytes()
    for _ in range(5):
        play.wait()
        assert play.state().tobytes() == before and not play.rewards.any()
    play.wait()
    assert play.state().tobytes() != before
    assert play.mask().any() and play.seat in play.deciders


def test_the_clock_makes_its_only_legal_choice():
    play = racing(TRADING, window=1_000, through=False)
    play._facts[WAITED] = 999
    (choice,) = play.game.bindings.legal(play.true, NOBODY)
    expected = play.true.copy()
    play.game.bindings.step(expected, NOBODY, int(choice))
    play.wait()
    assert play.true.tobytes() == expected.tobytes()


def test_waiting_without_a_clock_changes_nothing():
    for table, window in ((TRADING, 0), (RACE, 1), (("kairo", 2, None), 1)):
        play = begun(*table, window=window, observation="named", decisions=3)
        if table is TRADING:
            play = racing(TRADING, observation="named")
        before = observable_state(play)
        for _ in range(3):
            play.wait()
        assert observable_state(play) == before


def test_waiting_after_the_end_is_refused():
    with pytest.raises(GameOver, match="reset"):
        Play("kairo").wait()


@pytest.mark.parametrize("table", [*((name,) for name in EACH), RACE, TRADING])
@pytest.mark.parametrize("returns", ["points", "potential"])
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda play: pickle.loads(pickle.dumps(play))])
def test_a_copy_continues_identically_and_independently(table, returns, copied):
    play = begun(*table, returns=returns, observation="named", window=9, decisions=6)
    play.observe(play.players - 1)
    twin = copied(play)
    assert observable_state(twin) == observable_state(play)
    pick = random.Random(3)
    while not play.over:
        action = int(pick.choice(np.flatnonzero(play.mask())))
        before = observable_state(twin) if play.plies[0] % 40 == 0 else None
        assert play.step(action)
        assert before is None or observable_state(twin) == before
        assert twin.step(action)
        assert twin.rewards.tolist() == play.rewards.tolist()
    assert observable_state(twin) == observable_state(play)
    play.reset(8)
    twin.reset(8)
    assert observable_state(twin) == observable_state(play)


def test_a_copy_of_a_small_game_has_the_same_start():
    play = Play("marracash", start="four_shops")
    twin = copy.deepcopy(play)
    for each in (play, twin):
        each.reset(3)
    assert (twin.state() == play.state()).all() and twin.deciders == play.deciders


@pytest.mark.parametrize("name", EACH)
def test_a_pickled_game_is_small(name):
    play = begun(name, decisions=6)
    assert len(pickle.dumps(play)) < 4 * play.true.nbytes + 4_000
