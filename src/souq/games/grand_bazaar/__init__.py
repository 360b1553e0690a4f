"""Hafid's Grand Bazaar, by Mike Richie (Rather Dashing Games, 2017): bidding, trading and selling in a loud market."""

from souq.engine.game import Game, Option, Preset, who_begins

GAME = Game(
    package=__name__,
    title="Hafid’s Grand Bazaar",
    designer="Mike Richie",
    publisher="Rather Dashing Games",
    year=2017,
    min_players=2,
    max_players=6,
    minutes="30–90",
    level="hard",
    binding=(
        *("look", "take", "nothing", "claim", "hold", "send", "allow", "deny", "go on", "stop"),
        *("pass", "accept", "reject", "pick", "none"),
    ),
    options=(
        Option(
            "trading",
            "Trading",
            "In turns (also over several days), live for four minutes a round, or no trading.",
            default="floor",
            values=("floor", "open", "off"),
            titles=("In turns", "Trading live, four minutes a round", "No trading"),
            say="{}",
        ),
        Option(
            "floor_turns",
            "Trading turns",
            "How many trading turns each negotiator has in a round.",
            default=5,
            values=tuple(range(1, 21)),
            when=({"trading": ("floor",)},),
        ),
        who_begins(6),
    ),
    first=Preset("first", "A first game", "For four, without trading.", players=4, options={"trading": "off"}),
    luck=6.0,
)
"""The game's definition, which the registry looks up under this name."""
