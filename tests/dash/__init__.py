"""A small game for testing races, drafts of a solo player, and hints: reach the line in as few steps as possible.

Everybody runs a way of ten places by steps of one, two or three; nobody may run past its end. Several run at once, and
who is there first has won. One alone runs for the fewest steps; whoever gives up is out.
"""

from souq.engine.game import Game
from souq.engine.registry import register

GAME = register(
    Game(
        package=__name__,
        title="Dash",
        designer="nobody",
        publisher="nobody",
        year=2026,
        min_players=1,
        max_players=4,
    )
)
