"""How much of the server's time a client may take: first by where it asks from, then by who it has proven to be.

One thread serves everybody, so a request costs as many milliseconds as it keeps others waiting (``bench.requests``
measures them). Every address has so many a second for all who ask from there, whatever they show: a made-up token is
paid for like any other. A seat or guest who is recognised may take a part of them, so that one player's program leaves
something for the others in the house.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fastapi import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from souq.server.core.commands import protocol
from souq.server.core.http.addresses import counted
from souq.server.core.token_bucket import Buckets
from souq.server.errors import TooFast
from souq.server.ops.config.settings import Settings

HOLD = 0.2
"""Seconds after which a request is told that it was too much: who asks again and again is not served the faster."""

LINE = 20.0
"""What opening a socket costs, in milliseconds as everything here."""
PROVEN = 10.0
"""What a request costs its player, beside what it costs the address."""
MALFORMED = 5.0
TOLD = 0.1
"""Cost of each entry of a table's log, in milliseconds, on top of the request."""
_PATHS = (
    (r"/static/.*|/games/.*|/favicon.ico|/robots.txt|/health.*|/notice", 1.0),
    (r"/you/data", 60.0),
    (r"/api/tables/\w+/(view|frames)", 10.0),
    (r"(/api)?/(library|records|leaderboard|people/[\w-]+)|/admin.*", 15.0),
    (r"/api/.*", 5.0),
)
_ANOTHER_PAGE = 6.0
_CHANGE = 20.0
"""A command: it is stored, and shown to everybody at the table."""
_COMMANDS: dict[type[protocol.Command], float] = {
    protocol.Explain: 10.0,
    protocol.Story: 10.0,
    protocol.Weigh: 10.0,
    protocol.Hint: 10.0,
    protocol.Say: 5.0,
    protocol.Quip: 5.0,
    protocol.Resize: 15.0,
    protocol.Look: 2.0,
}


def cost_of(method: str, path: str) -> float:
    """What an HTTP request costs.

    >>> cost_of("GET", "/static/js/main.js"), cost_of("GET", "/api/tables/abc/view"), cost_of("POST", "/play/kairo")
    (1.0, 10.0, 20.0)
    """
    if method not in ("GET", "HEAD"):
        return _CHANGE
    return next((cost for pattern, cost in _PATHS if re.fullmatch(pattern, path)), _ANOTHER_PAGE)


def cost_of_command(command: protocol.Command) -> float:
    """What a message on a socket costs; a hello after which much may have to be told costs most."""
    if isinstance(command, protocol.Hello):
        return 50.0 if command.seen else 20.0
    return _COMMANDS.get(type(command), _CHANGE)


class Lines:
    """Count of open connections, with limits in all and per address."""

    def __init__(self, most: int, each: int) -> None:
        self._most, self._each = most, each
        self._open: Counter[str] = Counter()
        self.exceeded = 0
        """How often somebody wanted one more than may be."""

    def __len__(self) -> int:
        return self._open.total()

    def take(self, where: str) -> bool:
        """Whether one more may be opened from an address."""
        if self._open[where] >= self._each or self._open.total() >= self._most:
            self.exceeded += 1
            return False
        self._open[where] += 1
        return True

    def give_back(self, where: str) -> None:
        """One has been closed."""
        self._open[where] -= 1
        if not self._open[where]:
            del self._open[where]


class Rations:
    """What is left to everybody who asks for something."""

    def __init__(self, settings: Settings) -> None:
        fast = 1.0 if settings.limited else 1e6
        self.requests = Buckets(settings.ration * fast, 15 * settings.ration * fast)
        """Milliseconds by address."""
        self.players = Buckets(settings.ration / 2 * fast, 5 * settings.ration * fast)
        """Of them, by the seat or guest that somebody has proven to be."""
        each = settings.sockets_each if settings.limited else settings.sockets
        self.lines = Lines(settings.sockets, each)
        """Sockets."""
        half = max(1, settings.sockets_each // 2) if settings.limited else settings.connections
        self.waits = Lines(max(1, settings.connections // 4) if settings.limited else settings.connections, half)
        """Requests that wait for something new. They cost next to nothing, but each keeps a connection."""
        self.openings = Buckets(0.2 * fast, 20 * fast)
        """New tables by address."""
        self.company = Buckets(0.5 * fast, 12 * fast)
        """Seats asked for at strangers' tables, and places in the queue, by address."""
        self.talk = Buckets(0.5 * fast, 6 * fast)
        """What is said, by seat."""
        self.weighing = Buckets(5 * fast, 20 * fast)
        """Proposals weighed, by seat."""

    @contextmanager
    def patience(self, where: str, wanted: float) -> Iterator[float]:
        """For how many seconds a request may wait: for none where too many wait already."""
        if wanted <= 0 or not self.waits.take(where):
            yield 0.0
            return
        try:
            yield wanted
        finally:
            self.waits.give_back(where)


class Rationed:
    """Lets requests in that their address can pay for; the others are told to wait a moment."""

    def __init__(self, app: ASGIApp, rations: Rations, refuse: Callable[[Request, TooFast], Response]) -> None:
        self._app, self._rations, self._refuse = app, rations, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "http" and not self._rations.requests.take(
            whence(scope), cost_of(scope["method"], scope["path"])
        ):
            await asyncio.sleep(HOLD)
            await self._refuse(Request(scope), TooFast())(scope, receive, send)
            return
        await self._app(scope, receive, send)


def whence(scope: Scope) -> str:
    """The address that a request counts for: its proxy's word is taken, if the proxy is one of ours."""
    client = scope.get("client")
    return counted(client[0]) if client else ""
