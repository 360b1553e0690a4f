"""Connections to the database: the one place that knows which kind it is."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Engine, create_engine, event, make_url, text
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from souq.engine.errors import SouqError
from souq.table.errors import Malformed, NotSaved, OutOfReach, Refused
from souq.table.settings import Settings, database_url

TROUBLE = (DBAPIError, NoneFree, OSError)
"""What a database raises that is locked, full, damaged or away; where a driver cannot connect, the system does."""
NOT_ITS_FAULT = (IntegrityError, ProgrammingError, DataError)
"""What it raises because of what it was told to do."""


class NoDatabase(SouqError):
    """A database that cannot be opened."""


async def check(settings: Settings) -> None:
    """Open the database of some settings, and close it again.

    Raises:
        NoDatabase: it cannot be opened; the message says why.
    """
    url = database_url(settings.database)
    try:
        if url.startswith("sqlite"):  # a thread of the asynchronous driver would outlive a connection that fails
            engine = create_engine(make_url(url).set(drivername="sqlite"), poolclass=NullPool)
            _prepare(engine, settings.busy_timeout)
            engine.connect().close()
        else:
            async with (await Database(settings).alone()).connect() as connection:
                await connection.execute(text("SELECT 1"))
    except ModuleNotFoundError as error:
        advice = f"Its driver, {error.name}, is not installed. For PostgreSQL: pip install 'souq[postgres]'."
        raise NoDatabase(f"The database cannot be opened. {advice}") from error
    except (SQLAlchemyError, OSError) as error:
        cause = str(getattr(error, "orig", None) or error).splitlines()[0].rstrip(".")
        shown = re.sub(r"//[^/@]*@", "//…@", url).replace("+asyncpg", "")
        raise NoDatabase(f"The database {shown} cannot be opened: {cause}. Choose another with --database.") from error


class Database:
    """Connections for looking, and for changing.

    SQLite is opened in WAL mode with ``synchronous=FULL``: what was committed survives a power cut. Writers begin with
    ``BEGIN IMMEDIATE`` and, within a process, wait for each other here instead of inside SQLite. PostgreSQL has one
    pool for both; a connection that broke while nobody used it is replaced unnoticed.
    """

    def __init__(self, settings: Settings) -> None:
        self.url = database_url(settings.database)
        self.is_sqlite = self.url.startswith("sqlite")
        self._lock = asyncio.Lock()
        if self.is_sqlite:
            self._readers = create_async_engine(self.url, isolation_level="AUTOCOMMIT", pool_size=2, max_overflow=2)
            self._writer = create_async_engine(self.url, pool_size=1, max_overflow=0)
            for engine in (self._readers, self._writer):
                _prepare(engine.sync_engine, settings.busy_timeout)
            event.listen(self._writer.sync_engine, "begin", _begin_immediate)
        else:
            self._readers = self._writer = create_async_engine(self.url, pool_size=8, pool_pre_ping=True)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection for looking.

        Raises:
            OutOfReach: the database is locked or out of reach.
            Malformed: it cannot keep what it is asked about.
        """
        try:
            async with self._readers.connect() as connection:
                yield connection
        except TROUBLE as error:
            raise _told(error, OutOfReach) from error

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction, committed when the block ends well.

        Raises:
            NotSaved: the database is locked, full or out of reach; nothing was kept.
            Malformed: it can never keep what it was given.
        """
        try:
            if self.is_sqlite:
                async with self._lock, self._writer.begin() as connection:
                    yield connection
            else:
                async with self._writer.begin() as connection:
                    yield connection
        except NOT_ITS_FAULT:
            raise
        except TROUBLE as error:
            raise _told(error, NotSaved) from error

    async def close(self) -> None:
        """Let go of every connection."""
        await self._readers.dispose()
        await self._writer.dispose()

    async def alone(self) -> AsyncEngine:
        """An engine without a pool, for a task of its own (migrations)."""
        engine = create_async_engine(self.url, poolclass=NullPool)
        if self.is_sqlite:
            _prepare(engine.sync_engine, 30.0)
        return engine


def _prepare(engine: Engine, busy_timeout: float) -> None:
    """Set every new SQLite connection up; transactions are begun by us, not by the driver."""

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (
            f"busy_timeout={int(busy_timeout * 1000)}",
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()


def _begin_immediate(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


CAUSES = {
    "malformed|not a database": "the database's file is damaged.",
    "full|disk|no space": "the server's disk is full.",
    "locked|busy|queuepool|too many": "the database is busy with something else.",
    "readonly|read-only": "the database is read-only.",
}
"""In what the databases say, what is the matter."""


def _told(error: Exception, trouble: type[OutOfReach]) -> Refused:
    """What became of a question or a change: the database is in trouble, or was given what it cannot keep."""
    if str(getattr(getattr(error, "orig", None), "sqlstate", "") or "").startswith("22"):
        return Malformed("That contains something that can’t be stored.")
    return trouble(_cause(error))


def _cause(error: Exception) -> str:
    """What the database complains of, in plain words."""
    said = str(getattr(error, "orig", None) or error).lower()
    return next((cause for words, cause in CAUSES.items() if re.search(words, said)), "the database isn’t answering.")
