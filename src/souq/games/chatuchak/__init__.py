"""Chatuchak, a board game by Corné van Moorsel and Peter Joustra (Cwali, 2023).

Players move the booths of a market, one at a time, so that booths of the same colour come together.
"""

from __future__ import annotations

from collections.abc import Sequence

from souq.engine.game import TODAY, Game, Option, Preset, who_begins

COMPANY = (2, 3, 4, 5)
RACES = ("speed", "turns")

GAME = Game(
    package=__name__,
    title="Chatuchak",
    designer="Corné van Moorsel and Peter Joustra",
    publisher="Cwali",
    year=2023,
    min_players=1,
    max_players=5,
    minutes="15–30",
    level="easy",
    options=(
        Option(
            "play",
            "Game",
            "Play for goals until the tent arrives, or race to tidy your market first.",
            default="goals",
            values=("goals", "speed", "turns"),
            titles=("Goals and a clock", "Speed race", "Race in turns"),
            say="{}",
            when=({"players": COMPANY},),
        ),
        Option(
            "grids",
            "Start grids",
            "The sixteen printed ones, or new ones drawn at random.",
            default="printed",
            values=("printed", "new"),
            when=({"day": ("",)},),
        ),
        Option(
            "same",
            "Same grid for all",
            "Everyone races with the same market.",
            when=({"play": RACES, "day": ("",)},),
        ),
        Option(
            "side",
            "Which grid",
            "One of the sixteen printed grids, or any of them.",
            default="random",
            values=("random", *map(str, range(1, 17))),
            say="Grid {}",
            when=({"players": (1,), "grids": ("printed",), "day": ("",)}, {"same": (True,), "grids": ("printed",)}),
        ),
        who_begins(5, when=({"players": COMPANY, "play": ("goals",)},)),
        Option(
            "day",
            "Puzzle of the day",
            "A new market every day, the same for everyone.",
            default="",
            values=(),
            say="Puzzle of {}",
            when=({"players": (1,)}, {"play": RACES}),
        ),
    ),
    first=Preset("first", "A first game", "For two, with goals and a clock, on printed grids.", players=2),
    presets=(
        Preset(
            "daily",
            "Puzzle of the day",
            "A new market every day, the same for everyone.",
            players=1,
            options={"day": TODAY},
        ),
        Preset("solo", "A puzzle", "Tidy one of the sixteen printed markets in as few moves as you can.", players=1),
        Preset(
            "speed",
            "Speed race",
            "Two players move at once, and the first tidy market wins.",
            players=2,
            options={"play": "speed"},
        ),
    ),
)
"""The game's entry in the registry. A single player always gets the puzzle, whatever the options say."""


def deal(order: Sequence[int | str]) -> list[str] | None:
    """Return the start grid that an order of booths gives, as five rows; None if a booth has no place (CH-N01 to N08).

    Args:
        order: letters (``"RGBPY…"``) or numbers of colours, in the order in which the booths are placed. Fewer than
            29 leave the other cells empty.

    >>> deal("PGPGPYBYPBRYYB")
    ['.PGPGP', 'YBYBRY', 'P..YB.', '......', '......']
    """
    from souq.games.chatuchak.rules.grids import dealt

    return dealt(order)
