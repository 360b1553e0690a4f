"""Python bindings of a game's compiled rules.

Calling a compiled rule with a one-element array takes a third of a microsecond; with a record it takes ten times as
long. All rules of a game are called through one compiled dispatcher, which takes the number of a rule. So each rule has
a single call site, and all rules load together.
"""

from __future__ import annotations

import functools
import threading
from typing import TYPE_CHECKING, Any, Final

from souq.engine.arrays import NDArray, np
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
    """Call one of a game's rules, selected by ``verb``, for the position ``states[0]``.

    The arrays ``choices`` and ``numbers`` hold the input and the output of the rule. All calls from Python use this
    function, so that all rules of a game are loaded together.
    """
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
    """Arrays for the input and output of rules. Each thread has its own, because threads may call rules at once."""

    def __init__(self, n_choices: int) -> None:
        self.choices: NDArray[np.int16] = np.zeros(n_choices, np.int16)
        self.numbers: NDArray[np.int64] = np.zeros(64, np.int64)


class Bindings:
    """A game's rules as methods that Python can call in any thread, compiled or interpreted.

    Positions are arrays of one record, and arguments aren't checked. A position is the same record in both cases, so a
    match can change from interpreted to compiled rules between any two calls.
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
        """Whether the rules are currently interpreted."""
        return self.through is not self._compiled

    def interpret(self) -> None:
        """Interpret the rules until :meth:`load` is called: they are ready immediately, but a thousand times slower."""
        self.through = over_records(self._compiled)

    def load(self) -> None:
        """Load the compiled rules, after compiling those that aren't cached, and use them from now on."""
        over = self.game.State.new()
        over["over"] = 1
        self._compiled(over, DECIDERS, 0, 0, self._buffers.choices, self._buffers.numbers)
        self.through = self._compiled

    def setup(self, players: int, options: list[int], key: tuple[int, int]) -> Batch:
        """Return the first position of a game; its event list contains the events of the setup."""
        state = self.game.State.new()
        state["players"] = players
        numbers = np.array([*key, *options, 0], np.int64)
        self.through(state, SETUP, 0, 0, self._buffers.choices, numbers)
        return state

    def apply(self, state: Batch, seat: int, choice: int, key: tuple[int, int]) -> None:
        """Make a decision in a position, which is changed in place; ``key`` determines its chance.

        Afterwards the position's event list contains the events of the decision.
        """
        io = self._buffers
        io.numbers[0], io.numbers[1] = key
        self.through(state, APPLY, seat, choice, io.choices, io.numbers)

    def step(self, state: Batch, seat: int, choice: int) -> NDArray[np.int16]:
        """Make a decision in a position, which is changed in place, and return the legal choices of the next seat.

        The result is empty once the game is over. It is a view, valid until the next call in this thread.
        """
        io = self._buffers
        return io.choices[: self.through(state, STEP, seat, choice, io.choices, io.numbers)]

    def legal(self, state: Batch, seat: int) -> NDArray[np.int16]:
        """Return the legal choices of ``seat``, ascending.

        The result is a view of a buffer, which the next call in this thread overwrites.
        """
        io = self._buffers
        return io.choices[: self.through(state, LEGAL, seat, 0, io.choices, io.numbers)]

    def refusal(self, state: Batch, seat: int, choice: int) -> int:
        """Return 0 if the choice is legal, else the number of the rule that forbids it."""
        io = self._buffers
        return int(self.through(state, REFUSAL, seat, choice, io.choices, io.numbers))

    def deciders(self, state: Batch) -> int:
        """Return a bit mask of the seats that may choose now."""
        io = self._buffers
        return int(self.through(state, DECIDERS, 0, 0, io.choices, io.numbers))

    def hidden(self, state: Batch, seat: int) -> Batch:
        """Return a copy of a position in which everything that ``seat`` (-1: a spectator) may not know is blank."""
        copy = clone(state)
        io = self._buffers
        self.through(copy, HIDE, seat, 0, io.choices, io.numbers)
        return copy

    def determinized(self, state: Batch, seat: int, key: tuple[int, int]) -> Batch:
        """Return a position in which the information hidden from ``seat`` is replaced by a random sample.

        The seat couldn't distinguish it from the true position. ``key`` determines the sample.
        """
        copy = clone(state)
        io = self._buffers
        io.numbers[0], io.numbers[1] = key
        self.through(copy, DETERMINIZE, seat, 0, io.choices, io.numbers)
        return copy

    def points(self, state: Batch) -> list[int]:
        """Return the current points of every seat; once the game is over, the final ones."""
        return self._each(state, POINTS)

    def ranks(self, state: Batch) -> list[int]:
        """Return the rank of every seat, 1 being the best; tied seats share a rank."""
        return self._each(state, RANKS)

    def standings(self, state: Batch) -> list[int]:
        """Return the rank of every seat, 1 being the best. In a finished game without a winner, the best rank is 2."""
        return self._each(state, STANDINGS)

    def winners(self, state: Batch) -> list[int]:
        """Return the seats that have won; empty while the game is running, or if it ended without a winner."""
        return [seat for seat, place in enumerate(self.standings(state)) if place == 1] if state["over"][0] else []

    def _each(self, state: Batch, verb: int) -> list[int]:
        numbers = np.zeros(64, np.int64)
        self.through(state, verb, 0, 0, self._buffers.choices, numbers)
        return [int(v) for v in numbers[: int(state["players"][0])]]


@functools.cache
def bindings(game: Rules) -> Bindings:
    """Return the :class:`Bindings` of a game; the same object for every call in a process."""
    return Bindings(game)
