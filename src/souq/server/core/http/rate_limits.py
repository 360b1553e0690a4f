"""Rate limits, first per IP address and then per recognised player, in milliseconds of the server's time.

One thread serves all clients, so a request costs as many milliseconds as it keeps others waiting (``bench.requests``
measures them). Every address has a budget of milliseconds per second. All clients at the address share it, whether the
server recognises them or not: a made-up token costs as much as a valid one. A recognised seat or guest may use only a
part of that budget, so that one player's program doesn't use up the whole budget of an address.
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
"""Seconds by which a refusal is delayed, so that a client gains nothing by trying again immediately."""

SOCKET = 20.0
"""Cost of opening a WebSocket. All costs are in milliseconds."""
PROVEN = 10.0
"""Cost that a recognised player pays for a request, in addition to the cost that the address pays."""
MALFORMED = 5.0
ENTRY = 0.1
"""Cost of each log entry that a request returns, in addition to the cost of the request."""
FRAME = 5.0
"""Cost of each frame of a continuation or a better line, in addition to the cost of the request."""
_PATHS = (
    (r"/static/.*|/games/.*|/site/.*|/favicon.ico|/robots.txt|/health.*|/notice", 1.0),
    (r"/you/data|/t/\w+/result\.png", 60.0),
    (r"/api/tables/\w+/(view|frames)", 10.0),
    (r"(/api)?/(library|records|leaderboard|people/[\w-]+)|/admin.*", 15.0),
    (r"/api/.*", 5.0),
)
_ANOTHER_PAGE = 6.0
_CHANGE = 20.0
"""Cost of a request that changes something, such as a command, which is stored and sent to the whole table."""
_COMMANDS: dict[type[protocol.Command], float] = {
    protocol.Explain: 10.0,
    protocol.Story: 10.0,
    protocol.PreviewProposal: 10.0,
    protocol.Hint: 10.0,
    protocol.Say: 5.0,
    protocol.SayPhrase: 5.0,
    protocol.SayList: 10.0,
    protocol.Resize: 15.0,
    protocol.Presence: 2.0,
}


def cost_of(method: str, path: str) -> float:
    """Return the cost of an HTTP request in milliseconds, by its method and path.

    >>> cost_of("GET", "/static/js/main.js"), cost_of("GET", "/api/tables/abc/view"), cost_of("POST", "/play/kairo")
    (1.0, 10.0, 20.0)
    """
    if method not in ("GET", "HEAD"):
        return _CHANGE
    return next((cost for pattern, cost in _PATHS if re.fullmatch(pattern, path)), _ANOTHER_PAGE)


def cost_of_command(command: protocol.Command) -> float:
    """Return the cost of a WebSocket message in milliseconds.

    A ``hello``, which begins a connection, costs most if the client may have missed much since it was last connected.
    """
    if isinstance(command, protocol.Hello):
        return 50.0 if command.seen else 20.0
    return _COMMANDS.get(type(command), _CHANGE)


class Slots:
    """Limits on connections or requests that are open at the same time, in total and per address."""

    def __init__(self, most: int, each: int) -> None:
        self._most, self._each = most, each
        self._open: Counter[str] = Counter()
        self.exceeded = 0
        """Number of times that :meth:`take` has refused a slot."""

    def __len__(self) -> int:
        return self._open.total()

    def take(self, where: str) -> bool:
        """Take a slot for an address if the limits allow it, and return whether they do."""
        if self._open[where] >= self._each or self._open.total() >= self._most:
            self.exceeded += 1
            return False
        self._open[where] += 1
        return True

    def give_back(self, where: str) -> None:
        """Release a slot of an address."""
        self._open[where] -= 1
        if not self._open[where]:
            del self._open[where]


class RateLimits:
    """All rate limits of a server, with the budget that each address, seat or guest has left."""

    def __init__(self, settings: Settings) -> None:
        fast = 1.0 if settings.limited else 1e6
        self.requests = Buckets(settings.ration * fast, 15 * settings.ration * fast)
        """Budgets of server time for all requests, in milliseconds by address."""
        self.players = Buckets(settings.ration / 2 * fast, 5 * settings.ration * fast)
        """Budgets of server time for authenticated seats and guests, in milliseconds."""
        each = settings.sockets_each if settings.limited else settings.sockets
        self.sockets = Slots(settings.sockets, each)
        """Slots for open WebSockets, by address."""
        half = max(1, settings.sockets_each // 2) if settings.limited else settings.connections
        self.waits = Slots(max(1, settings.connections // 4) if settings.limited else settings.connections, half)
        """Slots for long polls, by address. They cost hardly any time, but each occupies a connection."""
        self.openings = Buckets(0.2 * fast, 20 * fast)
        """Limits for new tables, by address."""
        self.company = Buckets(0.5 * fast, 12 * fast)
        """Limits for joining strangers, by address: taking seats at public tables, and queueing for a match."""
        self.talk = Buckets(0.5 * fast, 6 * fast)
        """Limits for chat messages, by seat."""
        self.previews = Buckets(5 * fast, 20 * fast)
        """Limits for previews of proposals, by seat."""

    @contextmanager
    def patience(self, where: str, wanted: float) -> Iterator[float]:
        """Reserve a slot for a long poll during the block, and yield how many seconds it may wait; 0 without a slot."""
        if wanted <= 0 or not self.waits.take(where):
            yield 0.0
            return
        try:
            yield wanted
        finally:
            self.waits.give_back(where)


class RateLimiter:
    """Middleware that refuses requests from addresses that have used up their budget."""

    def __init__(self, app: ASGIApp, limits: RateLimits, refuse: Callable[[Request, TooFast], Response]) -> None:
        self._app, self._limits, self._refuse = app, limits, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "http" and not self._limits.requests.take(
            whence(scope), cost_of(scope["method"], scope["path"])
        ):
            await asyncio.sleep(HOLD)
            await self._refuse(Request(scope), TooFast())(scope, receive, send)
            return
        await self._app(scope, receive, send)


def whence(scope: Scope) -> str:
    """Return the address to which a request's cost is charged: the client's own, even behind a trusted proxy."""
    client = scope.get("client")
    return counted(client[0]) if client else ""
