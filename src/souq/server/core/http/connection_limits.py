"""Connection limits: how many may be open in total and per address, and how long a client may send nothing.

uvicorn closes connections that are idle between requests, and pings WebSockets. But it waits forever for a request that
a client has sent only in part, and accepts any number of connections. :class:`HttpConnection` and
:class:`SocketConnection` add these limits to uvicorn's two protocols.
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
"""Value for uvicorn's ``backlog``: how many connections it accepts in one go, before it checks any of them."""
RESERVE = 128
"""Number of file descriptors that connections may not use, so that some are left for the database and workers."""
STALLED = 40.0
"""Seconds after which a connection is closed if the client doesn't read the data sent to it."""
SELDOM = 60.0
"""Minimum number of seconds between two identical log messages."""

_SORRY = b"Too many connections are open. Try again in ten seconds.\n"
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 10\r\n"
    b"Content-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s" % (len(_SORRY), _SORRY)
)
"""The response to a connection that exceeds the limits. It is sent before the client has sent a request."""


def raise_descriptors() -> int | None:
    """Raise this process's limit of open files as far as allowed. Return the limit, or None if it is unlimited."""
    if sys.platform == "win32":
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (hard, 65_536, 10_240):  # macOS reports no hard limit, yet refuses to set none
        if soft != resource.RLIM_INFINITY and (wanted > soft or wanted == resource.RLIM_INFINITY):
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                break
            except (OSError, ValueError):
                continue
    now = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return None if now == resource.RLIM_INFINITY else now


class Connections:
    """The open connections of a server, and the limits that decide whether it accepts new ones."""

    def __init__(self, settings: Settings, descriptors: int | None = None) -> None:
        self.head_time, self.body_time = settings.head_time, settings.body_time
        self._most = settings.connections
        self._each = settings.connections_each if settings.limited else settings.connections
        self._highest = sys.maxsize if descriptors is None else descriptors - min(RESERVE, descriptors // 2)
        self._proxies = Proxies(settings.proxies)
        self._http: dict[asyncio.BaseTransport, HttpConnection] = {}
        self._sockets: set[asyncio.BaseTransport] = set()
        self._from: Counter[str] = Counter()
        self._turned_away = 0
        self.turned_away = 0
        """Number of connections refused since the server started."""
        self._logged_at = -SELDOM

    def __len__(self) -> int:
        return len(self._http) + len(self._sockets)

    def enter(self, transport: asyncio.Transport, protocol: HttpConnection) -> bool:
        """Count a new connection and return True if the limits allow it; else return False, so that it is refused.

        If the server is full, it makes room by closing the oldest connection whose client is still to send something.
        """
        where = _from(transport)
        if where not in self._proxies and self._from[where] >= self._each:
            self._refuse()
            return False
        if self._full(transport):
            self._log_full()
            if not self._shed():
                self._refuse()
                return False
        self._http[transport] = protocol
        self._from[where] += 1
        return True

    def upgrade(self, transport: asyncio.BaseTransport) -> None:
        """Count a connection as a WebSocket from now on, since the client has upgraded it."""
        if self._http.pop(transport, None) is not None:
            self._sockets.add(transport)

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """Stop counting a connection that has ended."""
        if self._http.pop(transport, None) is None and transport not in self._sockets:
            return
        self._sockets.discard(transport)
        where = _from(transport)
        self._from[where] -= 1
        if not self._from[where]:
            del self._from[where]

    def _refuse(self) -> None:
        self._turned_away += 1
        self.turned_away += 1

    def _full(self, transport: asyncio.Transport) -> bool:
        """Return whether the server has too many open connections or file descriptors to accept a new connection.

        The system assigns the lowest free file descriptor, so the number of a new one shows how many files are open.
        """
        opened = transport.get_extra_info("socket")
        return len(self) >= self._most or (opened is not None and opened.fileno() >= self._highest)

    def _shed(self) -> bool:
        """Close the oldest connection whose client is still to send something; return whether there was one."""
        oldest = next((visit for visit in self._http.values() if visit.waits and not visit.leaving), None)
        if oldest is not None:
            oldest.end()
        return oldest is not None

    def _log_full(self) -> None:
        """Log that the server is full, at most once in :data:`SELDOM` seconds."""
        now = time.monotonic()
        if now - self._logged_at < SELDOM:
            return
        self._logged_at = now
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
    """Base class of the HTTP and the WebSocket protocol. It closes connections whose client doesn't read its data."""

    open_connections: Connections
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    leaving = False
    _stalled: asyncio.TimerHandle | None = None

    @classmethod
    def at(cls, connections: Connections) -> type[Any]:
        """Return a subclass of this protocol that counts its connections in ``connections``, for uvicorn to use."""
        return type(cls.__name__, (cls,), {"open_connections": connections})

    def end(self) -> None:
        """Close the connection immediately, even if it still has data to send."""
        self.leaving = True
        self.transport.abort()

    def pause_writing(self) -> None:
        """Start the timeout for a client that reads too slowly."""
        super().pause_writing()  # type: ignore[misc]
        self._stalled = self._stalled or self.loop.call_later(STALLED, self.end)

    def resume_writing(self) -> None:
        """End the timeout: the client has caught up."""
        super().resume_writing()  # type: ignore[misc]
        self._stalled = _cancel(self._stalled)

    def connection_lost(self, error: Exception | None) -> None:
        """Stop counting the connection."""
        self._stalled = _cancel(self._stalled)
        self.open_connections.leave(self.transport)
        super().connection_lost(error)  # type: ignore[misc]


class HttpConnection(_Guarded, H11Protocol):
    """An HTTP connection. Each request must arrive in full within a time limit."""

    _state: object = None
    _deadline: asyncio.TimerHandle | None = None

    @property
    def waits(self) -> bool:
        """Whether the server waits for the client to send a request or more of a request's body."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, or refuse it with status 503."""
        super().connection_made(transport)
        if self.open_connections.enter(transport, self):
            self._watch()
        else:
            self.leaving = True
            transport.write(FULL)
            transport.close()

    def data_received(self, data: bytes) -> None:
        """Handle data from the client, and restart the timeout if the data begins another part of a request."""
        if not self.leaving:
            super().data_received(data)
            self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Stop the timeout: from now on the connection is a WebSocket."""
        self.leaving = True
        self._deadline = _cancel(self._deadline)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Restart the timeout, now for the client's next request."""
        super().on_response_complete()
        self._watch()

    def connection_lost(self, error: Exception | None) -> None:
        """Stop the timeout."""
        self._deadline = _cancel(self._deadline)
        super().connection_lost(error)

    def _watch(self) -> None:
        """Restart the timeout when the client has completed one part of a request (head, body) and begins the next.

        More data of the same part doesn't restart it, so a client can't keep a connection by sending byte after byte.
        """
        state = self.conn.their_state
        if state is self._state or self.leaving:
            return
        self._state = state
        self._deadline = _cancel(self._deadline)
        limit = {h11.IDLE: self.open_connections.head_time, h11.SEND_BODY: self.open_connections.body_time}.get(state)
        if limit is not None:
            self._deadline = self.loop.call_later(limit, self.end)


PACKING = ServerPerMessageDeflateFactory(
    server_max_window_bits=12, client_max_window_bits=12, compress_settings={"memLevel": 5, "level": 1}
)
"""WebSocket compression with small windows. It takes half the CPU time of the default; messages are 25 % larger."""


class SocketConnection(_Guarded, WebSocketsSansIOProtocol):
    """A WebSocket connection. uvicorn pings it, and closes it if the client doesn't answer."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.conn.available_extensions = [PACKING]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection as a WebSocket and no longer as an HTTP connection."""
        super().connection_made(transport)
        self.open_connections.upgrade(transport)


def _cancel(timer: asyncio.TimerHandle | None) -> asyncio.TimerHandle | None:
    """Cancel a timer, if there is one. Always return None, so that a caller can clear its variable in one line."""
    if timer is not None:
        timer.cancel()
    return None


class RepeatFilter(logging.Filter):
    """Logging filter that lets a repeated message through once in ``pause`` seconds, and says how many it left out."""

    def __init__(self, pause: float = SELDOM, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._pause, self._clock = pause, clock
        self._said: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log a message now. Add to its text how often it was left out."""
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
