"""The WebSocket over which one client views a table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from souq.server.core.commands import protocol
from souq.server.core.http.dependencies import PeopleDep, PlayingDep, RateLimitsDep
from souq.server.core.http.devices import device_of
from souq.server.core.http.rate_limits import MALFORMED, RateLimits, cost_of_command
from souq.server.core.live.people import Guest, People, named
from souq.server.core.realtime.client import Client, Gone
from souq.server.core.realtime.connections import accepted
from souq.server.core.realtime.session import Session
from souq.server.errors import TooFast

router = APIRouter()


class SocketClient(Client):
    """A client behind a WebSocket, recognised by its cookies, with rate limits by address, seat and person.

    Args:
        socket: the WebSocket, which has been accepted.
        address: its address.
        people: recognises people.
        limits: the rate limits.
    """

    def __init__(self, socket: WebSocket, address: str, people: People, limits: RateLimits) -> None:
        self.address = address
        self._socket, self._people, self._limits = socket, people, limits

    async def receive(self) -> str:
        """Return the next message."""
        with _gone_if_it_fails():
            message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise Gone
        return str(message.get("text") or "")

    async def send_text(self, text: str) -> None:
        """Send a message."""
        with _gone_if_it_fails():
            await self._socket.send_text(text)

    async def close(self, code: int, reason: str) -> None:
        """Disconnect."""
        with _gone_if_it_fails():
            await self._socket.close(code, reason)

    async def recognise(self) -> Guest:
        """Return the person whose browser sent the WebSocket's cookies; a stranger if it sent none."""
        if not self._socket.cookies:
            return await super().recognise()
        device = device_of(self._socket.headers.get("user-agent", ""))
        return await self._people.recognise(self._socket.cookies, self._socket.url.scheme == "wss", device)

    async def introduce(self, guest: Guest, name: str) -> Guest:
        """Store the person with this name, if their browser sent cookies."""
        if not guest.token:
            return guest
        return replace(guest, person=await self._people.remember(guest, named(name)))

    def pay(self, who: str, command: protocol.Command | None) -> None:
        """Charge the rate limits of the sender and of their address with the cost of a message."""
        cost, left = MALFORMED if command is None else cost_of_command(command), self._limits
        known = who != self.address
        if (known and not left.players.take(who, cost)) or not left.requests.take(self.address, cost):
            raise TooFast

    def may_talk(self, who: str) -> bool:
        """Take a chat message from the sender's rate limit."""
        return self._limits.talk.take(who)

    def may_preview(self, who: str) -> bool:
        """Take a preview from the sender's rate limit."""
        return self._limits.previews.take(who)


@contextmanager
def _gone_if_it_fails() -> Iterator[None]:
    """Turn the errors of a WebSocket that is closed into ``Gone``."""
    try:
        yield
    except (WebSocketDisconnect, RuntimeError) as error:
        raise Gone from error


@router.websocket("/ws/tables/{table_id}")
async def table_socket(
    socket: WebSocket, table_id: str, playing: PlayingDep, people: PeopleDep, limits: RateLimitsDep
) -> None:
    """Serve one client until it leaves."""
    async with accepted(socket) as where:
        if where is not None:
            await Session(table_id, SocketClient(socket, where, people, limits), playing).serve()
