"""Desert Bazaar, by Brian Yu (Mattel, 2006): tents in the sand, and neighbours who pay."""

from souq.engine.game import Game, Option

GAME = Game(
    package=__name__,
    title="Desert Bazaar",
    designer="Brian Yu",
    publisher="Mattel",
    year=2006,
    min_players=3,
    max_players=5,
    minutes="45",
    options=(
        Option(
            "auto_discount",
            "Neighbours always pay",
            "Use everything neighbours offer without asking. Quicker; declining an offer is never cheaper.",
        ),
        Option(
            "memory_aid",
            "Open hands",
            "Show what everybody holds. It could be worked out from what was taken and paid.",
            rules=False,
        ),
        Option(
            "odds", "Odds of the dice", "Show how likely it is that throwing again succeeds.", default=True, rules=False
        ),
        Option(
            "projection",
            "Projected scores",
            "Show what the game would be worth to everybody if it ended now.",
            rules=False,
        ),
    ),
)
"""The game, as the registry finds it."""
