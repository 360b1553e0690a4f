"""How fast our environments are, beside bare random games and beside other people's, in one run.

    python -m bench.envs [GAME ...] [--seconds S] [--without-peers] [--json]

Random play on one thread, in decisions per CPU-second of this process, with everything compiled before; only two
threads are held against one by the clock. Rounds of all kinds alternate and their median counts, so that a busy machine
slows all of them alike. Where there is a bar, the table says who meets it. PettingZoo's classics, OpenSpiel and EnvPool
stand beside ours where they are installed: ``python -m pip install '.[peers]'``.
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
"""Games in a batch that threads share: with fewer, waking them costs as much as they do."""
ROUNDS = 5
"""Times each figure is measured."""
BUSY = 0.97
"""So much of a core each thread has to get, or the clock says nothing about threads."""


@dataclass(frozen=True)
class Row:
    """One kind of environment: what it is, how it is shown, and the bar."""

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
    """Measure, and print the tables."""
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
        sys.stdout.write("\n" + "\n".join(each.told() for each in beside) + "\n")
    return 0


# ---- measuring


def measured(game: Game, seconds: float) -> dict[Row, float]:
    """Everything about one game; what is not installed is left out."""
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
    """What is measured: for each row, what makes of a game something that plays on and counts its decisions."""
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
    """A batch that is stepped."""
    games = souq.envs.vector(game.name, n, **how)

    def work() -> int:
        return sum(games.step(games.picks) for _ in range(4))

    return work


def alone(game: Game) -> Loop:
    """A batch of one, which is a call from Python a step."""
    games = souq.envs.vector(game.name, 1)

    def work() -> int:
        return sum(games.step(games.picks) for _ in range(1000))

    return work


def in_a_vector(game: Game) -> Loop:
    """Gymnasium's batch, which gives copies away."""
    from souq.envs.vector_env import SouqVectorEnv

    env = SouqVectorEnv(game.name, N)
    env.reset(seed=1)

    def work() -> int:
        for _ in range(4):
            env.step(env.games.picks)
        return 4 * N

    return work


def at_once(game: Game) -> Loop:
    """Whole games in which all agents are asked in each round; a decision is an action that does not wait."""
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
    """Whole games of one agent against chance."""
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
    """Whole games as OpenSpiel's."""
    try:
        from souq.envs.openspiel import load
    except ModuleNotFoundError:
        return None
    return peers.in_spiel(load(game.name, outcomes=outcomes, recall=False))


def together(one: Loop, two: Loop, seconds: float) -> list[float]:
    """How much faster two threads are than one by the clock; nothing where either did not get its cores."""
    single, alone = by_the_clock(one, seconds)
    double, both = by_the_clock(two, seconds)
    return [double / single] if alone >= BUSY and both >= 2 * BUSY else []


def by_the_clock(work: Loop, seconds: float) -> tuple[float, float]:
    """Decisions a second, and how many cores this process got."""
    work()
    made, spent, began = 0, time.process_time(), time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        made += work()
    return made / took, (time.process_time() - spent) / took


# ---- telling


def table(games: list[Game], figures: dict[str, dict[Row, float]]) -> str:
    """All figures in columns, a game each, with the bar and who meets it."""
    heads = ["decisions per CPU-second", "bar", *(f"{game.title}, {game.company}" for game in games), "met"]
    lines = [heads]
    for row in rows(figures):
        got = [figures[game.name].get(row, math.nan) for game in games]
        bar = "" if row.bar is None else f"≥ {shown(row, row.bar * SCALE.get(row.unit, 1))}"
        lines.append([row.what, bar, *(shown(row, each) for each in got), met(row, games, got)])
    wide = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    lines.insert(1, ["-" * width for width in wide])
    told = (
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, wide, strict=True)) + " |" for line in lines
    )
    return "\n".join(told)


def rows(figures: dict[str, dict[Row, float]]) -> Iterator[Row]:
    """The rows in order, those that were measured."""
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


def shown(row: Row, figure: float) -> str:
    """A figure in the unit of its row."""
    if math.isnan(figure):
        return "–"
    if row.unit in SCALE:
        return f"{figure / SCALE[row.unit]:.3g} {row.unit}"
    return f"{figure:.2f} {row.unit}" if row.unit else f"{figure:.3f}"


def met(row: Row, games: list[Game], got: list[float]) -> str:
    """Who meets the bar of a row."""
    if row.bar is None:
        return ""
    if any(map(math.isnan, got)):
        return f"not measured: this machine has {os.cpu_count()} cores, and not two of them were idle"
    short = [g.title for g, each in zip(games, got, strict=True) if not each >= row.bar * SCALE.get(row.unit, 1)]
    return f"not by {listed(short)}" if short else "yes"


def machine() -> str:
    """On what this was measured, and how busy it was."""
    load, versions = os.getloadavg()[0], f"NumPy {numpy.__version__}, Numba {numba.__version__}"
    return f"Python {platform.python_version()}, {versions}; {os.cpu_count()} cores, on average {load:.1f} wanted."


def document(figures: dict[str, dict[Row, float]], beside: list[peers.Peer]) -> dict[str, Any]:
    """The published form."""
    ours = {
        name: [{**asdict(row), "figure": None if math.isnan(each) else round(each, 3)} for row, each in found.items()]
        for name, found in figures.items()
    }
    return {"games": ours, "peers": [asdict(each) for each in beside], "machine": machine()}


if __name__ == "__main__":
    sys.exit(main())
