"""Kairo, by Kimmo Sorsamo (Queen Games, 2012): customers lured across the square, and every stall a wall."""

from souq.engine.game import Game, Option

GAME = Game(
    package=__name__,
    title="Kairo",
    designer="Kimmo Sorsamo",
    publisher="Queen Games",
    year=2012,
    min_players=2,
    max_players=4,
    minutes="45",
    options=(
        Option(
            "start",
            "Where stalls begin",
            "Variable: everybody places three stalls. Suggested: they stand already; good for a first game.",
            default="variable",
            values=("variable", "suggested"),
        ),
        Option(
            "money",
            "Money",
            "Open, or behind screens. It could be worked out, for everybody sees what is earned and paid.",
            default="open",
            values=("open", "screens"),
            rules=False,
        ),
    ),
)
"""The game, as the registry finds it."""
