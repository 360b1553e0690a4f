"""The gate: how many connections may stand open, from where, and how long each may keep the server waiting.

uvicorn closes a connection that is idle between two requests, and pings sockets; it waits for ever for the rest of a
request's head or body, and takes in as many connections as come. :class:`Visit` and :class:`Line` are its own two
protocols with these limits.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from souq.server.core.http.addresses import Proxies, counted
from souq.server.ops.config.settings import Settings

LOG = logging.getLogger("souq.server")

SWEEP = 8
"""Connections taken in at once, before the gate has looked at the first of them."""
RESERVE = 128
"""Descriptors kept for the database, for bots' workers, and for connections the gate has yet to look at."""
STALLED = 40.0
"""Seconds that a client may leave what it is sent unread."""
SELDOM = 60.0
"""Seconds for which the log does not say the same thing again."""

_SORRY = b"Too many connections are open. Try again in ten seconds.\n"
NO_ROOM = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 10\r\n"
    b"Content-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s" % (len(_SORRY), _SORRY)
)
"""What is answered, before anything was asked, to who is turned away."""


def raise_descriptors() -> int | None:
    """Let this process open as many files and connections as it may ask for; how many that is, where it is limited."""
    if sys.platform == "win32":
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (hard, 65_536, 10_240):  # macOS says that there is no limit, and refuses to be taken at its word
        if soft != resource.RLIM_INFINITY and (wanted > soft or wanted == resource.RLIM_INFINITY):
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                break
            except (OSError, ValueError):
                continue
    now = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return None if now == resource.RLIM_INFINITY else now


class Gate:
    """The open connections of a server: who asks for one more is let in, or turned away."""

    def __init__(self, settings: Settings, descriptors: int | None = None) -> None:
        self.head_time, self.body_time = settings.head_time, settings.body_time
        self._most = settings.connections
        self._each = settings.connections_each if settings.limited else settings.connections
        self._highest = sys.maxsize if descriptors is None else descriptors - min(RESERVE, descriptors // 2)
        self._proxies = Proxies(settings.proxies)
        self._visits: dict[asyncio.BaseTransport, Visit] = {}
        self._lines: set[asyncio.BaseTransport] = set()
        self._from: Counter[str] = Counter()
        self._turned_away = 0
        self.turned_away = 0
        """Connections that could not stay, since the start."""
        self._said_at = -SELDOM

    def __len__(self) -> int:
        return len(self._visits) + len(self._lines)

    def enter(self, transport: asyncio.Transport, visit: Visit) -> bool:
        """Whether one more connection may stay; one that keeps the server waiting may have to go for it."""
        where = _from(transport)
        if where not in self._proxies and self._from[where] >= self._each:
            self._turn_away()
            return False
        if self._full(transport):
            self._say_full()
            if not self._shed():
                self._turn_away()
                return False
        self._visits[transport] = visit
        self._from[where] += 1
        return True

    def become_line(self, transport: asyncio.BaseTransport) -> None:
        """A visit goes on as a socket."""
        if self._visits.pop(transport, None) is not None:
            self._lines.add(transport)

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """A connection has ended."""
        if self._visits.pop(transport, None) is None and transport not in self._lines:
            return
        self._lines.discard(transport)
        where = _from(transport)
        self._from[where] -= 1
        if not self._from[where]:
            del self._from[where]

    def _turn_away(self) -> None:
        self._turned_away += 1
        self.turned_away += 1

    def _full(self, transport: asyncio.Transport) -> bool:
        """Numbers of descriptors are given lowest first: that of a new connection tells how many are open."""
        opened = transport.get_extra_info("socket")
        return len(self) >= self._most or (opened is not None and opened.fileno() >= self._highest)

    def _shed(self) -> bool:
        """Close the oldest connection that keeps the server waiting, if there is one."""
        oldest = next((visit for visit in self._visits.values() if visit.waits and not visit.leaving), None)
        if oldest is not None:
            oldest.end()
        return oldest is not None

    def _say_full(self) -> None:
        """Say that there is no room, and not again for a while."""
        now = time.monotonic()
        if now - self._said_at < SELDOM:
            return
        self._said_at = now
        LOG.warning(
            "All places for connections are taken (%d are open; %d were turned away lately). Silent "
            "ones are closed to make room.",
            len(self),
            self._turned_away,
        )
        self._turned_away = 0


def _from(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return counted(str(peer[0])) if isinstance(peer, tuple) and peer else ""


class _Guarded:
    """What both protocols share: a client that leaves what it is sent unread is let go."""

    gate: Gate
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    leaving = False
    _stalled: asyncio.TimerHandle | None = None

    @classmethod
    def at(cls, gate: Gate) -> type[Any]:
        """The protocol of the connections that come through a gate."""
        return type(cls.__name__, (cls,), {"gate": gate})

    def end(self) -> None:
        """Close the connection now, whatever still waits to be sent."""
        self.leaving = True
        self.transport.abort()

    def pause_writing(self) -> None:
        """The client is slow to read."""
        super().pause_writing()  # type: ignore[misc]
        self._stalled = self._stalled or self.loop.call_later(STALLED, self.end)

    def resume_writing(self) -> None:
        """The client has caught up."""
        super().resume_writing()  # type: ignore[misc]
        self._stalled = _no_more(self._stalled)

    def connection_lost(self, error: Exception | None) -> None:
        """The connection has ended."""
        self._stalled = _no_more(self._stalled)
        self.gate.leave(self.transport)
        super().connection_lost(error)  # type: ignore[misc]


class Visit(_Guarded, H11Protocol):
    """A connection that makes requests: each is to be sent whole within a time."""

    _state: object = None
    _deadline: asyncio.TimerHandle | None = None

    @property
    def waits(self) -> bool:
        """Whether the server waits for the client to say something."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody comes."""
        super().connection_made(transport)
        if self.gate.enter(transport, self):
            self._watch()
        else:
            self.leaving = True
            transport.write(NO_ROOM)
            transport.close()

    def data_received(self, data: bytes) -> None:
        """The client says something."""
        if not self.leaving:
            super().data_received(data)
            self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The connection becomes a socket, and is none of this protocol's business any more."""
        self.leaving = True
        self._deadline = _no_more(self._deadline)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """The client has its answer."""
        super().on_response_complete()
        self._watch()

    def connection_lost(self, error: Exception | None) -> None:
        """The connection has ended."""
        self._deadline = _no_more(self._deadline)
        super().connection_lost(error)

    def _watch(self) -> None:
        """The clock runs from when the server began to wait, however often a single letter arrives."""
        state = self.conn.their_state
        if state is self._state or self.leaving:
            return
        self._state = state
        self._deadline = _no_more(self._deadline)
        limit = {h11.IDLE: self.gate.head_time, h11.SEND_BODY: self.gate.body_time}.get(state)
        if limit is not None:
            self._deadline = self.loop.call_later(limit, self.end)


PACKING = ServerPerMessageDeflateFactory(
    server_max_window_bits=12, client_max_window_bits=12, compress_settings={"memLevel": 5, "level": 1}
)
"""How messages are packed: in half the time that is usual, to five quarters of the size."""


class Line(_Guarded, WebSocketsSansIOProtocol):
    """A connection that has become a socket: uvicorn pings it, and closes it when it does not answer."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.conn.available_extensions = [PACKING]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A visit goes on as a socket."""
        super().connection_made(transport)
        self.gate.become_line(transport)


def _no_more(timer: asyncio.TimerHandle | None) -> asyncio.TimerHandle | None:
    """No timer, in place of one that may still run."""
    if timer is not None:
        timer.cancel()
    return None


class Seldom(logging.Filter):
    """Lets a log say the same thing once in a while, with how often it would have been said."""

    def __init__(self, pause: float = SELDOM, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._pause, self._clock = pause, clock
        self._said: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether it is written now."""
        key, now = f"{record.levelno} {record.msg!s:.120}", self._clock()
        at, kept_back = self._said.get(key, (now - self._pause, 0))
        if now - at < self._pause:
            self._said[key] = (at, kept_back + 1)
            return False
        if len(self._said) > 500:
            self._said.clear()
        self._said[key] = (now, 0)
        if kept_back:
            record.msg = f"{record.msg} (and {kept_back} more times since)"
        return True
