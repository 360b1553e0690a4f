"""Desert Bazaar, by Brian Yu (Mattel, 2006): tents in the sand, and neighbours who pay."""

from souq.engine.game import Game, Option, Preset

GAME = Game(
    package=__name__,
    title="Desert Bazaar",
    designer="Brian Yu",
    publisher="Mattel",
    year=2006,
    min_players=3,
    max_players=5,
    minutes="45",
    level="easy",
    options=(
        Option(
            "auto_discount",
            "Neighbours always pay",
            "Take every discount from neighbours without asking: quicker, and never worse.",
        ),
        Option(
            "memory_aid",
            "Open hands",
            "Everybody’s cards are visible. (A good memory can work them out.)",
            rules=False,
        ),
        Option("odds", "Odds of the dice", "Show how likely another roll is to succeed.", default=True, rules=False),
        Option(
            "projection",
            "Projected scores",
            "Show the score everybody would have if the game ended now.",
            rules=False,
        ),
    ),
    first=Preset("first", "A first game", "For three, with the odds of the dice shown.", players=3),
)
"""The game, as the registry finds it."""
