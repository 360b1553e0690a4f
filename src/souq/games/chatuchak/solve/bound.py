"""Lower bounds of the number of moves that a market needs: cheap to compute, each with a proof.

All add up over the colours, since a move moves one booth. The last is the strongest; iterative deepening starts from it
and raises it as far as there is time (:mod:`~souq.games.chatuchak.solve.exact`).
"""

from __future__ import annotations

import numpy as np

from souq.games.chatuchak.box import beside
from souq.games.chatuchak.solve.position import Market, pieces
from souq.games.chatuchak.solve.sets import sets
from souq.games.chatuchak.state import CELLS

MOST_JOINED = max(len(beside(cell)) for cell in range(CELLS))


def joined(market: Market) -> int:
    """Return a lower bound from joining the pieces of every colour.

    There is one piece less when a booth that stands alone leaves, and none less when another booth leaves. Where it
    lands it makes one of up to four pieces: three less. So a move makes four pieces less at most, and n pieces need
    (n - 1) / 4 moves, rounded up.
    """
    return sum(-(-(len(pieces(plane)) - 1) // MOST_JOINED) for plane in market.cells)


def displaced(market: Market) -> int:
    """Return the number of booths that must move at least once (CH-V07).

    In the end a colour stands on some connected set of cells. Booths that never moved stand there now, so they are no
    more than its cells have in common with the set; all others move at least once. The set with most in common gives
    the bound.
    """
    tables, total = sets(), 0
    for colour, plane in enumerate(market.cells):
        goals = tables.goals[tables.goals_from[colour] : tables.goals_from[colour + 1]]
        total += int(np.bitwise_count(plane & ~goals).min())
    return total


def at_least(market: Market) -> int:
    """Return the moves that every colour needs on its own, added up; never less than the other two bounds.

    Of a solution of the market take the moves of one colour alone: they bring that colour into one piece, and each
    moves a booth along its row or column to a cell that is free of its colour. The fewest such moves are known for
    every set of cells (:func:`~souq.games.chatuchak.solve.sets.spread`), so the colour has no fewer. These are no
    fewer than the booths displaced, nor than it takes to join the pieces, because neither proof needs more than these
    moves. Lanes count too: a booth that is in line with no cell of its goal moves twice.
    """
    tables = sets()
    return sum(tables.distance(colour, plane) for colour, plane in enumerate(market.cells))
