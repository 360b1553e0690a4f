"""Generic log lines and a generic scene for games that have no story or scene yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from souq.engine.present.scene import Area, Context, LogLine, Names, Panel, Pick, Prompt, Scene, text
from souq.engine.rules.record import Batch

if TYPE_CHECKING:
    from souq.engine.game import Game

EMBLEMS = ("crescent", "star", "camel", "palm", "lamp", "rose")
"""Default emblems of the seats, in order."""


def narrate(game: Game, events: list[tuple[int, ...]], names: Names) -> list[LogLine]:
    """Return a log line for each event, with the name of its kind and its numbers, for games without a story."""
    kinds = getattr(game.state, "Event", None)
    return [
        LogLine(None, f"{kinds(row[0]).name.lower() if kinds else row[0]} {' '.join(map(str, row[2:]))}")
        for row in events
    ]


def scene(game: Game, view: Batch, context: Context) -> Scene:
    """Return a simple drawing of the table for games without one: the points, and a button for every legal choice."""
    bindings = game.bindings
    points, ranks = bindings.points(view), bindings.ranks(view)
    deciders = bindings.deciders(view)
    panels = tuple(
        Panel(
            seat,
            str(points[seat]),
            emblem=EMBLEMS[seat % 6],
            tone=seat % 6 + 1,
            acting=bool(deciders >> seat & 1),
            rank=ranks[seat],
        )
        for seat in range(len(points))
    )
    picks = tuple(Pick(choice, game.choices.name(choice)) for choice in context.legal)
    board = Area("board", 400, 300, (), text(game.title, 200, 150, 28, serif=True), game.title)
    over = bool(view["over"][0])
    who = ", ".join(context.names(s) for s in range(len(points)) if deciders >> s & 1)
    prompt = Prompt("The game is over." if over else "Choose." if picks else f"Waiting for {who}.")
    return Scene((board,), panels, prompt, picks)
