"""The bindings between Python and compiled rules.

A call with a one-element array costs a third of a microsecond, one with a record ten times that. All rules of a game go
through one compiled function with a verb, so each is compiled at one call site and everything is loaded at once.
"""

from __future__ import annotations

import functools
import threading
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from souq.engine.rules.bits import lowest
from souq.engine.rules.events import unseen
from souq.engine.rules.generic import Rules, generic, instantiate
from souq.engine.rules.record import Batch, clone
from souq.engine.rules.twin import over_records
from souq.engine.rules.winning import standings

SETUP, APPLY, STEP, LEGAL, REFUSAL, DECIDERS, HIDE, DETERMINIZE, POINTS, RANKS, STANDINGS = range(11)

if TYPE_CHECKING:
    setup: Any
    deciders: Any
    legal: Any
    refusal: Any
    apply: Any
    hide: Any
    determinize: Any
    points: Any
    ranks: Any


@generic
def through(states: Any, verb: int, seat: int, choice: int, choices: Any, numbers: Any) -> int:
    """Do ``verb`` to ``states[0]``. ``choices`` (int16) and ``numbers`` (int64) carry what goes in and comes out."""
    s = states[0]
    if verb <= APPLY:
        s.key[0] = numbers[0]
        s.key[1] = numbers[1]
        s.draws = 0
        s.n_events = 0
    if verb == SETUP:
        setup(s, numbers[2:])
        return 0
    if verb <= STEP:
        apply(s, seat, choice)
        if verb == APPLY:
            return 0
        seat = lowest(deciders(s)) if s.over == 0 else -1
        if seat < 0:
            return 0
    if verb <= LEGAL:
        return int(legal(s, seat, choices))
    if verb == REFUSAL:
        return int(refusal(s, seat, choice))
    if verb == DECIDERS:
        return int(deciders(s)) if s.over == 0 else 0
    if verb == HIDE:
        hide(s, seat)
        s.key[0] = s.key[1] = s.draws = 0
        unseen(s, seat)
    elif verb == DETERMINIZE:
        s.key[0] = numbers[0]
        s.key[1] = numbers[1]
        s.draws = 0
        determinize(s, seat)
    elif verb == POINTS:
        points(s, numbers)
    elif verb == RANKS:
        ranks(s, numbers)
    elif verb == STANDINGS:
        standings(s, numbers)
    return 0


class _Buffers(threading.local):
    """What goes in and comes out, for each thread its own: compiled rules run without the interpreter's lock."""

    def __init__(self, n_choices: int) -> None:
        self.choices: NDArray[np.int16] = np.zeros(n_choices, np.int16)
        self.numbers: NDArray[np.int64] = np.zeros(64, np.int64)


class Bindings:
    """A game's rules, callable from Python and from any thread. States are batches of one; nothing is checked here.

    Rules that are not compiled yet may be interpreted meanwhile: a position is the same record either way, so a match
    can change over between any two calls.
    """

    def __init__(self, game: Rules) -> None:
        self.game = game
        self._compiled: Final = instantiate(through, game)
        self.through = self._compiled
        self._buffers = _Buffers(max(game.n_choices, 1))

    def __reduce__(self) -> tuple[Any, ...]:
        return bindings, (self.game,)

    @property
    def interpreted(self) -> bool:
        """Whether the rules are interpreted for now."""
        return self.through is not self._compiled

    def interpret(self) -> None:
        """Have the rules interpreted until :meth:`load`: a thousand times as slow, but at once."""
        self.through = over_records(self._compiled)

    def load(self) -> None:
        """Load the compiled rules, compiling what is not; they are gone through from then on."""
        over = self.game.State.new()
        over["over"] = 1
        self._compiled(over, DECIDERS, 0, 0, self._buffers.choices, self._buffers.numbers)
        self.through = self._compiled

    def setup(self, players: int, options: list[int], key: tuple[int, int]) -> Batch:
        """A fresh game, quietly: events of the setup are in its list."""
        state = self.game.State.new()
        state["players"] = players
        numbers = np.array([*key, *options, 0], np.int64)
        self.through(state, SETUP, 0, 0, self._buffers.choices, numbers)
        return state

    def apply(self, state: Batch, seat: int, choice: int, key: tuple[int, int]) -> None:
        """Carry out a decision with a fresh chance key; the state's events are those of this decision."""
        io = self._buffers
        io.numbers[0], io.numbers[1] = key
        self.through(state, APPLY, seat, choice, io.choices, io.numbers)

    def step(self, state: Batch, seat: int, choice: int) -> NDArray[np.int16]:
        """Carry out a decision and return what the next seat may choose (a view, valid until the next call)."""
        io = self._buffers
        return io.choices[: self.through(state, STEP, seat, choice, io.choices, io.numbers)]

    def legal(self, state: Batch, seat: int) -> NDArray[np.int16]:
        """What ``seat`` may choose, ascending (a view, valid until the next call)."""
        io = self._buffers
        return io.choices[: self.through(state, LEGAL, seat, 0, io.choices, io.numbers)]

    def refusal(self, state: Batch, seat: int, choice: int) -> int:
        """0, or the number of the rule that forbids the choice."""
        io = self._buffers
        return int(self.through(state, REFUSAL, seat, choice, io.choices, io.numbers))

    def deciders(self, state: Batch) -> int:
        """Bit mask of the seats that may choose now."""
        io = self._buffers
        return int(self.through(state, DECIDERS, 0, 0, io.choices, io.numbers))

    def hidden(self, state: Batch, seat: int) -> Batch:
        """A copy in which everything ``seat`` (-1: a spectator) may not know is blank."""
        copy = clone(state)
        io = self._buffers
        self.through(copy, HIDE, seat, 0, io.choices, io.numbers)
        return copy

    def determinized(self, state: Batch, seat: int, key: tuple[int, int]) -> Batch:
        """A copy that ``seat`` cannot tell from the true state, sampled with ``key``."""
        copy = clone(state)
        io = self._buffers
        io.numbers[0], io.numbers[1] = key
        self.through(copy, DETERMINIZE, seat, 0, io.choices, io.numbers)
        return copy

    def points(self, state: Batch) -> list[int]:
        """Points of every seat, running or final."""
        return self._each(state, POINTS)

    def ranks(self, state: Batch) -> list[int]:
        """Rank of every seat, 1 the best; equal rank is a shared place."""
        return self._each(state, RANKS)

    def standings(self, state: Batch) -> list[int]:
        """The same, but nobody is first in a finished game without a winner."""
        return self._each(state, STANDINGS)

    def winners(self, state: Batch) -> list[int]:
        """The seats that have won; nobody while the game goes on, or where it ended without a winner."""
        return [seat for seat, place in enumerate(self.standings(state)) if place == 1] if state["over"][0] else []

    def _each(self, state: Batch, verb: int) -> list[int]:
        numbers = np.zeros(64, np.int64)
        self.through(state, verb, 0, 0, self._buffers.choices, numbers)
        return [int(v) for v in numbers[: int(state["players"][0])]]


@functools.cache
def bindings(game: Rules) -> Bindings:
    """The bindings of a game, made once a process."""
    return Bindings(game)
