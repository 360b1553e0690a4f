"""Solving a market: beams that find shorter and shorter solutions, and a search that proves what none can beat."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from souq.games.chatuchak.solve.beam import DEEPEST, Beam
from souq.games.chatuchak.solve.bound import at_least
from souq.games.chatuchak.solve.position import Market
from souq.games.chatuchak.solve.recorded import recorded
from souq.games.chatuchak.solve.sets import sets

WIDTH = 5_000
WIDER = 4
"""Every beam is so many times as wide as the one before …"""
WIDEST = 320_000
"""… up to this width; then other seeds are tried."""


@dataclass(frozen=True)
class Solution:
    """The shortest solution known: the cells whose booths jump, in turn, and a proven lower bound of any length."""

    moves: tuple[int, ...]
    bound: int

    @property
    def length(self) -> int:
        """How many moves it takes."""
        return len(self.moves)

    @property
    def optimal(self) -> bool:
        """Whether no solution can be shorter."""
        return self.length == self.bound


def solve(grid: str | Iterable[str], seconds: float = 2.0, width: int = WIDTH, fresh: bool = False) -> Solution | None:
    """The shortest solution of a market that is found in about ``seconds``; None if there is none in that time.

    Args:
        grid: its rows, as :meth:`Market.read` takes them.
        seconds: how long to look, unless a solution is proven the shortest before.
        width: of the first beam.
        fresh: leave out of account what is recorded for the printed start grids.

    >>> found = solve("YBBBBG YYYYBG .YRRBG PPPRGG PPRRRG")
    >>> found.moves, found.optimal
    ((), True)
    """
    end = time.monotonic() + seconds
    best = None
    for found in improved(Market.read(grid), width, fresh):
        best = found
        if time.monotonic() > end:
            break
    return best


def improved(market: Market, width: int = WIDTH, fresh: bool = False) -> Iterator[Solution | None]:
    """The best solution known after every slice of work, until it is proven the shortest."""
    bound = at_least(market)
    best = None if fresh else recorded(market)
    if market.tidy:
        yield Solution((), 0)
        return
    solution = Solution(best[0], max(best[1], bound)) if best else None
    yield solution
    for moves in beams(market, width):
        if moves and (solution is None or len(moves) < solution.length):
            solution = Solution(moves, bound)
        yield solution
        if solution and solution.optimal:
            return


def beams(market: Market, width: int = WIDTH, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """Solutions, each shorter than the one before, by wider and wider beams; empty while there is nothing new.

    ``most`` is how long the first may be.
    """
    most, seed = DEEPEST if most is None else most, 0
    while True:
        moves: list[int] = []
        for moves in Beam(sets(), width, seed).search(list(market.cells), market.hole, most):
            if moves:
                most = len(moves) - 1
            yield tuple(moves)
        yield ()
        if width < WIDEST:
            width *= WIDER
        seed += 1
