"""“Your turn” on the page *You*, in letters, and the way to the next table that waits."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from souq.server.container import House
from souq.server.core.db.models import PersonRow
from souq.server.core.http.dependencies import Here, Who
from souq.server.core.http.opening import Form
from souq.server.core.http.rate_limits import whence
from souq.server.core.http.rendering import keep, need_cookie, page, sent_origin
from souq.server.core.live.people import Guest
from souq.server.core.live.tables import ID
from souq.server.errors import Malformed, Refused, TooFast
from souq.server.features.accounts import pages
from souq.server.features.accounts.service import kept
from souq.server.features.home.pages import Missing
from souq.server.features.notifications.reach import address_of
from souq.server.features.notifications.reaching import Kind
from souq.server.features.notifications.sending import Fate

router = APIRouter(include_in_schema=False)


@router.get("/next")
async def next_table(request: Request, house: Here, guest: Who) -> Response:
    """On to the next table that waits for who asks; home when none does."""
    at = request.query_params.get("from", "")
    found = await house.notices.waiting.after(guest.person_id, at if ID.fullmatch(at) else "")
    return RedirectResponse(f"/t/{found}" if found else "/?next=none", 303)


@router.post("/you/turns/mail")
async def write(request: Request, house: Here, guest: Who) -> Response:
    """Letters are written from now on, to the address that has shown to be theirs."""
    person = kept(guest)
    if not house.accounts.post.goes:
        raise Refused("This house sends no e-mails. Choose another way to be told.")
    if await house.notices.channels.mail_of(person.id) is None:
        raise Refused("Add an e-mail address first, under Ways in.")
    return await _add(request, house, guest, person, "mail", address="")


@router.post("/you/turns/hooks")
async def hook(request: Request, house: Here, guest: Who, form: Form) -> Response:
    """A chat is told from now on."""
    try:
        need_cookie(request, guest)
        address = address_of(form.get("address", ""), house.settings.near)
        person = guest.person or await house.people.remember(guest, "Guest")
        everybody = form.get("whose") == "everybody"
        return await _add(request, house, guest, person, "hook", address=address, everybody=everybody)
    except (Malformed, Refused) as error:
        if isinstance(error, TooFast):
            raise
        return await pages.show(request, house, guest, error.status, error.message)


@router.post("/you/turns/{channel}/off")
async def off(house: Here, guest: Who, channel: str) -> Response:
    """Nothing is told by a channel any more."""
    if not ID.fullmatch(channel):
        raise Missing
    await house.notices.channels.drop(kept(guest).id, channel)
    await house.notices.listens()
    return RedirectResponse("/you#turn", 303)


@router.post("/you/turns/{channel}/try")
async def try_out(request: Request, house: Here, guest: Who, channel: str) -> Response:
    """Send something by a channel, to see whether it comes."""
    person = kept(guest)
    mine = {each.id: each for each in await house.notices.channels.of(person.id) if each.kind != "mail"}
    if channel not in mine:
        raise Missing
    house.notices.spend(person.id, whence(request.scope))
    answer = await house.notices.sender.try_out(mine[channel])
    if answer.fate is Fate.GONE:
        await house.notices.channels.gone(channel)
        await house.notices.listens()
    return RedirectResponse(f"/you?tried={answer.fate.value}#turn", 303)


@router.get("/stop/{token}")
async def ask_to_stop(request: Request, house: Here, guest: Who, token: str) -> Response:
    """A page that switches letters off, for who follows the link of one."""
    if await house.notices.keys.channel_of(token) is None:
        raise Missing
    return page(request, "stop.html", guest, done=False)


@router.post("/stop/{token}")
async def stop(request: Request, house: Here, token: str) -> Response:
    """Write no letters any more: by one click on that page, or by a mail program's own (RFC 8058)."""
    channel = await house.notices.keys.channel_of(token)
    if channel is None:
        raise Missing
    await house.notices.channels.gone(channel)
    await house.notices.listens()
    return page(request, "stop.html", None, done=True)


async def _add(request: Request, house: House, guest: Guest, person: PersonRow, kind: Kind, **about: Any) -> Response:
    house.notices.spend(person.id, whence(request.scope))
    await house.notices.channels.add(person.id, kind, origin=sent_origin(request), **about)
    await house.notices.listens()
    response = RedirectResponse("/you#turn", 303)
    if guest.is_new:
        keep(request, response, guest)
    return response
