"""Arrays with the state of one or many games, and the compiled code that steps the games."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from souq.compiling import announced
from souq.engine.game import Game
from souq.engine.learn import stepping
from souq.engine.learn.evaluation import weights_of
from souq.engine.learn.observations import Form, Observing
from souq.engine.learn.stepping import ACTION, COUNT, DONE, HIGH, ILLEGAL, LOW, PICK, PLY, REWARD, SEAT, WHERE
from souq.engine.rules import seeds
from souq.engine.rules.generic import instantiate
from souq.engine.rules.record import Batch, quiet
from souq.envs.spec import NOTHING, EnvSpec
from souq.envs.tables import Table

WORD = 0xFFFFFFFF

ALIGNED = 64
"""Multiple, in bytes, at which each array begins in memory. XLA, and so JAX, would copy arrays that begin elsewhere."""


class BaseGames:
    """Base class of batches of games that are played with equal settings, in main memory or on a GPU.

    Attributes:
        table: the game with its seats, options and start.
        game: the game.
        players: number of seats of each game.
        options: every option of the game and its value.
        n: number of games.
        returns: the kind of rewards, see :data:`~souq.envs.spec.Returns`.
        observation: the form of observations.
        autoreset: when a finished game begins again.
    """

    _together = ALIGNED
    """Multiple to which the number of games is rounded up when arrays are allocated."""

    def __init__(self, spec: EnvSpec) -> None:
        """Check the arguments in ``spec`` and store them; subclasses allocate the arrays."""
        table = spec.table
        self.table, self.game, self.players, self.options = table, table.game, table.players, table.options
        self.returns, self.observation = spec.returns, spec.observation
        self.n, self.autoreset = spec.n, spec.autoreset
        same, points, seen = spec.autoreset == "same", spec.returns == "points", spec.observation != NOTHING
        terms = [0, 0, self.players, spec.window, spec.through, same, points, seen, spec.redeal, *table.numbers, 0]
        self._terms: NDArray[np.int64] = np.array(terms, np.int64)
        self._names = turned_names(self.game, self.players)
        self._places = -(-self.n // self._together) * self._together  # so that each row is aligned

    def seed(self, seed: int) -> None:
        """Set the seed for games that begin from now on, each with a seed of its own derived from this one.

        Raises:
            BadSeed: it isn't a whole number of 64 bits.
        """
        number = seeds.checked(seed)
        self._terms[LOW], self._terms[HIGH] = number & WORD, number >> 32 & WORD


class Games(BaseGames):
    """``n`` games at identical tables. All arrays are allocated once and written in place.

    Seats are absolute numbers in ``seats`` and ``rewards``. Masks, actions, picks and observations are relative to the
    deciding seat: it is 0, and the next round the table is 1.

    Attributes:
        seats: (n) int64, the deciding seat; in a finished game, the last one.
        masks: (n, choices) int8, 1 where a choice is legal. In a finished game only action 0 is 1, so that there is
            something to sample; the action is ignored, since the next step begins another game.
        records: (n) what the deciding seat may know: the game's ``State`` without its event list, hidden fields blank.
            Seats are absolute.
        rewards: (n, players) float32, each seat's reward for the last step.
        dones: (n) int8, whether the last step ended a game.
        illegal: (n) int8, whether the last action was illegal, and so did nothing.
        picks: (n) int64, a legal action at random.
        counts: (n) int64, games begun.
        plies: (n) int64, decisions of the game so far, including forced ones.
    """

    def __init__(self, spec: EnvSpec) -> None:
        """Allocate the arrays; games begin with :meth:`run`."""
        super().__init__(spec)
        game, players, places, n = self.game, self.players, self._places, self.n
        self._all = all_records(self.table, places)
        self._bytes = self._all.view(np.uint8)
        self._true: Batch = self._all[:n]
        self.records: Batch = self._all[places : places + n]
        self._facts = aligned((stepping.N_FACTS, places), np.int64)
        facts = self._facts[:, :n]
        self._actions, self.seats, self.picks = facts[ACTION], facts[SEAT], facts[PICK]
        self.counts, self.plies = facts[COUNT], facts[PLY]
        self._flags = aligned((stepping.N_FLAGS, places), np.int8)
        flags = self._flags[:, :n]
        self._where, self.dones, self.illegal = flags[WHERE], flags[DONE], flags[ILLEGAL]
        self._where[:] = 1
        self._paid = aligned((2, places, players), np.float32)
        self.rewards = self._paid[REWARD, :n]
        self.masks: NDArray[np.int8] = aligned((n, max(game.n_choices, 1)), np.int8)
        self._arrays = self._terms, self._names, self._all, self._facts, self._flags, self._paid, self.masks
        self._stepped = compiled(stepping.stepped, game)
        self._valued = compiled(stepping.valued, game) if self.returns == "potential" else None
        with announced(game):
            self.run(stepping.STEP, 0, 0, *self.scratch())  # steps no games, but compiles the code now

    _made_with: tuple[tuple[Any, ...], dict[str, Any]] = ((), {})
    """Arguments of the constructor, stored for pickling and copying."""

    def __reduce__(self) -> tuple[Any, ...]:
        args, named = self._made_with
        return functools.partial(type(self), *args, **named), (), self._held()

    def __setstate__(self, held: dict[str, Any]) -> None:
        for name, value in held.items():
            if isinstance(value, np.ndarray):
                getattr(self, name)[...] = value
            else:
                setattr(self, name, value)

    def _held(self) -> dict[str, Any]:
        """Return the arrays that change from step to step, for pickling and copying."""
        return {name: getattr(self, name) for name in ("_terms", "_bytes", "_facts", "_flags", "_paid", "masks")}

    def run(self, verb: int, lo: int, hi: int, choices: NDArray[np.int16], numbers: NDArray[np.int64]) -> int:
        """Do ``verb`` (begin, step or observe) with the selected games from ``lo`` up to ``hi``.

        Return the number of decisions made.
        """
        made = self._stepped(verb, lo, hi, *self._arrays, choices, numbers)
        if self._valued is not None and verb != stepping.LOOK:
            chances = np.zeros((2, 64))
            self._valued(lo, hi, weights_of(self.game), self._all, self._flags, self._paid, chances[0], chances[1])
        return int(made)

    def scratch(self) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
        """Return working memory for a call of :meth:`run`. Threads that run at the same time need one each."""
        return np.zeros(self.masks.shape[1], np.int16), np.zeros(64, np.int64)


@functools.lru_cache(64)
def observing(game: Game, players: int, form: Form) -> Observing:
    """Return the object that converts what a seat sees to an array of numbers; it is cached and shared."""
    return Observing(game, players, form)


@functools.lru_cache(64)
def turned_names(game: Game, players: int) -> NDArray[np.int16]:
    """Return tables that convert between the game's choices and a seat's actions, (2 * players, choices).

    The first ``players`` rows give the action for each choice, the others the choice for each action. Actions number
    the seats from the acting seat.
    """
    called = np.array([game.choices.turned(by, players) for by in range(players)], np.int16)
    made = np.concatenate([called, np.argsort(called, axis=1).astype(np.int16)])
    made.setflags(write=False)
    return made


def aligned(shape: tuple[int, ...], kind: DTypeLike) -> NDArray[Any]:
    """Return an array of zeros whose address is a multiple of :data:`ALIGNED` bytes."""
    size = math.prod(shape) * np.dtype(kind).itemsize
    scratch = np.zeros(size + ALIGNED, np.uint8)
    first = -scratch.ctypes.data % ALIGNED
    return scratch[first : first + size].view(kind).reshape(shape)


def all_records(table: Table, n: int) -> Batch:
    """Return an array of ``2 * n`` records, plus one for the starting position if the table has one.

    The first ``n`` are for the true positions, and the next ``n`` for what the deciding seats may know.
    """
    kind = quiet(table.game.State)
    made = aligned((2 * n + (table.position is not None),), kind.layout)
    if table.position is not None:
        for name in kind.fields:
            if name != "event":
                made[name][-1] = table.position[name][0]
    return made


@functools.cache
def compiled(function: Callable[..., Any], game: Game) -> Any:
    """Compile a function that works for any game together with the rules of ``game``; the result is cached."""
    return instantiate(function, game)
