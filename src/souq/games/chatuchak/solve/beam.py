"""Beam search: of all positions after each number of moves, only the most promising are expanded.

It is fast but not exact: with a few thousand positions per step it finds a solution within a move or two of the best.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from souq.engine.compiler.compiled import allocating, hot, rule
from souq.engine.rules.bits import lowest
from souq.games.chatuchak.rules.grids import colour_at
from souq.games.chatuchak.solve.sets import Sets, numbered
from souq.games.chatuchak.state import COLOURS, LANES

HOLE, BEFORE = COLOURS, COLOURS + 1
"""Columns of a position's row, after one for each colour's cells: the gap, and its previous cell (-1 at first)."""
ROW = COLOURS + 2
LANE = 9
"""Number of booths that can move in any position: all others in the gap's row and column."""
FINE = 4
"""Factor of the estimates in sort keys. It leaves space for a smaller random number that breaks ties."""
DEEPEST = 60
"""Number of moves after which a beam gives up."""
SHIFT = 32
"""Factor that packs a move into one number: ``SHIFT * row of the position before it + cell of the booth``."""


class Beam:
    """A beam search that keeps ``width`` positions per step. ``seed`` decides between equally promising positions."""

    def __init__(self, tables: Sets, width: int, seed: int = 0) -> None:
        self._tables = tables
        self._seed = seed
        self._rows = np.zeros((2, width, ROW), np.int32)
        self._trace = np.zeros((DEEPEST, width), np.int32)
        self._keys = np.zeros(LANE * width, np.int32)
        self._found = np.zeros(LANE * width, np.int32)
        self._order = np.zeros(LANE * width, np.int32)
        self._seen = np.zeros(1 << (2 * width).bit_length(), np.int32)
        self.step = 0
        """Number of moves examined in the last step."""

    def search(self, cells: list[int], hole: int, most: int) -> Iterator[list[int]]:
        """Search for a solution of at most ``most`` moves, one step per iteration.

        Yields:
            An empty list after each step without a solution. If a solution is found, finally the cells of the booths to
                move, in order.
        """
        tables, here, n = self._tables, self._rows[0], 1
        there = self._rows[1]
        here[0] = [*cells, hole, -1]
        for depth in range(min(most, DEEPEST)):
            self.step = LANE * n
            found = offered(here, n, most - depth - 1, self._seed + depth, tables.low, tables.high, tables.far,
                            tables.look, self._keys, self._found)  # fmt: skip
            if found == 0:
                return
            best = put_in_order(self._keys, self._found, found, self._order)
            n = select_best(here, self._order, found, there, self._trace[depth], self._seen)
            here, there = there, here
            if best < FINE:
                yield self._moves(depth)
                return
            yield []

    def _moves(self, depth: int) -> list[int]:
        """Return the moves that led to the first position after step ``depth``."""
        moves, row = [], 0
        for step in range(depth, -1, -1):
            row, cell = divmod(int(self._trace[step, row]), SHIFT)
            moves.append(cell)
        return moves[::-1]


@rule
def offered(
    rows: Any, n: int, left: int, seed: int, low: Any, high: Any, far: Any, look: Any, keys: Any, found: Any
) -> int:
    """Write all moves from ``n`` positions with their sort keys (smaller is better); return the number of moves.

    Moves straight back are left out, and so are moves after which at least ``left + 1`` more would be needed.
    """
    k = 0
    for i in range(n):
        row = rows[i]
        need = 0
        worth = 0
        for colour in range(COLOURS):
            number = numbered(row[colour], low, high[colour])
            need += far[number]
            worth += look[number]
        hole = row[HOLE]
        lane = LANES[hole]
        if row[BEFORE] >= 0:
            lane &= ~(1 << row[BEFORE])
        while lane != 0:
            cell = lowest(lane)
            lane &= lane - 1
            colour = colour_at(row, cell)
            was = numbered(row[colour], low, high[colour])
            now = numbered(row[colour] ^ (1 << cell) ^ (1 << hole), low, high[colour])
            if need - far[was] + far[now] <= left:
                keys[k] = (worth - look[was] + look[now]) * FINE + chance(i * SHIFT + cell, seed)
                found[k] = i * SHIFT + cell
                k += 1
    return k


@hot
def chance(move: int, seed: int) -> int:
    """Return a pseudorandom number below :data:`FINE` for a move."""
    mixed = (move + 0x9E3779B9 * (seed + 1)) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 15)) * 0x2C1B3C6D) & 0xFFFFFFFF
    return ((mixed ^ (mixed >> 13)) >> 7) % FINE


@allocating
def put_in_order(keys: Any, found: Any, n: int, order: Any) -> int:
    """Write the moves to ``order``, sorted by ascending key (counting sort), and return the smallest key."""
    most = 0
    least = keys[0]
    for i in range(n):
        most = max(most, keys[i])
        least = min(least, keys[i])
    place = np.zeros(most + 2, np.int64)
    for i in range(n):
        place[keys[i] + 1] += 1
    for key in range(most + 1):
        place[key + 1] += place[key]
    for i in range(n):
        order[place[keys[i]]] = found[i]
        place[keys[i]] += 1
    return int(least)


@rule
def select_best(rows: Any, order: Any, n: int, out: Any, trace: Any, seen: Any) -> int:
    """Write the best distinct positions, as many as fit into ``out``, and return how many there are.

    ``seen`` is a hash table of the positions written, at least twice as large as ``out``. An entry is the index of a
    position's row plus one, or 0 if it is empty.
    """
    seen[:] = 0
    k = 0
    for i in range(n):
        row = rows[order[i] // SHIFT]
        cell = order[i] % SHIFT
        made = out[k]
        for colour in range(COLOURS):
            made[colour] = row[colour]
        made[HOLE] = cell
        made[BEFORE] = row[HOLE]
        made[colour_at(row, cell)] ^= (1 << cell) | (1 << row[HOLE])
        if is_new(out, k, seen):
            trace[k] = order[i]
            k += 1
            if k == len(out):
                break
    return k


@hot
def is_new(rows: Any, k: int, seen: Any) -> bool:
    """Return whether the position in row ``k`` isn't in the hash table ``seen`` yet, and add it if so."""
    row = rows[k]
    mixed = 0
    for colour in range(COLOURS):
        mixed = ((mixed ^ row[colour]) * 0x9E3779B97F4A7C1) & 0xFFFFFFFFFFFFFFF
        mixed ^= mixed >> 29
    at = mixed & (len(seen) - 1)
    while seen[at] != 0:
        if same(rows[seen[at] - 1], row):
            return False
        at = (at + 1) & (len(seen) - 1)
    seen[at] = k + 1
    return True


@hot
def same(row: Any, other: Any) -> Any:
    """Return whether two rows are the same position. Comparing the colours is enough: the gap is the remaining cell."""
    differ = 0
    for colour in range(COLOURS):
        differ |= row[colour] ^ other[colour]
    return differ == 0
