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
    options=(
        Option(
            "souvenirs", "Souvenirs", "Customers buy souvenirs too: two cards lie open for owners of their colours."
        ),
        who_begins(4),
        Option(
            "concealed",
            "Cash in the purse",
            "Others’ cash is not shown before the end. It could be worked out, for everybody sees what is paid.",
            rules=False,
        ),
    ),
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
