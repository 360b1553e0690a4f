"""Who asks, of what page: what the pages about people share."""

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
    """For whom passkeys of the page are from which a request comes.

    Raises:
        NoPasskeys: browsers make none there.
    """
    settings = parts_of(request)[Settings]
    origin = request.headers.get("origin") or public_origin(request)  # which was let in, so that it is one of ours
    return party_of(origin, settings)


def way_in(request: Request, accounts: Accounts, known: Known, without: str = "") -> bool:
    """Whether somebody can come back here, also without one of their ways in."""
    try:
        here = party(request).id
    except NoPasskeys:
        here = ""
    return known.left_without(without, here, accounts.post.goes)


def offered(request: Request, accounts: Accounts) -> dict[str, Any]:
    """Which ways in there can be at this address, and why not others."""
    try:
        party(request)
        return {"no_passkeys": "", "mail_goes": accounts.post.goes}
    except NoPasskeys as error:
        return {"no_passkeys": error.message, "mail_goes": accounts.post.goes}


def known_from_now_on(request: Request, response: Response, signed_in: SignedIn | Guest) -> None:
    """Tell the browser by what it is known from now on."""
    keep(request, response, signed_in.guest if isinstance(signed_in, SignedIn) else signed_in)
