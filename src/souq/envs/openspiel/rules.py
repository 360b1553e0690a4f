"""What all positions of a loaded game share: the compiled rules, its parameters, and how chance is drawn."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal, NamedTuple

import numpy as np

from souq.bots.base import mixed
from souq.engine import registry
from souq.engine.learn.playout import WORD, next_decider
from souq.engine.learn.stepping import N_FACTS, WAITED, advanced
from souq.engine.match import branching
from souq.engine.match.branching import Draw
from souq.engine.match.decision import SPECTATOR
from souq.engine.rules.bits import lowest
from souq.engine.rules.generic import instantiate
from souq.engine.rules.record import Batch, clone
from souq.envs.openspiel.parameters import Parameters

OVER = -1
"""Nobody decides: the game is over."""
OPENINGS = 1024
"""Into how many keys the chance of a setup, or of a deal, is divided where chance is sampled."""


class Cause(NamedTuple):
    """What draws: the setup, a deal of what nobody can know, or a seat's choice."""

    what: Literal["setup", "deal", "choice"]
    seat: int = SPECTATOR
    choice: int = 0
    waited: int = 0
    """For how many decisions time has run before it."""


class Reached(NamedTuple):
    """What came of a choice: who decides then, between what, the chance drawn, and how long time has run."""

    player: int
    legal: list[int]
    drew: int
    """Blocks of chance since the record began to count."""
    waited: int


class Rules:
    """A loaded game. There is one for each set of parameters in a process."""

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters
        self.game = registry.find(parameters.game)
        self.bindings = self.game.bindings
        self.table = parameters.table
        self.players = self.table.players
        self.exact = parameters.chance == "exact"
        self.outcomes = parameters.outcomes
        self.window = parameters.window
        self._advanced = instantiate(advanced, self.game)
        self._facts = np.zeros((N_FACTS, 1), np.int64)
        self.choices = np.zeros(self.game.n_choices, np.int16)
        self.out = np.zeros(3, np.int64)
        self.random = random.Random()

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy as the same object: OpenSpiel copies and pickles everything that a position holds."""
        return rules, (self.parameters,)

    def key(self, sampler: Callable[[], float] | None = None) -> tuple[int, int]:
        """Return a new chance key, drawn by ``sampler`` (numbers from 0 to 1) or else at random."""
        if sampler is None:
            return self.random.getrandbits(32), self.random.getrandbits(32)
        return int(sampler() * 2**32) & WORD, int(sampler() * 2**32) & WORD

    def advance(self, record: Batch, seat: int, choice: int, waited: int, through: bool) -> Reached:
        """Carry out a choice, what time decides after it and, if ``through``, all decisions with one option."""
        self._facts[WAITED] = waited
        n = self._advanced(record, seat, choice, through, self.window, self._facts, self.choices, self.out)
        return Reached(int(self.out[0]), self.choices[:n].tolist(), int(self.out[2]), int(self._facts[WAITED, 0]))

    def look(self, record: Batch, last: int) -> tuple[int, list[int]]:
        """Return which seat decides after ``last``, and between which choices."""
        mask = self.bindings.deciders(record)
        if not mask:
            return OVER, []
        seat = lowest(mask) if last < 0 else next_decider(mask, last)
        return int(seat), self.bindings.legal(record, seat).tolist()

    # ---- where a game begins

    @functools.cached_property
    def blank(self) -> Batch:
        """The record that a new game is made from: a position to begin from, or an empty one."""
        state = self.game.State.new() if self.table.position is None else clone(self.table.position)
        state["n_events"] = -1
        return state

    @functools.cached_property
    def cause(self) -> Cause:
        """What is drawn before anybody decides."""
        return Cause("setup") if self.table.position is None else Cause("deal")

    # ---- chance

    def drawn(self, record: Batch, cause: Cause, key: tuple[int, int]) -> tuple[Batch, int]:
        """Return the position after a cause with this key, which it then has, and how long time has run."""
        waited = 0
        if cause.what == "setup":
            made = self.bindings.setup(self.players, list(self.table.numbers), key)
        elif cause.what == "deal":
            made = self.bindings.determinized(record, cause.seat, key)
        else:
            made = clone(record)
            made["key"], made["draws"] = key, 0
            waited = self.advance(made, cause.seat, cause.choice, cause.waited, through=False).waited
        made["n_events"] = -1
        return made, waited

    def branch(self, record: Batch, cause: Cause, script: tuple[int, ...]) -> Draw | Batch:
        """Return the position after a cause when ``script`` is drawn, or the next draw."""
        if cause.what == "setup":
            return branching.opening(self.game, self.players, self.table.options, script)
        if cause.what == "deal":
            return branching.guess(self.game, record, cause.seat, script)
        return branching.after(self.game, record, cause.seat, cause.choice, script)

    @functools.cached_property
    def one_deal(self) -> bool:
        """Whether nothing is to be dealt where the game begins."""
        return len(self.deals) == 1 if self.exact else not isinstance(self.branch(self.blank, self.cause, ()), Draw)

    @functools.cached_property
    def deals(self) -> list[tuple[Batch, Fraction]]:
        """All that nobody can know where the game begins, each once, with its probability."""
        found = branching.guesses(self.game, self.blank, SPECTATOR)
        return [(_read(made, self.blank), probability) for made, probability in sorted(found.items())]


def _read(made: bytes, like: Batch) -> Batch:
    return np.ndarray(like.shape, like.dtype, bytearray(made))


def key_of(first: int, second: int, outcome: int) -> tuple[int, int]:
    """Return the key of an outcome at a chance node with this key."""
    made = mixed(mixed(first << 32 | second) + outcome)
    return made >> 32, made & 0xFFFFFFFF


@functools.cache
def rules(parameters: Parameters) -> Rules:
    """Return the rules of a loaded game."""
    return Rules(parameters)
