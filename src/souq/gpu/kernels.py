"""Kernels (programs for the GPU) that play one game per thread, and the code that starts them.

A kernel only assigns games to threads. The work is done by the same code as on the CPU:
:func:`souq.engine.learn.playout.playouts`, :func:`souq.engine.learn.stepping.stepped` and
:func:`souq.engine.learn.observations.observe`.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import from_dtype, types

from souq.engine.game import Game
from souq.engine.learn.observations import observe
from souq.engine.learn.playout import playouts
from souq.engine.learn.stepping import SEAT, stepped
from souq.engine.rules.generic import filled, generic
from souq.engine.rules.record import quiet
from souq.gpu.cards import SIMULATED, cuda

if TYPE_CHECKING:
    RECORD: Any
    CHOICES: int
    NUMBERS: int

THREADS = 64
"""Threads per block: any GPU can run such a block, and a small block leaves few threads idle at the end."""


@generic
def playing(blank: Any, players: int, options: Any, seed: int, lengths: Any, scores: Any, ranks: Any) -> None:
    """Play random games, one after another in each thread; see :func:`souq.engine.learn.playout.playouts`.

    Args:
        blank: (1) an empty position, from which each game is set up.
        players: number of seats.
        options: the options of the game as numbers.
        seed: seed of the first game; the next has the next number.
        lengths: (n) receives the numbers of decisions.
        scores: (n, players) receives the points.
        ranks: (n, players) receives the ranks.
    """
    records = cuda.local.array(1, RECORD)
    choices = cuda.local.array(CHOICES, np.int16)
    for game in range(cuda.grid(1), len(lengths), cuda.gridsize(1)):
        records[0] = blank[0]
        own, row, places = lengths[game : game + 1], scores[game : game + 1], ranks[game : game + 1]
        playouts(records, 1, players, options, seed + game, choices, own, row, places)


@generic
def stepping(
    verb: int, terms: Any, names: Any, records: Any, facts: Any, flags: Any, paid: Any, masks: Any, made: Any
) -> None:
    """Step one game of a batch per thread; add the number of its decisions to its item of ``made`` (n).

    See :func:`souq.engine.learn.stepping.stepped`.
    """
    choices = cuda.local.array(CHOICES, np.int16)
    numbers = cuda.local.array(NUMBERS, np.int64)
    i = cuda.grid(1)
    if i < len(made):
        made[i] += stepped(verb, i, i + 1, terms, names, records, facts, flags, paid, masks, choices, numbers)


@generic
def observing(words: Any, facts: Any, players: int, program: Any, out: Any) -> None:
    """Write what the deciding seats see, one game per thread (:func:`souq.engine.learn.observations.observe`)."""
    i = cuda.grid(1)
    if i < len(out):
        observe(i, i + 1, words, facts[SEAT], players, program, out)


@dataclass(frozen=True)
class Frame:
    """A kernel that isn't compiled yet: a function for any game, and argument types (``r``: an array of records)."""

    template: Any
    takes: tuple[Any, ...]

    def signature(self, game: Game) -> Any:
        """Return the types of the kernel's arguments for a game, as Numba needs them to compile it."""
        records = from_dtype(quiet(game.State).layout)[::1]
        return types.void(*(records if kind == "r" else kind for kind in self.takes))

    def function(self, game: Game) -> Any:
        """Return the kernel's function for the rules of a game, not compiled yet; array sizes are constants in it."""
        sizes = {"RECORD": quiet(game.State).layout, "CHOICES": max(game.n_choices, 1)}
        return filled(self.template, game, **sizes, NUMBERS=max(game.max_players, 3))


_INT, _ROW, _ROWS = types.int64, types.int64[::1], types.int64[:, ::1]
_SMALL = types.int8[:, ::1]

FRAMES = {
    "playing": Frame(playing, ("r", _INT, _ROW, _INT, _ROW, _ROWS, _ROWS)),
    "stepping": Frame(
        stepping, (_INT, _ROW, types.int16[:, ::1], "r", _ROWS, _SMALL, types.float32[:, :, ::1], _SMALL, _ROW)
    ),
    "observing": Frame(observing, (_ROWS, _ROWS, _INT, _ROWS, types.float32[:, ::1])),
    "observing_integers": Frame(observing, (_ROWS, _ROWS, _INT, _ROWS, types.int32[:, ::1])),
}
"""All kernels by name, not compiled yet."""


class Kernel:
    """A kernel that is compiled for a game. Call it with a number of games and the kernel's arguments to run it."""

    def __init__(self, name: str, game: Game) -> None:
        if SIMULATED:
            from souq.gpu.simulated import translated
        else:
            from souq.gpu.target import translated
        frame = FRAMES[name]
        signature = frame.signature(game)
        self._launches = translated(frame.function(game), signature)
        self._most = int(self._launches.overloads[signature.args].max_cooperative_grid_blocks(THREADS))

    def __call__(self, n: int, *args: Any, in_turn: bool = False) -> None:
        """Launch the kernel for ``n`` games.

        Args:
            n: number of games.
            args: the arguments of the kernel.
            in_turn: launch only as many threads as fit on the GPU at once, and let each play several games in a loop,
            instead of one thread per game.
        """
        blocks = -(-n // THREADS)
        self._launches[min(blocks, self._most) if in_turn else blocks, THREADS](*args)


@functools.cache
def kernel(name: str, game: Game) -> Kernel:
    """Return the kernel ``name`` compiled for a game. It is compiled once in a process, or loaded from the cache."""
    return Kernel(name, game)
