"""The page *You*: a name that is kept, the ways back to it, the browsers that know it, and everything that is kept."""

from __future__ import annotations

import json
import time
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from souq.server.container import House
from souq.server.core.http.ago import ago
from souq.server.core.http.dependencies import Here, Who
from souq.server.core.http.opening import Form
from souq.server.core.http.rate_limits import whence
from souq.server.core.http.rendering import need_cookie, page, sent_origin
from souq.server.core.live.people import COOKIE, COOKIE_DAYS, EMBLEMS, SECURE_COOKIE, Guest, named
from souq.server.errors import Malformed, Refused
from souq.server.features.accounts.codes import HOW_MANY
from souq.server.features.accounts.passkeys import NoPasskeys
from souq.server.features.accounts.requests import known_from_now_on, party
from souq.server.features.accounts.service import kept
from souq.server.features.accounts.sign_in_methods import Known
from souq.server.features.notifications.page_parts import turns_of

router = APIRouter(include_in_schema=False)

LAST = "Nothing else brings you back once this browser forgets you. Make another way in first, or go on without one."


@router.get("/you")
async def you(request: Request, house: Here, guest: Who) -> Response:
    """Who you are here."""
    return await show(request, house, guest)


@router.post("/you")
async def rename(request: Request, house: Here, guest: Who, form: Form) -> Response:
    """Another name, or another emblem."""
    emblem = form.get("emblem", "")
    try:
        name = named(form.get("name", ""))
    except Malformed as error:
        return await show(request, house, guest, error.status, error.message)
    await house.people.remember(guest, name, emblem if emblem in EMBLEMS else "")
    return _to("/you", request, guest)


@router.post("/you/codes")
async def codes(request: Request, house: Here, guest: Who, form: Form) -> Response:
    """Ten new recovery codes, the only time that they are shown."""
    need_cookie(request, guest)
    house.accounts.guard.tries(whence(request.scope))
    known, made = await house.accounts.new_codes(guest, form.get("name", ""))
    response = page(request, "codes.html", known, codes=made)
    known_from_now_on(request, response, known)
    return response


@router.post("/you/codes/drop")
async def drop_codes(request: Request, house: Here, guest: Who, form: Form) -> Response:
    """Recovery codes are worth nothing from now on."""
    person = kept(guest)
    if not await _sure(request, house, person.id, "codes", form):
        return _ask(request, guest, "Do without recovery codes?", LAST, "Drop the codes")
    await house.accounts.ways.drop_codes(person.id)
    return _to("/you", request, guest)


@router.post("/you/passkeys/{passkey}")
async def call_passkey(request: Request, house: Here, guest: Who, passkey: str, form: Form) -> Response:
    """Give a passkey another name."""
    try:
        name = named(form.get("name", ""))
    except Malformed as error:
        return await show(request, house, guest, error.status, error.message)
    await house.accounts.ways.call(kept(guest).id, passkey, name)
    return _to("/you", request, guest)


@router.post("/you/passkeys/{passkey}/remove")
async def remove_passkey(request: Request, house: Here, guest: Who, passkey: str, form: Form) -> Response:
    """A passkey opens nothing from now on."""
    person = kept(guest)
    if not await _sure(request, house, person.id, passkey, form):
        return _ask(request, guest, "Remove your last way in?", LAST, "Remove the passkey")
    await house.accounts.ways.remove(person.id, passkey)
    return _to("/you", request, guest)


@router.post("/you/mail")
async def write(request: Request, house: Here, guest: Who, form: Form) -> Response:
    """Send a letter to an address that is to be kept once it has shown to be theirs."""
    where, link = whence(request.scope), sent_origin(request)
    try:
        await house.accounts.write_to_keep(guest, where, form.get("mail", ""), form.get("name", ""), link)
    except Refused as error:
        return await show(request, house, guest, error.status, error.message)
    return _to("/sign-in/letter", request, guest)


@router.post("/you/mail/remove")
async def drop_mail(request: Request, house: Here, guest: Who, form: Form) -> Response:
    """An address is kept no longer."""
    person = kept(guest)
    if not await _sure(request, house, person.id, "mail", form):
        return _ask(request, guest, "Remove your last way in?", LAST, "Remove the address")
    await house.accounts.ways.set_mail(person.id, None)
    return _to("/you", request, guest)


@router.post("/you/browsers/{session}/out")
async def end(request: Request, house: Here, guest: Who, session: str) -> Response:
    """One of your browsers knows you no more."""
    await house.accounts.sign_out(kept(guest).id, session)
    return _gone(request) if session == guest.session else _to("/you", request, guest)


@router.post("/you/out")
async def sign_out(request: Request, house: Here, guest: Who, form: Form) -> Response:
    """This browser knows you no more, or none does."""
    person = kept(guest)
    everywhere = "everywhere" in form
    if not await _sure(request, house, person.id, "", form):
        return _ask(request, guest, "Sign out for good?", LAST, "Sign out", everywhere="1" if everywhere else "")
    await house.accounts.sign_out(person.id, *([] if everywhere else [guest.session]))
    return _gone(request)


@router.get("/you/data")
async def data(house: Here, guest: Who) -> Response:
    """Everything that is kept of you, as a file."""
    person = kept(guest)
    house.accounts.guard.downloads(person.id)
    told = json.dumps(await house.leaving.told(person.id), ensure_ascii=False, indent=1)
    headers = {"content-disposition": 'attachment; filename="souq-you.json"', "cache-control": "no-store"}
    return Response(told, headers=headers, media_type="application/json")


@router.post("/you/delete")
async def delete(request: Request, house: Here, guest: Who, form: Form) -> Response:
    """Forget you."""
    person = kept(guest)
    if "sure" not in form:
        told = (
            "Your name, your ways in, your address, your settings, your ratings and your sessions go at once, and for "
            "good. Games you have played stay, and call you Somebody. Bots play on where you are still playing."
        )
        return _ask(request, guest, "Delete everything about you?", told, "Delete me")
    ended = await house.chores.to_its_end(house.leaving.forget(person.id))
    house.hub.sign_out(ended)
    return _gone(request)


async def _sure(request: Request, house: House, person_id: str, without: str, form: Form) -> bool:
    """Whether there is another way in than one, or somebody says that they need none."""
    return "sure" in form or _way_in(request, house, await house.accounts.ways.of(person_id), without)


def _way_in(request: Request, house: House, known: Known, without: str = "") -> bool:
    """Whether somebody can come back here, also without one of their ways in."""
    try:
        here = party(request).id
    except NoPasskeys:
        here = ""
    return known.left_without(without, here, house.accounts.post.goes)


def _ask(request: Request, guest: Guest, title: str, told: str, button: str, **fields: str) -> Response:
    """Ask whether somebody is sure: what they asked for is sent once more then."""
    said = {name: value for name, value in fields.items() if value}
    asked: dict[str, Any] = {
        "heading": title,
        "told": told,
        "button": button,
        "action": request.scope["path"],
        "fields": said,
    }
    return page(request, "sure.html", guest, **asked)


async def show(request: Request, house: House, guest: Guest, status: int = 200, error: str = "") -> Response:
    """The page itself."""
    person, now = guest.person, time.time()
    known = await house.accounts.ways.of(person.id) if person else Known()
    sessions = await house.sessions.of(person.id, now - COOKIE_DAYS * 86_400) if person else []
    about: dict[str, Any] = {"known": known, "error": error, "emblems": EMBLEMS, "codes": HOW_MANY}
    about["browsers"] = [(each, ago(now - each.seen_at), each.id == guest.session) for each in sessions]
    about["passkeys"] = [(each, ago(now - each.used_at)) for each in known.passkeys]
    about["seats"] = await house.sessions.seats(person.id) if person else 0
    about["shown"] = await house.book.profiles.code_of(person.id) if person else None
    shunned = await house.shunned.of(person.id) if person else []
    about["shunned"] = [(each, ago(now - each.at)) for each in shunned]
    about["runs"] = bool(person and person.kept) and await house.records.runs(guest.person_id or "")
    about["joined"] = _number(request.query_params.get("joined", ""))
    about["way_in"] = _way_in(request, house, known)
    about["turns"] = await turns_of(request, house, guest)
    return page(request, "you.html", guest, status, **about, **offered(request, house))


def offered(request: Request, house: House) -> dict[str, Any]:
    """Which ways in there can be at this address, and why not others."""
    try:
        party(request)
        return {"no_passkeys": "", "mail_goes": house.accounts.post.goes}
    except NoPasskeys as error:
        return {"no_passkeys": error.message, "mail_goes": house.accounts.post.goes}


def _number(text: str) -> int:
    return int(text[:4]) if text.isdecimal() else 0


def _to(path: str, request: Request, guest: Guest) -> Response:
    """On to another page, with the cookie by which a new guest is known."""
    response = RedirectResponse(path, 303)
    if guest.is_new:
        known_from_now_on(request, response, guest)
    return response


def _gone(request: Request) -> Response:
    """Home, as somebody whom this browser does not know."""
    response = RedirectResponse("/", 303)
    secure = request.url.scheme == "https"
    response.delete_cookie(SECURE_COOKIE if secure else COOKIE, secure=secure, httponly=True, samesite="lax")
    return response
