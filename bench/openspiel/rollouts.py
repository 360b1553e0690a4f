"""The speed of random play on either side."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from bench.openspiel.match import CASTS, opening
from bench.openspiel.peers import Draws, Evaluator, Peer
from bench.openspiel.results import Line, Terms
from souq.engine import registry
from souq.engine.learn.playout import playout
from souq.engine.rules.bindings import Bindings


def rollouts(terms: Terms, seconds: float = 3.0) -> Line:
    """Measure whole random games per CPU-second on one thread: OpenSpiel's in MCTS and on their own, and souq's."""
    game, seats = registry.find(terms.game), len(CASTS[terms.game][0])
    peer = Peer("mcts", game, seats, seconds, terms.uct_c["mcts"], terms.outcomes)
    state = opening(game, seats, 1)
    seat = _first(game.bindings, state)
    view, legal = game.bindings.hidden(state, seat), game.bindings.legal(state, seat).tolist()
    peer.clock.seconds = 0.0
    peer.choose(view, seat, legal, 1)
    peer.clock.seconds, began = seconds, time.thread_time()
    peer.choose(view, seat, legal, 1)
    searched = peer.simulations / (time.thread_time() - began)
    position = peer.game.new_initial_state().sampled()
    return {
        "terms": asdict(terms),
        "rollouts": {
            "theirs, in MCTS": round(searched, 1),
            "theirs, alone": _rate(lambda: Evaluator(random_state=Draws()).evaluate(position), 1, seconds),
            "theirs, alone, NumPy's random numbers": _rate(_as_it_comes(position), 1, seconds),
            "ours": _rate(lambda: playout(game, 256, seats, seed=1), 256, seconds),
        },
    }


def _first(bindings: Bindings, state: Any) -> int:
    mask = bindings.deciders(state)
    return (mask & -mask).bit_length() - 1


def _as_it_comes(position: Any) -> Callable[[], Any]:
    evaluator = RandomRolloutEvaluator()
    return lambda: evaluator.evaluate(position)


def _rate(work: Callable[[], Any], each: int, seconds: float) -> float:
    """Return the rate per CPU-second of ``work``, which does ``each`` units, after a warm-up call."""
    work()
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        work()
        done += each
    return round(done / spent, 1)
