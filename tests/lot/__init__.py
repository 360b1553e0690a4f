"""A small game for testing amounts, phrases and standing orders: three lots, each sold to the highest bidder.

In turn, whoever is still in raises or passes; a raise is the least there is, or reached by a ladder of small choices:
``more``, then as many ``more`` as are needed, then ``add``. Everybody keeps secret what a lot is worth to him.
"""

from souq.engine.game import Game
from souq.engine.registry import register

GAME = register(
    Game(
        package=__name__,
        title="Lot",
        designer="nobody",
        publisher="nobody",
        year=2026,
        min_players=2,
        max_players=4,
    )
)
