"""Pages of tournaments: the list, the form for a new one, and each tournament's entrants, rounds and standings."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from souq.engine import registry
from souq.engine.errors import SouqError, UnknownGame
from souq.games import card, cards
from souq.server.core.clocks.forms import parse_terms
from souq.server.core.db.storage import Storage
from souq.server.core.http import table_forms
from souq.server.core.http.dependencies import CompilingDep, MaySit, PeopleDep, RateLimitsDep, StorageDep, Who
from souq.server.core.http.levels import offered
from souq.server.core.http.opening import Form
from souq.server.core.http.rate_limits import whence
from souq.server.core.http.rendering import NOT_KEPT, keep, need_cookie, page, public_origin, templates
from souq.server.core.http.table_forms import pace_of, players_of
from souq.server.core.live import seats
from souq.server.core.live.people import Guest, named
from souq.server.errors import Malformed, TooFast, status_of
from souq.server.features.tournaments.api import seen_by
from souq.server.features.tournaments.dependencies import TournamentServiceDep
from souq.server.features.tournaments.opening import Wanted
from souq.server.features.tournaments.opening import Who as Asking
from souq.server.features.tournaments.page_parts import BOTS, SYSTEMS, entry, parts
from souq.server.features.tournaments.pairing import MOST_ROUNDS
from souq.server.features.tournaments.service import TournamentService
from souq.server.features.tournaments.views import TournamentView

router = APIRouter(include_in_schema=False)

Code = Annotated[str, Path(max_length=24)]
FEW = 20
"""Maximum number of tournaments in each of the page's lists."""


@router.get("/tournaments")
async def tournaments(request: Request, service: TournamentServiceDep, guest: Who) -> Response:
    """Show the reader's own tournaments, then public ones: open for entries, in play, and over."""
    kept, mine = service.kept, guest.person_id
    own = await kept.of(mine, FEW) if mine else []
    codes = {row.code for row in own}
    lists: dict[str, Any] = {"mine": [entry(row, mine) for row in own]}
    for name, states in (("open", ("waiting",)), ("played", ("playing",)), ("over", ("finished",))):
        found = await kept.open_to_anybody(states, FEW)
        lists[name] = [entry(row, mine) for row in found if row.code not in codes]
    return page(request, "tournaments.html", guest, **lists)


@router.get("/tournaments/new")
async def new(request: Request, compiling: CompilingDep, guest: Who) -> Response:
    """Ask for a game, then show the form for a new tournament of that game."""
    game = request.query_params.get("game", "")
    if not game:
        return page(request, "tournament_games.html", guest, cards=[each for each in cards() if each.playable])
    compiling.want(registry.find(game).name)
    return _new(request, guest, game, {})


@router.post("/tournaments/new", dependencies=[MaySit])
async def create(
    request: Request, people: PeopleDep, service: TournamentServiceDep, limits: RateLimitsDep, guest: Who, form: Form
) -> Response:
    """Open a tournament with the form's settings, and redirect to it."""
    game = form.get("game", "")
    try:
        found = registry.find(game)
        size = players_of(form, found.company)
        wanted = Wanted(
            game=found.name,
            size=size,
            timing=parse_terms(form),
            system=form.get("system", "swiss"),
            rounds=_number(form, "rounds"),
            forward=_number(form, "forward"),
            options=found.settled(size, {o.name: table_forms.option_value(o, form) for o in found.options}),
            title=form.get("title", ""),
            level=form.get("level", seats.USUAL),
            pace=pace_of(form.get("pace", "people")),
            company="anybody" if form.get("company") == "anybody" else "friends",
            rated=form.get("rated") == "on",
        )
        need_cookie(request, guest)
        if not limits.openings.take(whence(request.scope)):
            raise TooFast
        called = form.get("name", "").strip() or (guest.person.name if guest.person else "Guest")
        person = await people.remember(guest, named(called))
        row = await service.create(wanted, Asking(person.id))
        if form.get("plays") == "on":
            await service.enter(row.code, Asking(person.id), person.name)
    except UnknownGame:
        raise
    except SouqError as error:
        return _new(request, guest, game, form, status_of(error), str(error))
    return _to(request, guest, row.code)


@router.get("/tournaments/{code}")
async def tournament(
    request: Request, service: TournamentServiceDep, storage: StorageDep, guest: Who, code: Code
) -> Response:
    """Show a tournament."""
    return _page(request, guest, await _seen(service, storage, guest, code))


@router.get("/tournaments/{code}/part")
async def part(
    request: Request, service: TournamentServiceDep, storage: StorageDep, guest: Who, code: Code
) -> Response:
    """Return the variable part of a tournament's page, or 304 if the client's ETag is current."""
    seen = await _seen(service, storage, guest, code)
    html = templates().get_template("tournament_live.html").render(**parts(seen, guest, _address(request, code)))
    etag = f'"{hashlib.sha256(html.encode()).hexdigest()[:20]}"'
    headers = {**NOT_KEPT, "etag": etag}
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    return HTMLResponse(html, headers=headers)


@router.post("/tournaments/{code}/enter", dependencies=[MaySit])
async def enter(
    request: Request,
    service: TournamentServiceDep,
    people: PeopleDep,
    storage: StorageDep,
    limits: RateLimitsDep,
    guest: Who,
    form: Form,
    code: Code,
) -> Response:
    """Enter a tournament, or return to it after leaving."""
    if not limits.company.take(whence(request.scope)):
        raise TooFast
    row = await service.get(code)
    said = form.get("name", "").strip() or (guest.person.name if guest.person else "")
    try:
        need_cookie(request, guest)
        person = await people.remember(guest, named(said)) if said or guest.person is None else guest.person
        await service.enter(row.code, Asking(person.id), person.name)
    except SouqError as error:
        return _page(request, guest, await _seen(service, storage, guest, code), error)
    return _to(request, guest, code)


@router.post("/tournaments/{code}/{what}")
async def do(
    request: Request, service: TournamentServiceDep, storage: StorageDep, guest: Who, form: Form, code: Code, what: str
) -> Response:
    """Leave, begin or call off a tournament, or let bots play for absent players; some actions need confirmation."""
    who = Asking(guest.person_id)
    sure = _SURE.get(what)
    if sure is not None and "sure" not in form:
        row = await service.get(code)
        heading, told, button = sure[row.state != "waiting"]
        about: dict[str, Any] = {
            "heading": heading,
            "told": told,
            "button": button,
            "action": request.scope["path"],
            "fields": {},
        }
        return page(request, "sure.html", guest, **about, back=f"/tournaments/{row.code}")
    try:
        if what == "leave":
            await service.leave(code, who)
        elif what == "begin":
            await service.begin(code, who)
        elif what == "off":
            gone = (await service.get(code)).state == "waiting"
            await service.call_off(code, who)
            if gone:
                return RedirectResponse("/tournaments", 303)
        elif what == "stand-in":
            await service.stand_in(code, who, _number(form, "table"))
        else:
            raise Malformed("That didn’t work. Load the page again.")
    except SouqError as error:
        return _page(request, guest, await _seen(service, storage, guest, code), error)
    return _to(request, guest, code)


_SURE = {
    "leave": (
        ("Leave the tournament?", "You can enter again until it begins.", "Leave"),
        ("Leave the tournament?", "A bot plays on in your seat, and you miss the rounds to come.", "Leave"),
    ),
    "off": (
        ("Call the tournament off?", "It hasn’t begun. The tournament and its link will be gone.", "Call it off"),
        ("End the tournament?", "The standings stay as they are, and nobody wins. Tables in play go on.", "End it"),
    ),
}


async def _seen(service: TournamentService, storage: Storage, guest: Guest, code: str) -> TournamentView:
    row = await service.get(code)
    return await seen_by(storage, row, Asking(guest.person_id), BOTS.get(row.level, row.level))


def _page(request: Request, guest: Guest, seen: TournamentView, error: SouqError | None = None) -> Response:
    context = parts(seen, guest, _address(request, seen.row.code))
    context |= {"error": str(error) if error else "", "code": seen.row.code, "card": card(seen.row.game)}
    return page(request, "tournament.html", guest, status_of(error) if error else 200, **context)


def _new(
    request: Request, guest: Guest, game: str, form: Mapping[str, str], status: int = 200, error: str = ""
) -> Response:
    found = registry.find(game)
    sizes = list(range(max(2, found.min_players), found.max_players + 1))
    players = form.get("players", "")
    size = int(players[:2]) if players.isdecimal() else max(found.company, sizes[0])
    values = {"clock": "live", "system": "swiss", "plays": "on"} if not form else dict(form)
    context: dict[str, Any] = {"game": found, "card": card(found.name), "values": values, "error": error}
    context |= {"sizes": sizes, "size": size, "systems": SYSTEMS, "most": MOST_ROUNDS, "usual": seats.USUAL}
    context |= {"levels": offered(found)}
    idle = table_forms.idle(found, size, form)
    return page(request, "tournament_new.html", guest, status, idle=idle, **context)


def _number(form: Mapping[str, str], name: str) -> int:
    text = form.get(name, "").strip() or "0"
    if not text.isdecimal() or len(text) > 3:
        raise Malformed(f"{text[:10]!r} is not a number of {name}.")
    return int(text)


def _address(request: Request, code: str) -> str:
    return f"{public_origin(request)}/tournaments/{code}"


def _to(request: Request, guest: Guest, code: str) -> Response:
    response = RedirectResponse(f"/tournaments/{code}", 303)
    keep(request, response, guest)
    return response
