"""What the pages of accounts ask for by script, as an API: passkeys, and settings."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from souq.server.core.http.api import problems
from souq.server.core.http.dependencies import Who, no_stranger
from souq.server.core.http.rate_limits import whence
from souq.server.core.http.rendering import need_cookie
from souq.server.core.live.people import kept
from souq.server.features.accounts.dependencies import AccountsDep
from souq.server.features.accounts.requests import known_from_now_on, party

router = APIRouter(prefix="/api", dependencies=[Depends(no_stranger)], tags=["people"])

REFUSALS = problems(400, 401, 403, 409, 413, 422, 429, 503)

Called = Annotated[str, Field(default="", max_length=2_000, description="What you are called; as before, if empty.")]


class Body(BaseModel):
    """What is sent; other fields are a mistake."""

    model_config = ConfigDict(extra="forbid")


class Wish(Body):
    """Somebody wants to make a passkey."""

    called: Called


class Asked(BaseModel):
    """What the browser is to be asked."""

    options: dict[str, Any] = Field(description="As WebAuthn has them, bytes in base64url.")


class Answered(Body):
    """What the browser has answered."""

    credential: dict[str, Any] = Field(description="As WebAuthn has it, bytes in base64url.")


class NewPasskey(Answered):
    """A passkey that the browser has made."""

    called: Called
    label: str = Field(default="", max_length=2_000, description="What the passkey is called.")


class Opening(Answered):
    """A passkey that the browser shows."""

    join: bool = Field(default=False, description="Whether the tables of this browser's guest come along.")


class MadePasskey(BaseModel):
    """One of your passkeys."""

    id: str
    name: str


class Opened(BaseModel):
    """Who you are now."""

    joined: int = Field(description="How many tables came along.")


class Chosen(Body):
    """Settings that follow you; what is left out stays as it is."""

    theme: Literal["", "light", "dark"] | None = None
    sound: bool | None = None
    volume: Annotated[float, Field(ge=0, le=1)] | None = None
    quiet: bool | None = Field(default=None, description="Of table talk, only quick phrases are shown.")


class Settled(BaseModel):
    """Your settings, as far as you have chosen."""

    theme: Literal["", "light", "dark"] | None = None
    sound: bool | None = None
    volume: float | None = None
    quiet: bool | None = None


@router.post("/you/passkeys/ask", summary="Begin to make a passkey", responses=REFUSALS)
async def ask_to_keep(request: Request, response: Response, accounts: AccountsDep, guest: Who, wish: Wish) -> Asked:
    """What to hand to `navigator.credentials.create`. The challenge is good once, for five minutes."""
    accounts.guard.asks(whence(request.scope))
    options = await accounts.ask_for_passkey(guest, party(request), wish.called)
    if guest.is_new:
        known_from_now_on(request, response, guest)
    return Asked(options=options)


@router.post("/you/passkeys", summary="Keep a passkey", status_code=201, responses=REFUSALS)
async def add(request: Request, response: Response, accounts: AccountsDep, guest: Who, made: NewPasskey) -> MadePasskey:
    """What the browser has made. With the first one you keep your name, and your seats and history with it."""
    need_cookie(request, guest)
    accounts.guard.tries(whence(request.scope))
    to = party(request)
    risen, passkey = await accounts.add_passkey(guest, to, made.credential, made.called, made.label)
    known_from_now_on(request, response, risen)
    return MadePasskey(id=passkey.id, name=passkey.name)


@router.post("/sign-in/ask", summary="Begin to sign in with a passkey", responses=REFUSALS)
async def ask_to_sign_in(request: Request, response: Response, accounts: AccountsDep, guest: Who) -> Asked:
    """What to hand to `navigator.credentials.get`. The challenge is good once, for five minutes."""
    accounts.guard.asks(whence(request.scope))
    options = await accounts.ask(guest, party(request))
    if guest.is_new:
        known_from_now_on(request, response, guest)
    return Asked(options=options)


@router.post("/sign-in", summary="Sign in with a passkey", responses=REFUSALS)
async def sign_in(request: Request, response: Response, accounts: AccountsDep, guest: Who, shown: Opening) -> Opened:
    """The answer of the browser. It knows you from then on; whom it knew before it knows no more."""
    need_cookie(request, guest)
    accounts.guard.tries(whence(request.scope))
    done = await accounts.show_passkey(guest, party(request), shown.credential, shown.join)
    known_from_now_on(request, response, done)
    return Opened(joined=done.joined)


@router.post("/you/settings", summary="Choose settings", responses=REFUSALS)
async def settle(accounts: AccountsDep, guest: Who, chosen: Chosen) -> Settled:
    """They follow whoever keeps their name to every browser where they sign in."""
    settings = chosen.model_dump(exclude_none=True)
    return Settled(**await accounts.ways.settle(kept(guest).id, settings))
