"""How many moves a market needs at least."""

from __future__ import annotations

from souq.games.chatuchak.solve.position import Market
from souq.games.chatuchak.solve.sets import sets


def at_least(market: Market) -> int:
    """The best lower bound that costs next to nothing: the sum of what each colour needs by itself.

    A move moves one booth, so what different colours need adds up; and a colour with nothing in its way needs no more
    moves than in the real market.
    """
    tables = sets()
    return sum(tables.distance(colour, plane) for colour, plane in enumerate(market.cells))
