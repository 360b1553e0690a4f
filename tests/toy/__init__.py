"""A small game for testing the engine: hidden cards, chance, a draft, a reveal and a race, in forty lines of rules.

Everybody holds a hidden card from 1 to 9. In turn, one may swap it (chance) any number of times, mark it or unmark it
(free), show it to everybody or peek at the next one, then keeps it. When all have kept, everybody races to shout: all
seats decide at once, and the first shout turns all cards up. The highest card scores itself, the shouter one more.
"""

from souq.engine.game import Game, Option
from souq.engine.registry import register

GAME = register(
    Game(
        package=__name__,
        title="Toy",
        designer="nobody",
        publisher="nobody",
        year=2026,
        min_players=2,
        max_players=4,
        options=(
            Option("high", "High cards", "Cards go from 1 to 99.", False),
            Option("colour", "Colour", "Of the backs.", "red", ("red", "blue"), rules=False),
        ),
    )
)
