"""The pages of storms: how they work, the result, and the form that opens the next puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from souq.engine import registry
from souq.engine.game import Game
from souq.games import card
from souq.puzzles.lesson import moment
from souq.puzzles.puzzle import UnknownPuzzle, puzzles
from souq.server.core.http.dependencies import CompilingDep, PeopleDep, TablesDep, Who
from souq.server.core.http.opening import Form, Opener, Opens
from souq.server.core.http.rendering import keep, page
from souq.server.core.live.people import named
from souq.server.core.live.tables import ID
from souq.server.core.store.origins import STORM
from souq.server.features.practice.dependencies import StormsDep
from souq.server.features.practice.storm import Storm, storm_of, upcoming

router = APIRouter(include_in_schema=False)


@router.get("/storm/{game}")
async def storm(
    request: Request, compiling: CompilingDep, storms: StormsDep, guest: Who, game: str, done: int = 0
) -> Response:
    """Show what a storm is and, after one, the result."""
    found = _posing(game)
    compiling.want(found.name)
    over = await storms.find(done, guest.person_id) if 0 < done < 2**31 else None
    best = await storms.best(guest.person_id, found.name) if guest.person_id else 0
    return page(request, "storm.html", guest, game=found, card=card(found.name), over=over, best=best)


@router.post("/storm/{game}")
async def begin(
    request: Request,
    opener: Opens,
    people: PeopleDep,
    storms: StormsDep,
    tables: TablesDep,
    guest: Who,
    game: str,
    form: Form,
) -> Response:
    """Begin a storm with its first puzzle."""
    found = _posing(game)
    opener.admit()
    name = named(form.get("name") or (guest.person.name if guest.person else "") or "Guest")
    person = await people.remember(guest, name)
    await tables.ready(found.name)  # before the time runs
    begun = await storms.begin(person.id, found.name)
    response = await _open(opener, found, begun, {**form, "name": name})
    keep(request, response, replace(guest, person=person))
    return response


@router.post("/storm/{game}/next")
async def proceed(
    request: Request, opener: Opens, storms: StormsDep, tables: TablesDep, guest: Who, game: str, form: Form
) -> Response:
    """Open the next puzzle of a storm, or show the result if time is up."""
    found, table = _posing(game), form.get("table", "")
    number = None
    if ID.fullmatch(table):
        async with tables.hold(table) as live:
            row, count = live.row, storms.missed if live.missed else storms.committed
        number = storm_of(row.origin) if row.game == found.name else None
        await count(row)
    running = await storms.find(number, guest.person_id) if number is not None else None
    if running is None or running.left == 0:
        return _to(request, f"/storm/{found.name}" + (f"?done={running.n}" if running else ""))
    return await _open(opener, found, running, form, request)


async def _open(
    opener: Opener,
    game: Game,
    storm: Storm,
    form: Mapping[str, str],
    request: Request | None = None,
) -> Response:
    puzzle = upcoming(game, storm)
    if puzzle is None and request:
        return _to(request, f"/storm/{game.name}?done={storm.n}")
    assert puzzle
    name, origin = puzzle.name, f"{STORM}:{storm.n}/{puzzle.name}"
    return await opener.open_at(game, lambda: moment(game, name).begin(game), puzzle.seat, origin, form, seeded=True)


def _posing(name: str) -> Game:
    """Return a game that has puzzles.

    Raises:
        UnknownPuzzle: it has none.
    """
    game = registry.find(name)
    if not puzzles(game):
        raise UnknownPuzzle(f"{game.title} has no puzzles yet.")
    return game


def _to(request: Request, path: str) -> Response:
    """Return a redirect, or its address for a script that asks for JSON."""
    asks = "application/json" in request.headers.get("accept", "")
    return JSONResponse({"to": path}) if asks else RedirectResponse(path, 303)
