"""Kairo, a board game by Kimmo Sorsamo (Queen Games, 2012).

Players build market stalls on a square and lure customers to them. Stalls block the customers' paths.
"""

from souq.engine.game import Game, Option, Preset

GAME = Game(
    package=__name__,
    title="Kairo",
    designer="Kimmo Sorsamo",
    publisher="Queen Games",
    year=2012,
    min_players=2,
    max_players=4,
    minutes="45",
    level="medium",
    options=(
        Option(
            "start",
            "First stalls",
            "Players place three each, or they are already in place, which is best for a first game.",
            default="variable",
            values=("variable", "suggested"),
            titles=("Players place them", "Already in place"),
            say="Stalls at the start: {}",
        ),
        Option(
            "money",
            "Money",
            "Visible or hidden. (A good memory can work it out.)",
            default="open",
            values=("open", "screens"),
            titles=("Visible", "Hidden behind screens"),
            rules=False,
        ),
    ),
    first=Preset(
        "first",
        "A first game",
        "For three, with the first stalls already in place.",
        players=3,
        options={"start": "suggested"},
    ),
)
"""Declaration of the game (title, players, options), which souq finds when it lists its games."""
