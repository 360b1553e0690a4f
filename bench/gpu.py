"""The speed of games on a graphics card, compared with one CPU core and with Pgx on the same card.

    python -m bench.gpu [GAME ...] [--seconds S] [--batch N] [--without-peers] [--json]

It measures random play in decisions per wall-clock second; for the core, per CPU-second. Data stay on the card, except
for the results of random games, which are copied back. Everything is compiled before measuring, and rounds of souq's
own kinds alternate, so that a busy machine slows all of them alike. Pgx's games come last, if it is installed with a
JAX that supports the card: ``pip install pgx 'jax[cuda13]'``. Pgx makes an observation in every step, so compare it
with *masks, flat*.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import itertools
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import souq.gpu
from bench.envs import machine
from bench.peers import Loop, rate
from souq.engine import registry
from souq.engine.errors import SouqError
from souq.engine.game import Game
from souq.engine.learn.playout import playout
from souq.envs.spec import Observation

ROUNDS = 5
"""Number of measurements of each figure; the median counts."""
GAMES = 1 << 20
"""Random games per call, enough to occupy all threads of a card."""
STEPS = 64
"""Steps of a batch between two readings of the clock."""
PEERS = ("backgammon", "sparrow_mahjong", "go_9x9", "chess")
"""The games of Pgx that are most similar to souq's: dice, hidden hands, a board, many choices."""
RANDOM = "random games"
GOAL = 1e9
"""The goal: decisions per second of random games of Desert Bazaar."""


@dataclass(frozen=True)
class Figure:
    """Decisions per second of a game, of souq or of Pgx, or the reason why it wasn't measured."""

    game: str
    what: str
    figure: float | None
    why: str = ""

    def line(self) -> str:
        """Format the figure as a line of text."""
        goal = f"   (goal: {GOAL / 1e6:,.0f} M)" if (self.game, self.what) == ("desert_bazaar", RANDOM) else ""
        figure = self.why if self.figure is None else f"{self.figure / 1e6:10,.1f} M{goal}"
        return f"{self.game:18} {self.what:36} {figure}"


def main() -> int:
    """Measure, and print a line for each figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all of them, when left out")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each figure is measured (5)")
    parser.add_argument("--batch", type=int, default=1 << 17, help="games in a batch (131,072)")
    parser.add_argument("--without-peers", action="store_true", help="only our own")
    parser.add_argument("--json", action="store_true", help="a JSON document a line")
    asked = parser.parse_args()
    games = [registry.find(name) for name in asked.games or sorted(registry.installed())]
    try:
        from souq.gpu.cards import needed

        needed()
    except (SouqError, ModuleNotFoundError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write((json.dumps({"machine": where()}) if asked.json else f"{where()}\n") + "\n")
    figures = itertools.chain.from_iterable(measured(game, asked.batch, asked.seconds) for game in games)
    beside = () if asked.without_peers else peers(asked.batch, asked.seconds)
    for each in itertools.chain(figures, beside):  # print each at once: later ones may fail or take too long
        sys.stdout.write((json.dumps(asdict(each)) if asked.json else each.line()) + "\n")
        sys.stdout.flush()
    return 0


def where() -> str:
    """Describe the card and the machine."""
    from souq.gpu.cards import cuda

    card = cuda.get_current_device()
    name = card.name.decode() if isinstance(card.name, bytes) else card.name
    return f"{name}. {machine()}"


# ---- ours


def measured(game: Game, batch: int, seconds: float) -> list[Figure]:
    """Measure random games and batches on the card, and random games on a core."""
    card: dict[str, Loop] = {
        RANDOM: lambda: souq.gpu.playout(game, GAMES, game.company).decisions,
        f"batch of {batch:,}: masks": stepping(game, batch, "nothing"),
        f"batch of {batch:,}: masks and records": stepping(game, batch, "records"),
        f"batch of {batch:,}: masks, flat": stepping(game, batch, "flat"),
    }
    kinds: dict[str, Callable[[float], float]] = {
        f"{RANDOM}, one core": functools.partial(rate, lambda: playout(game, 256, game.company).decisions),
        **{what: functools.partial(by_the_clock, work) for what, work in card.items()},
    }
    rounds: dict[str, list[float]] = {what: [] for what in kinds}
    for _ in range(ROUNDS):
        for what, measure in kinds.items():
            rounds[what].append(measure(seconds / ROUNDS))
    return [Figure(game.name, what, statistics.median(rates)) for what, rates in rounds.items()]


def stepping(game: Game, batch: int, observation: Observation) -> Loop:
    """Return a loop that steps a batch with random actions."""
    games = souq.gpu.vector(game, batch, game.company, observation=observation)
    before = games.decisions

    def work() -> int:
        nonlocal before
        for _ in range(STEPS):
            games.step(games.picks)
        now = games.decisions  # waits for the card
        made, before = now - before, now
        return made

    return work


def by_the_clock(work: Loop, seconds: float) -> float:
    """Return the decisions per wall-clock second."""
    work()
    made, began = 0, time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        made += work()
    return made / took


# ---- Pgx


def peers(batch: int, seconds: float) -> Iterator[Figure]:
    """Measure Pgx's games, if Pgx is installed and its JAX supports the card."""
    for name in PEERS:
        what = f"Pgx, batch of {batch:,}"
        try:
            jax = importlib.import_module("jax")
            if jax.default_backend() == "cpu":
                yield Figure(name, what, None, "left out: JAX sees no card (pip install 'jax[cuda13]')")
                continue
            yield Figure(name, what, by_the_clock(in_pgx(name, batch), seconds))
        except ImportError as missing:
            yield Figure(name, what, None, f"left out: {missing.name or missing} is not installed (pip install pgx)")
        except Exception as error:  # whatever JAX raises where memory or time runs out
            yield Figure(name, what, None, f"left out: {type(error).__name__}: {str(error)[:120]}")


def in_pgx(name: str, batch: int, steps: int = STEPS) -> Loop:
    """Return a loop that steps a batch of Pgx with random legal actions and automatic resets, on JAX's device."""
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    again = importlib.import_module("pgx.experimental").auto_reset
    env = pgx.make(name)
    step = jax.vmap(again(env.step, env.init))

    def once(carry: Any, _: None) -> tuple[Any, None]:
        state, key = carry
        key, choosing, stepping = jax.random.split(key, 3)
        likely = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        action = jax.random.categorical(choosing, likely, axis=-1)
        return (step(state, action, jax.random.split(stepping, batch)), key), None

    many = jax.jit(lambda carry: jax.lax.scan(once, carry, None, length=steps)[0])
    first, key = jax.random.split(jax.random.PRNGKey(1))
    carry = jax.vmap(env.init)(jax.random.split(first, batch)), key

    def work() -> int:
        nonlocal carry
        carry = jax.block_until_ready(many(carry))
        return batch * steps

    return work


if __name__ == "__main__":
    sys.exit(main())
