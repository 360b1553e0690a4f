"""Functions that the command ``souq solve`` calls: puzzles, markets as text, solutions and reports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from souq.engine.match.solving import Solution
from souq.engine.present.wording import several
from souq.engine.rules.record import Batch
from souq.games.chatuchak.rules.market import renew
from souq.games.chatuchak.solve.position import BadMarket, Market
from souq.games.chatuchak.solve.recorded import keep, recorded
from souq.games.chatuchak.solve.search import WIDTH, Solved, improved, prepare
from souq.games.chatuchak.state import BOX, COLOURS, MOVE, Mode, State
from souq.games.chatuchak.story.wording import rank


def puzzles() -> list[tuple[str, dict[str, Any]]]:
    """Return the title of every printed start grid, with the options that select it."""
    return [(f"Grid {side}", {"side": str(side)}) for side in range(1, len(BOX.sides) + 1)]


def position(text: str) -> Batch:
    """Return the puzzle that starts with a market: five rows of six letters R, Y, G, B, P, and a dot for the gap.

    Raises:
        BadMarket: the text is not a market.
    """
    market = Market.read(text)
    state = State.new()
    s = state[0]
    s.players, s.mode, s.n_events = 1, Mode.SOLO, -1
    s.hole[0] = market.hole
    for colour in range(COLOURS):
        s.start[0][colour] = s.booths[0][colour] = market.cells[colour]
    for colour in range(COLOURS):
        renew(s, 0, colour)
    return state


def attempts(state: Batch, seat: int, width: int | None = None, fresh: bool = False) -> Iterator[Solution]:
    """Yield the best solution known after each slice of work, until it is proven to be the shortest.

    A continuation without choices means that none is known yet.

    Args:
        state: the position to begin from.
        seat: the market's seat.
        width: number of positions that the first beam keeps.
        fresh: whether to ignore recorded solutions.
    """
    prepare()
    market = Market.of(state[0].booths[seat])
    known = None if fresh else recorded(market)
    for found in improved(market, width or WIDTH, Solved(*known) if known else None):
        yield Solution(tuple(MOVE + cell for cell in found.moves), found.bound)


def report(state: Batch, seat: int, way: Solution) -> list[str]:
    """Return a report on a solution: its moves, the market before and after, and the rank it earns."""
    market = Market.of(state[0].booths[seat])
    moves = [choice - MOVE for choice in way.choices]
    after = market.played(moves)
    made = int(state[0].moves[seat]) + len(moves)
    return [
        f"Move these booths in order (cells are numbered row by row, from 0): {', '.join(map(str, moves))}.",
        "",
        *(f"  {' '.join(one)}     {' '.join(other)}" for one, other in zip(market.rows(), after.rows(), strict=True)),
        "",
        f"{several(made, 'move')}: {rank(made, after.tidy)}.",
    ]


def record(state: Batch, seat: int, way: Solution) -> bool:
    """Save a solution if it is shorter than the recorded one or has a higher bound; return whether it was saved.

    Raises:
        BadMarket: the market is not a printed start grid.
    """
    market = Market.of(state[0].booths[seat])
    rows = "".join(market.rows())
    if rows not in BOX.sides:
        raise BadMarket("Only solutions of printed start grids are kept on record.")
    return keep(BOX.sides.index(rows) + 1, market, tuple(choice - MOVE for choice in way.choices), way.bound)
