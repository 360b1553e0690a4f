"""Lower bounds: numbers of moves that a market needs at the very least, cheap to compute and proven.

Each bound is a sum over the colours, since a move moves one booth. :func:`at_least` is the strongest; iterative
deepening starts from it and raises it as far as there is time (:mod:`~souq.games.chatuchak.solve.exact`).
"""

from __future__ import annotations

import numpy as np

from souq.games.chatuchak.box import beside
from souq.games.chatuchak.solve.position import Market, pieces
from souq.games.chatuchak.solve.sets import sets
from souq.games.chatuchak.state import CELLS

MOST_JOINED = max(len(beside(cell)) for cell in range(CELLS))


def joined(market: Market) -> int:
    """Return a lower bound of the moves, from the number of pieces that each colour has to join.

    A booth that stands alone removes a piece when it leaves; any other booth removes none. In its new cell a booth
    joins at most four pieces, which makes three fewer. So a move removes at most four pieces, and n pieces need at
    least (n - 1) / 4 moves, rounded up.
    """
    return sum(-(-(len(pieces(plane)) - 1) // MOST_JOINED) for plane in market.cells)


def displaced(market: Market) -> int:
    """Return a lower bound of the moves: the number of booths that can't stay in their cells (CH-V07).

    At the end, the cells of a colour are some connected set. A booth that never moves stands on a cell that is in this
    set and belongs to the colour now; all others move at least once. The connected set with the most such cells gives
    the bound.
    """
    tables, total = sets(), 0
    for colour, plane in enumerate(market.cells):
        goals = tables.goals[tables.goals_from[colour] : tables.goals_from[colour + 1]]
        total += int(np.bitwise_count(plane & ~goals).min())
    return total


def at_least(market: Market) -> int:
    """Return the strongest lower bound: the sum of the moves that each colour needs if no other is in the way.

    Take the moves of one colour out of a solution of the market. They bring that colour into one piece, and each moves
    a booth along its row or column to a cell without that colour. The minimum number of such moves is known for every
    set of cells (:func:`~souq.games.chatuchak.solve.sets.spread`), so the solution has at least as many for the colour.
    The proofs of the other two bounds use nothing but these moves, so neither bound is greater. This bound also takes
    lanes into account: a booth that is in line with no cell of its goal moves twice.
    """
    tables = sets()
    return sum(tables.distance(colour, plane) for colour, plane in enumerate(market.cells))
