"""The solver: beam searches find short solutions at once, and iterative deepening proves that none is shorter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache

from souq.games.chatuchak.solve.beam import DEEPEST, Beam
from souq.games.chatuchak.solve.bound import at_least
from souq.games.chatuchak.solve.exact import FAILED, GOING, Deepening
from souq.games.chatuchak.solve.position import Market
from souq.games.chatuchak.solve.recorded import recorded
from souq.games.chatuchak.solve.sets import sets

PACE = 8_000_000
"""Number of moves that count as one second of work, as an ordinary machine examines them in a proof.

Work is measured in examined moves instead of time, so every machine finds the same solution, however busy it is.
"""
LIGHT = 3
"""Number of moves that a beam search examines in the time that a proof needs for one move."""
WIDTH = 5_000
WIDER, WIDEST = 4, 80_000
"""Factor by which each beam is wider than the one before, and maximum width, after which only the seed changes."""


@dataclass(frozen=True)
class Solved:
    """The shortest solution known: the cells whose booths jump, in order, and a proven lower bound of the length.

    If ``moves`` is empty and ``bound`` is above 0, no solution is known yet.
    """

    moves: tuple[int, ...]
    bound: int
    spent: int = field(default=0, compare=False)
    """Work spent on the solution, in moves examined."""

    @property
    def length(self) -> int:
        """Number of moves of the solution."""
        return len(self.moves)

    @property
    def found(self) -> bool:
        """Whether there is a solution; a market that is solved already has one without moves."""
        return self.length >= self.bound

    @property
    def optimal(self) -> bool:
        """Whether no solution can be shorter."""
        return self.length == self.bound


def solve(grid: str | Iterable[str], seconds: float = 2.0, width: int = WIDTH, fresh: bool = False) -> Solved:
    """Return the shortest solution that an ordinary machine finds in about ``seconds``, the same on every machine.

    Args:
        grid: the market's rows, as :meth:`Market.read` takes them.
        seconds: how much work to do (see :data:`PACE`), unless a solution is proven the shortest before.
        width: number of positions that the first beam keeps.
        fresh: whether to ignore the recorded solutions of the printed start grids.

    >>> solve("YBBBBG YYYYBG RYRB.G PPPRGG PPRRRG").moves
    (15, 12)
    """
    prepare()
    market = Market.read(grid)
    known = None if fresh else recorded(market)
    best = Solved(*known) if known else None
    for found in improved(market, width, best):
        best = found
        if best.spent > seconds * PACE:
            break
    return best or Solved((), at_least(market))


@cache
def prepare() -> None:
    """Build the solver's tables and compile its functions, so that this time doesn't count as work on a solution."""
    nearly = Market.read("YBBBBG YYYYBG RYRB.G PPPRGG PPRRRG")
    for _ in improved(nearly, 1):
        pass


def improved(market: Market, width: int = WIDTH, best: Solved | None = None) -> Iterator[Solved]:
    """Yield the best solution known after each slice of work, until one is proven to be the shortest.

    Work is shared between beams, which find solutions, and deepening, which raises the bound. ``best`` is the solution
    known at the start.
    """
    best = best or Solved((), 0)
    best = replace(best, bound=max(best.bound, at_least(market)), spent=0)
    if best.optimal:
        yield best
        return
    beams = widening(market, width, best.length - 1 if best.moves else DEEPEST)
    proofs = deepening(market, best.bound)
    spent = [0, 0]
    while not best.optimal:
        proving = best.moves != () and spent[1] <= spent[0]
        found = next(proofs if proving else beams)
        spent[proving] += found.spent
        if found.moves and (not best.moves or found.length < best.length):
            best = replace(best, moves=found.moves)
        best = replace(best, bound=max(best.bound, found.bound), spent=sum(spent))
        yield best


def widening(market: Market, width: int, most: int = DEEPEST) -> Iterator[Solved]:
    """Yield shorter and shorter solutions, found by beam searches that keep more and more positions.

    After every step that finds none, yield an empty one. ``most`` is the maximum length of the first solution.
    """
    seed = 0
    while True:
        beam = Beam(sets(), width, seed)
        for moves in beam.search(list(market.cells), market.hole, most):
            if moves:
                most = len(moves) - 1
            yield Solved(tuple(moves), 0, beam.step // LIGHT)
        yield Solved((), 0, beam.step // LIGHT)
        width = max(width, min(WIDER * width, WIDEST))
        seed += 1


def deepening(market: Market, bound: int) -> Iterator[Solved]:
    """Yield an empty solution with the proven bound after every slice of work, and finally a shortest solution."""
    while True:
        search, nodes = Deepening(sets(), market, bound), 0
        while (status := search.slice()) == GOING:
            yield Solved((), bound, search.nodes - nodes)
            nodes = search.nodes
        if status != FAILED:
            yield Solved(tuple(search.moves), bound, search.nodes - nodes)
            return
        bound += 1
        yield Solved((), bound, search.nodes - nodes + 1)
