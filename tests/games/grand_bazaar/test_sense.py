"""The Grand Bazaar's judgement: sales, trades, and whole games against bots without any."""

from __future__ import annotations

import pytest

from souq.bots.greedy import GreedyBot
from souq.bots.random_bot import RandomBot
from souq.engine.twin import Twin
from souq.games.grand_bazaar import GAME, sense
from souq.games.grand_bazaar.state import Phase

GREEDY, RANDOM = GreedyBot(), RandomBot()


def played(seed: int, players: int, greedy: set[int], trading: str = "floor") -> tuple[list[int], int]:
    """Points of everybody, and the trades made, when some seats are greedy and the others random."""
    state = GAME.door.setup(players, GAME.option_numbers(GAME.check_options({"trading": trading})), (seed, 0))
    ply = trades = 0
    while not state["over"][0]:
        mask, ply = GAME.door.deciders(state), ply + 1
        seats = [seat for seat in range(players) if mask >> seat & 1]
        seat = seats[ply % len(seats)]
        bot = GREEDY if seat in greedy else RANDOM
        view = GAME.door.hidden(state, seat)
        choice = bot.choose(GAME, view, seat, GAME.door.legal(state, seat).copy(), 1000 * seed + ply)
        trades += state["phase"][0] in (Phase.ANSWER, Phase.LAST, Phase.PICK) and choice in ACCEPTING
        GAME.door.apply(state, seat, choice, (seed, ply))
    return GAME.door.points(state), trades


ACCEPTING = {GAME.choices.parse("accept"), *(GAME.choices.parse(f"pick {seat}") for seat in range(1, 7))}


@pytest.mark.parametrize("trading", ["floor", "open", "off"])
@pytest.mark.parametrize("players", [2, 4])
def test_greedy_beats_bots_without_judgement(players: int, trading: str) -> None:
    won = 0
    for seed in range(6):
        points, _ = played(seed, players, {seed % players}, trading)
        won += points[seed % players] == max(points)
    assert won >= 5


def test_greedy_bots_trade_with_each_other() -> None:
    points, trades = played(3, 4, {0, 1, 2, 3})
    assert trades > 0
    assert min(points) > 40


def test_a_bot_waits_in_open_trading_only_when_it_has_nothing_to_say() -> None:
    seen = set()
    for seed in range(12):
        state = GAME.door.setup(3, GAME.option_numbers(GAME.check_options({"trading": "open"})), (seed, 0))
        ply = 0
        while not state["over"][0] and ply < 60:
            mask, ply = GAME.door.deciders(state), ply + 1
            seat = (mask & -mask).bit_length() - 1
            if state["phase"][0] == Phase.OPEN:
                view = GAME.door.hidden(state, seat)
                waits = sense.waits(Twin.of(view), seat)
                assert not (waits and any(int(state["posted"][0][other]) >> seat & 1 for other in range(3)))
                seen.add(waits)
            choice = GREEDY.choose(GAME, GAME.door.hidden(state, seat), seat, GAME.door.legal(state, seat).copy(), ply)
            GAME.door.apply(state, seat, choice, (seed, ply))
    assert seen == {True, False}
