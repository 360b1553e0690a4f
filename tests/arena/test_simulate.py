"""Simulations: reproducible, fair to every seat, interruptible."""

from __future__ import annotations

import numpy as np
import pytest

from souq.arena import simulate as arena
from souq.arena.simulate import Games, simulate
from souq.bots import levels
from souq.bots.random_bot import RandomBot
from souq.engine import registry
from souq.engine.errors import BadOption, BadPlayers, IllegalChoice
from souq.engine.learn.playout import next_decider, playout
from tests.dash import GAME as DASH
from tests.toy import GAME as TOY

DESERT = registry.find("desert_bazaar")


def same(one: Games, two: Games) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(two, name)) for name in ("numbers", "lengths", "points", "ranks")
    )


def test_the_number_of_processes_changes_nothing() -> None:
    bots = ("greedy", "random", "random")
    one = simulate(DESERT, 3, 70, bots, seed=3, processes=1)
    two = simulate(DESERT, 3, 70, bots, seed=3, processes=2)
    assert (one.by_bot, one.by_seat, one.lengths) == (two.by_bot, two.by_seat, two.lengths)


def test_games_do_not_depend_on_other_games() -> None:
    entrants = ("greedy", "random")
    whole = arena.play(TOY, 2, range(9), entrants, seed=4)
    parts = [arena.play(TOY, 2, span, entrants, seed=4) for span in (range(5, 9), range(5))]
    assert same(whole, Games.joined(parts, 2))
    assert not np.array_equal(whole.points, arena.play(TOY, 2, range(9), entrants, seed=5).points)


class Sitter(RandomBot):
    """A bot that remembers its seats."""

    name = "sitter"
    title = "Sitter"

    def __init__(self) -> None:
        self.seats: list[int] = []

    def choose(self, game, view, seat, legal, seed):  # type: ignore[no-untyped-def]
        self.seats.append(seat)
        return super().choose(game, view, seat, legal, seed)


def test_seats_are_rotated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(levels.LEVELS, "sitter", sitter := Sitter())
    for number in range(5):
        sitter.seats.clear()
        arena.play(TOY, 3, range(number, number + 1), ("sitter", "random", "random"))
        assert set(sitter.seats) <= {number % 3}
        assert sitter.seats or number % 3


def test_seats_take_turns_in_a_race(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats that may choose at the same time choose in turn; no seat finishes before the others begin."""
    monkeypatch.setitem(levels.LEVELS, "sitter", sitter := Sitter())
    arena.play(DASH, 3, range(1), ("sitter", "sitter", "sitter"), seed=1)
    assert sitter.seats[:6] == [0, 1, 2, 0, 1, 2]
    random = playout(DASH, 300, players=3, seed=1)
    assert ((random.ranks == 1).sum(axis=0) > 60).all()


def test_the_next_seat_in_a_race() -> None:
    assert [next_decider(0b1011, seat) for seat in range(4)] == [1, 3, 3, 0]
    assert [next_decider(0b0100, seat) for seat in range(4)] == [2, 2, 2, 2]


def test_bots_see_only_what_their_seat_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    class Peeker(RandomBot):
        name = "peeker"
        title = "Peeker"

        def choose(self, game, view, seat, legal, seed):  # type: ignore[no-untyped-def]
            assert view["key"].sum() == 0
            known = {seat, (seat + 1) % 3} if view["peeked"][0][seat] else {seat}
            hidden = [p for p in range(3) if p not in known and not view["shown"][0][p]]
            assert not view["card"][0][hidden].any()
            return super().choose(game, view, seat, legal, seed)

    monkeypatch.setitem(levels.LEVELS, "peeker", Peeker())
    arena.play(TOY, 3, range(5), ("peeker", "peeker", "peeker"))


def test_a_bot_that_cheats_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat(RandomBot):
        name = "cheat"
        title = "Cheat"

        def choose(self, game, view, seat, legal, seed):  # type: ignore[no-untyped-def]
            return game.choices.parse("shout")

    monkeypatch.setitem(levels.LEVELS, "cheat", Cheat())
    with pytest.raises(IllegalChoice, match="'cheat' chose 'shout'"):
        arena.play(TOY, 2, range(1), ("cheat", "cheat"))


@pytest.mark.parametrize("bots", [("random",), ("greedy", "random", "random")])
def test_results_add_up(bots: tuple[str, ...]) -> None:
    told: list[int] = []
    result = simulate(DESERT, 3, 60, bots, seed=1, processes=1, progress=told.append)
    assert sum(told) == result.games == 60
    assert sum(s.wins for s in result.by_bot) == pytest.approx(60)
    assert sum(s.wins for s in result.by_seat) == pytest.approx(60)
    assert [s.games for s in result.by_seat] == [60, 60, 60]
    assert sum(s.games for s in result.by_bot) == 180
    assert result.decisions == pytest.approx(60 * result.lengths["mean"], abs=0.5)


def test_one_greedy_bot_among_random_ones_wins() -> None:
    result = simulate(DESERT, 3, 200, ("greedy", "random", "random"), seed=2026)
    assert result.by_bot[0].win_rate >= 0.95


def test_ctrl_c_keeps_the_finished_games() -> None:
    def stop(games: int) -> None:
        raise KeyboardInterrupt

    result = simulate(TOY, 2, 500, ("greedy", "random"), processes=1, progress=stop)
    assert result.interrupted
    assert result.games == arena.CHUNK
    assert result.wanted == 500
    assert simulate(DESERT, 3, 500, ("search:2", "random"), processes=1, progress=stop).games == 1


def test_no_games_are_no_error() -> None:
    result = simulate(TOY, 2, 0)
    assert result.games == 0
    assert all((s.low, s.high) == (0.0, 1.0) for s in result.by_seat)


def test_invalid_arguments_are_refused() -> None:
    with pytest.raises(BadPlayers):
        simulate(DESERT, 2, 1)
    with pytest.raises(BadPlayers, match="3 bots"):
        simulate(TOY, 2, 1, ("random",) * 3)
    with pytest.raises(levels.UnknownLevel):
        simulate(TOY, 2, 1, ("wise",))
    with pytest.raises(BadOption):
        simulate(TOY, 2, 1, options={"colour": "green"})
