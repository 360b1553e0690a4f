"""The speed of the environments, compared with bare random games and with other libraries.

    python -m bench.envs [GAME ...] [--seconds S] [--without-peers] [--json]

It measures random play on one thread in decisions per CPU-second of this process, after compilation; only the
comparison of two threads with one uses wall-clock time. Rounds of all kinds alternate and the median counts, so that a
busy machine slows all kinds alike. Where a row has a goal, the table says which games reach it. PettingZoo's classics,
OpenSpiel and EnvPool are included if they are installed: ``python -m pip install '.[peers]'``.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numba
import numpy

import souq.envs
from bench import peers
from bench.peers import Loop, policy, rate
from souq.engine import registry
from souq.engine.game import Game
from souq.engine.learn.playout import playout
from souq.engine.present.wording import listed

N = 1024
"""Games in a batch."""
MANY = 4096
"""Games in a batch that threads share; with fewer, waking the threads costs as much as they save."""
ROUNDS = 5
"""Number of measurements of each figure."""
BUSY = 0.97
"""Minimum share of a core that each thread must get for the comparison of threads to count."""


@dataclass(frozen=True)
class Row:
    """A kind of environment: its label, its unit, and its goal."""

    what: str
    unit: str
    bar: float | None = None


PLAYOUT = Row("random games in compiled code (playout)", "M")
BATCH = Row(f"batch of {N:,}: masks, hidden records", "M")
SHARE = Row("the same as a share of playout", "", 0.6)
BARE = Row(f"batch of {N:,}: masks", "M")
FLAT = Row(f"batch of {N:,}: masks, flat observations", "M")
VECTOR = Row(f"Gymnasium's VectorEnv of {N:,}, flat", "M")
THREADS = Row(f"two threads beside one, {MANY:,} games, by the clock", "×", 1.8)
WORKED = Row("the same by the CPU time of both", "×")
SINGLE = Row("batch of one", "k")
RAW = Row("PettingZoo's AEC, raw", "k", 100.0)
WRAPPED = Row("PettingZoo's AEC, with its wrappers", "k", 25.0)
PARALLEL = Row("PettingZoo's parallel environment", "k")
GYM = Row("Gymnasium, own decisions, others random", "k", 50.0)
SPIEL = Row("OpenSpiel, chance drawn while applying", "k")
CHANCE = Row("OpenSpiel, chance in nodes", "k")
SCALE = {"M": 1e6, "k": 1e3}


def main() -> int:
    """Run the benchmarks and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all of them, when left out")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each figure is measured (1)")
    parser.add_argument("--without-peers", action="store_true", help="only our own")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    asked = parser.parse_args()
    games = [registry.find(name) for name in asked.games or sorted(registry.installed())]
    figures = {game.name: measured(game, asked.seconds) for game in games}
    beside = [] if asked.without_peers else list(peers.measured(asked.seconds))
    if asked.json:
        sys.stdout.write(json.dumps(document(figures, beside)) + "\n")
        return 0
    sys.stdout.write(f"{machine()}\n\n{table(games, figures)}\n")
    if beside:
        sys.stdout.write("\n" + "\n".join(each.line() for each in beside) + "\n")
    return 0


# ---- measuring


def measured(game: Game, seconds: float) -> dict[Row, float]:
    """Measure all rows for a game; rows whose library is not installed are left out."""
    kinds = {row: work for row, make in loops().items() if (work := make(game)) is not None}
    rounds: dict[Row, list[float]] = {row: [] for row in (*kinds, SHARE, THREADS, WORKED)}
    one, two = stepping(game, MANY), stepping(game, MANY, threads=2)
    for _ in range(ROUNDS):
        for row, work in kinds.items():
            rounds[row].append(rate(work, seconds / ROUNDS))
        rounds[SHARE].append(rounds[BATCH][-1] / rounds[PLAYOUT][-1])
        rounds[THREADS] += together(one, two, seconds / ROUNDS)
        rounds[WORKED].append(2 * rate(two, seconds / ROUNDS) / rate(one, seconds / ROUNDS))
    return {row: statistics.median(rates) if rates else math.nan for row, rates in rounds.items()}


def loops() -> dict[Row, Callable[[Game], Loop | None]]:
    """Return, for each row, the function that makes a benchmark loop of a game."""
    return {
        PLAYOUT: lambda game: lambda: playout(game, 256, game.company, random.getrandbits(30)).decisions,
        BATCH: lambda game: stepping(game),
        BARE: lambda game: stepping(game, observation="nothing"),
        FLAT: lambda game: stepping(game, observation="flat"),
        VECTOR: in_a_vector,
        SINGLE: alone,
        RAW: lambda game: peers.in_turn(souq.envs.aec(game.name, wrapped=False)),
        WRAPPED: lambda game: peers.in_turn(souq.envs.aec(game.name)),
        PARALLEL: at_once,
        GYM: own_decisions,
        SPIEL: lambda game: spiel(game, 0),
        CHANCE: lambda game: spiel(game, 8),
    }


def stepping(game: Game, n: int = N, **how: Any) -> Loop:
    """Return a loop that steps a batch."""
    games = souq.envs.vector(game.name, n, **how)

    def work() -> int:
        return sum(games.step(games.picks) for _ in range(4))

    return work


def alone(game: Game) -> Loop:
    """Return a loop that steps a batch of one, with one Python call per step."""
    games = souq.envs.vector(game.name, 1)

    def work() -> int:
        return sum(games.step(games.picks) for _ in range(1000))

    return work


def in_a_vector(game: Game) -> Loop:
    """Return a loop that steps Gymnasium's vector environment, which copies its arrays."""
    from souq.envs.vector_env import SouqVectorEnv

    env = SouqVectorEnv(game.name, N)
    env.reset(seed=1)

    def work() -> int:
        for _ in range(4):
            env.step(env.games.picks)
        return 4 * N

    return work


def at_once(game: Game) -> Loop:
    """Return a loop over whole games of the parallel environment; actions other than waiting count as decisions."""
    env = souq.envs.parallel(game.name)

    def work() -> int:
        seen, _ = env.reset()
        made = 0
        while env.agents:
            actions = {agent: policy(each["action_mask"]) for agent, each in seen.items()}
            made += sum(action != env.wait for action in actions.values())
            seen, *_ = env.step(actions)
        return made

    return work


def own_decisions(game: Game) -> Loop:
    """Return a loop over whole games of one agent against random opponents."""
    from souq.envs.gym import SouqEnv

    env = SouqEnv(game.name)

    def work() -> int:
        _, info = env.reset()
        made, over = 0, False
        while not over:
            _, _, over, _, info = env.step(policy(info["action_mask"]))
            made += 1
        return made

    return work


def spiel(game: Game, outcomes: int) -> Loop | None:
    """Return a loop over whole games as OpenSpiel games; None if it isn't installed."""
    try:
        from souq.envs.openspiel import load
    except ModuleNotFoundError:
        return None
    return peers.in_spiel(load(game.name, outcomes=outcomes, recall=False))


def together(one: Loop, two: Loop, seconds: float) -> list[float]:
    """Return the wall-clock speed-up of two threads over one; an empty list if either lacked idle cores."""
    single, alone = by_the_clock(one, seconds)
    double, both = by_the_clock(two, seconds)
    return [double / single] if alone >= BUSY and both >= 2 * BUSY else []


def by_the_clock(work: Loop, seconds: float) -> tuple[float, float]:
    """Return the decisions per wall-clock second, and the average number of cores this process used."""
    work()
    made, spent, began = 0, time.process_time(), time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        made += work()
    return made / took, (time.process_time() - spent) / took


# ---- telling


def table(games: list[Game], figures: dict[str, dict[Row, float]]) -> str:
    """Return all results as a Markdown table with a column per game, the goal, and which games reach it."""
    heads = ["decisions per CPU-second", "bar", *(f"{game.title}, {game.company}" for game in games), "met"]
    lines = [heads]
    for row in rows(figures):
        got = [figures[game.name].get(row, math.nan) for game in games]
        bar = "" if row.bar is None else f"≥ {formatted(row, row.bar * SCALE.get(row.unit, 1))}"
        lines.append([row.what, bar, *(formatted(row, each) for each in got), met(row, games, got)])
    wide = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    lines.insert(1, ["-" * width for width in wide])
    text = (
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, wide, strict=True)) + " |" for line in lines
    )
    return "\n".join(text)


def rows(figures: dict[str, dict[Row, float]]) -> Iterator[Row]:
    """Return the rows that were measured, in order."""
    order = [
        PLAYOUT,
        BATCH,
        SHARE,
        BARE,
        FLAT,
        VECTOR,
        THREADS,
        WORKED,
        SINGLE,
        RAW,
        WRAPPED,
        PARALLEL,
        GYM,
        SPIEL,
        CHANCE,
    ]
    return (row for row in order if any(row in each for each in figures.values()))


def formatted(row: Row, figure: float) -> str:
    """Format a figure in the unit of its row."""
    if math.isnan(figure):
        return "–"
    if row.unit in SCALE:
        return f"{figure / SCALE[row.unit]:.3g} {row.unit}"
    return f"{figure:.2f} {row.unit}" if row.unit else f"{figure:.3f}"


def met(row: Row, games: list[Game], got: list[float]) -> str:
    """Say whether all games reach a row's goal, or which don't."""
    if row.bar is None:
        return ""
    if any(map(math.isnan, got)):
        return f"not measured: this machine has {os.cpu_count()} cores, and not two of them were idle"
    short = [g.title for g, each in zip(games, got, strict=True) if not each >= row.bar * SCALE.get(row.unit, 1)]
    return f"not by {listed(short)}" if short else "yes"


def machine() -> str:
    """Describe the machine, the versions and the current load."""
    load, versions = os.getloadavg()[0], f"NumPy {numpy.__version__}, Numba {numba.__version__}"
    return f"Python {platform.python_version()}, {versions}; {os.cpu_count()} cores, on average {load:.1f} wanted."


def document(figures: dict[str, dict[Row, float]], beside: list[peers.Peer]) -> dict[str, Any]:
    """Return the results as JSON values."""
    ours = {
        name: [{**asdict(row), "figure": None if math.isnan(each) else round(each, 3)} for row, each in found.items()]
        for name, found in figures.items()
    }
    return {"games": ours, "peers": [asdict(each) for each in beside], "machine": machine()}


if __name__ == "__main__":
    sys.exit(main())
