"""The rules of a loaded game in a form that its states share: compiled code, parameters, and how chance is drawn."""

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
"""Number in place of a player when the game is over."""
OPENINGS = 1024
"""Number of outcomes of the chance node at the beginning of a game, with ``chance=sampled``."""


class Cause(NamedTuple):
    """The reason why chance is drawn: the setup, a deal of what is hidden from everybody, or a seat's choice."""

    what: Literal["setup", "deal", "choice"]
    seat: int = SPECTATOR
    choice: int = 0
    waited: int = 0
    """Number of decisions in a row that counted towards the time limit before."""


class Reached(NamedTuple):
    """The situation after a choice: who decides next, with which legal choices, and whether chance was drawn."""

    player: int
    legal: list[int]
    drew: int
    """Number of blocks of random numbers that the record has drawn since its counter was set to 0."""
    waited: int


class Rules:
    """The rules of a loaded game. All its states share one object."""

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
        """Pickle only the parameters, from which unpickling finds the shared object again."""
        return rules, (self.parameters,)

    def key(self, sampler: Callable[[], float] | None = None) -> tuple[int, int]:
        """Return two random 32-bit numbers from which a position draws chance.

        ``sampler`` is OpenSpiel's source of random numbers from 0 to 1, if it gives one.
        """
        if sampler is None:
            return self.random.getrandbits(32), self.random.getrandbits(32)
        return int(sampler() * 2**32) & WORD, int(sampler() * 2**32) & WORD

    def advance(self, record: Batch, seat: int, choice: int, waited: int, through: bool) -> Reached:
        """Carry out a choice in ``record``, then what the clock decides and, if ``through``, all forced decisions."""
        self._facts[WAITED] = waited
        n = self._advanced(record, seat, choice, through, self.window, self._facts, self.choices, self.out)
        return Reached(int(self.out[0]), self.choices[:n].tolist(), int(self.out[2]), int(self._facts[WAITED, 0]))

    def decider(self, record: Batch, last: int) -> tuple[int, list[int]]:
        """Return the seat that decides next if seat ``last`` decided before, and its legal choices."""
        mask = self.bindings.deciders(record)
        if not mask:
            return OVER, []
        seat = lowest(mask) if last < 0 else next_decider(mask, last)
        return int(seat), self.bindings.legal(record, seat).tolist()

    # ---- where a game begins

    @functools.cached_property
    def blank(self) -> Batch:
        """Record to copy for a new game: the position to start from, or an empty one."""
        state = self.game.State.new() if self.table.position is None else clone(self.table.position)
        state["n_events"] = -1
        return state

    @functools.cached_property
    def cause(self) -> Cause:
        """The reason for the first chance node of a game."""
        return Cause("setup") if self.table.position is None else Cause("deal")

    # ---- chance

    def drawn(self, record: Batch, cause: Cause, key: tuple[int, int]) -> tuple[Batch, int]:
        """Return the position after a draw with ``key``, and the number of decisions towards the time limit."""
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
        """Return the position after the random numbers in ``script`` are drawn, if the rules need no others.

        Otherwise return a description of the next number to be drawn.
        """
        if cause.what == "setup":
            return branching.opening(self.game, self.players, self.table.options, script)
        if cause.what == "deal":
            return branching.guess(self.game, record, cause.seat, script)
        return branching.after(self.game, record, cause.seat, cause.choice, script)

    @functools.cached_property
    def one_deal(self) -> bool:
        """Whether nothing is dealt at the beginning, so that the game doesn't begin with a chance node."""
        return len(self.deals) == 1 if self.exact else not isinstance(self.branch(self.blank, self.cause, ()), Draw)

    @functools.cached_property
    def deals(self) -> list[tuple[Batch, Fraction]]:
        """All possible deals of what is hidden from everybody at the beginning, each with its probability."""
        found = branching.guesses(self.game, self.blank, SPECTATOR)
        return [(_read(made, self.blank), probability) for made, probability in sorted(found.items())]


def _read(made: bytes, like: Batch) -> Batch:
    return np.ndarray(like.shape, like.dtype, bytearray(made))


def key_of(first: int, second: int, outcome: int) -> tuple[int, int]:
    """Return the key from which chance is drawn for an outcome of a position with the key ``(first, second)``."""
    made = mixed(mixed(first << 32 | second) + outcome)
    return made >> 32, made & 0xFFFFFFFF


@functools.cache
def rules(parameters: Parameters) -> Rules:
    """Return the rules for some parameters; equal parameters give the same object."""
    return Rules(parameters)
