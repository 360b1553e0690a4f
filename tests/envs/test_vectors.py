"""Batches of games: the compiled step agrees with calling the rules one after another."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

import souq
import souq.envs
from souq.engine import registry
from souq.engine.game import Game
from souq.engine.learn.playout import next_decider
from souq.engine.learn.stepping import SCORE
from souq.engine.match.position import BadPosition
from souq.envs.errors import BadActions, BadSetting, UnknownSeat
from souq.envs.vectors import Vector
from tests.support import ours

EACH = pytest.mark.parametrize("game", ours(), ids=lambda game: game.name)
ARRAYS = ("seats", "masks", "records", "rewards", "dones", "illegal", "picks", "counts", "plies")


def arrays(games: Vector) -> dict[str, bytes]:
    held = {name: getattr(games, name).tobytes() for name in ARRAYS}
    return held | ({} if games.observations is None else {"observations": games.observations.tobytes()})


def wander(games: Vector, steps: int) -> list[dict[str, bytes]]:
    made = []
    for _ in range(steps):
        games.step(games.picks)
        made.append(arrays(games))
    return made


class ByHand:
    """One game, whose rules are called one after another from Python."""

    def __init__(self, game: Game, record: Any) -> None:
        self.game, self.record = game, record
        self.choices = np.zeros(game.n_choices, np.int16)

    def legal(self, seat: int) -> list[int]:
        return [int(c) for c in self.choices[: self.game.rules.legal(self.record[0], seat, self.choices)]]

    def apply(self, seat: int, choice: int) -> tuple[int, list[int], int]:
        """Make a choice; return the next decider's choices and the number of decisions made."""
        made = 0
        while True:
            self.game.rules.apply(self.record[0], seat, choice)
            made += 1
            if self.record["over"][0]:
                return seat, [], made
            seat = int(next_decider(self.game.rules.deciders(self.record[0]), seat))
            legal = self.legal(seat)
            if len(legal) > 1:
                return seat, legal, made
            choice = legal[0]

    def hidden(self, seat: int) -> bytes:
        seen = self.record.copy()
        self.game.rules.hide(seen[0], seat)
        seen["key"], seen["draws"] = 0, 0
        return seen.tobytes()


@EACH
def test_a_step_equals_calling_the_rules(game: Game) -> None:
    games = Vector(game, 3, observation="flat", autoreset="next")
    pick = random.Random(3)
    hands = [ByHand(game, games._true[i : i + 1].copy()) for i in range(3)]
    for _ in range(150):
        before = games.dones.copy()
        seats = games.seats.copy()
        chosen = [pick.choice(np.flatnonzero(row).tolist()) if row.any() else -5 for row in games.masks]
        decisions = games.step(chosen)
        made = 0
        for i, hand in enumerate(hands):
            if before[i]:  # it has restarted
                hands[i] = ByHand(game, games._true[i : i + 1].copy())
                assert games.plies[i] == 0 or games.masks[i].any()
                decisions -= int(games.plies[i])
                continue
            turned = game.choices.turned(int(seats[i]), games.players)
            seat, legal, n = hand.apply(int(seats[i]), turned.index(chosen[i]))
            made += n
            assert games._true[i].tobytes() == hand.record[0].tobytes()
            assert games.dones[i] == (not legal) and games.seats[i] == seat
            names = game.choices.turned(seat, games.players)
            wanted = sorted(names[choice] for choice in legal) or [0]  # after the end, something to sample
            assert np.flatnonzero(games.masks[i]).tolist() == wanted
            assert games.records[i].tobytes() == hand.hidden(seat)
            assert games.view is not None and games.observations is not None
            assert games.observations[i].tolist() == games.view.of(games.records[i : i + 1], seat).tolist()
        assert decisions == made


@EACH
def test_results_do_not_depend_on_threads_or_batch_size(game: Game) -> None:
    one = Vector(game, 7, seed=5, observation="flat")
    others = [Vector(game, 7, seed=5, observation="flat", threads=threads) for threads in (2, 3)]
    fewer = Vector(game, 4, seed=5)
    for _ in range(60):
        for each in (one, *others, fewer):
            each.step(each.picks)
        assert all(arrays(other) == arrays(one) for other in others)
        assert fewer.records.tobytes() == one.records[:4].tobytes()
    assert one.reset(5) is None and arrays(one) != arrays(others[0])
    others[0].reset(5)
    assert arrays(one) == arrays(others[0])
    one.reset(6)
    assert arrays(one) != arrays(others[0])


@EACH
def test_an_illegal_action_is_flagged_and_changes_nothing(game: Game) -> None:
    games = Vector(game, 4, seed=2)
    wander(games, 9)
    for wrong in (-1, game.n_choices, 10**9, None):
        actions = games.picks.copy()
        actions[1] = int(np.flatnonzero(games.masks[1] == 0)[0]) if wrong is None else wrong
        before = games._true[1].tobytes(), games.masks[1].tobytes(), int(games.plies[1])
        games.step(actions)
        assert games.illegal.tolist() == [0, 1, 0, 0]
        assert (games._true[1].tobytes(), games.masks[1].tobytes(), int(games.plies[1])) == before
        assert not games.rewards[1].any() and not games.dones[1]


def victory(game: Game, games: Vector, i: int) -> list[float]:
    """Return what each seat of a finished game should have received."""
    places = game.bindings.standings(full(game, games, i))
    winners = places.count(1)
    if not winners:
        return [0.0] * len(places)
    return [((games.players / winners if place == 1 else 0) - 1) / (games.players - 1) for place in places]


@pytest.mark.parametrize("returns", ["victory", "points", "potential"])
@EACH
def test_rewards_add_up(game: Game, returns: str) -> None:
    """To a share of the victory; to the final points; or to the victory less the win probability at the start."""
    games = Vector(game, 6, seed=1, returns=returns, autoreset="next")
    paid, worth = np.zeros_like(games.rewards), games._paid[SCORE].copy()
    ended, last = 0, games.dones.copy()
    while ended < 12:
        games.step(games.picks)
        paid += games.rewards
        for i in range(games.n):
            if last[i]:
                assert not games.rewards[i].any(), "what begins pays nothing"
                paid[i], worth[i] = 0, games._paid[SCORE, i]
            if games.dones[i]:
                ended += 1
                wanted = game.bindings.points(full(game, games, i)) if returns == "points" else victory(game, games, i)
                assert paid[i] + worth[i] == pytest.approx(wanted, abs=1e-3)
        last = games.dones.copy()


@EACH
def test_potential_rewards_come_with_every_decision(game: Game) -> None:
    later, at_once = (Vector(game, 2, seed=3, returns="potential", autoreset=how) for how in ("next", "same"))
    moved = 0
    while not later.dones[0]:
        later.step(later.picks)
        at_once.step(at_once.picks)
        moved += bool(later.rewards[0].any())
        assert at_once.rewards[0].tolist() == later.rewards[0].tolist()
    assert moved > 3
    later.step(later.picks)
    assert at_once._paid[SCORE, 0].tolist() == later._paid[SCORE, 0].tolist(), "the next game is worth the same"


def full(game: Game, games: Vector, i: int) -> Any:
    """Return a true record with space for events."""
    made = game.State.new()
    for name in made.dtype.names or ():
        if name not in ("event", "spare"):
            made[name] = games._true[name][i]
    return made


@EACH
def test_finished_games_restart_automatically(game: Game) -> None:
    later, at_once = (Vector(game, 2, seed=4, autoreset=how) for how in ("next", "same"))
    while not later.dones[0]:
        assert not at_once.dones[0] and later.records[0].tobytes() == at_once.records[0].tobytes()
        later.step(later.picks)
        at_once.step(at_once.picks)
    assert at_once.dones[0] and at_once.counts[0] == 2 and at_once.masks[0].any()
    assert later.counts[0] == 1 and np.flatnonzero(later.masks[0]).tolist() == [0], "something can be sampled"
    assert later.rewards[0].tolist() == at_once.rewards[0].tolist()
    later.step(np.full(2, -7))
    assert later.counts[0] == 2 and later.illegal[0] == 0 and not later.rewards[0].any() and not later.dones[0]
    assert later.records[0].tobytes() == at_once.records[0].tobytes()


def test_the_window_limits_decisions_under_a_clock() -> None:
    options = {"trading": "open"}
    endless, timed = (
        souq.envs.vector("grand_bazaar", 8, 3, options, seed=1, window=n, autoreset="next") for n in (0, 5)
    )
    lengths = []
    for games in (endless, timed):
        ended = np.zeros(8, np.int64)
        while not ended.all():
            games.step(games.picks)
            ended = np.where((games.dones == 1) & (ended == 0), games.plies, ended)
        lengths.append(int(np.median(ended)))
    assert lengths[1] < lengths[0]


def test_hidden_cards_of_a_small_game_are_redealt() -> None:
    game = registry.find("desert_bazaar")
    name = next(iter(souq.envs.small.listed(game)))
    games = souq.envs.vector("desert_bazaar", 64, start=name, observation="flat")
    assert games.players == souq.envs.small.find(game, name).players
    assert len({record.tobytes() for record in games._true[["hand"]]}) >= 1
    truths = {games._true[i].tobytes() for i in range(64)}
    assert len(truths) > 1, "chance differs"
    first = games.observe(-1)
    assert (first == first[0]).all(), "what everybody knows is the same"
    wander(games, 40)
    assert (games.counts > 1).any()


def test_some_games_can_be_reset_alone() -> None:
    games = souq.envs.vector("kairo", 3, seed=1)
    wander(games, 12)
    before = arrays(games), games.records.copy()
    games.reset(where=[False, True, False])
    assert games.plies[1] < games.plies[0] and games.counts.tolist() == [1, 2, 1]
    for i in (0, 2):
        assert games.records[i].tobytes() == before[1][i].tobytes()
    with pytest.raises(BadActions, match="3 games"):
        games.reset(where=[True])


def test_observing_any_seat_changes_nothing() -> None:
    games = souq.envs.vector("grand_bazaar", 5, 4, seed=1, observation="integers")
    wander(games, 30)
    before = arrays(games)
    others = games.observe((games.seats + 1) % 4)
    assert arrays(games) == before
    assert games.view is not None
    for i in range(5):
        seat = int(games.seats[i] + 1) % 4
        hidden = games.game.bindings.hidden(full(games.game, games, i), seat)
        assert others[i].tolist() == games.view.of(hidden, seat).tolist()
    with pytest.raises(UnknownSeat, match="seats 0 to 3, and -1"):
        games.observe(4)


def test_arrays_are_shared_without_a_copy() -> None:
    games = souq.envs.vector("kairo", 4, observation="flat")
    assert games.observations is not None
    for mine in (games.masks, games.observations, games.rewards, games.seats):
        there = np.from_dlpack(mine)
        assert np.shares_memory(there, mine) and mine.flags.c_contiguous
    there = np.from_dlpack(games.masks)
    games.step(games.picks)
    assert there.tolist() == games.masks.tolist()
    assert games.named["player"].shape[0] == 4 and np.shares_memory(games.named["player"], games.observations)


@pytest.mark.parametrize("observation", ["records", "flat", "nothing"])
def test_a_batch_can_be_copied_and_pickled(observation: str) -> None:
    games = souq.envs.vector("desert_bazaar", 3, seed=9, observation=observation, threads=2)
    wander(games, 17)
    for other in (copy.deepcopy(games), pickle.loads(pickle.dumps(games))):
        assert arrays(other) == arrays(games)
        mine = copy.deepcopy(games)
        assert wander(other, 30) == wander(mine, 30)
    assert observation == "nothing" or len(games.named) > 3
    games.close()


@pytest.mark.parametrize("actions", [[1], [0.5, 0.5], [[1, 2]], "ab", [[1], [1, 2]]])
def test_invalid_actions_are_refused(actions: Any) -> None:
    games = souq.envs.vector("kairo", 2)
    before = arrays(games)
    with pytest.raises(BadActions, match="A step takes 2 whole numbers"):
        games.step(actions)
    assert arrays(games) == before


def held(name: str = "kairo", decisions: int = 60) -> dict[str, Any]:
    """Return a position with hidden hands."""
    match = souq.new(name, players=3, seed=7)
    for _ in range(decisions):
        match.play(match.legal()[0])
    return match.position()


def test_hidden_information_is_redealt_or_taken_from_the_position() -> None:
    position = held()
    redealt, same = (souq.envs.vector("kairo", 16, start=position, redeal=redeal) for redeal in (True, False))
    assert redealt.players == same.players == 3, "as many as the position says"
    assert len({hands.tobytes() for hands in redealt._true["hand"]}) > 1
    assert {hands.tolist().__repr__() for hands in same._true["hand"]} == {repr(position["hand"])}
    assert (redealt.observe(-1)["hand"] == redealt.observe(-1)["hand"][0]).all()


def test_a_position_of_another_game_is_refused_by_its_fields() -> None:
    for position in (held(), dict(reversed(held().items()))):
        with pytest.raises(BadPosition, match="MarraCash has no field '"):
            souq.envs.vector("marracash", 2, start=position)


def test_a_finished_position_cannot_be_the_start() -> None:
    match = souq.new("marracash", players=2, seed=1)
    while not match.over:
        match.play(match.legal()[0])
    with pytest.raises(BadPosition, match="the end of a game"):
        souq.envs.vector("marracash", 2, start=match.position())


def test_wrong_reset_masks_and_seats_are_refused() -> None:
    games = souq.envs.vector("kairo", 3)
    with pytest.raises(BadActions, match="as many flags, true or false"):
        games.reset(where=[0, 1, 2])
    games.reset(where=[0, 1, 1])
    assert games.counts.tolist() == [1, 2, 2]
    for seats in ([0, 1], 1.5):
        with pytest.raises(BadActions, match="a seat for each, or one for all"):
            games.observe(seats)
    with pytest.raises(BadSetting, match="only masks are written"):
        _ = souq.envs.vector("kairo", 3, observation="nothing").named


@EACH
@pytest.mark.parametrize("autoreset", ["next", "same"])
def test_masks_are_never_empty(game: Game, autoreset: str) -> None:
    games = Vector(game, 16, seed=1, observation="nothing", autoreset=autoreset)
    pick, ended = np.random.default_rng(1), 0
    while ended < 20:
        assert games.masks.any(1).all()
        games.step([pick.choice(np.flatnonzero(mask)) for mask in games.masks])
        assert not games.illegal.any()
        ended += int(games.dones.sum())


def test_autoreset_is_same_step_by_default() -> None:
    games = Vector("chatuchak", 4, seed=1)
    assert games.autoreset == "same"
    while not games.dones.any():
        games.step(games.picks)
    over = games.dones == 1
    assert (games.counts[over] == 2).all() and games.masks[over].sum(1).min() > 1
