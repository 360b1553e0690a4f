"""Checks before a WebSocket is accepted: its origin, and the limits for its address."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter, Request, WebSocket
from fastapi.responses import PlainTextResponse, Response

from souq.server.core.http.dependencies import RateLimitsDep, parts_of
from souq.server.core.http.rate_limits import HOLD, SOCKET, RateLimits, whence
from souq.server.core.http.security import from_own_page
from souq.server.ops.config.settings import Settings

router = APIRouter(include_in_schema=False)


@router.api_route("/ws/{line:path}", methods=["GET", "POST"])
async def refuse_plain_request(request: Request, limits: RateLimitsDep) -> Response:
    """Explain to a page, over plain HTTP, why its WebSocket could not connect.

    Browsers hide the reason from the page, so the page requests the WebSocket's URL again over HTTP. The status says
    whether the address has too many open connections (429), or a proxy doesn't let WebSockets through (426).
    """
    where = whence(request.scope)
    if not limits.sockets.take(where):
        return PlainTextResponse("Too many connections are open from your address.\n", 429)
    limits.sockets.give_back(where)
    return PlainTextResponse("This address speaks WebSocket.\n", 426, {"upgrade": "websocket"})


@asynccontextmanager
async def accepted(socket: WebSocket) -> AsyncIterator[str | None]:
    """Accept a WebSocket and yield its client's IP address; yield None if the WebSocket was refused.

    It is refused if it comes from another site's page, or if a rate limit or the limit on open connections is reached.
    At the end, the connection no longer counts towards that limit.
    """
    parts = parts_of(socket)
    limits = parts[RateLimits]
    if not from_own_page(socket.scope, parts[Settings]):
        await socket.close()  # before accept(), this answers the handshake with 403
        yield None
        return
    where = whence(socket.scope)
    if not limits.requests.take(where, SOCKET) or not limits.sockets.take(where):
        await asyncio.sleep(HOLD)  # slows down clients that reconnect at once
        await socket.close()
        yield None
        return
    try:
        await socket.accept()
        yield where
    finally:
        limits.sockets.give_back(where)
