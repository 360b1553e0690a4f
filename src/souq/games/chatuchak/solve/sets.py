"""Tables of all sets of cells that one colour's booths can occupy; every set has a number, its index in the tables.

There are 593,775 sets of six cells and 142,506 of five, few enough to store how many moves each of them is from one
piece. A set's number is the sum of two table entries, one for each half of 15 cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from souq.engine.compiler.compiled import hot, rule
from souq.engine.rules.bits import lowest
from souq.games.chatuchak.rules.market import grown
from souq.games.chatuchak.state import BOX, CELLS, FULL, LANES

HALF = CELLS // 2
LOW = (1 << HALF) - 1
UNKNOWN = 127
MOVE, FREEDOM = 16, 2
"""Weights in the estimate of a colour's moves.

Each move that it needs adds the first; each doubling of the number of ways to do so subtracts the second.
"""


@dataclass(frozen=True)
class Sets:
    """Tables over the sets of all sizes that occur, one size after the other.

    Attributes:
        low: (2 ** 15,): for each set of cells 0 to 14, its number among those of its size.
        high: (colours, 2 ** 15): for each set of cells 15 to 29, the number of the first set with this half.
        far: (sets,): minimum number of moves that bring the set into one piece if nothing is in the way.
        look: (sets,): estimate of the moves, by the weights ``MOVE`` and ``FREEDOM``; smaller is better.
        goals: the connected sets of each colour, one colour after the other.
        goals_from: (colours + 1,): index of each colour's first set in ``goals``, and finally the length of ``goals``.
    """

    low: NDArray[np.int32]
    high: NDArray[np.int32]
    far: NDArray[np.int8]
    look: NDArray[np.int16]
    goals: NDArray[np.int32]
    goals_from: NDArray[np.int32]

    def distance(self, colour: int, cells: int) -> int:
        """Return the minimum number of moves that bring a colour into one piece, as if no other booth were there."""
        return int(self.far[self.high[colour, cells >> HALF] + self.low[cells & LOW]])


@hot
def numbered(cells: int, low: Any, high: Any) -> int:
    """Return the number of a set of cells, its index in the tables. ``high`` is the row of the set's colour."""
    return int(high[cells >> HALF] + low[cells & LOW])


@cache
def sets() -> Sets:
    """Return the tables, built on first use in less than a second."""
    sizes = [colour.booths for colour in BOX.colours]
    counts = np.array([i.bit_count() for i in range(1 << HALF)])
    low = np.zeros(1 << HALF, np.int32)
    for count in range(HALF + 1):
        low[counts == count] = np.arange(comb(HALF, count))
    first = {size: sum(comb(CELLS, other) for other in set(sizes) if other > size) for size in set(sizes)}
    ways = {size: np.array([comb(HALF, size - n) if n <= size else 0 for n in range(HALF + 1)]) for size in set(sizes)}
    rows = {size: first[size] + np.cumsum(ways[size][counts]) - ways[size][counts] for size in set(sizes)}
    high = np.array([rows[size] for size in sizes], np.int32)
    every = sum(comb(CELLS, size) for size in set(sizes))
    far, look = np.full(every, UNKNOWN, np.int8), np.zeros(every, np.int16)
    goals = {size: _measured(size, low, high[sizes.index(size)], far, look) for size in set(sizes)}
    ends = np.cumsum([0, *(len(goals[size]) for size in sizes)])
    return Sets(low, high, far, look, np.concatenate([goals[size] for size in sizes]), ends.astype(np.int32))


def _measured(size: int, low: Any, high: Any, far: Any, look: Any) -> NDArray[np.int32]:
    """Fill in the tables for all sets of ``size`` cells, and return those sets that are in one piece."""
    queue = np.zeros(comb(CELLS, size), np.int32)
    n = pieces(size, queue)
    goals = queue[:n].copy()
    ways = np.zeros(len(far))
    spread(queue, n, low, high, far, ways)
    own = ways > 0
    look[own] = MOVE * far[own] - (np.log2(ways[own]) * FREEDOM).astype(np.int16)
    return goals


@rule
def pieces(size: int, out: Any) -> int:
    """Write every connected set of a size to ``out``, and return how many there are."""
    n = 0
    cells = (1 << size) - 1
    while cells <= FULL:
        least = cells & -cells
        if grown(least, cells) == cells:
            out[n] = cells
            n += 1
        carried = cells + least
        cells = carried | (((cells ^ carried) >> 2) // least)
    return n


@rule
def spread(queue: Any, n: int, low: Any, high: Any, far: Any, ways: Any) -> None:
    """Compute each set's distance in moves from the first ``n`` sets of the queue, and the number of shortest ways.

    A booth may jump to any free cell in its row or column. The queue has space for every set; at the end it holds them
    all, the nearest first.
    """
    for i in range(n):
        number = numbered(queue[i], low, high)
        far[number] = 0
        ways[number] = 1
    i = 0
    while i < n:
        cells = queue[i]
        here = numbered(cells, low, high)
        booths = cells
        while booths != 0:
            booth = lowest(booths)
            booths &= booths - 1
            free = LANES[booth] & ~cells
            while free != 0:
                moved = cells ^ (1 << booth) ^ (free & -free)
                free &= free - 1
                number = numbered(moved, low, high)
                if far[number] == UNKNOWN:
                    far[number] = far[here] + 1
                    queue[n] = moved
                    n += 1
                if far[number] > far[here]:
                    ways[number] += ways[here]
        i += 1
