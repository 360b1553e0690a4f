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
            "souvenirs",
            "Souvenirs",
            "Each customer also buys a souvenir of their colour that lies face up: 50 to 250 more for the shop.",
        ),
        who_begins(4),
        Option(
            "concealed",
            "Hidden cash",
            "The others’ money stays hidden until the end. (A good memory can work it out.)",
            rules=False,
        ),
    ),
    first=Preset("first", "A first game", "For three, without souvenirs.", players=3),
    presets=(
        Preset(
            "two",
            "A variant for two",
            "MarraCash is made for three or four. With two, each of you plays with twice as many signs.",
            players=2,
        ),
    ),
)
"""The game's definition, which the registry looks up under this name.

It is made for three or four; with two players, each has the signs (markers of ownership) of two.
"""
