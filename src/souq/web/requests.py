"""Requests of a page to its worker besides its connection to a table: those of a server's paths that work offline.

A handler takes the site, the fields of the query and the body, and the variable parts of the path. It returns data for
JSON, HTML as a string, or None if there is nothing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from souq.bots import characters
from souq.engine import registry
from souq.engine.match.decision import SPECTATOR
from souq.engine.present.scene import Layout
from souq.server.core.commands import again, protocol, trying
from souq.server.core.commands.outcome import Caller
from souq.server.core.http import table_forms
from souq.server.core.http.levels import list_levels
from souq.server.core.http.origins import origin_of
from souq.server.core.live import seats
from souq.server.core.live.live import Live
from souq.server.core.live.people import named
from souq.server.core.live.seats import Beginning, Wish
from souq.server.core.realtime import reading
from souq.server.core.realtime.viewers import Viewer
from souq.server.core.store.rows import TableRow
from souq.web.people import HERE, ME, NOBODY, people_here, person_at, seated
from souq.web.routes import Fields, route
from souq.web.tables import Site

Described = Callable[[Site, TableRow], Awaitable[dict[str, Any]]]

_DESCRIBED: list[Described] = []


def describe(tell: Described) -> Described:
    """Let a function add to what a table's page needs to know before it connects."""
    _DESCRIBED.append(tell)
    return tell


# opening tables


@route("POST", "/new/{}")
async def open_new(site: Site, fields: Fields, game: str) -> dict[str, str]:
    """Open a table with a form's settings."""
    found = registry.find(game)
    wishes, options = table_forms.wanted(found, fields)
    wishes = [replace(wish, name=fields.get(f"name-{seat}", "")[:200]) for seat, wish in enumerate(wishes)]
    return await open_table(site, fields, game, wishes, options)


@route("POST", "/play/{}")
async def play(site: Site, fields: Fields, game: str) -> dict[str, str]:
    """Open a table against bots at once, with a preset or the usual settings."""
    found = registry.find(game)
    players, options = table_forms.against_bots(found, fields, known=fields.get("known") == "on")
    level = fields.get("level") or seats.USUAL
    return await open_table(site, fields, game, [Wish("me"), *[Wish("bot", level)] * (players - 1)], options)


async def open_table(
    site: Site,
    fields: Fields,
    game: str,
    wishes: list[Wish],
    options: Mapping[str, Any],
    begins: Beginning | None = None,
) -> dict[str, str]:
    """Open a table, and return the path of its page."""
    person = site.guest.person
    name = named(fields.get("name") or (person.name if person else "") or "Guest")
    pace = table_forms.pace_of(fields.get("pace", "people"))
    asked = [Wish("open") if wish.kind == HERE else wish for wish in wishes]
    opened = seated(seats.new_table(game, asked, dict(options), ME, name, pace, begins), wishes)
    seats.check_bots(game, asked)
    await site.playing.committer.open(opened)
    return {"to": f"/t/{opened.table.id}"}


# what a table's page shows besides the game


@route("GET", "/t/{}/page")
async def table_page(site: Site, fields: Fields, table: str) -> dict[str, Any]:
    """Return what the page of a table needs to know before it connects."""
    await site.bring(table)
    async with site.tables.hold(table) as live:
        row, game, chosen, origin = live.row, live.game, (live.row.players, live.row.options), origin_of(live.row)
        about = {
            "table": table,
            "game": game.name,
            "title": game.title,
            "day": table_forms.dated(game, *chosen),
            "terms": game.terms(*chosen),
            "again": table_forms.again(game, *chosen),
            "levels": list_levels(characters.seated(game, live.row.players)),
            "asked": [seat.seat for seat in live.row.seats if live.waits_for >> seat.seat & 1],
            "here": [{"seat": seat.seat, "name": seat.name} for seat in people_here(live.row)],
            "began": {"label": origin.label, "told": origin.told, "href": origin.href} if origin else None,
        }
    for tell in _DESCRIBED:
        about |= await tell(site, row)
    return about


@route("POST", "/t/{}/person")
async def show_to(site: Site, fields: Fields, table: str) -> dict[str, Any]:
    """Show the table to another person at this device from now on: the one with the seat that ``seat`` names.

    Without a seat, the table is shown as to somebody who only watches.
    """
    seat = _number(fields.get("seat"), SPECTATOR)
    async with site.tables.hold(table) as live:
        site.guest = NOBODY if seat == SPECTATOR else person_at(live.row, seat)
    return {"name": site.guest.person.name if site.guest.person else ""}


# a table's API


def viewer_of(site: Site, live: Live, fields: Fields) -> Viewer:
    """Return the person as a viewer of a table, with the layout that the request names."""
    seat = seats.standing(live.row, fields.get("token"), site.guest.person_id).seat
    return Viewer(seat, _layout(fields))


def _layout(fields: Fields) -> Layout:
    return "tall" if fields.get("layout") == "tall" else "wide"


@route("GET", "/api/tables/{}/log")
async def log(site: Site, fields: Fields, table: str) -> dict[str, Any]:
    """Return a page of the log."""
    async with site.tables.hold(table) as live:
        return reading.log_page(live, viewer_of(site, live, fields).seat, max(1, _number(fields.get("from"), 1)))


@route("GET", "/api/tables/{}/frames")
async def frames(site: Site, fields: Fields, table: str) -> dict[str, Any]:
    """Return a moment of the game."""
    async with site.tables.hold(table) as live:
        return reading.frame_at(live, viewer_of(site, live, fields), _number(fields.get("ply"), None))


@route("GET", "/api/tables/{}/continuations/{}")
async def continuation(site: Site, fields: Fields, table: str, number: str) -> dict[str, Any]:
    """Return how the game could go on after a lesson's choice."""
    async with site.tables.hold(table) as live:
        return reading.continuation(live, viewer_of(site, live, fields), _number(number, 99))


@route("GET", "/api/tables/{}/match")
async def match(site: Site, fields: Fields, table: str) -> dict[str, Any]:
    """Return the saved match of a finished game."""
    async with site.tables.hold(table) as live:
        return reading.saved_match(live)


@route("POST", "/api/tables/{}/analysis")
async def analyse(site: Site, fields: Fields, table: str) -> dict[str, Any]:
    """Return the analysis of a finished game as far as it is done, and continue it."""
    return await site.playing.analysing.ask(table)


@route("GET", "/t/{}/analysis")
async def analysis(site: Site, fields: Fields, table: str) -> str | None:
    """Return the analysis of a finished game as far as it is known, as HTML."""
    await site.load_part("pages")
    from souq.server.core.http import analyses, templating  # which need Jinja

    seat, layout = _number(fields.get("seat"), SPECTATOR), _layout(fields)
    found = await analyses.values(site.playing.analysing, site.tables, table, layout, seat)
    if found is None:
        return None
    return templating.environment().get_template("analysis.html").render(**found, offline=True)


@route("POST", "/api/tables/{}/better")
async def better(site: Site, fields: Fields, table: str) -> dict[str, Any]:
    """Return the better line of a turn."""
    async with site.tables.hold(table) as live:
        viewer = viewer_of(site, live, fields)
    return await site.playing.better_lines.line(table, _number(fields.get("ply"), 0), viewer)


@route("POST", "/api/tables/{}/again")
async def play_again(site: Site, fields: Fields, table: str) -> dict[str, Any]:
    """Open a table with the same game, seats and options; all people at this device sit down at it."""
    parts = site.playing
    async with site.tables.hold(table) as live:
        seat, others = viewer_of(site, live, fields).seat, people_here(live.row)
    found = await again.play_again(site.tables, site.store, parts.hub, parts.committer, table, seat)
    for other in others:
        theirs = await again.play_again(site.tables, site.store, parts.hub, parts.committer, table, other.seat)
        if theirs.proof and other.seat != seat:
            caller = Caller(SPECTATOR, other.seat, person_at(live.row, other.seat), theirs.proof)
            sit = protocol.Sit(id=protocol.fresh_key(), seat=other.seat, name=other.name)
            await parts.commands.carry_out(found.table, caller, sit)
    return {"table": found.table, "seat": found.seat, "link": f"/t/{found.table}"}


@route("POST", "/api/tables/{}/try")
async def try_from(site: Site, fields: Fields, table: str) -> dict[str, Any]:
    """Open a table that begins at a moment of a finished game."""
    async with site.tables.hold(table) as live:
        stands = viewer_of(site, live, fields).seat
        name = live.seat(stands).name if stands != SPECTATOR else "Guest"
        seat = _number(fields.get("seat"), None)
        wanted = trying.Wanted(_number(fields.get("ply"), 0), seat, fields.get("level", seats.USUAL), name)
        opened = trying.tried(live, wanted, stands, ME)  # any of the people here plays it alone
    await site.playing.committer.open(opened)
    return {"table": opened.table.id, "seat": opened.seat, "token": opened.token}


def _number(text: str | None, default: Any) -> Any:
    """Return a number in a request's field; the default if there is none."""
    return int(text) if text and text.lstrip("-").isdecimal() else default
