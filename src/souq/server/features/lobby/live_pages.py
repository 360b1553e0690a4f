"""The line on which the lobby's page is told what is new. Nothing is asked on it: who has it open is there, and waits.

What all are told is made once; each is told beside that at which tables they sit, and how their waiting stands.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from souq.server.container import House
from souq.server.core.http.rate_limits import MALFORMED, Rations
from souq.server.core.live.people import Guest
from souq.server.core.realtime.connections import accepted
from souq.server.core.realtime.hub import Watcher
from souq.server.errors import OutOfReach
from souq.server.features.lobby import page_parts as parts
from souq.server.features.lobby.pages import named_already

router = APIRouter()

LOBBY = "/lobby"
"""In place of a table: who signs out, or is here when the house closes, is let go here as at a table."""
PAUSE = 0.4
"""Seconds between two times that somebody is told something."""


@router.websocket("/ws/lobby")
async def lobby_socket(socket: WebSocket) -> None:
    """Tell one page until it is closed."""
    async with accepted(socket) as where:
        if where is None:
            return
        house: House = socket.app.state.house
        guest = Guest("", None)
        with contextlib.suppress(OutOfReach):
            guest = await house.people.recognise(socket.cookies, socket.url.scheme == "wss")
        await _serve(house, socket.app.state.rations, socket, guest, where)


async def _serve(house: House, rations: Rations, socket: WebSocket, guest: Guest, where: str) -> None:
    news, known = asyncio.Event(), Watcher(LOBBY, where)
    known.session, known.person = guest.session, guest.person_id
    news.set()
    house.hub.join(known)
    house.lobby.hall.join(news)
    if guest.person_id:
        house.lobby.waiting.opened(guest.person_id, 1)
    tasks = {
        asyncio.create_task(_tell(house, socket, guest, news)),
        asyncio.create_task(_listen(rations, socket, where)),
        asyncio.create_task(known.pump(socket.send_text, _nothing)),
    }
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        house.hub.leave(known)
        house.lobby.hall.leave(news)
        if guest.person_id:
            house.lobby.waiting.opened(guest.person_id, -1)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.close(*(known.closing or ()))


async def _nothing(_: Watcher) -> list[str]:
    """Of tables nobody is told here."""
    return []


async def _listen(rations: Rations, socket: WebSocket, where: str) -> None:
    """Until the page is closed; whatever it says is paid for, and not heeded."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (await socket.receive())["type"] != "websocket.disconnect":
            if not rations.requests.take(where, MALFORMED):
                return


async def _tell(house: House, socket: WebSocket, guest: Guest, news: asyncio.Event) -> None:
    """Tell what is new for somebody, again and again."""
    told: dict[str, Any] = {"seek": None}
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await news.wait()
            news.clear()
            await house.lobby.hall.ready()
            now = _now(house, guest)
            fresh = {name: value for name, value in now.items() if value != told.get(name)}
            told = now
            if "seek" in fresh and fresh["seek"] is None:  # they wait no more
                fresh["seek"] = parts.seeking(None, known=named_already(guest))
            if fresh:
                await socket.send_text(json.dumps(fresh, ensure_ascii=False))
            await asyncio.sleep(PAUSE)


def _now(house: House, guest: Guest) -> dict[str, Any]:
    """What somebody is to know now."""
    state = house.lobby.waiting.state(guest.person_id)
    now: dict[str, Any] = {
        "tables": parts.tables(house.lobby.hall, guest.person_id),
        "yours": house.lobby.hall.yours(guest.person_id),
        "seek": None,
    }
    if state is not None and state.table is None:
        now["seek"] = parts.seeking(state, known=named_already(guest))
    return now | ({"go": f"/t/{state.table}"} if state is not None and state.table else {})
