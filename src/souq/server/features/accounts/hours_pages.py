"""The page where a player says when their clocks pause: nights and holidays."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from souq.server.core.clocks import hours as quiet
from souq.server.core.clocks.hours import MOST_HOLIDAYS, NONE, Hours
from souq.server.core.commands.rebasing import rebase
from souq.server.core.http.dependencies import ClockingDep, CommitterDep, PeopleDep, TablesDep, Who, WorldTimeDep
from souq.server.core.http.opening import Form
from souq.server.core.http.rendering import keep, need_cookie, page
from souq.server.core.live.people import Guest
from souq.server.errors import Malformed, NoCookie

router = APIRouter(include_in_schema=False)

_TIME = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")


@router.get("/hours")
async def show(request: Request, clocking: ClockingDep, guest: Who) -> Response:
    """Show the night and the holidays during which the player's clocks pause."""
    hours = await clocking.hours([guest.person_id]) if guest.person_id else {}
    saved = "saved" in request.query_params
    return _page(request, guest, hours.get(guest.person_id or "", NONE), known=bool(hours), saved=saved)


@router.post("/hours")
async def change(
    request: Request,
    clocking: ClockingDep,
    world: WorldTimeDep,
    people: PeopleDep,
    tables: TablesDep,
    committer: CommitterDep,
    guest: Who,
    form: Form,
) -> Response:
    """Change the night and the holidays during which the player's clocks pause.

    For running clocks, new holidays apply immediately and a new night from the next turn.
    """
    hours = await clocking.hours([guest.person_id]) if guest.person_id else {}
    before = hours.get(guest.person_id or "", NONE)
    try:
        need_cookie(request, guest)
        after = quiet.agreed(before, wanted(before, form), world.now())
    except (Malformed, NoCookie) as error:
        return _page(request, guest, before, known=True, error=str(error), status=error.status)
    person = guest.person or await people.remember(guest, "Guest")
    await clocking.keep_hours(person.id, after)
    await rebase(tables, clocking, committer, person.id, after)
    response = RedirectResponse("/hours?saved", 303)
    keep(request, response, guest)
    return response


def wanted(before: Hours, form: Mapping[str, str]) -> Hours:
    """Build the player's hours from the form: the night, the holidays that were not removed, and new holidays.

    Raises:
        Malformed: a time or a day cannot be read; the message says what is wrong.
    """
    night = (_minute(form.get("from", "")), _minute(form.get("to", ""))) if form.get("night") else (0, 0)
    days = {day for day in before.holidays if f"off-{day}" not in form}
    if form.get("first"):
        days.update(_stretch(form["first"], form.get("last") or form["first"]))
    return Hours(form.get("zone", "UTC").strip() or "UTC", night, tuple(sorted(days)))


def _minute(text: str) -> int:
    found = _TIME.fullmatch(text.strip())
    if found is None:
        raise Malformed("Write a time like 22:30.")
    return int(found[1]) * 60 + int(found[2])


def _stretch(first: str, last: str) -> list[str]:
    """Return every day from `first` to `last`, as ISO dates."""
    try:
        begins, ends = date.fromisoformat(first), date.fromisoformat(last)
    except ValueError as error:
        raise Malformed("Write a date like 2026-12-24.") from error
    if not timedelta() <= ends - begins < timedelta(days=MOST_HOLIDAYS):
        raise Malformed(f"Choose a last day after the first, and at most {MOST_HOLIDAYS} days.")
    return [(begins + timedelta(days=nth)).isoformat() for nth in range((ends - begins).days + 1)]


def _page(
    request: Request,
    guest: Guest,
    hours: Hours,
    *,
    known: bool,
    saved: bool = False,
    error: str = "",
    status: int = 200,
) -> Response:
    begins, ends = hours.night if hours.night[0] != hours.night[1] else (22 * 60, 8 * 60)
    context: dict[str, Any] = {"zone": hours.zone if known else "", "zones": quiet.zones(), "days": _named(hours)}
    context |= {"night": hours.night[0] != hours.night[1], "from_": _clock(begins), "to": _clock(ends)}
    return page(request, "hours.html", guest, status, saved=saved, error=error, **context)


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _named(hours: Hours) -> list[tuple[str, str]]:
    """Return each of a player's holidays as an ISO date and in words ("Thursday, 24 December 2026")."""
    days = [date.fromisoformat(day) for day in hours.holidays]
    return [(day.isoformat(), f"{day:%A}, {day.day} {day:%B %Y}") for day in days]
