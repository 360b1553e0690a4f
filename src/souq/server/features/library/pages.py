"""The library's page."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, cast, get_args
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import Response

from souq.bots.characters import CHARACTERS
from souq.games import card, cards
from souq.server.core.http.dependencies import Who
from souq.server.core.http.rendering import page
from souq.server.core.live.people import EMBLEMS
from souq.server.core.store.rows import Ended
from souq.server.errors import Malformed
from souq.server.features.library.api_models import LibraryGame, library_game
from souq.server.features.library.dependencies import LibraryDep
from souq.server.features.library.service import Query

router = APIRouter(include_in_schema=False)

HOW = {"won": "One winner", "shared": "Shared victory", "nobody": "Nobody won", "early": "Ended early"}


@router.get("/library")
async def games(request: Request, library: LibraryDep, guest: Who) -> Response:
    """Show published games."""
    asked = {name: value for name, value in request.query_params.items() if value}
    offered = [("", "All games"), *((each.game, each.facts.title) for each in cards() if each.playable)]
    context: dict[str, Any] = {"asked": asked, "games": offered, "found": [], "next": "", "error": ""}
    status = 200
    try:
        found = await library.find(_query(asked))
        context["found"] = [_view_of(library_game(each)) for each in found.games]
        if found.after:
            context["next"] = f"/library?{urlencode({**asked, 'after': found.after})}"
    except Malformed as error:
        context["error"], status = error.message, error.status
    return page(request, "library.html", guest, status, **context)


def _query(asked: Mapping[str, str]) -> Query:
    """Parse the search form.

    Raises:
        Malformed: a day or a number can't be read.
    """
    players, ended = asked.get("players", "0"), asked.get("ended", "")
    if not players.isdecimal() or len(players) > 2 or ended not in get_args(Ended):
        raise Malformed("Choose from the lists. That search isn’t possible.")
    return Query(
        game=asked.get("game", "")[:60],
        name=asked.get("name", "").strip()[:60],
        players=int(players),
        since=_day(asked.get("since", "")),
        until=_day(asked.get("until", "")),
        ended=cast(Ended, ended),
        order="best" if asked.get("order") == "best" else "newest",
        after=asked.get("after", ""),
    )


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as error:
        raise Malformed(f"{text[:20]!r} is not a date. Write it like 2026-11-21.") from error


def _view_of(game: LibraryGame) -> dict[str, Any]:
    """Convert a published game to the values that the library page's template shows."""
    known = card(game.game)
    emblems = known.emblems if known else EMBLEMS
    titles = {each.name: each.title for each in CHARACTERS}
    players = [
        {
            "seat": at + 1,
            "emblem": emblems[at % len(emblems)],
            "name": each.name,
            "bot": titles.get(each.level, "bot") if each.kind == "bot" else "",
            "points": each.points,
            "won": each.won,
        }
        for at, each in enumerate(game.players)
    ]
    when = game.ended_at
    return {
        "table": game.table,
        "game": game.game,
        "title": ", ".join([game.title, *game.terms]),
        "players": players,
        "how": HOW[game.ended],
        "day": when.date().isoformat(),
        "date": f"{when.day} {when:%B %Y}",
    }
