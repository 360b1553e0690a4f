"""Solutions for the game's tables and hints: whether a seat has a market to solve, and how to solve it from here."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache

from souq.engine.match.solving import Solution
from souq.engine.rules.record import Batch
from souq.games.chatuchak.solve.beam import DEEPEST, Beam
from souq.games.chatuchak.solve.position import Market
from souq.games.chatuchak.solve.recorded import recorded, solutions
from souq.games.chatuchak.solve.search import PACE, Solved, improved, prepare
from souq.games.chatuchak.solve.sets import sets
from souq.games.chatuchak.state import BOX, MOVE, Mode, State

REMEMBERED = 20_000
"""Maximum number of cached positions. The cache makes a player who follows a solution see the same one again."""
PATIENCE = 10
"""Additional work, in seconds (see :data:`PACE`), that is allowed as long as there is no solution."""
_known: OrderedDict[Market, Solved] = OrderedDict()
_ways: OrderedDict[tuple[int, Market], tuple[int, ...]] = OrderedDict()
"""Cached continuations of quick searches, keyed by (effort, market)."""


def solvable(view: State, seat: int) -> bool:
    """Return whether a seat is in a puzzle or race and can still move."""
    done = view.passed | view.solved
    return bool(view.mode != Mode.GOALS and not view.over and 0 <= seat < view.players and not done >> seat & 1)


def solution(state: Batch, seat: int, effort: float) -> Solution | None:
    """Return the best solution that a seat can follow from its position, or None if none is found.

    ``effort`` is the search's work in seconds. Before the first move the result depends on the market and ``effort``
    alone.
    After it, cached solutions are used as well.
    """
    if not solvable(state[0], seat):
        return None
    market = Market.of(state[0].booths[seat])
    left = BOX.moves - int(state[0].moves[seat])
    best = continued(market, effort) if state[0].moves[seat] else worked_out(market, effort)
    return Solution(tuple(MOVE + cell for cell in best.moves), best.bound) if 0 < best.length <= left else None


def quick(state: Batch, seat: int, effort: int) -> Solution | None:
    """Return a solution found by one beam search that keeps ``effort`` positions per step; None if it finds none.

    A player who follows it is led to its end, because what remains of it is cached for every position on the way.
    """
    if not solvable(state[0], seat):
        return None
    market = Market.of(state[0].booths[seat])
    if (effort, market) not in _ways:
        prepare()
        beam = Beam(sets(), effort, 0).search(list(market.cells), market.hole, DEEPEST)
        moves = next((tuple(found) for found in beam if found), ())
        for step, cell in enumerate(moves):
            _ways[effort, market] = moves[step:]
            market = market.played([cell])
        while len(_ways) > REMEMBERED:
            _ways.popitem(last=False)
        market = Market.of(state[0].booths[seat])
    moves = _ways.get((effort, market), ())
    return Solution(tuple(MOVE + cell for cell in moves), 0) if moves else None


def continued(market: Market, effort: float) -> Solved:
    """Return the best solution from a position, improving on the cached one with more work."""
    _learn_recorded()
    best = _looked_for(market, effort, _known.get(market))
    _remember(market, best)
    return best


def worked_out(market: Market, effort: float) -> Solved:
    """Search for a solution with this effort, using recorded solutions but not the cache; cache and return it."""
    best = _worked_out(market, effort)
    _remember(market, best)
    return best


@lru_cache(maxsize=256)
def _worked_out(market: Market, effort: float) -> Solved:
    known = recorded(market)
    return _looked_for(market, effort, Solved(*known) if known else None)


def _looked_for(market: Market, effort: float, best: Solved | None) -> Solved:
    """Search for a better solution than ``best`` until the effort is spent, or longer if there is none yet."""
    prepare()
    for found in improved(market, best=best):
        best = found
        if best.spent > PACE * (effort if best.moves else effort + PATIENCE):
            break
    return best or Solved((), 0)


def _remember(market: Market, solution: Solved) -> None:
    """Cache a solution for a market and, as far as it is better, for every position along the solution."""
    for step, cell in enumerate(solution.moves):
        # What is left of a shortest solution is a shortest one too.
        rest = Solved(solution.moves[step:], max(solution.bound - step, 0))
        if market not in _known or _better(rest, _known[market]):
            _known[market] = rest
        _known.move_to_end(market)
        market = market.played([cell])
    while len(_known) > REMEMBERED:
        _known.popitem(last=False)


def _better(one: Solved, other: Solved) -> bool:
    return (one.length, -one.bound) < (other.length, -other.bound)


def _learn_recorded() -> None:
    """Cache the continuations of all recorded solutions."""
    for market, known in solutions().items():
        if market not in _known:
            _remember(market, Solved(*known))
