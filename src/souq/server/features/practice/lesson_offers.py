"""A game's lessons as they are offered to a player, with the progress they have made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from souq.engine.game import Game
from souq.engine.teach.lesson import Lesson, lessons
from souq.server.core.live.teaching import is_learned
from souq.server.core.store.origins import LESSON
from souq.server.core.store.rows import TaughtRow


@dataclass(frozen=True, slots=True)
class Offer:
    """A lesson in a player's list, with the progress they have made in it."""

    lesson: Lesson
    step: int = 0
    table: str = ""
    """ID of the table where the lesson can be resumed, or ""."""
    done: bool = False


def offers(game: Game, tables: Sequence[TaughtRow]) -> list[Offer]:
    """Return a game's lessons with a player's progress; `tables` are the player's lesson tables, the latest first."""
    made = []
    for lesson in lessons(game).values():
        mine = [row for row in tables if (row.game, row.origin) == (game.name, f"{LESSON}:{lesson.name}")]
        begun = next((row for row in mine if not is_learned(lesson, row.step) and row.state == "playing"), None)
        done = any(is_learned(lesson, row.step) for row in mine)
        made.append(Offer(lesson, begun.step if begun else 0, begun.id if begun else "", done))
    return made


def learned(game: Game, tables: Sequence[TaughtRow]) -> str:
    """Return a player's progress in a game's lessons in one word: "all", "some" or "new" (none done).

    Return "" if the game has no lessons.
    """
    done = [offer.done for offer in offers(game, tables)]
    return "" if not done else "all" if all(done) else "some" if any(done) else "new"


def first_lesson(game: Game, tables: Sequence[TaughtRow]) -> dict[str, Any] | None:
    """Return what a button needs that starts a game's first lesson; None if the game has no lesson."""
    offer = next(iter(offers(game, tables)), None)
    if offer is None:
        return None
    return {"name": offer.lesson.name, "minutes": offer.lesson.minutes, "begun": bool(offer.table)}


def table_with(wanted: Lesson, game: Game, tables: Sequence[TaughtRow]) -> str:
    """Return the table where a player has left a lesson unfinished, or "" if there is none."""
    return next((offer.table for offer in offers(game, tables) if offer.lesson is wanted), "")
