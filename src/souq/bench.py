"""Measurements of a game's speed, always made in the same way, to compare versions of souq and machines.

Figures per second are medians of several rounds, in CPU time of this process, with everything compiled beforehand.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from souq.bots.search import ENDLESS, Manner, think
from souq.engine.learn.playout import playout
from souq.engine.match.match import Match
from souq.engine.rules.bits import lowest

if TYPE_CHECKING:
    from souq.engine.game import Game

ROUNDS = 5
"""Number of times each speed is measured; the result is the median."""

_COMPILE = """
import sys, time
import numba
from souq.compiling import work
from souq.engine import registry
game = registry.find(sys.argv[1])
began = time.process_time()
for do in work(game):
    do()
print(time.process_time() - began)
"""


@dataclass(frozen=True)
class Speed:
    """Results of one game's benchmark.

    ``search_rollouts`` are iterations of a tree search with random rollouts, ``search_iterations`` those of the bots'
    search; ``clone_ns`` is the time to copy one state within a batch.
    """

    game: str
    players: int
    playout_decisions: float
    playout_games: float
    step_decisions: float
    match_decisions: float
    search_rollouts: float
    search_iterations: float
    clone_ns: float
    compile_cold_s: float
    compile_warm_s: float

    def to_json(self) -> dict[str, Any]:
        """Return the results as JSON values, in the form in which ``souq bench --json`` prints them."""
        return {
            "game": self.game,
            "playout": {
                "decisions_per_cpu_second": round(self.playout_decisions),
                "games_per_cpu_second": round(self.playout_games, 1),
            },
            "step": {
                "decisions_per_second": round(self.step_decisions),
                "match_decisions_per_second": round(self.match_decisions),
            },
            "search": {
                "rollouts_per_second": round(self.search_rollouts),
                "iterations_per_second": round(self.search_iterations),
            },
            "clone_ns": round(self.clone_ns, 2),
            "compile_cold_s": round(self.compile_cold_s, 3),
            "compile_warm_s": round(self.compile_warm_s, 3),
            "players": self.players,
        }


STEPS: dict[str, str] = {
    "playout": "random games in compiled code",
    "step": "stepping through the bindings",
    "match": "stepping through Match",
    "search": "searching",
    "clone": "copying states",
    "compile": "compiling, in processes of their own",
}
"""The parts of a benchmark in the order in which they run, each with a description for the user."""


def measure(
    game: Game, players: int | None = None, seconds: float = 2.0, say: Callable[[str], None] = lambda step: None
) -> Speed:
    """Benchmark a game.

    Args:
        game: the game.
        players: number of seats; by default the fewest the game is meant for.
        seconds: approximate time for each figure.
        say: callback that receives the name of each step (:data:`STEPS`) as it begins.

    Raises:
        BadPlayers: the game doesn't support this number of players.
    """
    seats = game.check_players(game.fewest if players is None else players)
    playout(game, 1, seats)
    say("playout")
    decisions, games = _playouts(game, seats, seconds)
    say("step")
    stepping = _median(lambda round: _stepping(game, seats, seconds / ROUNDS, round))
    say("match")
    matches = _median(lambda round: _matches(game, seats, seconds / ROUNDS, round))
    say("search")
    rollouts = _searching(game, seats, seconds, Manner(depth=ENDLESS, epsilon=1.0))
    iterations = _searching(game, seats, seconds, Manner.of(game))
    say("clone")
    clone = _median(lambda round: _clone_ns(game, seconds / ROUNDS))
    say("compile")
    cold, warm = compile_seconds(game)
    return Speed(game.name, seats, decisions, games, stepping, matches, rollouts, iterations, clone, cold, warm)


def _median(figure: Callable[[int], float]) -> float:
    return statistics.median(figure(round) for round in range(ROUNDS))


def _playouts(game: Game, players: int, seconds: float) -> tuple[float, float]:
    """Measure random games in compiled code on one thread; return decisions and games per CPU-second."""
    began, trial = time.process_time(), 256
    playout(game, trial, players, seed=1)
    a_game = (time.process_time() - began) / trial
    n = max(256, int(seconds / ROUNDS / max(a_game, 1e-9)) // 256 * 256)
    rates = []
    for round in range(ROUNDS):
        began = time.process_time()
        made = playout(game, n, players, seed=n * round).decisions
        spent = time.process_time() - began
        rates.append((made / spent, n / spent))
    return statistics.median(r[0] for r in rates), statistics.median(r[1] for r in rates)


def _stepping(game: Game, players: int, seconds: float, seed: int) -> float:
    """Measure random games that Python code plays step by step; return decisions per CPU-second."""
    bindings, rules = game.bindings, game.option_numbers(game.check_options(None))
    draws = np.random.default_rng(seed).random(1 << 16).tolist()
    made, number = 0, 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        number += 1
        state = bindings.setup(players, rules, (seed, number))
        mask = bindings.deciders(state)
        legal = bindings.legal(state, (mask & -mask).bit_length() - 1)
        while mask:
            choice = legal[int(draws[made & 0xFFFF] * len(legal))]
            legal = bindings.step(state, (mask & -mask).bit_length() - 1, choice)
            mask = bindings.deciders(state)
            made += 1
    return made / spent


def _matches(game: Game, players: int, seconds: float, seed: int) -> float:
    """Measure random games played with a ``Match``, which checks and records them; return decisions per CPU-second."""
    draws = np.random.default_rng(seed).random(1 << 16).tolist()
    made, number = 0, 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        number += 1
        match = Match(game, players, seed=seed * 1000 + number)
        while legal := match.legal():
            match.play(legal[int(draws[made & 0xFFFF] * len(legal))])
            made += 1
    return made / spent


def _searching(game: Game, players: int, seconds: float, manner: Manner) -> float:
    """Measure the tree search at the beginning of a game; return iterations per CPU-second."""
    state = game.bindings.setup(players, game.option_numbers(game.check_options(None)), (3, 4))
    seat = lowest(game.bindings.deciders(state))
    legal, view = game.bindings.legal(state, seat).copy(), game.bindings.hidden(state, seat)

    def made(n: int, seed: int) -> float:
        began = time.process_time()
        think(game, view, seat, legal, seed, iterations=n, manner=manner)
        return time.process_time() - began

    made(8, 0)
    n = max(64, int(64 * seconds / ROUNDS / max(made(64, 1), 1e-9)))
    return _median(lambda round: n / made(n, round))


def _clone_ns(game: Game, seconds: float) -> float:
    """Measure how long it takes to copy one of many positions in an array; return nanoseconds."""
    source = game.State.batch(256)
    target = source.copy()
    from_bytes, to_bytes = source.view(np.uint8), target.view(np.uint8)
    copies, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        for _ in range(100):
            to_bytes[:] = from_bytes
        copies += 100 * len(source)
    return spent / copies * 1e9


def compile_seconds(game: Game) -> tuple[float, float]:
    """Return the seconds to load a game in a fresh process, with an empty cache and with a full one.

    Importing the compiler itself isn't included.
    """
    with tempfile.TemporaryDirectory(prefix="souq-bench-") as cache:
        environment = {**os.environ, "SOUQ_CACHE_DIR": cache}
        command = [sys.executable, "-c", _COMPILE, game.name]
        cold, warm = (
            float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)
            for _ in range(2)
        )
    return cold, warm
