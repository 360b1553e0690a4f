"""A small game for testing conditional options, days and presets: taking stones, alone or in turn.

How many stones the heap holds is drawn, chosen, or follows from a day. In turn, one takes one or two; the last wins.
"""

from souq.engine.game import TODAY, Game, Option, Preset
from souq.engine.registry import register

GAME = register(
    Game(
        package=__name__,
        title="Heaps",
        designer="nobody",
        publisher="nobody",
        year=2026,
        min_players=1,
        max_players=3,
        options=(
            Option(
                "play",
                "Game",
                "One heap, or a race.",
                "heap",
                ("heap", "race"),
                titles=("One heap", "A race"),
                say="{}",
                when=({"players": (2, 3)},),
            ),
            Option("same", "Same heap", "For all.", when=({"play": ("race",)},)),
            Option(
                "size",
                "Size",
                "Of the heap.",
                0,
                (0, 5, 7),
                titles=("Any", "Five", "Seven"),
                when=({"players": (1,), "day": ("",)}, {"same": (True,)}),
            ),
            Option(
                "day", "Heap of the day", "The same for everybody.", "", (), say="Heap of {}", when=({"players": (1,)},)
            ),
        ),
        presets=(
            Preset("daily", "Heap of the day", "The same for everybody.", 1, {"day": TODAY}),
            Preset("alone", "A heap", "Of any size.", 1),
            Preset("duel", "Duel", "A race for two.", 2, {"play": "race", "same": True}),
        ),
        first=Preset("first", "A first heap", "A race for three.", 3, {"play": "race"}),
    )
)
