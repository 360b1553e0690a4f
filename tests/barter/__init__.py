"""A small game for testing proposals, standing orders and a clock: two rounds of asking, then of open trading.

In each round every seat is asked in turn whether it takes a chance card's coins or passes. Then everybody trades at
once, in whatever order they come: a post offers goods, and perhaps coins one way, for goods of another seat; it can be
taken back, refused or taken up. Trading ends when all but one have left, or when time says so.
"""

from souq.engine.game import Game
from souq.engine.registry import register

GAME = register(
    Game(
        package=__name__,
        title="Barter",
        designer="nobody",
        publisher="nobody",
        year=2026,
        min_players=2,
        max_players=4,
    )
)
