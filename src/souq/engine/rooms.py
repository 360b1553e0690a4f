"""What a game's story and scene say of a position, or plain words and a plain table where it has none."""

from __future__ import annotations

from souq.engine import plain
from souq.engine.game import Game
from souq.engine.record import Batch
from souq.engine.scene import Context, Line, Names, Scene
from souq.engine.twin import Twin


def tell(game: Game, events: list[tuple[int, ...]], names: Names) -> list[Line]:
    """Events in sentences."""
    if game.story is None:
        return plain.tell(game, events, names)
    lines: list[Line] = game.story.tell(events, names)
    return lines


def make_scene(game: Game, view: Batch, context: Context) -> Scene:
    """What a hidden record looks like."""
    if game.scene is None:
        return plain.scene(game, view, context)
    made: Scene = game.scene.scene(Twin.of(view), context)
    return made


def why(game: Game, view: Batch, seat: int, choice: int, rule: str, names: Names) -> str:
    """What forbids a choice in a position, as ``seat`` may know it: ``rule`` in words of that position, or "".

    A story room need not have a ``why``.
    """
    told = getattr(game.story, "why", None)
    return str(told(Twin.of(view), seat, choice, rule, names)) if told else ""
