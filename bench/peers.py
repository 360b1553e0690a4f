"""Random play in other libraries' environments: PettingZoo's classics, games of OpenSpiel and of EnvPool."""

from __future__ import annotations

import importlib
import os
import random
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from souq.extras import install

Loop = Callable[[], int]
"""A function that plays on and returns the number of decisions it made."""

CLASSICS = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "texas_holdem_no_limit_v6", "chess_v6")
SPIELS = ("backgammon", "gin_rummy", "hearts", "leduc_poker", "tic_tac_toe")
POOLS = ("Backgammon-v1", "Othello-v1", "LeducHoldem-v1", "Go9x9-v1", "Chess-v1")
POOLED = 256
"""Games in a batch of EnvPool; it is slower with more."""


@dataclass(frozen=True)
class Peer:
    """An environment of another library and its decisions per CPU-second, or the reason why it wasn't measured."""

    name: str
    figure: float | None
    why: str = ""

    def line(self) -> str:
        """Format the result as a line of text."""
        return f"{self.name:44} {self.why if self.figure is None else f'{self.figure / 1e3:8.1f} k'}"


def rate(work: Loop, seconds: float) -> float:
    """Return the decisions per CPU-second of this process, including threads of libraries."""
    work()
    made, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        made += work()
    return made / spent


def policy(mask: NDArray[np.int8]) -> int:
    """Return a random legal action, as cheaply as a Python policy can."""
    legal = mask.nonzero()[0]
    return int(legal[int(random.random() * len(legal))])


def measured(seconds: float) -> Iterator[Peer]:
    """Measure all environments; for those that aren't installed, say so."""
    for name, made in _all():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                yield Peer(name, round(rate(made(), seconds), 1))
        except ImportError as missing:
            yield Peer(name, None, f"left out: {missing.name or missing} is not installed ({install('peers')})")


def _all() -> Iterator[tuple[str, Callable[[], Loop]]]:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    for name in CLASSICS:
        yield f"PettingZoo {name}", partial(_classic, name)
    for name in SPIELS:
        yield f"OpenSpiel {name}, from Python", partial(_spiel, name)
    for name in POOLS:
        yield f"EnvPool {name}, batch of {POOLED}", partial(in_pool, name)


def _classic(name: str) -> Loop:
    return in_turn(_module(f"pettingzoo.classic.{name}").env())


def _spiel(name: str) -> Loop:
    return in_spiel(_module("pyspiel").load_game(name))


def _module(name: str) -> Any:
    return importlib.import_module(name)


def in_turn(env: Any) -> Loop:
    """Return a loop over whole games of an AEC environment, which requests the observation at every step."""

    def work() -> int:
        env.reset()
        made = 0
        for _ in env.agent_iter():
            seen, _, ended, cut, info = env.last()
            if ended or cut:
                env.step(None)
                continue
            env.step(policy(seen["action_mask"] if "action_mask" in seen else info["action_mask"]))
            made += 1
        return made

    return work


def in_spiel(game: Any) -> Loop:
    """Return a loop over whole OpenSpiel games; chance doesn't count as decisions."""

    def work() -> int:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            state.apply_action(random.choice(state.legal_actions()))
            made += 1
        return made

    return work


def in_pool(name: str) -> Loop:
    """Return a loop that steps a batch of EnvPool on one thread.

    Each action is the first legal one at or after a random number, which is cheap to find.
    """
    env = _module("envpool").make_gymnasium(name, num_envs=POOLED, num_threads=1)
    _, info = env.reset()

    def work() -> int:
        nonlocal info
        mask = info["legal_action_mask"]
        first = random.randrange(mask.shape[1])
        actions = (np.roll(mask, -first, axis=1).argmax(axis=1) + first) % mask.shape[1]
        *_, info = env.step(actions.astype(np.int32))
        return POOLED

    return work
