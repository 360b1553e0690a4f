"""Administrators' pages; everyone else gets 404.

Administrators must have signed in within the last day, and every form must be sent with an Origin header.
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
from souq.server.features.moderation.dependencies import ModerationCacheDep, RecordsDep
from souq.server.features.moderation.reports import KINDS
from souq.server.features.moderation.storage import Actor, PersonSummary, Records, day, sentence
from souq.server.ops.config.settings import Settings

router = APIRouter(include_in_schema=False, prefix="/admin")

RECENT = 86_400.0
"""Seconds after signing in during which administrators may use their pages; later they must sign in again."""
LENGTHS = (("1d", "A day"), ("7d", "A week"), ("30d", "A month"), ("365d", "A year"), ("", "For good"))
WHILES = (("1h", "An hour"), ("6h", "Six hours"), ("1d", "A day"), ("3d", "Three days"), ("7d", "A week"))
STANDS = {"waiting": "Waiting for players", "playing": "In play", "finished": "Over"}
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
_PACE = Buckets(1.0, 30.0)
"""Rate limit per administrator."""


class SignInAgain(Refused):
    """Error: the administrator signed in too long ago."""

    status = 401

    def __init__(self) -> None:
        super().__init__("Sign in again to use these pages. We ask once a day.")


def nothing() -> HTTPException:
    """Return the 404 error with which administrators' pages answer everyone else, as if they didn't exist."""
    return HTTPException(404)


async def the_admin(request: Request, records: RecordsDep, settings: SettingsDep, guest: Who) -> Actor:
    """Return the administrator who sends a request.

    Raises:
        HTTPException: the sender is no administrator, or a form was sent without an Origin header.
        SignInAgain: the administrator signed in too long ago, so somebody else may be using their browser.
        TooFast: the administrator sends too many requests.
    """
    person = guest.person
    if person is None or not person.has_account or not await records.runs(person.id):
        raise nothing()
    if request.method != "GET" and "origin" not in request.headers:
        raise nothing()
    if time.time() - await records.signed_in(guest.session) > RECENT:
        raise SignInAgain
    if settings.limited and not _PACE.take(person.id):
        raise TooFast
    return Actor(person.name, person.id)


By = Annotated[Actor, Depends(the_admin)]


@router.get("")
async def reports(request: Request, records: RecordsDep, guest: Who, by: By) -> Response:
    """List open and closed reports."""
    now = time.time()
    about: dict[str, Any] = {
        "open": [(each, ago(now - each.at)) for each in await records.reports()],
        "closed": [(each, ago(now - each.closed_at)) for each in await records.reports(closed=True, most=30)],
    }
    return await _page(request, records, guest, "reports", "", **about)


@router.get("/reports/{report}")
async def report(request: Request, records: RecordsDep, guest: Who, by: By, report: str) -> Response:
    """Show a report with the chat messages around the reported one."""
    return await _report(request, records, guest, report)


@router.post("/reports/{report}/close")
async def close(request: Request, records: RecordsDep, guest: Who, by: By, report: str, form: Form) -> Response:
    """Close a report."""
    try:
        await records.close(by, report, form.get("outcome", ""))
    except Malformed as error:
        return await _report(request, records, guest, report, error)
    return RedirectResponse("/admin", 303)


@router.get("/suspensions")
async def suspensions(request: Request, records: RecordsDep, guest: Who, by: By) -> Response:
    """List the suspensions."""
    return await _suspensions(request, records, guest)


@router.post("/suspend")
async def suspend(
    request: Request, records: RecordsDep, cache: ModerationCacheDep, guest: Who, by: By, form: Form
) -> Response:
    """Suspend a person or a network."""
    try:
        whom: PersonSummary | str = form.get("network", "")
        if "person" in form:
            found = await records.person(form["person"])
            if found is None:
                raise Malformed("That person has been deleted.")
            if found.id == by.person_id:
                raise Malformed("You can’t suspend yourself.")
            whom = found
        until = _until(form.get("span", "")) if form.get("span") else None
        await records.suspend(by, whom, form.get("reason", ""), until, form.get("report", "")[:20])
        await cache.refresh()
    except Malformed as error:
        return await _suspensions(request, records, guest, error)
    return RedirectResponse("/admin/suspensions", 303)


@router.post("/suspensions/{suspension}/lift")
async def lift(
    request: Request, records: RecordsDep, cache: ModerationCacheDep, guest: Who, by: By, suspension: str
) -> Response:
    """Lift a suspension."""
    try:
        await records.lift(by, suspension)
        await cache.refresh()
    except Malformed as error:
        return await _suspensions(request, records, guest, error)
    return RedirectResponse("/admin/suspensions", 303)


@router.get("/people")
async def people(request: Request, records: RecordsDep, guest: Who, by: By) -> Response:
    """Search people by name, e-mail address or ID."""
    asked, now = request.query_params.get("name", "").strip()[:254], time.time()
    found = await records.people(asked) if asked else []
    shown = [(each, f"seen {ago(now - each.seen)}" if each.seen else "in no browser") for each in found]
    return await _page(request, records, guest, "people", "/people", asked=asked, people=shown)


@router.get("/tables")
async def tables(
    request: Request, storage: StorageDep, settings: SettingsDep, records: RecordsDep, guest: Who, by: By
) -> Response:
    """List the tables."""
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
    """Remove a table from the lobby and the library."""
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
    """Show the announcements."""
    return await _notice(request, records, guest)


@router.post("/notice")
async def announce(
    request: Request, records: RecordsDep, cache: ModerationCacheDep, guest: Who, by: By, form: Form
) -> Response:
    """Publish an announcement."""
    try:
        await records.announce(by, form.get("text", ""), _until(form.get("span", "")))
        await cache.refresh()
    except Malformed as error:
        return await _notice(request, records, guest, error)
    return RedirectResponse("/admin/notice", 303)


@router.post("/notice/end")
async def quiet(records: RecordsDep, cache: ModerationCacheDep, by: By) -> Response:
    """Remove the announcement."""
    await records.quiet(by)
    await cache.refresh()
    return RedirectResponse("/admin/notice", 303)


@router.get("/log")
async def log(request: Request, records: RecordsDep, guest: Who, by: By) -> Response:
    """Show the audit log."""
    before, now = request.query_params.get("before", ""), time.time()
    done = await records.done(101, int(before) if before.isdecimal() and len(before) < 12 else 0)
    entries = [(sentence(each), each.why, ago(now - each.at)) for each in done[:100]]
    earlier = done[99].n if len(done) > 100 else 0
    return await _page(request, records, guest, "log", "/log", done=entries, earlier=earlier)


@router.get("/invitation")
async def invited(request: Request, guest: Who) -> Response:
    """Show the page of an administrator's invitation. Its token is in the URL's fragment, which no log sees."""
    return page(request, "admin.html", guest, heading="Administration", section="invitation")


@router.get("/invitation/{token}")
async def invited_before(records: RecordsDep, token: str) -> Response:
    """Redirect a link of an earlier version, with its token in the path, to the current form."""
    if not await records.offered(token):
        raise nothing()
    return RedirectResponse(f"/admin/invitation#{token}", 303)


@router.post("/invitation")
async def accept(request: Request, records: RecordsDep, guest: Who, form: Form) -> Response:
    """Make the signed-in person an administrator if their invitation is valid."""
    person = await records.person(guest.person_id) if guest.person_id else None
    token = form.get("token", "")[:100]
    if person is None or "origin" not in request.headers or not await records.accept(token, person):
        raise nothing()
    return RedirectResponse("/admin", 303)


@router.api_route("", methods=METHODS)
@router.api_route("/{rest:path}", methods=METHODS)
async def elsewhere() -> Response:
    """Answer every other path and method with 404, so that no 405 reveals the administrators' pages."""
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
    about |= {"heading": "Administration", "section": section, "here": here, "error": error.message if error else ""}
    about |= {"waiting": len(await records.reports()), "kinds": KINDS, "day": _day, "clock": _clock}
    about |= {"titles": {each.game: each.facts.title for each in cards()}, "lengths": LENGTHS, "whiles": WHILES}
    return page(request, "admin.html", guest, error.status if error else 200, **about)


def _until(text: str) -> float:
    """Return the time at which a period that begins now ends; `text` is its length.

    Raises:
        Malformed: the length cannot be read.
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
