"""JSON API that pages call from scripts: push subscriptions, and the tables where it is the player's turn."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from souq.server.core.commands.protocol import PLAIN
from souq.server.core.http.api import problems
from souq.server.core.http.dependencies import PeopleDep, SessionsDep, SettingsDep, Who, strict_query
from souq.server.core.http.rate_limits import whence
from souq.server.core.http.rendering import keep, need_cookie, sent_origin
from souq.server.core.live.people import require_person
from souq.server.errors import Malformed
from souq.server.features.notifications.dependencies import NoticesDep
from souq.server.features.notifications.reach import LONGEST, address_of
from souq.server.features.notifications.sending import sound

router = APIRouter(prefix="/api", dependencies=[Depends(strict_query)], tags=["people"])

REFUSALS = problems(400, 401, 403, 409, 413, 422, 429, 503)

Address = Annotated[str, Field(max_length=LONGEST, pattern=PLAIN, description="The subscription's endpoint.")]


class Body(BaseModel):
    """Base of request bodies; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Keys(Body):
    """Two values from the browser's push subscription with which the server encrypts messages to it."""

    p256dh: str = Field(max_length=100, description="The browser's public key, in base64url.")
    auth: str = Field(max_length=40, description="Its secret for messages, in base64url.")


class Subscription(Body):
    """A push subscription, as the browser describes it."""

    endpoint: Address
    keys: Keys


class Subscribed(BaseModel):
    """Response with the ID of the browser's new notification channel."""

    id: str


class Over(Body):
    """Request to delete the push subscription with this endpoint."""

    endpoint: Address


class Tables(BaseModel):
    """Response with the IDs of the tables where it is your turn."""

    tables: list[str] = Field(description="Their ids, longest waiting first.")


@router.post("/you/push", summary="Turn on notices in this browser", status_code=201, responses=REFUSALS)
async def subscribe(
    request: Request,
    response: Response,
    settings: SettingsDep,
    people: PeopleDep,
    notices: NoticesDep,
    sessions: SessionsDep,
    guest: Who,
    subscription: Subscription,
) -> Subscribed:
    """Send push notifications to this browser when it is your turn."""
    need_cookie(request, guest)
    address = address_of(subscription.endpoint, settings.near)
    if not await asyncio.to_thread(sound, subscription.keys.p256dh, subscription.keys.auth):
        raise Malformed("These aren’t the keys of a push subscription.")
    person = guest.person or await people.remember(guest, "Guest")
    notices.spend(person.id, whence(request.scope))
    session = guest.session or (await sessions.of(person.id))[0].id
    about = {"session": session, "keys": subscription.keys.model_dump(), "origin": sent_origin(request)}
    made = await notices.channels.add(person.id, "push", address=address, **about)
    await notices.reload_channels()
    if guest.is_new:
        keep(request, response, guest)
    return Subscribed(id=made.id)


@router.post("/you/push/off", summary="Turn off notices in this browser", status_code=204, responses=REFUSALS)
async def unsubscribe(notices: NoticesDep, guest: Who, over: Over) -> None:
    """Stop sending push notifications to this browser."""
    await notices.channels.drop_kind(require_person(guest).id, "push", over.endpoint)
    await notices.reload_channels()


@router.get("/you/waiting", summary="List the tables waiting for you", responses=problems(422, 429, 503))
async def waiting(notices: NoticesDep, guest: Who) -> Tables:
    """Return the tables where it is your turn."""
    return Tables(tables=await notices.waiting.of(guest.person_id))
