"""JSON API that the account pages call from scripts: passkeys and settings."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from souq.server.core.http.api import problems
from souq.server.core.http.dependencies import Who, strict_query
from souq.server.core.http.rate_limits import whence
from souq.server.core.http.rendering import need_cookie
from souq.server.core.live.people import require_person
from souq.server.features.accounts.dependencies import AccountsDep
from souq.server.features.accounts.requests import known_from_now_on, party

router = APIRouter(prefix="/api", dependencies=[Depends(strict_query)], tags=["people"])

REFUSALS = problems(400, 401, 403, 409, 413, 422, 429, 503)

Called = Annotated[str, Field(default="", max_length=2_000, description="Your name; empty: unchanged.")]


class Body(BaseModel):
    """Base of request bodies; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Wish(Body):
    """Request to start creating a passkey, with the name that the player wants to use."""

    called: Called


class Asked(BaseModel):
    """Response with the options that a script passes to the browser's WebAuthn call."""

    options: dict[str, Any] = Field(description="WebAuthn options; bytes in base64url.")


class Answered(Body):
    """Base of requests that carry the credential with which the browser answered a WebAuthn challenge."""

    credential: dict[str, Any] = Field(description="WebAuthn credential; bytes in base64url.")


class NewPasskey(Answered):
    """Request to store a passkey that the browser has just created."""

    called: Called
    label: str = Field(default="", max_length=2_000, description="The passkey's name.")


class Opening(Answered):
    """Request to sign in with a passkey."""

    join: bool = Field(default=False, description="Whether to bring along this browser's tables as a guest.")


class MadePasskey(BaseModel):
    """Response that describes the passkey just stored."""

    id: str
    name: str


class Opened(BaseModel):
    """Response after signing in: how many tables the guest brought along."""

    joined: int = Field(description="Number of tables brought along.")


class Chosen(Body):
    """Request to store settings with your account; fields that are left out stay as they are."""

    theme: Literal["", "light", "dark"] | None = None
    sound: bool | None = None
    volume: Annotated[float, Field(ge=0, le=1)] | None = None
    quiet: bool | None = Field(default=None, description="Whether to show only quick phrases in table talk.")


class Settled(BaseModel):
    """Response with your stored settings; those that you never chose are null."""

    theme: Literal["", "light", "dark"] | None = None
    sound: bool | None = None
    volume: float | None = None
    quiet: bool | None = None


@router.post("/you/passkeys/ask", summary="Start creating a passkey", responses=REFUSALS)
async def ask_to_keep(request: Request, response: Response, accounts: AccountsDep, guest: Who, wish: Wish) -> Asked:
    """Return options for `navigator.credentials.create`. The challenge works once, within five minutes."""
    accounts.guard.asks(whence(request.scope))
    options = await accounts.ask_for_passkey(guest, party(request), wish.called)
    if guest.is_new:
        known_from_now_on(request, response, guest)
    return Asked(options=options)


@router.post("/you/passkeys", summary="Store a passkey", status_code=201, responses=REFUSALS)
async def add(request: Request, response: Response, accounts: AccountsDep, guest: Who, made: NewPasskey) -> MadePasskey:
    """Store the passkey that the browser has created. The first one turns a guest into an account.

    Seats and history stay with the account.
    """
    need_cookie(request, guest)
    accounts.guard.tries(whence(request.scope))
    to = party(request)
    risen, passkey = await accounts.add_passkey(guest, to, made.credential, made.called, made.label)
    known_from_now_on(request, response, risen)
    return MadePasskey(id=passkey.id, name=passkey.name)


@router.post("/sign-in/ask", summary="Start signing in with a passkey", responses=REFUSALS)
async def ask_to_sign_in(request: Request, response: Response, accounts: AccountsDep, guest: Who) -> Asked:
    """Return options for `navigator.credentials.get`. The challenge works once, within five minutes."""
    accounts.guard.asks(whence(request.scope))
    options = await accounts.ask(guest, party(request))
    if guest.is_new:
        known_from_now_on(request, response, guest)
    return Asked(options=options)


@router.post("/sign-in", summary="Sign in with a passkey", responses=REFUSALS)
async def sign_in(request: Request, response: Response, accounts: AccountsDep, guest: Who, opening: Opening) -> Opened:
    """Sign in with a passkey. The browser's previous session ends."""
    need_cookie(request, guest)
    accounts.guard.tries(whence(request.scope))
    done = await accounts.show_passkey(guest, party(request), opening.credential, opening.join)
    known_from_now_on(request, response, done)
    return Opened(joined=done.joined)


@router.post("/you/settings", summary="Change settings", responses=REFUSALS)
async def settle(accounts: AccountsDep, guest: Who, chosen: Chosen) -> Settled:
    """Store settings with your account. They apply in every browser where you sign in."""
    settings = chosen.model_dump(exclude_none=True)
    return Settled(**await accounts.methods.settle(require_person(guest).id, settings))
