"""The worker (``souq worker``): a server process without players that does background work for other servers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace

import uvicorn
from fastapi import FastAPI

from souq.engine.errors import SouqError
from souq.server.container import House
from souq.server.core.db import migrations
from souq.server.core.db.engines import check
from souq.server.core.http import health
from souq.server.core.http.measuring import MetricsPage, MetricsRoute
from souq.server.core.http.rate_limits import RateLimits
from souq.server.core.jobs.startup import FirstPage
from souq.server.ops.config.settings import Settings, database_url
from souq.server.ops.telemetry import logs
from souq.server.ops.telemetry.metrics import Metrics
from souq.server.ops.telemetry.pulse import Pulse
from souq.server.serve import GONE, LOG, ending_in_time, listen, stopped_by_signals


class NothingToShare(SouqError):
    """Error: a worker was started on an SQLite database, which only one server can use."""


def work(settings: Settings, on_ready: Callable[[], None] = lambda: None, address: str = "127.0.0.1") -> None:
    """Run a worker until it is interrupted.

    Args:
        settings: its settings; ``health`` is the port of its health checks.
        on_ready: called once the worker is running.
        address: the address of its health checks.

    Raises:
        NothingToShare: the database is an SQLite file, whose only server does everything.
        NoDatabase: the database cannot be opened.
        Newer: the database belongs to a newer version that this one is not compatible with.
        PortInUse: another program listens at the port.
        KeyboardInterrupt: the worker was interrupted and has shut down cleanly.
    """
    if database_url(settings.database).startswith("sqlite"):
        raise NothingToShare(
            "An SQLite file belongs to one server, which does all the work itself. "
            "Workers share a PostgreSQL database: --database postgresql://…"
        )
    asyncio.run(check(settings, writes=True))
    logs.set_up(settings.log, settings.log_level)
    asyncio.run(migrations.check(settings))
    with ending_in_time() as end_after:
        asyncio.run(_work(replace(settings, work=True), on_ready, address, end_after))


async def _work(
    settings: Settings, on_ready: Callable[[], None], address: str, end_after: Callable[[float], None]
) -> None:
    """Run a worker until a signal stops it."""
    metrics = Metrics()
    house, stopped, loop = House(settings, metrics, shows=False), asyncio.Event(), asyncio.get_running_loop()

    def stop() -> None:
        end_after(GONE)
        loop.call_soon_threadsafe(stopped.set)

    house.parts[FirstPage].set()  # others wait for the first page to be served, which never happens here
    with stopped_by_signals(stop):
        async with _health_checks(house, metrics, address):
            await house.open()
            try:
                on_ready()
                await stopped.wait()
                LOG.info("Stopping.")
                await house.leave()
            finally:
                await house.close()


@asynccontextmanager
async def _health_checks(house: House, metrics: Metrics, address: str) -> AsyncIterator[None]:
    """Serve health checks and metrics over HTTP during the block, if a port is configured."""
    if not house.settings.health:
        yield
        return
    app = FastAPI(openapi_url=None)
    app.state.parts = house.parts
    app.state.doctor = health.Doctor(house.storage, house.pools.bots, house.chores, house.cluster)
    app.include_router(health.router)
    pulse = Pulse()
    page = MetricsPage(house.parts, RateLimits(house.settings), metrics, pulse)
    app.add_middleware(MetricsRoute, page=page, readers=house.settings.metrics)
    house.chores.start(pulse.run())
    listener = listen(address, house.settings.health)
    server = _Beside(uvicorn.Config(app, log_level=logging.WARNING, access_log=False, server_header=False))
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield
    finally:
        server.should_exit = True
        await serving


class _Beside(uvicorn.Server):
    """A uvicorn server that leaves signals to the worker in which it runs."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
