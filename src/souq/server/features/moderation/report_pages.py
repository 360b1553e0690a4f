"""The page on which someone at a table reports another player there, and the announcement for open pages."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from souq.engine.match.decision import SPECTATOR
from souq.server.core.http.dependencies import AdmissionDep, TablesDep, TalkDep, Visitor, Visits, Who
from souq.server.core.http.opening import Form
from souq.server.core.http.rate_limits import whence
from souq.server.core.http.rendering import NOT_KEPT, banners_of, page, templates
from souq.server.core.live.live import Live
from souq.server.core.live.tables import Tables
from souq.server.core.live.talking import TableTalk
from souq.server.core.store.rows import TableRow
from souq.server.errors import Refused
from souq.server.features.moderation.dependencies import ReportsDep
from souq.server.features.moderation.reports import KINDS, Reporter, reported

router = APIRouter(include_in_schema=False)

SELECTABLE = 40
"""Number of chat messages that the form offers to choose from."""


@router.get("/notice")
async def notice(request: Request, admission: AdmissionDep, guest: Who) -> Response:
    """Return the announcement and the visitor's suspension, for a page that stays open."""
    made = templates().get_template("news.html").render(**banners_of(request, admission, guest))
    return HTMLResponse(made, headers=NOT_KEPT)


@router.get("/t/{table}/report")
async def form(request: Request, tables: TablesDep, talk: TalkDep, visitor: Visits, table: str) -> Response:
    """Show the report form."""
    return await _page(request, tables, talk, visitor, table)


@router.post("/t/{table}/report")
async def report(
    request: Request,
    tables: TablesDep,
    talk: TalkDep,
    reports: ReportsDep,
    visitor: Visits,
    table: str,
    form: Form,
) -> Response:
    """Store a report; nobody at the table is notified."""
    async with tables.hold(table) as live:
        row, seat = live.row, visitor.standing(live).seat
        messages = await talk.messages(live, seat, visitor.guest.person_id)
    guest = visitor.guest
    name = _called(row, seat) or (guest.person.name if guest.person else "A spectator")
    by = Reporter(whence(request.scope), guest.person_id, name, seat)
    about = (_number(form.get("seat", "")), form.get("kind", ""), form.get("words", ""), _number(form.get("line", "0")))
    try:
        made = await reports.take(row, messages, by, *about)
    except Refused as error:
        return await _page(request, tables, talk, visitor, table, error, form)
    return page(request, "report.html", guest, table=table, sent=True, accused=made.accused)


async def _page(
    request: Request,
    tables: Tables,
    talk: TableTalk,
    visitor: Visitor,
    table: str,
    error: Refused | None = None,
    form: Any = None,
) -> Response:
    async with tables.hold(table) as live:
        row, seat = live.row, _seat(visitor, live)
        messages = await talk.messages(live, seat, visitor.guest.person_id)
    seats = reported(row, seat)
    known = {each.seat for each in seats}
    about: dict[str, Any] = {"table": table, "seats": seats, "kinds": KINDS, "values": form or {}}
    about["talk"] = [said for said in messages if said.seat in known][-SELECTABLE:][::-1]
    about |= {"error": error.message if error else "", "sent": False}
    return page(request, "report.html", visitor.guest, error.status if error else 200, **about)


def _seat(visitor: Visitor, live: Live) -> int:
    return visitor.standing(live).seat


def _called(row: TableRow, seat: int) -> str:
    return row.seats[seat].name if seat != SPECTATOR else ""


def _number(text: str) -> int:
    """Parse a number from the report form, such as a seat; return -1, which no seat has, for anything else."""
    return int(text) if text.isdecimal() and len(text) < 9 else -1
