"""WebSocket that pushes changes to the lobby's page; incoming messages are ignored.

The list of tables is rendered once for all; each page also receives its own tables and its place in the queue.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from souq.server.core.http.dependencies import HubDep, PeopleDep, RateLimitsDep
from souq.server.core.http.rate_limits import MALFORMED, RateLimits
from souq.server.core.live.people import Guest
from souq.server.core.realtime.connections import accepted
from souq.server.core.realtime.hub import Hub, Watcher
from souq.server.errors import OutOfReach
from souq.server.features.lobby import page_parts as parts
from souq.server.features.lobby.dependencies import LobbyDep
from souq.server.features.lobby.service import Lobby

router = APIRouter()

LOBBY = "/lobby"
"""Pseudo table ID of the lobby's connections in the hub, so that sign-out and shutdown close them too."""
PAUSE = 0.4
"""Minimum seconds between two messages to a page."""


@router.websocket("/ws/lobby")
async def lobby_socket(
    socket: WebSocket, people: PeopleDep, hub: HubDep, lobby: LobbyDep, limits: RateLimitsDep
) -> None:
    """Push changes to one page until it is closed."""
    async with accepted(socket) as where:
        if where is None:
            return
        guest = Guest("", None)
        with contextlib.suppress(OutOfReach):
            guest = await people.recognise(socket.cookies, socket.url.scheme == "wss")
        await _serve(hub, lobby, limits, socket, guest, where)


async def _serve(hub: Hub, lobby: Lobby, limits: RateLimits, socket: WebSocket, guest: Guest, where: str) -> None:
    news, known = asyncio.Event(), Watcher(LOBBY, where)
    known.session, known.person = guest.session, guest.person_id
    news.set()
    hub.join(known)
    lobby.open_tables.join(news)
    if guest.person_id:
        lobby.waiting.opened(guest.person_id, 1)
    tasks = {
        asyncio.create_task(_push(lobby, socket, guest, news)),
        asyncio.create_task(_listen(limits, socket, where)),
        asyncio.create_task(known.pump(socket.send_text, _nothing)),
    }
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hub.leave(known)
        lobby.open_tables.leave(news)
        if guest.person_id:
            lobby.waiting.opened(guest.person_id, -1)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(*(known.closing or ()))


async def _nothing(_: Watcher) -> list[str]:
    """Return no messages: the hub asks every connection for the state of its table, but these have no table."""
    return []


async def _listen(limits: RateLimits, socket: WebSocket, where: str) -> None:
    """Read and ignore messages until the page disconnects or exceeds its rate limit."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (await socket.receive())["type"] != "websocket.disconnect":
            if not limits.requests.take(where, MALFORMED):
                return


async def _push(lobby: Lobby, socket: WebSocket, guest: Guest, news: asyncio.Event) -> None:
    """Send a guest every change of the tables and of their place in the queue until the page disconnects."""
    previous: dict[str, Any] = {"seek": None}
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await news.wait()
            news.clear()
            await lobby.open_tables.ready()
            now = _now(lobby, guest)
            fresh = {name: value for name, value in now.items() if value != previous.get(name)}
            previous = now
            if "seek" in fresh and fresh["seek"] is None:  # no longer in the queue: show the form again
                fresh["seek"] = parts.seeking(None, known=parts.named_already(guest))
            if fresh:
                await socket.send_text(json.dumps(fresh, ensure_ascii=False))
            await asyncio.sleep(PAUSE)


def _now(lobby: Lobby, guest: Guest) -> dict[str, Any]:
    """Return what a guest's lobby page shows now: the tables, their own tables' codes, and their place in the queue."""
    state = lobby.waiting.state(guest.person_id)
    now: dict[str, Any] = {
        "tables": parts.tables(lobby.open_tables, guest.person_id),
        "yours": lobby.open_tables.yours(guest.person_id),
        "seek": None,
    }
    if state is not None and state.table is None:
        now["seek"] = parts.seeking(state, known=parts.named_already(guest))
    return now | ({"go": f"/t/{state.table}"} if state is not None and state.table else {})
