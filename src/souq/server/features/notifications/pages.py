"""Notification settings on the page *You*, unsubscribe links, and the link to the player's next table."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from souq.server.core.http.dependencies import PeopleDep, PostDep, SettingsDep, Who
from souq.server.core.http.opening import Form
from souq.server.core.http.rate_limits import whence
from souq.server.core.http.rendering import Missing, keep, need_cookie, page, sent_origin
from souq.server.core.http.sections import show_you
from souq.server.core.live.people import Guest, require_person
from souq.server.core.live.tables import ID
from souq.server.core.store.rows import PersonRow
from souq.server.errors import Malformed, Refused, TooFast
from souq.server.features.notifications.dependencies import NoticesDep
from souq.server.features.notifications.models import Kind
from souq.server.features.notifications.reach import address_of
from souq.server.features.notifications.sending import Fate
from souq.server.features.notifications.service import Notices

router = APIRouter(include_in_schema=False)


@router.get("/next")
async def next_table(request: Request, notices: NoticesDep, guest: Who) -> Response:
    """Redirect to the next table where it is the player's turn, or else home."""
    at = request.query_params.get("from", "")
    found = await notices.waiting.after(guest.person_id, at if ID.fullmatch(at) else "")
    return RedirectResponse(f"/t/{found}" if found else "/?next=none", 303)


@router.post("/you/turns/mail")
async def write(request: Request, post: PostDep, notices: NoticesDep, guest: Who) -> Response:
    """Start sending e-mails to the address that the player has confirmed."""
    person = require_person(guest)
    if not post.goes:
        raise Refused("This server doesn’t send e-mails. Choose another kind of notice.")
    if await notices.channels.mail_of(person.id) is None:
        raise Refused("Add an e-mail address first, under Sign-in methods.")
    return await _add(request, notices, guest, person, "mail", address="")


@router.post("/you/turns/hooks")
async def hook(
    request: Request, settings: SettingsDep, people: PeopleDep, notices: NoticesDep, guest: Who, form: Form
) -> Response:
    """Add a webhook."""
    try:
        need_cookie(request, guest)
        address = address_of(form.get("address", ""), settings.near)
        person = guest.person or await people.remember(guest, "Guest")
        everybody = form.get("whose") == "everybody"
        return await _add(request, notices, guest, person, "hook", address=address, everybody=everybody)
    except (Malformed, Refused) as error:
        if isinstance(error, TooFast):
            raise
        return await show_you(request, guest, error.status, error.message)


@router.post("/you/turns/{channel}/off")
async def off(notices: NoticesDep, guest: Who, channel: str) -> Response:
    """Delete a channel."""
    if not ID.fullmatch(channel):
        raise Missing
    await notices.channels.drop(require_person(guest).id, channel)
    await notices.reload_channels()
    return RedirectResponse("/you#turn", 303)


@router.post("/you/turns/{channel}/try")
async def try_out(request: Request, notices: NoticesDep, guest: Who, channel: str) -> Response:
    """Send a test notification."""
    person = require_person(guest)
    mine = {each.id: each for each in await notices.channels.of(person.id) if each.kind != "mail"}
    if channel not in mine:
        raise Missing
    notices.spend(person.id, whence(request.scope))
    answer = await notices.sender.try_out(mine[channel])
    if answer.fate is Fate.GONE:
        await notices.channels.gone(channel)
        await notices.reload_channels()
    return RedirectResponse(f"/you?tried={answer.fate.value}#turn", 303)


@router.get("/stop/{token}")
async def ask_to_stop(request: Request, notices: NoticesDep, guest: Who, token: str) -> Response:
    """Show the page that an e-mail's unsubscribe link opens."""
    if await notices.keys.channel_of(token) is None:
        raise Missing
    return page(request, "stop.html", guest, done=False)


@router.post("/stop/{token}")
async def stop(request: Request, notices: NoticesDep, token: str) -> Response:
    """Stop sending e-mails, after one click on the unsubscribe page or in a mail program (RFC 8058)."""
    channel = await notices.keys.channel_of(token)
    if channel is None:
        raise Missing
    await notices.channels.gone(channel)
    await notices.reload_channels()
    return page(request, "stop.html", None, done=True)


async def _add(
    request: Request, notices: Notices, guest: Guest, person: PersonRow, kind: Kind, **about: Any
) -> Response:
    notices.spend(person.id, whence(request.scope))
    await notices.channels.add(person.id, kind, origin=sent_origin(request), **about)
    await notices.reload_channels()
    response = RedirectResponse("/you#turn", 303)
    if guest.is_new:
        keep(request, response, guest)
    return response
