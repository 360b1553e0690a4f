"""The pages of lessons: an overview per game, and starting or resuming a lesson."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from souq.engine import registry
from souq.engine.game import Game
from souq.engine.teach.lesson import Lesson, find, lessons
from souq.engine.teach.primer import primer
from souq.games import card, cards
from souq.puzzles.puzzle import puzzles
from souq.server.core.db.storage import Storage
from souq.server.core.http.dependencies import CompilingDep, StorageDep, Who
from souq.server.core.http.opening import Form, Opens
from souq.server.core.http.rendering import page
from souq.server.core.live.people import Guest
from souq.server.core.live.teaching import is_learned
from souq.server.core.store.origins import LESSON
from souq.server.core.store.rows import TaughtRow

router = APIRouter(include_in_schema=False)


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


@router.get("/learn")
async def learn(request: Request, storage: StorageDep, guest: Who) -> Response:
    """Show the lessons of every game."""
    taught = await storage.taught(guest.person_id)
    shelf = [about(registry.find(each.game), taught) for each in cards() if each.playable]
    later = [each for each in cards() if not each.playable]
    return page(request, "learn.html", guest, shelf=shelf, later=later)


@router.get("/learn/{game}")
async def learn_game(request: Request, compiling: CompilingDep, storage: StorageDep, guest: Who, game: str) -> Response:
    """Show the lessons of one game."""
    found = registry.find(game)
    compiling.want(found.name)
    shelf = [about(found, await storage.taught(guest.person_id))]
    return page(request, "learn.html", guest, shelf=shelf, later=[], game=found)


@router.post("/learn/{game}/{lesson}")
async def begin(opener: Opens, storage: StorageDep, guest: Who, game: str, lesson: str, form: Form) -> Response:
    """Resume a lesson, or start it from the beginning."""
    found = registry.find(game)
    wanted = find(found, lesson)
    if "anew" not in form:
        left = await _left(storage, guest, found, wanted)
        if left:
            return RedirectResponse(f"/t/{left}", 303)
    setting, origin = wanted.setting, f"{LESSON}:{wanted.name}"
    begins = partial(setting.begin, found)
    return await opener.open_at(found, begins, wanted.seat, origin, form, names=setting.names, seeded=True)


async def _left(storage: Storage, guest: Guest, game: Game, wanted: Lesson) -> str:
    """Return the ID of the table where a player has left a lesson unfinished, or "" if there is none."""
    taught = await storage.taught(guest.person_id)
    return next((offer.table for offer in offers(game, taught) if offer.lesson is wanted), "")


def about(game: Game, taught: Sequence[TaughtRow]) -> dict[str, Any]:
    """Return the values that the lessons page shows for a game."""
    rules = len(game.rulebook.ids)
    return {
        "game": game,
        "card": card(game.name),
        "offers": offers(game, taught),
        "rules": rules,
        "primer": bool(primer(game).sections),
        "puzzles": len(puzzles(game)),
    }
