"""Chatuchak's judgement: what it takes, what it leaves as it was, and whole games against bots without any."""

from __future__ import annotations

import numpy as np
import pytest

from souq.bots.greedy import GreedyBot
from souq.bots.random_bot import RandomBot
from souq.games.chatuchak import GAME
from souq.games.chatuchak.state import CHOICES, STOP
from tests.games.chatuchak.play import games

GREEDY, RANDOM = GreedyBot(), RandomBot()


def favourite(state: np.ndarray, seed: int = 1) -> int:
    """What greedy chooses; the position stays as it was."""
    before = state.tobytes()
    seat = int(state["player"][0])
    choice = GREEDY.choose(GAME, state, seat, GAME.door.legal(state, seat).copy(), seed)
    assert state.tobytes() == before
    return choice


def played(seed: int, greedy: int, players: int) -> list[int]:
    """Points of everybody when one greedy bot plays random ones."""
    state = GAME.door.setup(players, GAME.option_numbers(GAME.check_options({})), (seed, 0))
    ply = 0
    while not state["over"][0]:
        seat, ply = int(state["player"][0]), ply + 1
        bot = GREEDY if seat == greedy else RANDOM
        choice = bot.choose(GAME, state, seat, GAME.door.legal(state, seat).copy(), 1000 * seed + ply)
        GAME.door.apply(state, seat, choice, (seed, ply))
    return GAME.door.points(state)


def test_nobody_passes_early() -> None:
    for seed in range(5):
        for state in list(games(3, seed))[:20:4]:
            if not state["over"][0]:
                assert favourite(state, seed) != STOP


def test_the_first_goal_that_offers_itself_is_taken() -> None:
    state = GAME.door.setup(2, GAME.option_numbers(GAME.check_options({"start_player": "seat 1"})), (7, 0))
    GAME.door.apply(state, 0, favourite(state), (7, 1))
    assert 0 in state["holder"][0], CHOICES.name(favourite(state))


@pytest.mark.parametrize("players", [2, 3, 5])
def test_greedy_beats_bots_without_judgement(players: int) -> None:
    won = 0
    for seed in range(12):
        points = played(seed, seed % players, players)
        won += points[seed % players] == max(points)
    assert won >= 11


def test_a_market_is_tidied_alone() -> None:
    """Not always quickly, but within the moves there are, and never by giving up."""
    solved = 0
    for seed in range(6):
        state = GAME.door.setup(1, GAME.option_numbers(GAME.check_options({"side": str(seed + 1)})), (seed, 0))
        ply = 0
        while not state["over"][0]:
            ply += 1
            choice = favourite(state, ply)
            assert choice != STOP
            GAME.door.apply(state, 0, choice, (seed, ply))
        solved += int(state["solved"][0])
    assert solved >= 4
