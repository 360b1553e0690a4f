"""Monitoring: every request gets an ID and is timed, and ``/metrics`` serves the metrics.

Only the addresses in the settings may read the metrics; for all other clients, ``/metrics`` doesn't exist.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from contextlib import suppress

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import souq
from souq.server.core.cluster import Cluster
from souq.server.core.http.addresses import Proxies
from souq.server.core.http.connection_limits import Connections
from souq.server.core.http.rate_limits import RateLimits, Slots
from souq.server.core.jobs.backlog import Backlog
from souq.server.core.jobs.turns import Turns
from souq.server.core.live.tables import Tables
from souq.server.core.parts import Parts
from souq.server.core.realtime.hub import Hub
from souq.server.core.token_bucket import Buckets
from souq.server.core.workers.pools import Pools
from souq.server.errors import OutOfReach
from souq.server.ops.telemetry import context, logs
from souq.server.ops.telemetry.metrics import OTHER, Found, Gauge, Gauges, Metrics
from souq.server.ops.telemetry.pulse import Pulse

PATH = "/metrics"
REQUEST_ID = "x-request-id"

PATIENCE = 2.0
"""Timeout in seconds for counting the unsent notifications and the waiting jobs in the database."""

PASSED_ON = ("x-forwarded-for", "forwarded", "via", "x-real-ip", "x-forwarded-host", "x-forwarded-proto")
"""Request headers that only a proxy adds, so that a request without them comes directly from its client."""


class RequestTiming:
    """Middleware that gives every request an ID and times it, and counts closed WebSockets."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or WebSocket."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        name, began, status = context.begin_request(scope), time.perf_counter(), 500

        async def named(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[REQUEST_ID] = name
            await send(message)

        try:
            await self._app(scope, receive, named)
        finally:
            route = logs.route_of(scope) or OTHER
            self._metrics.requested(route, scope["method"], status, time.perf_counter() - began)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        name, closed = context.begin_request(scope), 0

        async def receiving() -> Message:
            nonlocal closed
            message = await receive()
            if message["type"] == "websocket.disconnect":
                closed = closed or message.get("code", 1005)
            return message

        async def named(message: Message) -> None:
            nonlocal closed
            if message["type"] == "websocket.accept":
                MutableHeaders(scope=message)[REQUEST_ID] = name
            elif message["type"] == "websocket.close":
                closed = closed or message.get("code", 1000)
            await send(message)

        try:
            await self._app(scope, receiving, named)
        finally:
            self._metrics.closed(closed or 1006)


class MetricsRoute:
    """Middleware that serves ``/metrics`` to permitted addresses, without rate limits; other requests pass through."""

    def __init__(self, app: ASGIApp, page: MetricsPage, readers: Iterable[str]) -> None:
        self._app, self._readers = app, Proxies(readers)
        self._route = Route(PATH, page.answer, methods=["GET"])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        asked = scope["type"] == "http" and scope["path"] == PATH and scope["method"] in ("GET", "HEAD")
        if asked and self._may(scope):
            scope["route"] = self._route
            await self._route.handle(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _may(self, scope: Scope) -> bool:
        """Return whether the client of a request may read the metrics.

        A proxy with a permitted address is refused if it passes on another client's request.
        """
        address, headers = (scope.get("client") or ("",))[0], Headers(scope=scope)
        named = [each.strip() for line in headers.getlist("x-forwarded-for") for each in line.split(",")]
        passed_on = any(each in headers for each in PASSED_ON)
        return address in self._readers and (not passed_on or address in named)


class MetricsPage:
    """The page with a server's metrics.

    Args:
        parts: the parts of the server.
        limits: its rate limits.
        metrics: its counters and histograms.
        pulse: measures how long the event loop delays other work.
        connections: its open connections, if they are counted.
    """

    def __init__(
        self, parts: Parts, limits: RateLimits, metrics: Metrics, pulse: Pulse, connections: Connections | None = None
    ) -> None:
        self._parts, self._limits, self._metrics, self._pulse = parts, limits, metrics, pulse
        self._connections = connections
        self._notices: int | None = None
        self._jobs: dict[str, int] = {}
        self._gauges = Gauges(self._own_gauges())
        metrics.registry.register(self._gauges)

    async def answer(self, request: Request) -> Response:
        """Return the current metrics. They are formatted in a thread, so that other requests aren't delayed."""
        self._notices, self._jobs = None, {}
        with suppress(OutOfReach, TimeoutError):
            self._notices = await asyncio.wait_for(self._parts[Backlog].unsent(), PATIENCE)
            self._jobs = await asyncio.wait_for(self._parts[Cluster].questions(), PATIENCE)
        self._gauges.refresh()
        text, kind = await asyncio.to_thread(self._metrics.exposed, request.headers.get("accept", ""))
        return Response(text, headers={"content-type": kind})

    def names(self) -> set[str]:
        """Return the names of all metrics."""
        self._gauges.refresh()
        return self._metrics.names()

    def _own_gauges(self) -> Iterable[Gauge]:
        pulse, hub, tables, turns = self._pulse, self._parts[Hub], self._parts[Tables], self._parts[Turns]
        yield Gauge("souq_info", "Version of souq.", lambda: {(souq.__version__,): 1.0}, "version")
        yield Gauge("souq_sockets", "Open WebSockets.", lambda: len(tuple(hub.everybody())))
        yield Gauge("souq_connections", "Open connections, including WebSockets.", lambda: len(self._connections or ()))
        yield Gauge("souq_tables", "Tables in memory.", lambda: len(tables))
        yield Gauge("souq_tables_waiting", "Tables with a turn for the server to make.", lambda: turns.going)
        yield Gauge("souq_tables_stuck", "Those of them where something fails.", lambda: turns.stuck)
        yield Gauge("souq_questions_waiting", "Requests waiting for a worker process.", self._waiting, "of")
        yield Gauge("souq_jobs_waiting", "Jobs waiting for any of the servers.", self._asked, "of")
        yield Gauge("souq_processes", "Worker processes for bots, hints and analyses.", self._processes, "of")
        yield Gauge(
            "souq_processes_replaced",
            "Worker processes replaced because they did not answer.",
            self._replaced,
            "of",
            counts=True,
        )
        yield Gauge("souq_notices_waiting", "Notices waiting to be sent.", self._letters)
        yield Gauge("souq_event_loop_lag_seconds", "Longest recent delay of the event loop.", lambda: pulse.longest)
        yield Gauge("souq_rations_exceeded", "Requests over a rate limit.", self._exceeded, "of", counts=True)
        yield Gauge(
            "souq_connections_turned_away",
            "Connections refused because too many were open.",
            self._turned_away,
            counts=True,
        )

    def _waiting(self) -> Found:
        return {(name,): pool.waiting for name, pool in self._parts[Pools].by_name().items()}

    def _asked(self) -> Found:
        return {(name,): count for name, count in self._jobs.items()}

    def _processes(self) -> Found:
        return {(name,): len(pool.pids) for name, pool in self._parts[Pools].by_name().items()}

    def _replaced(self) -> Found:
        return {(name,): pool.replaced for name, pool in self._parts[Pools].by_name().items()}

    def _letters(self) -> Found:
        return {} if self._notices is None else {(): self._notices}

    def _exceeded(self) -> Found:
        left = self._limits
        counted: dict[str, Buckets | Slots] = {
            "requests": left.requests,
            "players": left.players,
            "sockets": left.sockets,
            "waits": left.waits,
            "openings": left.openings,
            "company": left.company,
            "talk": left.talk,
            "weighing": left.previews,
        }
        return {(name,): each.exceeded for name, each in counted.items()}

    def _turned_away(self) -> float:
        return 0.0 if self._connections is None else self._connections.turned_away
