"""Pages for signing in by passkey, recovery code or e-mail."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from souq.server.core.db.sessions import Sessions
from souq.server.core.http.dependencies import SessionsDep, Who
from souq.server.core.http.opening import Form
from souq.server.core.http.rate_limits import whence
from souq.server.core.http.rendering import need_cookie, page, sent_origin
from souq.server.core.live.people import Guest, hashed
from souq.server.errors import Refused
from souq.server.features.accounts.dependencies import AccountsDep
from souq.server.features.accounts.requests import known_from_now_on, offered
from souq.server.features.accounts.service import Accounts, SignedIn

router = APIRouter(include_in_schema=False, prefix="/sign-in")


@router.get("")
async def doors(request: Request, sessions: SessionsDep, accounts: AccountsDep, guest: Who) -> Response:
    """Show all sign-in methods."""
    return await _page(request, sessions, accounts, guest, "sign_in.html")


@router.post("/code")
async def by_code(request: Request, accounts: AccountsDep, sessions: SessionsDep, guest: Who, form: Form) -> Response:
    """Sign in with a recovery code."""
    try:
        need_cookie(request, guest)
        accounts.guard.tries(whence(request.scope))
        done = await accounts.show_code(guest, form.get("code", ""), "join" in form)
    except Refused as error:
        return await _page(request, sessions, accounts, guest, "sign_in.html", error)
    return _in(request, done)


@router.post("/mail")
async def by_mail(request: Request, accounts: AccountsDep, sessions: SessionsDep, guest: Who, form: Form) -> Response:
    """E-mail a sign-in link if an account has the address; the response does not reveal whether one does."""
    where, link = whence(request.scope), sent_origin(request)
    try:
        need_cookie(request, guest)
        await accounts.write_to_sign_in(guest, where, form.get("mail", ""), link)
    except Refused as error:
        return await _page(request, sessions, accounts, guest, "sign_in.html", error)
    response = RedirectResponse("/sign-in/letter", 303)
    if guest.is_new:
        known_from_now_on(request, response, guest)
    return response


@router.get("/letter")
async def letter(request: Request, sessions: SessionsDep, accounts: AccountsDep, guest: Who) -> Response:
    """Show the form for typing the code from an e-mail."""
    return await _page(request, sessions, accounts, guest, "letter.html")


@router.post("/letter")
async def by_letter(request: Request, accounts: AccountsDep, sessions: SessionsDep, guest: Who, form: Form) -> Response:
    """Sign in, or confirm an address, with the code typed from an e-mail."""
    try:
        need_cookie(request, guest)
        accounts.guard.tries(whence(request.scope))
        found = await accounts.letters.type(form.get("code", ""), hashed(guest.token))
        done = await accounts.answer(guest, found, "join" in form)
    except Refused as error:
        return await _page(request, sessions, accounts, guest, "letter.html", error)
    return _in(request, done)


@router.get("/link")
async def link(request: Request, sessions: SessionsDep, accounts: AccountsDep, guest: Who) -> Response:
    """Show the page that an e-mail's link opens. The token is in the URL's fragment, which no server or log sees."""
    return await _page(request, sessions, accounts, guest, "letter.html", linked=True)


@router.post("/link")
async def by_link(request: Request, accounts: AccountsDep, sessions: SessionsDep, guest: Who, form: Form) -> Response:
    """Sign in, or confirm an address, with the token of an e-mailed link."""
    try:
        need_cookie(request, guest)
        accounts.guard.tries(whence(request.scope))
        found = await accounts.letters.open(form.get("token", "")[:100], hashed(guest.token))
        done = await accounts.answer(guest, found, "join" in form)
    except Refused as error:
        return await _page(request, sessions, accounts, guest, "letter.html", error)
    return _in(request, done)


async def _page(
    request: Request,
    sessions: Sessions,
    accounts: Accounts,
    guest: Guest,
    name: str,
    error: Refused | None = None,
    linked: bool = False,
) -> Response:
    person = guest.person
    brings = await sessions.seats(person.id) if person and not person.has_account else 0
    waits = await accounts.letters.waits(hashed(guest.token)) if name == "letter.html" else None
    about: dict[str, Any] = {
        "brings": brings,
        "linked": linked,
        "waits": waits,
        "error": error.message if error else "",
    }
    return page(request, name, guest, error.status if error else 200, **about, **offered(request, accounts))


def _in(request: Request, done: SignedIn) -> Response:
    response = RedirectResponse(f"/you?joined={done.joined}" if done.joined else "/you", 303)
    known_from_now_on(request, response, done)
    return response
