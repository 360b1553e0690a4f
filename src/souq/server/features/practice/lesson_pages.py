"""The pages of lessons: an overview per game, and starting or resuming a lesson."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from souq.engine import registry
from souq.engine.game import Game
from souq.engine.teach.lesson import find
from souq.engine.teach.primer import primer
from souq.games import card, cards
from souq.puzzles.puzzle import puzzles
from souq.server.core.http.dependencies import CompilingDep, StorageDep, Who
from souq.server.core.http.opening import Form, Opens
from souq.server.core.http.rendering import page
from souq.server.core.store.origins import LESSON
from souq.server.core.store.rows import TaughtRow
from souq.server.features.practice.lesson_offers import offers, table_with

router = APIRouter(include_in_schema=False)


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
        left = table_with(wanted, found, await storage.taught(guest.person_id))
        if left:
            return RedirectResponse(f"/t/{left}", 303)
    setting, origin = wanted.setting, f"{LESSON}:{wanted.name}"
    begins = partial(setting.begin, found)
    return await opener.open_at(found, begins, wanted.seat, origin, form, names=setting.names, seeded=True)


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
