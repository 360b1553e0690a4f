"""The page *You*: the name, sign-in methods, browser sessions, and download or deletion of personal data."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from souq.server.core.http.dependencies import ChoresDep, HubDep, PeopleDep, Who
from souq.server.core.http.opening import Form
from souq.server.core.http.rate_limits import whence
from souq.server.core.http.rendering import need_cookie, page, sent_origin
from souq.server.core.http.sections import show_you
from souq.server.core.live.people import COOKIE, EMBLEMS, SECURE_COOKIE, Guest, named, require_person
from souq.server.errors import Malformed, Refused
from souq.server.features.accounts.dependencies import AccountsDep, DataRequestsDep
from souq.server.features.accounts.requests import known_from_now_on, way_in
from souq.server.features.accounts.service import Accounts

router = APIRouter(include_in_schema=False)

LAST = (
    "Without another sign-in method you can’t come back once this browser forgets you. Add one first, or go on without."
)


@router.get("/you")
async def you(request: Request, guest: Who) -> Response:
    """Show the player's name, sign-in methods and browsers."""
    return await show_you(request, guest)


@router.post("/you")
async def rename(request: Request, people: PeopleDep, guest: Who, form: Form) -> Response:
    """Change the player's name or emblem."""
    emblem = form.get("emblem", "")
    try:
        name = named(form.get("name", ""))
    except Malformed as error:
        return await show_you(request, guest, error.status, error.message)
    await people.remember(guest, name, emblem if emblem in EMBLEMS else "")
    return _to("/you", request, guest)


@router.post("/you/codes")
async def codes(request: Request, accounts: AccountsDep, guest: Who, form: Form) -> Response:
    """Create ten recovery codes and show them. They cannot be shown again."""
    need_cookie(request, guest)
    accounts.guard.tries(whence(request.scope))
    known, made = await accounts.new_codes(guest, form.get("name", ""))
    response = page(request, "codes.html", known, codes=made)
    known_from_now_on(request, response, known)
    return response


@router.post("/you/codes/drop")
async def drop_codes(request: Request, accounts: AccountsDep, guest: Who, form: Form) -> Response:
    """Delete the recovery codes; ask for confirmation if they are the last sign-in method."""
    person = require_person(guest)
    if not await _sure(request, accounts, person.id, "codes", form):
        return _ask(request, guest, "Delete your recovery codes?", LAST, "Delete the codes")
    await accounts.methods.drop_codes(person.id)
    return _to("/you", request, guest)


@router.post("/you/passkeys/{passkey}")
async def call_passkey(request: Request, accounts: AccountsDep, guest: Who, passkey: str, form: Form) -> Response:
    """Rename a passkey."""
    try:
        name = named(form.get("name", ""))
    except Malformed as error:
        return await show_you(request, guest, error.status, error.message)
    await accounts.methods.call(require_person(guest).id, passkey, name)
    return _to("/you", request, guest)


@router.post("/you/passkeys/{passkey}/remove")
async def remove_passkey(request: Request, accounts: AccountsDep, guest: Who, passkey: str, form: Form) -> Response:
    """Delete a passkey; ask for confirmation if it is the last sign-in method."""
    person = require_person(guest)
    if not await _sure(request, accounts, person.id, passkey, form):
        return _ask(request, guest, "Remove your last sign-in method?", LAST, "Remove the passkey")
    await accounts.methods.remove(person.id, passkey)
    return _to("/you", request, guest)


@router.post("/you/mail")
async def write(request: Request, accounts: AccountsDep, guest: Who, form: Form) -> Response:
    """Send a confirmation e-mail to a new address; the address is stored once the player confirms it."""
    where, link = whence(request.scope), sent_origin(request)
    try:
        await accounts.write_to_keep(guest, where, form.get("mail", ""), form.get("name", ""), link)
    except Refused as error:
        return await show_you(request, guest, error.status, error.message)
    return _to("/sign-in/letter", request, guest)


@router.post("/you/mail/remove")
async def drop_mail(request: Request, accounts: AccountsDep, guest: Who, form: Form) -> Response:
    """Delete the e-mail address; ask for confirmation if it is the last sign-in method."""
    person = require_person(guest)
    if not await _sure(request, accounts, person.id, "mail", form):
        return _ask(request, guest, "Remove your last sign-in method?", LAST, "Remove the address")
    await accounts.methods.set_mail(person.id, None)
    return _to("/you", request, guest)


@router.post("/you/browsers/{session}/out")
async def end(request: Request, accounts: AccountsDep, guest: Who, session: str) -> Response:
    """End one browser session."""
    await accounts.sign_out(require_person(guest).id, session)
    return _gone(request) if session == guest.session else _to("/you", request, guest)


@router.post("/you/out")
async def sign_out(request: Request, accounts: AccountsDep, guest: Who, form: Form) -> Response:
    """End this session or, on request, all of them."""
    person = require_person(guest)
    everywhere = "everywhere" in form
    if not await _sure(request, accounts, person.id, "", form):
        return _ask(request, guest, "Sign out for good?", LAST, "Sign out", everywhere="1" if everywhere else "")
    await accounts.sign_out(person.id, *([] if everywhere else [guest.session]))
    return _gone(request)


@router.get("/you/data")
async def data(accounts: AccountsDep, requests: DataRequestsDep, guest: Who) -> Response:
    """Return all personal data as a JSON file."""
    person = require_person(guest)
    accounts.guard.downloads(person.id)
    exported = json.dumps(await requests.export(person.id), ensure_ascii=False, indent=1)
    headers = {"content-disposition": 'attachment; filename="souq-you.json"', "cache-control": "no-store"}
    return Response(exported, headers=headers, media_type="application/json")


@router.post("/you/delete")
async def delete(
    request: Request, chores: ChoresDep, requests: DataRequestsDep, hub: HubDep, guest: Who, form: Form
) -> Response:
    """Delete the account, after confirmation."""
    person = require_person(guest)
    if "sure" not in form:
        explanation = (
            "Your name, sign-in methods, address, settings, ratings and signed-in browsers are deleted at once, for "
            "good. Games you’ve played stay, and call you Somebody. Bots take over where you’re still playing."
        )
        return _ask(request, guest, "Delete everything about you?", explanation, "Delete me")
    ended = await chores.to_its_end(requests.forget(person.id))
    hub.sign_out(ended)
    return _gone(request)


async def _sure(request: Request, accounts: Accounts, person_id: str, without: str, form: Form) -> bool:
    """Return whether to act without asking: the player can sign in again afterwards, or has confirmed already."""
    return "sure" in form or way_in(request, accounts, await accounts.methods.of(person_id), without)


def _ask(request: Request, guest: Guest, title: str, explanation: str, button: str, **fields: str) -> Response:
    """Return a page that asks for confirmation; its button sends the same request again, marked as confirmed."""
    said = {name: value for name, value in fields.items() if value}
    asked: dict[str, Any] = {
        "heading": title,
        "told": explanation,
        "button": button,
        "action": request.scope["path"],
        "fields": said,
    }
    return page(request, "sure.html", guest, **asked)


def _to(path: str, request: Request, guest: Guest) -> Response:
    """Redirect to a path; for a guest seen for the first time, also set the session cookie."""
    response = RedirectResponse(path, 303)
    if guest.is_new:
        known_from_now_on(request, response, guest)
    return response


def _gone(request: Request) -> Response:
    """Redirect to the home page and delete the session cookie, because the session has ended."""
    response = RedirectResponse("/", 303)
    secure = request.url.scheme == "https"
    response.delete_cookie(SECURE_COOKIE if secure else COOKIE, secure=secure, httponly=True, samesite="lax")
    return response
