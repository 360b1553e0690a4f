"""Pages of the lobby: join a table, join the queue, and set who may join or watch one's own table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, Response

from souq.engine.errors import SouqError
from souq.engine.match.decision import SPECTATOR
from souq.engine.present.wording import listed
from souq.games import card
from souq.server.core.commands.publishing import people, publish
from souq.server.core.http.dependencies import MaySit, PeopleDep, RateLimitsDep, TablesDep, Visits, Who
from souq.server.core.http.opening import Form, to_seat
from souq.server.core.http.rate_limits import whence
from souq.server.core.http.rendering import NOT_KEPT, keep, keeps_no_cookie, need_cookie, page, templates
from souq.server.core.http.sections import on_listing
from souq.server.core.live.live import Live
from souq.server.core.live.people import Guest, named
from souq.server.core.store.rows import Company, Listing
from souq.server.errors import NoSeat, Overtaken, TooFast, status_of
from souq.server.features.lobby import identity, waiting
from souq.server.features.lobby import page_parts as parts
from souq.server.features.lobby.dependencies import LobbyDep
from souq.server.features.lobby.joining import Gone
from souq.server.features.lobby.page_parts import entry
from souq.server.features.lobby.service import Lobby
from souq.server.features.lobby.time_controls import clock_of

router = APIRouter(include_in_schema=False)

Code = Annotated[str, Path(max_length=24)]


@router.post("/lobby/wait", dependencies=[MaySit])
async def wait(
    request: Request,
    people: PeopleDep,
    lobby: LobbyDep,
    limits: RateLimitsDep,
    guest: Who,
    form: Form,
) -> Response:
    """Join the queue and return the queue's section of the page."""
    where, error, status = whence(request.scope), "", 200
    try:
        if not limits.company.take(where):
            raise TooFast
        need_cookie(request, guest)
        games = [name.removeprefix("game-") for name in form if name.startswith("game-")]
        numbers = [name.removeprefix("players-") for name in form if name.startswith("players-")]
        sizes = [int(number[:2]) for number in numbers if number.isdecimal()]
        wish = waiting.wish(games, sizes, clock_of(form.get("clock", "")))
        called = named(form.get("name") or (guest.person.name if guest.person else "") or "Guest")
        person = await people.remember(guest, called)
        await lobby.waiting.wait(person.id, person.id, None, called, wish, where)
        guest = Guest(guest.token, person, guest.is_new, guest.moves)
    except SouqError as refusal:
        error, status = str(refusal), status_of(refusal)
    return _seeking(request, lobby, guest, status, error, form if error else None)


@router.post("/lobby/leave")
async def leave(request: Request, lobby: LobbyDep, guest: Who) -> Response:
    """Leave the queue."""
    if guest.person_id:
        await lobby.waiting.leave(guest.person_id)
    return _seeking(request, lobby, guest)


def _seeking(
    request: Request,
    lobby: Lobby,
    guest: Guest,
    status: int = 200,
    error: str = "",
    values: Mapping[str, str] | None = None,
) -> Response:
    who = identity.known(guest, None)
    state = lobby.waiting.state(who.id if who else None)
    shown = parts.seeking(state, known=parts.named_already(guest), error=error, values=values)
    response = HTMLResponse(shown, status, NOT_KEPT)
    keep(request, response, guest)
    return response


@router.get("/lobby/{code}")
async def describe(request: Request, lobby: LobbyDep, guest: Who, code: Code) -> Response:
    """Show a table that may be joined, with a form for the player's name."""
    return await _describe(request, lobby, guest, code)


@router.post("/lobby/{code}", dependencies=[MaySit])
async def join(
    request: Request, lobby: LobbyDep, people: PeopleDep, limits: RateLimitsDep, guest: Who, form: Form, code: Code
) -> Response:
    """Join a public table: reserve a seat and redirect there. Guests without a name are asked for one first."""
    said = form.get("name", "").strip()
    if not said and not parts.named_already(guest):
        return await _describe(request, lobby, guest, code)
    if await lobby.open_tables.find(code, guest.person_id) is None:
        raise Gone
    if not limits.company.take(whence(request.scope)):
        raise TooFast
    if keeps_no_cookie(request, guest):  # nobody could be recognised as the person a seat is kept for
        seated = await lobby.joining.sit(code, named(said), None)
        return to_seat(request, guest, seated.table, seated.token)
    person = await people.remember(guest, named(said or (guest.person.name if guest.person else "")))
    joined = await lobby.joining.reserve(code, person.id, person.name)
    await lobby.elsewhere(person.id)
    return to_seat(request, guest, joined.table, None)


async def _describe(request: Request, lobby: Lobby, guest: Guest, code: str) -> Response:
    found = await lobby.open_tables.find(code, guest.person_id)
    if found is None:
        raise Gone
    return page(request, "joining.html", guest, table=entry(found), card=card(found.game))


# what a table's page shows of it


@router.get("/t/{table}/listing")
async def listing(request: Request, tables: TablesDep, lobby: LobbyDep, visitor: Visits, table: str) -> Response:
    """Return the form for a table's listing, as a fragment of the table's page; empty for a spectator."""
    async with tables.hold(table) as live:
        try:
            seat = visitor.standing(live).seat
        except NoSeat:
            seat = SPECTATOR
        return await _listing(request, lobby, live, seat)


@router.post("/t/{table}/listing")
async def relist(
    request: Request, tables: TablesDep, lobby: LobbyDep, visitor: Visits, form: Form, table: str
) -> Response:
    """Change which users may join or watch one's table, or agree to publish the finished game."""
    company: Company = "anybody" if form.get("company") == "anybody" else "friends"

    async def change() -> Response:
        error = ""
        async with tables.hold(table) as live:
            seat = visitor.standing(live).seat
            try:
                if live.finished:
                    await publish(lobby.listings, live, seat, form.get("publish") == "on")
                else:
                    await lobby.relist(live, seat, company, form.get("watch") == "on", whence(request.scope))
            except Overtaken:
                raise
            except SouqError as refusal:
                error = str(refusal)
            return await _listing(request, lobby, live, seat, error)

    return await tables.retry(change)


async def _listing(request: Request, lobby: Lobby, live: Live, seat: int, error: str = "") -> Response:
    row = live.row
    if seat < 0:
        return HTMLResponse("", headers=NOT_KEPT)
    found = await lobby.listings.of(row.id) or Listing(row.id)
    agree, whole = people(row), row.origin == "" and row.players > 1
    missing = [each.name for each in row.seats if agree >> each.seat & 1 and not found.agreed >> each.seat & 1]
    context = {
        "row": row,
        "listing": found,
        "host": seat == row.host,
        "error": error,
        "agrees": bool(found.agreed >> seat & 1),
        "votes": whole and found.company == "friends" and bool(agree >> seat & 1),
        "missing": listed(missing),
        **await on_listing(request, row, seat),
    }
    return HTMLResponse(templates().get_template("listing.html").render(**context), headers=NOT_KEPT)
