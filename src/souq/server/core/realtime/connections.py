"""Who may open a lasting connection: pages of the house's own, and not too many from one address."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter, Request, WebSocket
from fastapi.responses import PlainTextResponse, Response

from souq.server.core.http.dependencies import Spent, parts_of
from souq.server.core.http.rate_limits import HOLD, LINE, Rations, whence
from souq.server.core.http.security import from_own_page
from souq.server.ops.config.settings import Settings

router = APIRouter(include_in_schema=False)


@router.api_route("/ws/{line:path}", methods=["GET", "POST"])
async def no_line(request: Request, rations: Spent) -> Response:
    """Answer who asks for a lasting connection as for a page: a proxy that lets none through, or a page that has none.

    That page is told by the status what is in the way, which browsers don't tell it of a socket.
    """
    where = whence(request.scope)
    if not rations.lines.take(where):
        return PlainTextResponse("Too many connections are open from your address.\n", 429)
    rations.lines.give_back(where)
    return PlainTextResponse("This address speaks WebSocket.\n", 426, {"upgrade": "websocket"})


@asynccontextmanager
async def accepted(socket: WebSocket) -> AsyncIterator[str | None]:
    """A socket is accepted, and its address's ration returned afterwards; None: it was not, and is closed already."""
    parts = parts_of(socket)
    rations = parts[Rations]
    if not from_own_page(socket.scope, parts[Settings]):
        await socket.close()  # before it is accepted: the handshake is answered with 403
        yield None
        return
    where = whence(socket.scope)
    if not rations.requests.take(where, LINE) or not rations.lines.take(where):
        await asyncio.sleep(HOLD)
        await socket.close()
        yield None
        return
    try:
        await socket.accept()
        yield where
    finally:
        rations.lines.give_back(where)
