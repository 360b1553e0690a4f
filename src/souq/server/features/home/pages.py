"""The main HTML pages and static files; texts are in ``templates/``."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup

from souq.bots.characters import EVERYWHERE, Character, seated
from souq.engine import registry
from souq.engine.errors import SouqError, UnknownGame
from souq.engine.game import Game, Preset
from souq.engine.match.decision import SPECTATOR
from souq.engine.present.card import Card
from souq.engine.present.scene import Layout
from souq.games import card, cards
from souq.server.core.db.storage import Storage
from souq.server.core.http import analyses, pictures, result_pictures, table_forms
from souq.server.core.http.dependencies import (
    AnalysingDep,
    CompilingDep,
    PeopleDep,
    StorageDep,
    TablesDep,
    Who,
    asked_by,
    parts_of,
)
from souq.server.core.http.levels import climbing, list_levels, offered
from souq.server.core.http.offline_site import OfflineSite
from souq.server.core.http.opening import Form, Opens
from souq.server.core.http.origins import origin_of
from souq.server.core.http.previews import preview
from souq.server.core.http.rendering import NOT_KEPT, Missing, keep, page, templates
from souq.server.core.http.sections import TableShown, on_home, on_table
from souq.server.core.http.table_entries import listed_for
from souq.server.core.http.templating import TYPES, ornament_file, stamp, static_file
from souq.server.core.live import seats
from souq.server.core.live.ladder import Ladder, ladders
from souq.server.core.live.people import Guest, named
from souq.server.core.live.seats import Wish
from souq.server.core.live.tables import seat_looks
from souq.server.core.realtime.chart import Person
from souq.server.core.realtime.times import timing
from souq.server.errors import status_of
from souq.server.features.home.codes import destination

router = APIRouter(include_in_schema=False)

FILES = {"symbols.svg": "image/svg+xml", "theme.css": "text/css; charset=utf-8"}
"""Files in a game's folder that are served, with their content types."""

TITLES = {
    401: "Signed out",
    403: "Not allowed",
    404: "Nothing here",
    413: "Too long",
    421: "Wrong address",
    422: "That doesn’t work",
    429: "Slow down",
    503: "One moment, please",
}
"""Headings of the pages for HTTP errors, by status code."""

AGAIN = {429, 503}
"""HTTP status codes of temporary errors, whose pages offer a retry."""


@router.get("/")
async def home(request: Request, storage: StorageDep, guest: Who) -> Response:
    """Show your tables and the games."""
    tables = await storage.tables_of(guest.person_id) if guest.person_id else []
    entries, shelf = listed_for(guest.person_id, tables), cards()
    climbed = ladders(await storage.played_against_bots(guest.person_id))
    on_shelf = [each.facts for each in shelf if each.game in climbed]
    shown: dict[str, Any] = {
        "cards": shelf,
        "ladders": {game.name: climbing(game, game.opening.players, climbed[game.name]) for game in on_shelf},
        "ways": [(each, presets) for each in shelf if (presets := presets_of(each))],
    }
    shown |= await on_home(request, guest)
    shown["site"] = bool(parts_of(request)[OfflineSite])
    shown["none_waits"] = request.query_params.get("next") == "none"
    return page(request, "home.html", guest, tables=entries, **shown)


@router.get("/new/{game}")
async def new(request: Request, compiling: CompilingDep, storage: StorageDep, guest: Who, game: str) -> Response:
    """Show the form for a new table: seats and options. A preset for one player opens its table immediately."""
    found, asked = registry.find(game), request.query_params
    compiling.want(found.name)
    try:
        preset = found.preset(asked["preset"]) if "preset" in asked else None
        fields = table_forms.filled(found, preset, asked)
        if preset is None or preset.players > 1:
            return await _new(request, storage, guest, game, values=fields)
        sends = table_forms.beside(found, preset, asked)
    except SouqError as error:
        return await _new(request, storage, guest, game, status_of(error), str(error))
    day = table_forms.dated(found, preset.players, {**preset.options, **sends})
    return page(request, "start.html", guest, game=found, card=card(found.name), preset=preset, sends=sends, day=day)


@router.post("/new/{game}")
async def open_new(request: Request, opener: Opens, storage: StorageDep, guest: Who, game: str, form: Form) -> Response:
    """Open a table with the form's settings."""
    try:
        found = registry.find(game)
        wishes, options = table_forms.wanted(found, form)
        return await opener.open(found.name, wishes, options, form)
    except UnknownGame:
        raise
    except SouqError as error:
        return await _new(request, storage, guest, game, status_of(error), str(error), form)


@router.post("/play/{game}")
async def play(opener: Opens, storage: StorageDep, guest: Who, game: str, form: Form) -> Response:
    """Open a table against bots immediately, with a preset or the default settings.

    Players who have never finished this game get the options recommended for a first game instead of the defaults.
    """
    found = registry.find(game)
    known = found.name in await storage.finished_by(guest.person_id)
    players, options = table_forms.against_bots(found, form, known)
    level = form.get("level") or await _next_level(storage, guest, found, seated(found, players))
    bots = [Wish("bot", level)] * (players - 1)
    return await opener.open(found.name, [Wish("me"), *bots], options, form)


@router.get("/t/{table}")
async def table(request: Request, tables: TablesDep, guest: Who, table: str) -> Response:
    """Show a table, whatever its state."""
    async with tables.hold(table) as live:
        game, chosen, origin = live.game, (live.row.players, live.row.options), live.row.origin
        shown = card(game.name)
        shared = preview(live.row, game, shown.tagline if shown else "")
        ended = live.finished and live.row.players > 1
        began, agreed, rated = origin_of(live.row), timing(live.row), live.row.rated
        sits = guest.person_id is not None and any(seat.person_id == guest.person_id for seat in live.row.seats)
    symbols = game.folder / "symbols.svg"
    sheet = Markup(symbols.read_text("utf-8") if symbols.is_file() else "")
    finale = game.folder / "finale.svg"
    moment = Markup(finale.read_text("utf-8") if finale.is_file() else "")
    terms = [*game.terms(*chosen), *(["Rated"] if rated else [])]
    about: dict[str, Any] = {"terms": terms, "day": table_forms.dated(game, *chosen), "preview": shared}
    about["image"] = f"/t/{table}/result.png" if ended else ""
    about |= {
        "again": table_forms.again(game, *chosen),
        "levels": list_levels(seated(game, chosen[0])),
        "usual": seats.USUAL,
        "agreed": agreed,
    }
    about |= await on_table(request, guest, TableShown(table, game, *chosen, origin, began, sits))
    return page(request, "table.html", guest, table=table, game=game, card=shown, symbols=sheet, finale=moment, **about)


@router.get("/t/{table}/analysis")
async def analysis(
    analysing: AnalysingDep, tables: TablesDep, table: str, layout: Layout = "wide", seat: int = SPECTATOR
) -> Response:
    """Return the analysis of a finished game from `seat`'s viewpoint, as a fragment of the table's page."""
    context = await analyses.values(analysing, tables, table, layout, seat)
    if context is None:
        raise Missing
    return HTMLResponse(templates().get_template("analysis.html").render(**context), headers=NOT_KEPT)


@router.get("/t/{table}/result.png")
async def result_picture(request: Request, analysing: AnalysingDep, tables: TablesDep, table: str) -> Response:
    """Return a picture of a finished game's result, with the chart if the game has been analysed."""
    async with tables.hold(table) as live:
        if not live.finished:
            raise Missing
    found = await analysing.known(table) or {}
    async with tables.hold(table) as live:
        game, result = live.game, live.row.result or {}
        looks = seat_looks(live.row.game, live.row.players)
        people = tuple(Person(seat.name, *looks[seat.seat]) for seat in live.row.seats)
    nobody = [0] * len(people)
    shown = result_pictures.Result(
        game,
        people,
        tuple(result.get("ranks") or nobody),
        tuple(result.get("points") or nobody),
        [(point["ply"], point["chances"]) for point in found.get("points", [])],
        [turn["ply"] for turn in found.get("turns", [])],
    )
    drawn = await asyncio.to_thread(result_pictures.svg, shown)
    headers = {"cache-control": "no-cache", "cross-origin-resource-policy": "cross-origin"}
    headers["etag"] = f'"{stamp(drawn.encode())}"'
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(await asyncio.to_thread(result_pictures.png, drawn), headers=headers, media_type="image/png")


@router.get("/rules")
async def rules_index() -> Response:
    """Redirect to the list of games."""
    return RedirectResponse("/learn", 308)


@router.get("/fair")
async def fair(request: Request, guest: Who) -> Response:
    """Explain how random numbers are generated, and how to check them."""
    return page(request, "fair.html", guest)


@router.get("/check")
async def check(request: Request, guest: Who) -> Response:
    """Show the page on which the browser verifies the random numbers of a saved match."""
    return page(request, "check.html", guest, titles={name: game.title for name, game in registry.games().items()})


@router.get("/about")
async def about(request: Request, guest: Who) -> Response:
    """Show the credits and the operator."""
    return page(request, "about.html", guest)


@router.get("/join")
async def join(request: Request, guest: Who) -> Response:
    """Show the form for a table's link or code."""
    return page(request, "join.html", guest, error="", value="")


@router.post("/join")
async def join_table(request: Request, guest: Who, form: Form) -> Response:
    """Redirect to the table of a link or code."""
    value = form.get("table", "")[:300]
    to = destination(value)
    if to is None:
        error = "That’s not a link to a table. Paste the whole link, or type the table’s code."
        return page(request, "join.html", guest, 400, error=error, value=value)
    return RedirectResponse(to, 303)


@router.post("/me")
async def rename(request: Request, people: PeopleDep, guest: Who, form: Form) -> Response:
    """Rename a guest."""
    if form.get("name", "").strip():
        await people.remember(guest, named(form["name"]))
    back = form.get("back", "/")
    response = RedirectResponse(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/", 303)
    keep(request, response, guest)
    return response


@router.get("/static/{path:path}")
async def static(request: Request, path: str) -> Response:
    """Return a static file."""
    return _file(request, static_file(path), TYPES.get(path.rpartition(".")[2]))


@router.get("/games/{game}/{file}")
async def game_file(request: Request, game: str, file: str) -> Response:
    """Return a file from a game's folder."""
    path = registry.find(game).folder / file
    return _file(request, path.read_bytes() if file in FILES and path.is_file() else None, FILES.get(file))


@router.get("/games/{game}/ornaments/{file}")
async def game_ornament(request: Request, game: str, file: str) -> Response:
    """Return one of a game's ornaments, as a picture without colours, to be coloured by the page."""
    name, _, ending = file.rpartition(".")
    return _file(request, ornament_file(game, name), TYPES.get(ending))


@router.get("/pictures/{name}.png")
async def picture(name: str) -> Response:
    """Return a picture that other sites may embed, such as a link preview."""
    drawn = await asyncio.to_thread(pictures.png, name)
    if drawn is None:
        raise Missing
    kept = {"cache-control": "public, max-age=86400", "cross-origin-resource-policy": "cross-origin"}
    return Response(drawn, headers=kept, media_type="image/png")


@router.get("/favicon.ico")
async def favicon(request: Request) -> Response:
    """Return the icon at the default path that browsers request."""
    return _file(request, static_file("favicon.svg"), "image/svg+xml")


@router.get("/robots.txt")
async def robots(request: Request) -> Response:
    """Serve robots.txt."""
    return _file(request, static_file("robots.txt"), TYPES["txt"])


@router.get("/apple-touch-icon.png")
@router.get("/apple-touch-icon-precomposed.png")
async def touch_icon() -> Response:
    """Return the icon at the default paths that iOS requests."""
    return await picture("apple-touch-180")


def error_page(request: Request, status: int, message: str) -> HTMLResponse:
    """Return an error page."""
    title = TITLES.get(status, "Something went wrong")
    again = request.scope["path"] if request.method == "GET" and status in AGAIN else ""
    return page(request, "error.html", asked_by(request), status, title=title, message=message, again=again)


def _file(request: Request, data: bytes | None, kind: str | None) -> Response:
    if data is None or kind is None:
        raise Missing
    made = stamp(data)
    known = request.query_params.get("v") == made
    headers = {"etag": f'"{made}"', "cache-control": "public, max-age=31536000, immutable" if known else "no-cache"}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    return Response(data, headers=headers, media_type=kind)


async def _new(
    request: Request,
    storage: Storage,
    guest: Guest,
    game: str,
    status: int = 200,
    error: str = "",
    values: Mapping[str, str] | None = None,
) -> Response:
    found = registry.find(game)
    fields = values or {}
    players = fields.get("players", "")
    number = int(players[:4]) if players.isdecimal() else found.company
    usual = await _next_level(storage, guest, found, EVERYWHERE)
    context: dict[str, Any] = {"game": found, "card": card(found.name), "error": error, "values": fields}
    context |= {"levels": offered(found), "usual": usual}
    context["with_bots"] = request.query_params.get("with") == "bots"
    return page(request, "new.html", guest, status, idle=table_forms.idle(found, number, fields), **context)


def presets_of(shown: Card) -> list[Preset]:
    """Return the presets that the home page offers with a game: all but its puzzle of the day."""
    return [preset for preset in shown.presets if not (preset.today and preset.players == 1)]


async def _next_level(storage: Storage, guest: Guest, game: Game, there: Sequence[Character]) -> str:
    """Return the level of bots that a person plays a game against unless they choose another one of those ``there``."""
    known = ladders(await storage.played_against_bots(guest.person_id)).get(game.name, Ladder())
    return known.next(there).name
