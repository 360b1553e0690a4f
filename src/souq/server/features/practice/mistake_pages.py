"""The pages that start a puzzle from a player's own game."""

from __future__ import annotations

from datetime import date
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from souq.engine import registry
from souq.engine.match.match import Match
from souq.games import card
from souq.puzzles.mistake import ABOUT, TITLE, lesson_of
from souq.puzzles.puzzle import UnknownPuzzle
from souq.server.core.http.dependencies import CompilingDep, StorageDep, Who
from souq.server.core.http.opening import Form, Opens
from souq.server.core.http.rendering import page
from souq.server.core.live.people import Guest
from souq.server.core.store.origins import OWN
from souq.server.features.practice.dependencies import MistakesDep
from souq.server.features.practice.mistakes import Mistakes
from souq.server.features.practice.models import MistakeRow

router = APIRouter(include_in_schema=False)


@router.get("/mistakes/{game}/{name}")
async def mistake(
    request: Request, compiling: CompilingDep, mistakes: MistakesDep, guest: Who, game: str, name: str
) -> Response:
    """Show a page that starts the puzzle."""
    found = registry.find(game)
    compiling.want(found.name)
    await _due(mistakes, guest, found.name, name)
    shown: dict[str, Any] = {
        "game": found,
        "card": card(found.name),
        "title": TITLE,
        "about": ABOUT,
    }
    return page(request, "puzzle.html", guest, **shown, action=f"/mistakes/{game}/{name}", day="")


@router.post("/mistakes/{game}/{name}")
async def begin(
    opener: Opens,
    storage: StorageDep,
    mistakes: MistakesDep,
    guest: Who,
    game: str,
    name: str,
    form: Form,
) -> Response:
    """Start or resume the puzzle."""
    found = registry.find(game)
    posed, origin = (await _due(mistakes, guest, found.name, name)).posed, f"{OWN}:{name}"
    for row in await storage.practised(guest.person_id):
        if (row.game, row.origin, row.state, row.ply) == (found.name, origin, "playing", 0):
            return RedirectResponse(f"/t/{row.id}", 303)

    def begins() -> Match:
        return lesson_of(found, posed).setting.begin(found)

    return await opener.open_at(found, begins, posed["seat"], origin, form, posed=posed)


async def _due(mistakes: Mistakes, guest: Guest, game: str, name: str) -> MistakeRow:
    """Return a person's puzzle.

    Raises:
        UnknownPuzzle: they have none with that name, or its day hasn't come yet.
    """
    row = await mistakes.find(guest.person_id, game, name) if guest.person_id else None
    if row is None or row.due > date.today().isoformat():
        raise UnknownPuzzle("You have no such puzzle.")
    return row
