"""Shared helpers for tests of evaluators."""

from __future__ import annotations

from typing import Any

import numpy as np

from souq.bots.greedy import GreedyBot, priors_of
from souq.bots.random_bot import RandomBot
from souq.engine.game import Game
from souq.engine.learn.evaluation import judge, weights_of
from souq.engine.rules.bits import lowest
from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin, interpreted

LOOKS, GUESSES = GreedyBot(), RandomBot()


def points_against_random(game: Game, players: int, seed: int, looking: int, **options: Any) -> list[int]:
    """Return all points when the seat ``looking`` takes the best prior and all others choose at random."""
    state = game.bindings.setup(players, game.option_numbers(game.check_options(options)), (seed, 0))
    ply = 0
    while mask := game.bindings.deciders(state):
        seat, ply = lowest(mask), ply + 1
        bot = LOOKS if seat == looking else GUESSES
        view, legal = game.bindings.hidden(state, seat), game.bindings.legal(state, seat).copy()
        game.bindings.apply(state, seat, bot.choose(game, view, seat, legal, 1000 * seed + ply), (seed, ply))
    return game.bindings.points(state)


def compare_evaluations(game: Game, state: Batch) -> list[float]:
    """Compare a compiled evaluator with its twin in a position; the priors of the decider, none after the end."""
    twin, before, w = Twin.of(state), state.tobytes(), weights_of(game).tolist()
    for seat in range(twin.players):
        out = [0.0] * len(game.evaluator.TERMS)
        interpreted(game.evaluator.terms)(twin, w, seat, out)
        assert np.allclose(out, judge(game).expected(state, seat))
    assert interpreted(game.evaluator.certainty)(twin, w) > 0
    scores = list[float]()
    if mask := game.bindings.deciders(state):
        seat = lowest(mask)
        legal = game.bindings.legal(state, seat).tolist()
        scores = [0.0] * len(legal)
        interpreted(game.evaluator.priors)(twin, w, seat, legal, len(legal), scores)
        assert np.allclose(scores, priors_of(game, state, seat, legal))
    assert state.tobytes() == before
    return scores


def changes(game: Game, before: Batch, after: Batch, seat: int = 0) -> dict[str, float]:
    """Return how much each term of what ``seat`` can expect changes between two positions."""
    now = judge(game)
    found = now.expected(after, seat) - now.expected(before, seat)
    return dict(zip(now.terms, found.tolist(), strict=True))
