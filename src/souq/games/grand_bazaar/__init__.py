"""Hafid's Grand Bazaar, by Mike Richie (Rather Dashing Games, 2017): a market that shouts."""

from souq.engine.game import Game, Option, who_begins

GAME = Game(
    package=__name__,
    title="Hafid’s Grand Bazaar",
    designer="Mike Richie",
    publisher="Rather Dashing Games",
    year=2017,
    min_players=2,
    max_players=6,
    minutes="30–90",
    binding=(
        *("look", "take", "nothing", "claim", "hold", "send", "allow", "deny", "go on", "stop"),
        *("pass", "accept", "reject", "pick", "none"),
    ),
    options=(
        Option(
            "trading",
            "Trading",
            "By turns on the floor, which works across days too; open, without turns, for four minutes; or none.",
            default="floor",
            values=("floor", "open", "off"),
            titles=("On the floor", "Open, against the clock", "No trading"),
            say="{}",
        ),
        Option(
            "floor_turns",
            "Floor turns",
            "How often each negotiator has the floor in a round.",
            default=5,
            values=tuple(range(1, 21)),
            when=({"trading": ("floor",)},),
        ),
        who_begins(6),
    ),
)
"""The game, as the registry finds it."""
