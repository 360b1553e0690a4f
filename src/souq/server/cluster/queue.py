"""The queue of what is to be thought about, which Procrastinate keeps in the database of a house."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, LiteralString

from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ConnectorException
from psycopg import OperationalError
from psycopg.conninfo import make_conninfo
from psycopg_pool import AsyncConnectionPool
from sqlalchemy import make_url

PATIENCE = 5.0
"""Seconds that the database has to take somebody in, or to take what it is sent."""

NAME = "souq jobs"
"""Of the connections, as the database shows them."""

MOST = 4
"""Connections, beside one for each queue from which a server takes."""

for _name in ("procrastinate", "psycopg.pool"):
    # Procrastinate tells what a job is about: what a seat knows gets into no log. That lines break, takers tell.
    logging.getLogger(_name).setLevel(logging.CRITICAL)


def conninfo(url: str) -> str:
    """How psycopg is told of a database.

    >>> conninfo("postgresql+asyncpg://souq@db:5433/house?ssl=require")
    'user=souq host=db port=5433 dbname=house sslmode=require'
    """
    parts = make_url(url)
    said: dict[str, Any] = {"user": parts.username, "password": parts.password}
    said |= {"host": parts.host or parts.query.get("host"), "port": parts.port, "dbname": parts.database}
    said["sslmode"] = parts.query.get("sslmode") or parts.query.get("ssl")
    return make_conninfo(**{name: value for name, value in said.items() if value})


class Queue:
    """The queue, as one server reaches it.

    Args:
        url: of the database.
    """

    def __init__(self, url: str) -> None:
        settled: dict[str, Any] = {"connect_timeout": round(PATIENCE), "tcp_user_timeout": round(1000 * PATIENCE)}
        settled |= {"keepalives_idle": 2, "keepalives_interval": 1, "keepalives_count": 3, "application_name": NAME}
        self._conninfo, self._settled = conninfo(url), settled
        self._pool: AsyncConnectionPool | None = None
        self.broken = asyncio.Event()
        """Set when the database could not be asked."""
        self.app = App(connector=_Connector(self.broken.set))

    async def open(self) -> None:
        """Connect, now or whenever the database can be reached."""
        self._pool = AsyncConnectionPool(
            self._conninfo,
            kwargs=self._settled,
            min_size=1,
            max_size=MOST,
            timeout=PATIENCE,
            reconnect_timeout=PATIENCE,
            check=AsyncConnectionPool.check_connection,
            open=False,
        )
        await self._pool.open(wait=False)
        await self.app.connector.open_async(self._pool)

    async def close(self) -> None:
        """Let go of every connection."""
        if self._pool is not None:
            await self._pool.close(PATIENCE / 5)


class _Connector(PsycopgConnector):
    """Tells when it breaks: whoever takes jobs over it may have lost one, and begins anew."""

    def __init__(self, broken: Callable[[], None]) -> None:
        super().__init__()
        self._broken = broken

    @asynccontextmanager
    async def _watched(self) -> AsyncIterator[None]:
        try:
            yield
        except ConnectorException as error:
            if isinstance(error.__cause__, OperationalError):
                self._broken()
            raise

    async def execute_query_async(self, query: LiteralString, **arguments: Any) -> None:
        """Carry something out."""
        async with self._watched():
            await super().execute_query_async(query, **arguments)

    async def execute_query_one_async(self, query: LiteralString, **arguments: Any) -> dict[str, Any]:
        """Ask for a row."""
        async with self._watched():
            row: dict[str, Any] = await super().execute_query_one_async(query, **arguments)
            return row

    async def execute_query_all_async(self, query: LiteralString, **arguments: Any) -> list[dict[str, Any]]:
        """Ask for rows."""
        async with self._watched():
            rows: list[dict[str, Any]] = await super().execute_query_all_async(query, **arguments)
            return rows
