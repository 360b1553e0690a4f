"""What the table asks: whether a seat's market is one to be solved, and how it would go on best."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Any

from souq.engine.record import Batch
from souq.engine.solving import Line
from souq.games.chatuchak.solve.bound import at_least
from souq.games.chatuchak.solve.position import Market
from souq.games.chatuchak.solve.recorded import recorded, solutions
from souq.games.chatuchak.solve.search import beams
from souq.games.chatuchak.state import BOX, MOVE, Mode

REMEMBERED = 20_000
"""Positions whose continuation is remembered, so that who follows a line is not led astray."""
PATIENCE = 10
"""Seconds more that a first solution may take; a wider beam finds it."""
_known: OrderedDict[Market, tuple[int, ...]] = OrderedDict()


def solvable(view: Any, seat: int) -> bool:
    """Whether a seat has a market to be solved, and may still move in it: in the puzzle and in races."""
    return bool(view.mode != Mode.GOALS and not view.over and not view.passed >> seat & 1)


def line(state: Batch, seat: int, seconds: float) -> Line | None:
    """The best continuation for a seat that is found in about ``seconds``; None if none is in sight."""
    if not solvable(state[0], seat):
        return None
    market = Market.of(state[0].booths[seat])
    left = BOX.moves - int(state[0].moves[seat])
    bound = at_least(market)
    if on_record := recorded(market):
        moves, bound = on_record
    else:
        moves = continued(market, bound, seconds)
    return Line(tuple(MOVE + cell for cell in moves), bound) if moves and len(moves) <= left else None


def continued(market: Market, bound: int, seconds: float) -> tuple[int, ...]:
    """The best continuation found or remembered; empty if there is none."""
    _learn_recorded()
    end = time.monotonic() + seconds / 2
    best = _known.get(market, ())
    if len(best) == bound:
        return best
    for moves in beams(market, most=len(best) - 1 if best else None):
        best = moves or best
        late = time.monotonic() - end
        if late > (0 if best else PATIENCE) or len(best) == bound:
            break
    _remember(market, best)
    return best


def _remember(market: Market, moves: tuple[int, ...]) -> None:
    """Keep a continuation, and those of all the positions on its way where they are better than what is known."""
    for step, cell in enumerate(moves):
        if market not in _known or len(_known[market]) > len(moves) - step:
            _known[market] = moves[step:]
        _known.move_to_end(market)
        market = market.played([cell])
    while len(_known) > REMEMBERED:
        _known.popitem(last=False)


def _learn_recorded() -> None:
    """Know the ways of all recorded solutions."""
    for market, (moves, _) in solutions().items():
        if market not in _known:
            _remember(market, moves)
