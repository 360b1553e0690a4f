"""Helpers that account pages share: the relying party and the sign-in methods of a request."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from starlette.responses import Response

from souq.server.core.http.dependencies import parts_of
from souq.server.core.http.rendering import keep, public_origin
from souq.server.core.live.people import Guest
from souq.server.features.accounts.passkeys import NoPasskeys, Party, party_of
from souq.server.features.accounts.service import Accounts, SignedIn
from souq.server.features.accounts.sign_in_methods import Known
from souq.server.ops.config.settings import Settings


def party(request: Request) -> Party:
    """Return the relying party for the page that sent a request.

    Raises:
        NoPasskeys: browsers make no passkeys at this address.
    """
    settings = parts_of(request)[Settings]
    origin = request.headers.get("origin") or public_origin(request)  # which was let in, so that it is one of ours
    return party_of(origin, settings)


def way_in(request: Request, accounts: Accounts, known: Known, without: str = "") -> bool:
    """Return whether a person could still sign in on this site if the sign-in method `without` were removed."""
    try:
        here = party(request).id
    except NoPasskeys:
        here = ""
    return known.left_without(without, here, accounts.post.goes)


def offered(request: Request, accounts: Accounts) -> dict[str, Any]:
    """Return, as template values, whether the server sends e-mails and why passkeys don't work at this address.

    The reason is "" if passkeys do work.
    """
    try:
        party(request)
        return {"no_passkeys": "", "mail_goes": accounts.post.goes}
    except NoPasskeys as error:
        return {"no_passkeys": error.message, "mail_goes": accounts.post.goes}


def known_from_now_on(request: Request, response: Response, signed_in: SignedIn | Guest) -> None:
    """Set the session cookie in a response, so that the browser is recognized as this guest or account."""
    keep(request, response, signed_in.guest if isinstance(signed_in, SignedIn) else signed_in)
