"""Markets in plain integers: what stands together, how strong that is for each goal, and what a move changes.

The same as the rules reckon, so that a scene can try every move of every seat at once. Cells and markers are numbered
as in :mod:`souq.games.chatuchak.state`; a set of cells is one word.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from souq.games.chatuchak.box import CELLS, COLUMNS, ROWS, beside, lanes
from souq.games.chatuchak.state import BOX, COLOURS, MARKERS, MIX, PATH, RECTANGLE, STRONG

Pairs = tuple[tuple[int, int], ...]
"""Colours of the mix that each of the five tiles shows."""
Structure = tuple[int, int]
"""How strong it is, and its cells."""

NEAR = tuple(sum(1 << other for other in beside(cell)) for cell in range(CELLS))
"""The cells beside each cell."""
LANES = tuple(tuple(sorted(lanes(cell))) for cell in range(CELLS))
"""The nine cells from which a booth can come into each cell (CH-T03)."""


def cells(word: int) -> Iterator[int]:
    """The cells of a set, ascending."""
    while word:
        low = word & -word
        yield low.bit_length() - 1
        word ^= low


@lru_cache(maxsize=1 << 14)
def around(word: int) -> int:
    """The cells beside some cells; some of these too where they touch."""
    found = 0
    for cell in cells(word):
        found |= NEAR[cell]
    return found


@lru_cache(maxsize=1 << 14)
def parts(word: int) -> tuple[int, ...]:
    """What hangs together among some cells (CH-K01), by its lowest cell."""
    found = []
    while word:
        part, more = 0, word & -word
        while more:
            part |= more
            more = around(part) & word & ~part
        found.append(part)
        word &= ~part
    return tuple(found)


def _rectangles(rows: int, columns: int) -> list[int]:
    """Every rectangle of this size, by its lowest cell."""
    one = sum(1 << (COLUMNS * r + c) for r in range(rows) for c in range(columns))
    tops = range(ROWS - rows + 1)
    return [one << (COLUMNS * r + c) for r in tops for c in range(COLUMNS - columns + 1)]


def _shapes(sizes: list[tuple[int, int]]) -> list[Structure]:
    """Rectangles of some sizes, the largest first, then by their lowest cell."""
    found = [(size.bit_count(), size) for rows, columns in sizes for size in _rectangles(rows, columns)]
    return sorted(found, key=lambda shape: (-shape[0], shape[1] & -shape[1]))


_RUNS = _shapes([(1, n) for n in range(BOX.markers["path"], COLUMNS + 1)] + [(n, 1) for n in range(3, ROWS + 1)])
_BLOCKS = _shapes([(2, 2), (2, 3), (3, 2)])
_LEAST = {PATH: BOX.markers["path"], RECTANGLE: BOX.markers["rectangle"]}


@lru_cache(maxsize=1 << 13)
def _within(marker: int, part: int) -> tuple[Structure, ...]:
    """Paths or rectangles within one part of a colour, strongest first."""
    if part.bit_count() < _LEAST[marker]:
        return ()
    return tuple(shape for shape in (_RUNS if marker == PATH else _BLOCKS) if not shape[1] & ~part)


class Market:
    """The booths of one seat. ``planes`` are the cells of each colour."""

    __slots__ = ("_best", "hole", "pairs", "parts", "planes")

    def __init__(self, planes: tuple[int, ...], hole: int, pairs: Pairs) -> None:
        self.planes, self.hole, self.pairs = planes, hole, pairs
        self.parts = tuple(parts(plane) for plane in planes)
        """What each colour is in, groups and single booths."""
        self._best: dict[int, Structure] = {}

    def colour(self, cell: int) -> int:
        """The colour of the booth in a cell; -1 for the hole."""
        return next((colour for colour, plane in enumerate(self.planes) if plane >> cell & 1), -1)

    def part(self, cell: int) -> int:
        """The group or single booth that a cell is part of; 0 for the hole."""
        return next((part for found in self.parts for part in found if part >> cell & 1), 0)

    def after(self, cell: int) -> Market:
        """The market once the booth of a cell stands in the hole (CH-T03, T04)."""
        swap = 1 << cell | 1 << self.hole
        return Market(tuple(p ^ swap if p >> cell & 1 else p for p in self.planes), cell, self.pairs)

    def counts(self) -> tuple[int, ...]:
        """How many parts each colour is in."""
        return tuple(len(found) for found in self.parts)

    def untidy(self) -> int:
        """The colour in most parts; of several the first."""
        counts = self.counts()
        return counts.index(max(counts))

    def minus(self) -> int:
        """What is subtracted at the end (CH-E02)."""
        return max(self.counts())

    def tidy(self) -> bool:
        """Whether every colour is in one piece (CH-V01)."""
        return self.minus() == 1

    # ---- goals

    def structures(self, marker: int) -> Iterator[Structure]:
        """Everything in the market that counts for a marker (CH-K02 to K05)."""
        if marker < MIX:
            yield from ((n, part) for part in self.parts[marker] if (n := part.bit_count()) > 1)
        elif marker < PATH:
            yield from self._mixes(*self.pairs[marker - MIX])
        else:
            yield from (shape for found in self.parts for part in found for shape in _within(marker, part))

    def _mixes(self, colour: int, other: int) -> Iterator[Structure]:
        for group in self.parts[colour]:
            border, size = around(group), group.bit_count()
            for touching in self.parts[other] if size > 1 else ():
                if border & touching and (n := touching.bit_count()) > 1:
                    yield STRONG * min(size, n) + max(size, n), group | touching

    def best(self, marker: int) -> Structure:
        """The strongest for a marker, of equals the one with the lowest cell (CH-B04); ``(0, 0)`` without one."""
        if marker not in self._best:
            self._best[marker] = _strongest(self.structures(marker))
        return self._best[marker]

    def strength(self, marker: int) -> int:
        """Best anywhere in the market."""
        return self.best(marker)[0]

    def best_with(self, marker: int, cell: int) -> Structure:
        """The strongest that the booth of a cell is part of (CH-M02)."""
        return _strongest(found for found in self.structures(marker) if found[1] >> cell & 1)

    def claims(self, cell: int) -> dict[int, Structure]:
        """What the booth of a cell, just moved there, counts for, by marker."""
        if not around(self.part(cell)) & self.part(cell):
            return {}
        colour = self.colour(cell)
        found = {marker: self.best_with(marker, cell) for marker in touched(self.pairs, colour)}
        return {marker: best for marker, best in found.items() if best[0]}


def _strongest(found: Iterator[Structure]) -> Structure:
    return max(found, key=lambda shape: (shape[0], -(shape[1] & -shape[1])), default=(0, 0))


@cache
def touched(pairs: Pairs, colour: int) -> tuple[int, ...]:
    """The markers that a booth of a colour can count for."""
    mixes = [MIX + tile for tile, pair in enumerate(pairs) if colour in pair]
    return (colour, *mixes, PATH, RECTANGLE)


ALL_COLOURS, ALL_MARKERS = range(COLOURS), range(MARKERS)
