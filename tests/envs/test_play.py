"""One game stepped by a program: races, seats, observations, and errors."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

from souq.engine.game import Game
from souq.envs.errors import GameOver, UnknownSeat
from souq.envs.play import Play
from souq.envs.vectors import Vector
from tests.support import ours

EACH = pytest.mark.parametrize("game", ours(), ids=lambda game: game.name)


def wander(play: Play, decisions: int = 100_000, seed: int = 0) -> list[tuple[int, int]]:
    """Make random actions; return (seat, action) for each."""
    pick, made = random.Random(seed), list[tuple[int, int]]()
    while not play.over and len(made) < decisions:
        made.append((play.seat, pick.choice(np.flatnonzero(play.mask()).tolist())))
        assert play.step(made[-1][1])
    return made


@EACH
def test_a_game_equals_the_first_of_a_batch(game: Game) -> None:
    play, games = Play(game), Vector(game, 1, seed=8, observation="flat")
    play.reset(seed=8)
    assert games.observations is not None
    while not play.over:
        assert play.seat == games.seats[0] and play.seat in play.deciders
        assert play.mask().tolist() == games.masks[0].tolist()
        assert play.observe(play.seat).tolist() == games.observations[0].tolist()
        assert play.record(play.seat).tobytes() == games.records.tobytes()
        action = int(games.picks[0])
        games.step([action])
        assert play.step(action)
        assert play.rewards.tolist() == games.rewards[0].tolist()
    assert games.dones[0] and play.deciders == [] and not play.mask().any()
    assert play.rewards.sum() == pytest.approx(0, abs=1e-5)


@EACH
def test_the_same_seed_plays_the_same_game(game: Game) -> None:
    play = Play(game)
    logs = []
    for seed in (3, 3, 4, None, None):
        play.reset(seed)
        logs.append((play.true.tobytes(), wander(play, 25), play.true.tobytes()))
    assert logs[0] == logs[1]
    assert len({first for first, _, _ in logs}) == 4


@EACH
def test_observations_and_actions_are_relative_to_the_seat(game: Game) -> None:
    play = Play(game)
    play.reset(2)
    wander(play, 20)
    full = game.State.new()
    for name in full.dtype.names or ():
        if name not in ("event", "spare"):
            full[name] = play.true[name]
    for seat in (*range(play.players), -1):
        hidden = game.bindings.hidden(full, seat)
        assert play.observe(seat).tolist() == play.view.of(hidden, seat).tolist()
    for action in range(game.n_choices):
        assert play.action(play.choice(action)) == action
    assert play.state().shape == (play.view.size,)
    assert play.observe(play.seat).tolist() == play.view.of(game.bindings.hidden(full, play.seat), play.seat).tolist()


@pytest.mark.parametrize("name, options", [("chatuchak", {"play": "speed"}), ("grand_bazaar", {"trading": "open"})])
def test_in_a_race_any_decider_may_act(name: str, options: dict[str, Any]) -> None:
    play, pick = Play(name, 3, options), random.Random(1)
    seed = 0
    while len(play.deciders) < 2:
        if play.over:
            play.reset(seed := seed + 1)
        play.step(pick.choice(np.flatnonzero(play.mask()).tolist()))
    second = next(seat for seat in play.deciders if seat != play.seat)
    mask = play.mask(second)
    assert sorted(play.choice(int(a), second) for a in np.flatnonzero(mask)) == game_legal(play, second)
    wrong = int(np.flatnonzero(mask == 0)[0])
    before = play.true.tobytes()
    assert not play.step(wrong, second) and play.true.tobytes() == before
    assert play.step(int(np.flatnonzero(mask)[0]), second) and play.true.tobytes() != before


def game_legal(play: Play, seat: int) -> list[int]:
    return sorted(int(c) for c in play.game.bindings.legal(play.true, seat))


@EACH
def test_other_seats_have_empty_masks(game: Game) -> None:
    play = Play(game)
    play.reset(1)
    others = [seat for seat in range(play.players) if seat not in play.deciders]
    for seat in others:
        before = play.true.tobytes()
        assert not play.mask(seat).any()
        assert not play.step(int(play.mask().argmax()), seat)
        assert play.true.tobytes() == before and play.seat in play.deciders


@pytest.mark.parametrize("form", ["flat", "named", "integers"])
def test_a_game_can_be_copied_and_pickled(form: str) -> None:
    play = Play("kairo", observation=form)
    play.reset(5)
    wander(play, 12)
    for other in (copy.deepcopy(play), pickle.loads(pickle.dumps(play))):
        assert other.true.tobytes() == play.true.tobytes() and other.seat == play.seat
        mine = copy.deepcopy(play)
        assert wander(other, seed=3) == wander(mine, seed=3)
        assert other.rewards.tolist() == mine.rewards.tolist() and other.true.tobytes() != play.true.tobytes()
    seen = play.observe(0)
    assert (set(seen) == set(play.view.parts)) if form == "named" else seen.dtype == play.view.dtype


def test_calls_without_a_game_and_invalid_actions_are_refused() -> None:
    play = Play("kairo", 2)
    with pytest.raises(GameOver, match=r"reset\(\) begins another"):
        play.step(0)
    for look in (play.state, lambda: play.observe(0), lambda: play.record(-1)):
        with pytest.raises(GameOver, match="No game is being played"):
            look()
    play.reset(1)
    wander(play)
    assert play.over
    with pytest.raises(GameOver):
        play.step(0)
    calls: list[Any] = [play.observe, play.mask, play.record]
    for call in calls:
        with pytest.raises(UnknownSeat, match="seats 0 to 1, and -1 for a spectator; not 2"):
            call(2)
