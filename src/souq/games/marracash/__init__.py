"""MarraCash, by Stefan Dorra (Kosmos, 1996): shops, crowds and everybody's customers."""

from souq.engine.game import Game, Option, Preset, who_begins

GAME = Game(
    package=__name__,
    title="MarraCash",
    designer="Stefan Dorra",
    publisher="Kosmos",
    year=1996,
    min_players=2,
    usual=3,
    max_players=4,
    minutes="60",
    level="medium",
    options=(
        Option(
            "souvenirs", "Souvenirs", "Customers buy souvenirs too: two cards lie open for the owners of their colours."
        ),
        who_begins(4),
        Option(
            "concealed",
            "Cash in the purse",
            "Nobody sees how much the others have until the end. (A good memory can work it out.)",
            rules=False,
        ),
    ),
    first=Preset("first", "A first game", "For three, without souvenirs.", players=3),
    presets=(
        Preset(
            "two",
            "A variant for two",
            "Made for three or four. With two, each of you has the signs of two names.",
            players=2,
        ),
    ),
)
"""The game, as the registry finds it. It is meant for three or four; with two, each has the signs of two names."""
