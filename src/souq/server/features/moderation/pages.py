"""The pages of who runs the house. To everybody else there is nothing here.

Only who keeps their name and has signed in today comes in, and every form says from which page it was sent.
"""

from __future__ import annotations

import time
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response
from starlette.exceptions import HTTPException

from souq.games import cards
from souq.server.core.db.storage import Storage
from souq.server.core.http.ago import ago
from souq.server.core.http.dependencies import OpeningsDep, SettingsDep, StorageDep, Who
from souq.server.core.http.opening import Form
from souq.server.core.http.rendering import page
from souq.server.core.live.people import Guest
from souq.server.core.spans import BadSpan, span
from souq.server.core.token_bucket import Buckets
from souq.server.errors import Malformed, Refused, TooFast
from souq.server.features.moderation import tables as standing
from souq.server.features.moderation.dependencies import RecordsDep, WatchDep
from souq.server.features.moderation.reports import KINDS
from souq.server.features.moderation.storage import Keeper, Records, Somebody, day, sentence
from souq.server.ops.config.settings import Settings

router = APIRouter(include_in_schema=False, prefix="/admin")

RECENT = 86_400.0
"""Seconds for which a sign-in lets somebody run the house."""
LENGTHS = (("1d", "A day"), ("7d", "A week"), ("30d", "A month"), ("365d", "A year"), ("", "For good"))
WHILES = (("1h", "An hour"), ("6h", "Six hours"), ("1d", "A day"), ("3d", "Three days"), ("7d", "A week"))
STANDS = {"waiting": "Waiting for players", "playing": "In play", "finished": "Over"}
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
_PACE = Buckets(1.0, 30.0)
"""What one administrator does, by person."""


class SignInAgain(Refused):
    """Somebody who runs the house was signed in too long ago."""

    status = 401

    def __init__(self) -> None:
        super().__init__("To run the house, sign in once more. That’s asked once a day.")


def nothing() -> HTTPException:
    """What everybody else is told: the same as where there is nothing."""
    return HTTPException(404)


async def the_keeper(request: Request, records: RecordsDep, settings: SettingsDep, guest: Who) -> Keeper:
    """Who runs the house, and asks.

    Raises:
        HTTPException: they don't run it.
        SignInAgain: they do, but it may be somebody else at their browser.
        TooFast: they do too much at once.
    """
    person = guest.person
    if person is None or not person.kept or not await records.runs(person.id):
        raise nothing()
    if request.method != "GET" and "origin" not in request.headers:
        raise nothing()
    if time.time() - await records.signed_in(guest.session) > RECENT:
        raise SignInAgain
    if settings.limited and not _PACE.take(person.id):
        raise TooFast
    return Keeper(person.name, person.id)


By = Annotated[Keeper, Depends(the_keeper)]


@router.get("")
async def reports(request: Request, records: RecordsDep, guest: Who, by: By) -> Response:
    """What was reported."""
    now = time.time()
    about: dict[str, Any] = {
        "open": [(each, ago(now - each.at)) for each in await records.reports()],
        "closed": [(each, ago(now - each.closed_at)) for each in await records.reports(closed=True, most=30)],
    }
    return await _page(request, records, guest, "reports", "", **about)


@router.get("/reports/{report}")
async def report(request: Request, records: RecordsDep, guest: Who, by: By, report: str) -> Response:
    """One report, and what was said around it."""
    return await _report(request, records, guest, report)


@router.post("/reports/{report}/close")
async def close(request: Request, records: RecordsDep, guest: Who, by: By, report: str, form: Form) -> Response:
    """It is dealt with."""
    try:
        await records.close(by, report, form.get("outcome", ""))
    except Malformed as error:
        return await _report(request, records, guest, report, error)
    return RedirectResponse("/admin", 303)


@router.get("/suspensions")
async def suspensions(request: Request, records: RecordsDep, guest: Who, by: By) -> Response:
    """Who is suspended."""
    return await _suspensions(request, records, guest)


@router.post("/suspend")
async def suspend(request: Request, records: RecordsDep, watch: WatchDep, guest: Who, by: By, form: Form) -> Response:
    """Suspend a person, or an address."""
    try:
        whom: Somebody | str = form.get("network", "")
        if "person" in form:
            found = await records.person(form["person"])
            if found is None:
                raise Malformed("That person isn’t here any more.")
            if found.id == by.person_id:
                raise Malformed("You can’t suspend yourself.")
            whom = found
        until = _until(form.get("span", "")) if form.get("span") else None
        await records.suspend(by, whom, form.get("reason", ""), until, form.get("report", "")[:20])
        await watch.look()
    except Malformed as error:
        return await _suspensions(request, records, guest, error)
    return RedirectResponse("/admin/suspensions", 303)


@router.post("/suspensions/{suspension}/lift")
async def lift(request: Request, records: RecordsDep, watch: WatchDep, guest: Who, by: By, suspension: str) -> Response:
    """A suspension is over."""
    try:
        await records.lift(by, suspension)
        await watch.look()
    except Malformed as error:
        return await _suspensions(request, records, guest, error)
    return RedirectResponse("/admin/suspensions", 303)


@router.get("/people")
async def people(request: Request, records: RecordsDep, guest: Who, by: By) -> Response:
    """Whoever is called so."""
    asked, now = request.query_params.get("name", "").strip()[:254], time.time()
    found = await records.people(asked) if asked else []
    shown = [(each, f"seen {ago(now - each.seen)}" if each.seen else "in no browser") for each in found]
    return await _page(request, records, guest, "people", "/people", asked=asked, people=shown)


@router.get("/tables")
async def tables(
    request: Request, storage: StorageDep, settings: SettingsDep, records: RecordsDep, guest: Who, by: By
) -> Response:
    """How the tables stand."""
    return await _tables(request, storage, settings, records, guest)


@router.post("/tables/{table}/unlist")
async def unlist(
    request: Request,
    records: RecordsDep,
    openings: OpeningsDep,
    storage: StorageDep,
    settings: SettingsDep,
    guest: Who,
    by: By,
    table: str,
) -> Response:
    """Strangers are shown a table no more."""
    try:
        await records.unlist(by, table)
        openings.unlist(table)
    except Malformed as error:
        return await _tables(request, storage, settings, records, guest, error)
    return RedirectResponse("/admin/tables", 303)


async def _tables(
    request: Request,
    storage: Storage,
    settings: Settings,
    records: Records,
    guest: Guest,
    error: Malformed | None = None,
) -> Response:
    now = time.time()
    found = await standing.tables(storage.database)
    about: dict[str, Any] = {
        "tables": [(each, ago(now - each.opened), ago(now - each.touched)) for each in found],
        "counted": await standing.counted(storage.database, now),
        "stands": STANDS,
        "clears": {"games": settings.clear_tables, "guests": settings.clear_guests},
    }
    return await _page(request, records, guest, "tables", "/tables", error=error, **about)


@router.get("/notice")
async def notice(request: Request, records: RecordsDep, guest: Who, by: By) -> Response:
    """What stands on every page."""
    return await _notice(request, records, guest)


@router.post("/notice")
async def announce(request: Request, records: RecordsDep, watch: WatchDep, guest: Who, by: By, form: Form) -> Response:
    """Put a notice up."""
    try:
        await records.announce(by, form.get("text", ""), _until(form.get("span", "")))
        await watch.look()
    except Malformed as error:
        return await _notice(request, records, guest, error)
    return RedirectResponse("/admin/notice", 303)


@router.post("/notice/end")
async def quiet(records: RecordsDep, watch: WatchDep, by: By) -> Response:
    """Take it down."""
    await records.quiet(by)
    await watch.look()
    return RedirectResponse("/admin/notice", 303)


@router.get("/log")
async def log(request: Request, records: RecordsDep, guest: Who, by: By) -> Response:
    """What was done."""
    before, now = request.query_params.get("before", ""), time.time()
    done = await records.done(101, int(before) if before.isdecimal() and len(before) < 12 else 0)
    shown = [(sentence(each), each.why, ago(now - each.at)) for each in done[:100]]
    earlier = done[99].n if len(done) > 100 else 0
    return await _page(request, records, guest, "log", "/log", done=shown, earlier=earlier)


@router.get("/invitation")
async def invited(request: Request, guest: Who) -> Response:
    """Show an administrator's invitation; its token is in the fragment, which no server and no log sees."""
    return page(request, "admin.html", guest, heading="Run the house", section="invitation")


@router.get("/invitation/{token}")
async def invited_before(records: RecordsDep, token: str) -> Response:
    """Lead a link of an earlier version, with its token in the path, to where it works."""
    if not await records.offered(token):
        raise nothing()
    return RedirectResponse(f"/admin/invitation#{token}", 303)


@router.post("/invitation")
async def accept(request: Request, records: RecordsDep, guest: Who, form: Form) -> Response:
    """Somebody runs the house from now on."""
    person = await records.person(guest.person_id) if guest.person_id else None
    token = form.get("token", "")[:100]
    if person is None or "origin" not in request.headers or not await records.accept(token, person):
        raise nothing()
    return RedirectResponse("/admin", 303)


@router.api_route("", methods=METHODS)
@router.api_route("/{rest:path}", methods=METHODS)
async def elsewhere() -> Response:
    """Nothing: so that nobody learns by the method that there is something."""
    raise nothing()


async def _report(
    request: Request, records: Records, guest: Guest, report: str, error: Malformed | None = None
) -> Response:
    found = await records.one(report)
    if found is None:
        raise nothing()
    return await _page(
        request, records, guest, "report", "", error=error, report=found, when=ago(time.time() - found.at)
    )


async def _suspensions(request: Request, records: Records, guest: Guest, error: Malformed | None = None) -> Response:
    found = await records.suspensions()
    return await _page(request, records, guest, "suspensions", "/suspensions", error=error, suspensions=found)


async def _notice(request: Request, records: Records, guest: Guest, error: Malformed | None = None) -> Response:
    found = await records.announcements()
    return await _page(request, records, guest, "notice", "/notice", error=error, notices=found)


async def _page(
    request: Request,
    records: Records,
    guest: Guest,
    section: str,
    here: str,
    /,
    error: Malformed | None = None,
    **about: Any,
) -> Response:
    about |= {"heading": "Run the house", "section": section, "here": here, "error": error.message if error else ""}
    about |= {"waiting": len(await records.reports()), "kinds": KINDS, "day": _day, "clock": _clock}
    about |= {"titles": {each.game: each.facts.title for each in cards()}, "lengths": LENGTHS, "whiles": WHILES}
    return page(request, "admin.html", guest, error.status if error else 200, **about)


def _until(text: str) -> float:
    """The time after a span from now.

    Raises:
        Malformed: it is none.
    """
    try:
        return time.time() + span(text)
    except BadSpan as error:
        raise Malformed("Choose how long it lasts.") from error


def _day(until: float | None) -> str:
    words = day(until)
    return words[0].upper() + words[1:]


def _clock(at: float) -> str:
    return time.strftime("%H:%M", time.gmtime(at))
