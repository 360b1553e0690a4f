"""Desert Bazaar, a game by Brian Yu (Mattel, 2006) in which players pitch tents in the desert and trade for goods."""

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
            "Take all the help your neighbours offer without asking. It’s quicker, and it’s always the cheapest way.",
        ),
        Option(
            "memory_aid",
            "Open hands",
            "Show everybody’s cards. (A good memory can work them out.)",
            rules=False,
        ),
        Option("odds", "Dice odds", "Show your chances when you roll again.", default=True, rules=False),
        Option(
            "projection",
            "Projected scores",
            "Show everybody’s points if the game ended now.",
            rules=False,
        ),
    ),
    first=Preset("first", "A first game", "For three, with the odds of the dice shown.", players=3),
)
"""The game as the registry finds it: its title, numbers of players, options, and the code of its parts."""
