"""The results pages: the visitor's own results, public profiles, and the leaderboard."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Path, Request
from fastapi.responses import RedirectResponse, Response

from souq.engine import registry
from souq.games import cards
from souq.server.core.http.dependencies import Who
from souq.server.core.http.opening import Form
from souq.server.core.http.rendering import keep, page, public_origin
from souq.server.core.live.people import Guest
from souq.server.errors import Malformed
from souq.server.features.ratings import page_parts as parts
from souq.server.features.ratings.api import Unknown, board_of, own_page, page_of
from souq.server.features.ratings.api_models import PersonModel
from souq.server.features.ratings.dependencies import BookDep
from souq.server.features.ratings.service import Book

router = APIRouter(include_in_schema=False)

UNFOUND = {"x-robots-tag": "noindex"}
"""Response headers of public profiles, which exclude them from search engines."""
BACK = ("/records", "/you", "/leaderboard")


@router.get("/records")
async def records(request: Request, book: BookDep, guest: Who) -> Response:
    """Show your own games, ratings and places."""
    after = _after(request)
    try:
        found = await own_page(book, guest, after)
    except Unknown:
        return page(request, "person.html", guest, person=None, own=True, error="")
    except Malformed as error:
        found = await own_page(book, guest)
        return _person(request, guest, found, own=True, status=error.status, error=error.message)
    return _person(request, guest, found, own=True)


@router.post("/records/shown")
async def show(request: Request, book: BookDep, guest: Who, form: Form) -> Response:
    """Publish or hide your profile."""
    if guest.person is None:
        raise Unknown
    await book.profiles.show(guest.person.id, form.get("shown") == "on")
    back = form.get("back", "")
    response = RedirectResponse(back if back in BACK else "/records", 303)
    if guest.is_new:
        keep(request, response, guest)
    return response


@router.get("/people/{code}")
async def person(request: Request, book: BookDep, guest: Who, code: Annotated[str, Path(max_length=24)]) -> Response:
    """Show a public profile."""
    found = await page_of(book, code, guest.person_id, _after(request))
    response = _person(request, guest, found, own=False)
    response.headers.update(UNFOUND)
    return response


@router.get("/leaderboard")
async def leaderboard(request: Request, book: BookDep, guest: Who) -> Response:
    """Show a game's leaderboard."""
    games = [(each.game, each.facts.title) for each in cards() if each.playable]
    asked = request.query_params.get("game", "")[:60]
    game = registry.find(asked).name if asked else games[0][0]
    error, status, after = "", 200, _after(request)
    try:
        found = await board_of(book, game, guest.person_id, after)
    except Malformed as refusal:
        error, status, after = refusal.message, refusal.status, ""
        found = await board_of(book, game, guest.person_id)
    context: dict[str, Any] = {"game": game, "title": found.title, "games": games, "error": error, "after": after}
    context["next"] = f"/leaderboard?{urlencode({'game': game, 'after': found.after})}" if found.after else ""
    context["nobody"] = not any(not each.who.level for each in found.lines) and not after
    context["hidden"] = await _hidden(book, guest)
    return page(request, "leaderboard.html", guest, status, **parts.lines(found.lines, game), **context)


async def _hidden(book: Book, guest: Guest) -> bool:
    """Return whether the visitor is left out of leaderboards because their profile isn't public.

    Return False for a visitor without any stored data.
    """
    return guest.person is not None and await book.profiles.code_of(guest.person.id) is None


def _person(
    request: Request, guest: Guest, found: PersonModel, *, own: bool, status: int = 200, error: str = ""
) -> Response:
    path = "/records" if own else f"/people/{found.page}"
    context: dict[str, Any] = {"person": found, "own": own, "error": error, "first": not _after(request) or error}
    context["standings"] = [parts.standing(each) for each in found.standings]
    context["met"] = [parts.met(each) for each in found.met]
    context["games"] = [parts.played(each) for each in found.games]
    context["next"] = f"{path}?{urlencode({'after': found.after})}" if found.after else ""
    context["address"] = f"{_host(request)}/people/{found.page}" if found.page else ""
    return page(request, "person.html", guest, status, **context)


def _host(request: Request) -> str:
    """Return the server's host name."""
    return public_origin(request).partition("//")[2]


def _after(request: Request) -> str:
    return request.query_params.get("after", "")[:80]
