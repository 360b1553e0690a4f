"""The pages around the table, as HTML. What is said in them stands in ``templates/``."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup

from souq.bots.characters import EVERYWHERE, seated
from souq.engine import registry
from souq.engine.errors import SouqError, UnknownGame
from souq.engine.game import Game
from souq.engine.match.decision import SPECTATOR
from souq.engine.present.card import LEVELS
from souq.engine.present.scene import Layout
from souq.games import card, cards
from souq.puzzles.puzzle import puzzles
from souq.review.grades import GRADES
from souq.server.container import House
from souq.server.core.http import pictures, starting
from souq.server.core.http.dependencies import Here, Who, asked_by
from souq.server.core.http.levels import offered, told
from souq.server.core.http.opening import Form, Opens, players_of
from souq.server.core.http.origins import origin_of
from souq.server.core.http.previews import preview
from souq.server.core.http.rendering import NOT_KEPT, keep, page, stamp, templates
from souq.server.core.http.templating import static_file
from souq.server.core.live import seats
from souq.server.core.live.people import Guest, named
from souq.server.core.live.seats import Wish
from souq.server.core.live.tables import seat_looks
from souq.server.core.realtime.advice import explained
from souq.server.core.realtime.chart import Person, chart, some
from souq.server.core.realtime.times import timing
from souq.server.errors import Malformed, status_of
from souq.server.features.home.codes import destination
from souq.server.features.home.entries import listed_for
from souq.server.features.lobby.pages import at_home
from souq.server.features.practice.daily import Daily, Solved, daily, option_of
from souq.server.features.practice.lesson_pages import learned
from souq.server.features.practice.pages import DAILY, PRACTICE, Posed, posed
from souq.server.features.practice.rules_pages import words_url
from souq.server.features.social.phrases import PHRASES
from souq.server.features.tournaments.page_parts import round_of

router = APIRouter(include_in_schema=False)

FILES = {"symbols.svg": "image/svg+xml", "theme.css": "text/css; charset=utf-8"}
"""What a game shows of its folder."""

TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webp": "image/webp",
    "webmanifest": "application/manifest+json",
    "txt": "text/plain; charset=utf-8",
}
"""What kind of file an ending means; others are not served."""

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
"""Headings of the pages that say what went wrong."""

AGAIN = {429, 503}
"""What goes by itself."""


@router.get("/")
async def home(request: Request, house: Here, guest: Who) -> Response:
    """Your tables, and the games."""
    tables = await house.storage.tables_of(guest.person_id) if guest.person_id else []
    lessons = await house.storage.taught(guest.person_id)
    entries = listed_for(guest.person_id, tables)
    shown: dict[str, Any] = {"cards": cards(), "start": _easiest(), "levels": told(EVERYWHERE), "usual": seats.USUAL}
    shown["learned"] = {each.game: learned(registry.find(each.game), lessons) for each in cards() if each.playable}
    known = [registry.find(each.game) for each in cards() if each.playable]
    shown["dailies"] = [game for game in known if puzzles(game) and not option_of(game)]
    shown["lobby"] = at_home(house, guest)
    shown["none_waits"] = request.query_params.get("next") == "none"
    return page(request, "home.html", guest, tables=entries, **shown)


@router.get("/new/{game}")
async def new(request: Request, house: Here, guest: Who, game: str) -> Response:
    """Who sits where, and which options; or, of a preset that one plays alone, its beginning."""
    found, asked = registry.find(game), request.query_params
    house.compiling.want(found.name)
    try:
        preset = found.preset(asked["preset"]) if "preset" in asked else None
        fields = starting.filled(found, preset, asked)
        if preset is None or preset.players > 1:
            return _new(request, guest, game, values=fields)
        sends = starting.beside(found, preset, asked)
    except SouqError as error:
        return _new(request, guest, game, status_of(error), str(error))
    day = starting.dated(found, preset.players, {**preset.options, **sends})
    return page(request, "start.html", guest, game=found, card=card(found.name), preset=preset, sends=sends, day=day)


@router.post("/new/{game}")
async def open_new(request: Request, opener: Opens, guest: Who, game: str, form: Form) -> Response:
    """Open the table that was asked for."""
    try:
        found = registry.find(game)
        wishes = [_wish(form.get(f"seat-{seat}", "bot")) for seat in range(players_of(form, found.company))]
        options = found.settled(len(wishes), {o.name: starting.sent(o, form) for o in found.options})
        kinds = {wish.kind for wish in wishes}
        if "open" in kinds and "me" not in kinds:
            raise Malformed("Take a seat yourself. Only people at the table get the links to its open seats.")
        return await opener.open(found.name, wishes, options, form)
    except UnknownGame:
        raise
    except SouqError as error:
        return _new(request, guest, game, status_of(error), str(error), form)


@router.post("/play/{game}")
async def play(opener: Opens, house: Here, guest: Who, game: str, form: Form) -> Response:
    """A table against bots, at once: a first game until one has been finished, or what a preset says."""
    found = registry.find(game)
    preset = found.preset(form["preset"]) if "preset" in form else None
    known = found.name in await house.storage.finished_by(guest.person_id)
    usual = (preset.players, preset.options) if preset else starting.at_once(found, known)
    players = players_of(form, usual[0])
    given = {o.name: starting.sent(o, form) for o in found.options if f"option-{o.name}" in form}
    options = {**usual[1], **given}
    bots = [Wish("bot", form.get("level", seats.USUAL))] * (players - 1)
    return await opener.open(found.name, [Wish("me"), *bots], options, form)


@router.get("/t/{table}")
async def table(request: Request, house: Here, guest: Who, table: str) -> Response:
    """A table: waiting, played, or finished."""
    async with house.tables.hold(table) as live:
        game, chosen, origin = live.game, (live.row.players, live.row.options), live.row.origin
        shown = card(game.name)
        shared = preview(live.row, game, shown.tagline if shown else "")
        began, agreed, rated = origin_of(live.row), timing(live.row), live.row.rated
        sits = {seat.person_id for seat in live.row.seats}
    began = began or await round_of(house.touring, table, guest.person_id is not None and guest.person_id in sits)
    symbols = game.folder / "symbols.svg"
    sheet = Markup(symbols.read_text("utf-8") if symbols.is_file() else "")
    terms = [*game.terms(*chosen), *(["Rated"] if rated else [])]
    about: dict[str, Any] = {"terms": terms, "day": starting.dated(game, *chosen), "preview": shared}
    about |= {
        "again": starting.again(game, *chosen),
        "levels": told(seated(game, chosen[0])),
        "usual": seats.USUAL,
        "began": began,
    }
    about |= {"words_url": words_url(game), "agreed": agreed, "phrases": PHRASES}
    about["daily"] = await _daily(house, guest, game, *chosen)
    about["posed"] = await _posed(house, guest, game, origin)
    return page(request, "table.html", guest, table=table, game=game, card=shown, symbols=sheet, **about)


@router.get("/t/{table}/analysis")
async def analysis(house: Here, table: str, layout: Layout = "wide", seat: int = SPECTATOR) -> Response:
    """What was found of a finished game, as a part of its page; ``seat`` is who reads it."""
    found = await house.analysing.known(table, seat)
    if found is None:
        raise Missing
    async with house.tables.hold(table) as live:
        looks = seat_looks(live.row.game, live.row.players)
        people = [Person(seat.name, *looks[seat.seat]) for seat in live.row.seats]
    numbers = [(point["ply"], point["chances"]) for point in found["points"]]
    turned = [turn["ply"] for turn in found["turns"]]
    drawn, rows = chart(numbers, turned, people, layout), some(numbers, turned)
    context = {"chart": Markup(drawn), "turns": found["turns"], "rows": rows, "people": people, "reader": seat}
    reviewed = found["review"] if found["state"] == "done" else None
    context |= {"review": reviewed, "counts": found["counts"], "grades": GRADES, "explained": explained()}
    return HTMLResponse(templates().get_template("analysis.html").render(**context), headers=NOT_KEPT)


@router.get("/rules")
async def rules_index() -> Response:
    """Where the rules of every game are."""
    return RedirectResponse("/learn", 308)


@router.get("/fair")
async def fair(request: Request, guest: Who) -> Response:
    """How chance is made, and how to check it."""
    return page(request, "fair.html", guest)


@router.get("/check")
async def check(request: Request, guest: Who) -> Response:
    """Where the browser reckons the chance of a saved match again."""
    return page(request, "check.html", guest, titles={name: game.title for name, game in registry.games().items()})


@router.get("/about")
async def about(request: Request, guest: Who) -> Response:
    """Whose games these are, and whose site this is."""
    return page(request, "about.html", guest)


@router.get("/join")
async def join(request: Request, guest: Who) -> Response:
    """Where a link or a table's code is typed in."""
    return page(request, "join.html", guest, error="", value="")


@router.post("/join")
async def join_table(request: Request, guest: Who, form: Form) -> Response:
    """Go to the table of a link or code."""
    value = form.get("table", "")[:300]
    to = destination(value)
    if to is None:
        error = "That’s not a link to a table. Paste the whole link, or type the table's code."
        return page(request, "join.html", guest, 400, error=error, value=value)
    return RedirectResponse(to, 303)


@router.post("/me")
async def rename(request: Request, house: Here, guest: Who, form: Form) -> Response:
    """Call a guest by another name."""
    if form.get("name", "").strip():
        await house.people.remember(guest, named(form["name"]))
    back = form.get("back", "/")
    response = RedirectResponse(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/", 303)
    keep(request, response, guest)
    return response


@router.get("/static/{path:path}")
async def static(request: Request, path: str) -> Response:
    """A file of the house's own."""
    return _file(request, static_file(path), TYPES.get(path.rpartition(".")[2]))


@router.get("/games/{game}/{file}")
async def game_file(request: Request, game: str, file: str) -> Response:
    """What a game shows of its folder."""
    path = registry.find(game).folder / file
    return _file(request, path.read_bytes() if file in FILES and path.is_file() else None, FILES.get(file))


@router.get("/pictures/{name}.png")
async def picture(name: str) -> Response:
    """A picture that others show for us, wherever they are."""
    drawn = await asyncio.to_thread(pictures.png, name)
    if drawn is None:
        raise Missing
    kept = {"cache-control": "public, max-age=86400", "cross-origin-resource-policy": "cross-origin"}
    return Response(drawn, headers=kept, media_type="image/png")


@router.get("/favicon.ico")
async def favicon(request: Request) -> Response:
    """For browsers that ask for it by habit."""
    return _file(request, static_file("favicon.svg"), "image/svg+xml")


@router.get("/robots.txt")
async def robots(request: Request) -> Response:
    """Serve robots.txt."""
    return _file(request, static_file("robots.txt"), TYPES["txt"])


@router.get("/apple-touch-icon.png")
@router.get("/apple-touch-icon-precomposed.png")
async def touch_icon() -> Response:
    """For telephones that ask for it by habit."""
    return await picture("apple-touch-180")


def error_page(request: Request, status: int, message: str) -> HTMLResponse:
    """What is said when a page cannot be shown."""
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


class Missing(SouqError, LookupError):
    """There is no such file."""


def _new(
    request: Request,
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
    context: dict[str, Any] = {"game": found, "card": card(found.name), "error": error, "values": fields}
    context |= {"levels": offered(found), "usual": seats.USUAL}
    context["with_bots"] = request.query_params.get("with") == "bots"
    return page(request, "new.html", guest, status, idle=starting.idle(found, number, fields), **context)


async def _daily(house: House, guest: Guest, game: Game, players: int, options: Mapping[str, Any]) -> Daily | None:
    """What stands beside a puzzle of the day; None of anything else."""
    name = option_of(game)
    if players > 1 or not options.get(name):
        return None
    rows = await house.storage.played_alone(guest.person_id, game.name) if guest.person_id else []
    played = [Solved(row.id, row.options.get(name, ""), bool((row.result or {}).get("winners"))) for row in rows]
    return daily(game, options, played, date.today())


async def _posed(house: House, guest: Guest, game: Game, origin: str) -> Posed | None:
    """What stands at a table that poses a puzzle; None of anything else."""
    poses = origin.startswith((PRACTICE, DAILY))
    return posed(game, origin, await house.storage.practised(guest.person_id), date.today()) if poses else None


@cache
def _easiest() -> str:
    """The game to start with: the least to learn, and then the fewest rules."""
    known = registry.games()
    found = [known[shown.game] for shown in cards() if shown.playable]
    least = min((list(LEVELS).index(game.level) for game in found), default=0)
    easy = [game for game in found if list(LEVELS).index(game.level) == least]
    return min(easy, key=lambda game: len(game.rulebook.ids)).name if easy else ""


def _wish(text: str) -> Wish:
    kind, _, level = text.partition(":")
    return Wish(kind, level or seats.USUAL)
