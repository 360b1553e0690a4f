"""Iterative deepening: proofs that a market can or can't be solved in a given number of moves.

The depth-first search gives up a position if the moves that its colours need on their own exceed the moves left. It
runs in slices, so that the caller can check the clock or stop.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from souq.engine.compiler.compiled import hot, rule
from souq.engine.rules.bits import lowest, popcount
from souq.games.chatuchak.rules.grids import colour_at
from souq.games.chatuchak.solve.position import Market
from souq.games.chatuchak.solve.sets import Sets, numbered
from souq.games.chatuchak.state import CELLS, COLOURS, FULL, LANES

DEEPEST = 60
SLICE = 500_000
"""Number of moves examined in one slice, which takes about a tenth of a second."""
MEMORY = 1 << 19
"""Number of entries of the transposition table, which stores the positions that were searched already."""

DEPTH, NODES, STATUS = range(3)
"""Indices of a search's counters: its depth, the number of moves examined, and its status."""
GOING, FAILED, SOLVED = range(3)


class Deepening:
    """A search for a solution of at most a given length. Call :meth:`slice` until it fails or succeeds."""

    def __init__(self, tables: Sets, market: Market, most: int, memory: int = MEMORY) -> None:
        self._tables = tables
        self.most = most
        self._cells = np.zeros((DEEPEST + 1, COLOURS), np.int32)
        self._path = np.zeros((DEEPEST + 1, 3), np.int32)
        self._known = np.zeros((memory, 2), np.int64)
        self._when = np.full(memory, 127, np.int8)
        self._at = np.zeros(3, np.int64)
        self._cells[0] = market.cells
        need = sum(tables.distance(c, plane) for c, plane in enumerate(market.cells))
        self._path[0] = market.hole, need, LANES[market.hole]
        self._at[STATUS] = SOLVED if need == 0 else FAILED if need > most else GOING

    @property
    def nodes(self) -> int:
        """Number of moves examined so far."""
        return int(self._at[NODES])

    def slice(self, nodes: int = SLICE) -> int:
        """Examine some more moves, and return GOING, FAILED (there is no solution of this length) or SOLVED."""
        if self._at[STATUS] == GOING:
            t = self._tables
            deepen(self._cells, self._path, self._at, self.most, nodes, t.low, t.high, t.far, self._known, self._when)
        return int(self._at[STATUS])

    @property
    def moves(self) -> list[int]:
        """The solution, once the status is SOLVED."""
        return [int(self._path[depth, HOLE]) for depth in range(1, int(self._at[DEPTH]) + 1)]


HOLE, NEED, LEFT = range(3)
"""Columns of a step of the path: the gap, the number of moves the colours need, and the cells still to try."""


@rule
def deepen(
    cells: Any, path: Any, at: Any, most: int, nodes: int, low: Any, high: Any, far: Any, known: Any, when: Any
) -> None:
    """Continue the search until ``nodes`` further moves have been examined, or until it fails or succeeds."""
    depth = at[DEPTH]
    for _ in range(nodes):
        while path[depth][LEFT] == 0:
            if depth == 0:
                at[STATUS] = FAILED
                return
            depth -= 1
        at[NODES] += 1
        step = path[depth]
        row = cells[depth]
        cell = lowest(step[LEFT])
        step[LEFT] &= step[LEFT] - 1
        colour = colour_at(row, cell)
        moved = row[colour] ^ (1 << cell) ^ (1 << step[HOLE])
        gain = far[numbered(row[colour], low, high[colour])] - far[numbered(moved, low, high[colour])]
        need = step[NEED] - gain
        if depth + 1 + need > most:
            continue
        here = cells[depth + 1]
        for c in range(COLOURS):
            here[c] = row[c]
        here[colour] = moved
        path[depth + 1][HOLE] = cell
        path[depth + 1][NEED] = need
        path[depth + 1][LEFT] = LANES[cell] & ~(1 << step[HOLE])
        if need == 0:
            at[DEPTH] = depth + 1
            at[STATUS] = SOLVED
            return
        if most - depth - 1 > 3 and been(here, cell, depth + 1, known, when):
            continue
        depth += 1
    at[DEPTH] = depth


@hot
def been(row: Any, hole: int, depth: int, known: Any, when: Any) -> bool:
    """Return whether the search has already reached a position in as few moves; if not, store the position."""
    rest = FULL & ~(row[0] | row[1] | row[2] | row[3])
    first = row[0] | (row[1] << CELLS) | (popcount(rest & ((1 << hole) - 1)) << (2 * CELLS))
    second = row[2] | (row[3] << CELLS)
    mixed = ((first ^ (first >> 31)) * 0x9E3779B97F4A7C1) ^ second
    mixed = (mixed ^ ((mixed >> 29) & 0x7FFFFFFFF)) * 0x2545F4914F6CDD1
    at = (mixed >> 20) & (len(known) - 1)
    entry = known[at]
    if entry[0] == first and entry[1] == second:
        if when[at] <= depth:
            return True
    elif when[at] < depth - 2:
        return False
    entry[0] = first
    entry[1] = second
    when[at] = depth
    return False
