"""Pages for muting, blocking and the host's moderation, and the lists at *You*."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from souq.engine.errors import SouqError
from souq.engine.match.decision import SPECTATOR
from souq.server.core.commands import protocol
from souq.server.core.commands.outcome import Caller
from souq.server.core.http.dependencies import CommandsDep, TablesDep, Visits, Who
from souq.server.core.http.opening import Form
from souq.server.core.http.rendering import NOT_KEPT, templates
from souq.server.core.live.live import Live
from souq.server.core.live.seats import standing
from souq.server.core.live.tables import seat_looks
from souq.server.core.live.talking import listener, may_be_muted
from souq.server.core.store.rows import SeatRow
from souq.server.errors import Malformed
from souq.server.features.social.blocks import BlockLists
from souq.server.features.social.chat import TableChat
from souq.server.features.social.dependencies import BlockListsDep, ChatDep

router = APIRouter(include_in_schema=False)


@router.post("/you/shunned/{shun}")
async def undo(block_lists: BlockListsDep, guest: Who, shun: str) -> Response:
    """Unmute or unblock a person."""
    if guest.person_id:
        await block_lists.undo(guest.person_id, shun[:16])
    return RedirectResponse("/you#company", 303)


@router.get("/t/{table}/company")
async def company(
    tables: TablesDep, chat: ChatDep, block_lists: BlockListsDep, visitor: Visits, table: str
) -> Response:
    """Return the other players at a table, with the actions for each, as a fragment of the table's page."""
    async with tables.hold(table) as live:
        stands = standing(live.row, visitor.token, visitor.guest.person_id)  # whose token is worthless watches
        return _company(chat, block_lists, live, stands.seat, visitor.guest.person_id)


@router.post("/t/{table}/company")
async def change(
    tables: TablesDep,
    commands: CommandsDep,
    chat: ChatDep,
    block_lists: BlockListsDep,
    visitor: Visits,
    form: Form,
    table: str,
) -> Response:
    """Mute or block a player; as host, also remove them, mute them for everyone, or allow free talk."""
    error = ""
    async with tables.hold(table) as live:
        stands = visitor.standing(live)
    try:
        caller = Caller(stands.seat, stands.invited, visitor.guest)
        await commands.carry_out(table, caller, _command(form))
    except SouqError as refusal:
        error = str(refusal)
    async with tables.hold(table) as live:
        return _company(chat, block_lists, live, stands.seat, visitor.guest.person_id, error)


def _command(form: Form) -> protocol.Change:
    """Return the command that a submitted form asks for, such as muting a seat.

    Raises:
        Malformed: the form is invalid.
    """
    what, seat, on = form.get("do", ""), form.get("seat", "0"), form.get("on") == "on"
    asked: dict[str, Any] = {"type": what, "id": form.get("id", "")[:80] or protocol.fresh_key()}
    if what in ("mute", "block", "hush", "remove") and seat.isdecimal() and len(seat) < 3:
        asked |= {"seat": int(seat)} | ({} if what == "remove" else {"on": on})
    elif what == "talk":
        asked |= {"free": on}
    else:
        raise Malformed("That didn’t work. Load the page again.")
    kinds: dict[str, type[protocol.Change]] = {
        "mute": protocol.Mute,
        "block": protocol.Block,
        "hush": protocol.MuteForAll,
        "remove": protocol.Remove,
        "talk": protocol.Talk,
    }
    try:
        return kinds[what](**asked)
    except ValueError as error:
        raise Malformed("That didn’t work. Load the page again.") from error


def _company(
    chat: TableChat, block_lists: BlockLists, live: Live, seat: int, person_id: str | None, error: str = ""
) -> Response:
    row, me = live.row, listener(live.row, seat, person_id)
    muted = chat.muted_seats(live, seat, person_id)
    looks = seat_looks(row.game, row.players)
    host = seat != SPECTATOR and seat == row.host

    def other(each: SeatRow) -> dict[str, Any]:
        return {
            "seat": each.seat,
            "name": each.name,
            "looks": looks[each.seat],
            "muted": each.seat in muted,
            "hushed": each.hushed,
            "known": me is not None and each.person_id is not None and each.person_id != me,
            "blocked": block_lists.is_set(me, each.person_id or "", "block"),
            "removable": host and row.state == "waiting" and not row.sealed_at,
        }

    others = [other(each) for each in row.seats if each.seat != seat and may_be_muted(each)]
    knows = me is not None or seat != SPECTATOR
    context = {"row": row, "others": others if knows else [], "host": host, "error": error, "id": protocol.fresh_key()}
    alone = row.players == 1
    shown = "" if alone else templates().get_template("company.html").render(**context)
    return HTMLResponse(shown, headers=NOT_KEPT)
