"""The connections to the job queue, which the library Procrastinate stores in the servers' PostgreSQL database."""

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
"""Timeout for connecting to the database and for sending, in seconds."""

NAME = "souq jobs"
"""Name that database administrators see for these connections, in ``pg_stat_activity``."""

MOST = 4
"""Maximum number of pooled connections; a consumer has one more for each queue."""

for _name in ("procrastinate", "psycopg.pool"):
    # Procrastinate logs jobs' arguments, which contain what a seat may know. The consumer logs lost connections itself.
    logging.getLogger(_name).setLevel(logging.CRITICAL)


def conninfo(url: str) -> str:
    """Convert SQLAlchemy's URL to a connection string for psycopg.

    >>> conninfo("postgresql+asyncpg://souq@db:5433/house?ssl=require")
    'user=souq host=db port=5433 dbname=house sslmode=require'
    """
    parts = make_url(url)
    said: dict[str, Any] = {"user": parts.username, "password": parts.password}
    said |= {"host": parts.host or parts.query.get("host"), "port": parts.port, "dbname": parts.database}
    said["sslmode"] = parts.query.get("sslmode") or parts.query.get("ssl")
    return make_conninfo(**{name: value for name, value in said.items() if value})


class Queue:
    """One server's connections to the job queue.

    Args:
        url: the database's URL.
    """

    def __init__(self, url: str) -> None:
        settled: dict[str, Any] = {"connect_timeout": round(PATIENCE), "tcp_user_timeout": round(1000 * PATIENCE)}
        settled |= {"keepalives_idle": 2, "keepalives_interval": 1, "keepalives_count": 3, "application_name": NAME}
        self._conninfo, self._settled = conninfo(url), settled
        self._pool: AsyncConnectionPool | None = None
        self.broken = asyncio.Event()
        """Event that is set when a connection has broken."""
        self.app = App(connector=_Connector(self.broken.set))

    async def open(self) -> None:
        """Open the connection pool, and return before it is connected. It connects once the database can be reached."""
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
        """Close all connections."""
        if self._pool is not None:
            await self._pool.close(PATIENCE / 5)


class _Connector(PsycopgConnector):
    """Connector of Procrastinate that reports broken connections.

    A consumer must then restart, since it may have lost a job.
    """

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
        """Execute a statement."""
        async with self._watched():
            await super().execute_query_async(query, **arguments)

    async def execute_query_one_async(self, query: LiteralString, **arguments: Any) -> dict[str, Any]:
        """Execute a query, and return its row."""
        async with self._watched():
            row: dict[str, Any] = await super().execute_query_one_async(query, **arguments)
            return row

    async def execute_query_all_async(self, query: LiteralString, **arguments: Any) -> list[dict[str, Any]]:
        """Execute a query, and return its rows."""
        async with self._watched():
            rows: list[dict[str, Any]] = await super().execute_query_all_async(query, **arguments)
            return rows
