"""What the tests of every game's judgement share: one bot that looks among bots that guess, and reasons."""

from __future__ import annotations

from typing import Any

from souq.bots.greedy import GreedyBot
from souq.bots.random_bot import RandomBot
from souq.engine.bits import lowest
from souq.engine.game import Game
from souq.engine.judgement import judge
from souq.engine.record import Batch

LOOKS, GUESSES = GreedyBot(), RandomBot()


def against_guessers(game: Game, players: int, seed: int, looking: int, **options: Any) -> list[int]:
    """Points of everybody when the seat ``looking`` takes what looks best and all others take anything."""
    state = game.bindings.setup(players, game.option_numbers(game.check_options(options)), (seed, 0))
    ply = 0
    while mask := game.bindings.deciders(state):
        seat, ply = lowest(mask), ply + 1
        bot = LOOKS if seat == looking else GUESSES
        view, legal = game.bindings.hidden(state, seat), game.bindings.legal(state, seat).copy()
        game.bindings.apply(state, seat, bot.choose(game, view, seat, legal, 1000 * seed + ply), (seed, ply))
    return game.bindings.points(state)


def reason(game: Game, before: Batch, after: Batch, seat: int = 0) -> str:
    """Why ``seat`` would want what happened between two positions."""
    now = judge(game)
    return now.reason(now.expected(after, seat) - now.expected(before, seat))
