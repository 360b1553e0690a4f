"""Connections to the database: the only module that knows whether it is SQLite or PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import socket
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, TypeVarTuple, cast

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Executable,
    Row,
    create_engine,
    event,
    func,
    make_url,
    text,
    update,
)
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, OperationalError, ProgrammingError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool
from sqlalchemy.sql.selectable import TypedReturnsRows

from souq.engine.errors import SouqError
from souq.extras import install
from souq.server.core.db.models import HOUSE
from souq.server.errors import Malformed, NotSaved, OutOfReach, Refused
from souq.server.ops.config.settings import Settings, database_file, database_url
from souq.server.ops.telemetry.observer import NOBODY, Observer

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

TROUBLE = (DBAPIError, NoneFree, OSError)
"""Errors of a database that is locked, full, damaged or out of reach. Drivers that can't connect raise ``OSError``."""
NOT_ITS_FAULT = (IntegrityError, ProgrammingError, DataError)
"""Errors caused by a wrong statement or by values that don't fit, although the database itself works."""


PATIENCE = 5.0
"""Seconds to wait for a PostgreSQL server: for a connection, and for it to confirm that it has received data."""
LONGEST = 60.0
"""Maximum number of seconds that one PostgreSQL transaction may take."""


class NoDatabase(SouqError):
    """A database that cannot be opened."""


async def check(settings: Settings, writes: bool = False) -> None:
    """Open the configured database and close it again, to find problems before the server starts.

    Args:
        settings: the settings that name the database.
        writes: whether to check that it can be written to, too.

    Raises:
        NoDatabase: it can't be opened, or can't be written to; the message says why.
    """
    url, file = database_url(settings.database), database_file(settings.database)
    shown = str(file or re.sub(r"//[^/@]*@", "//…@", url).replace("+asyncpg", ""))
    try:
        if file is not None:  # synchronously: aiosqlite's thread would outlive a failed connection
            if amiss := _amiss(file):
                raise NoDatabase(f"The database {shown} cannot be opened: {amiss}. Choose another with --database.")
            engine = create_engine(make_url(url).set(drivername="sqlite"), poolclass=NullPool)
            _prepare(engine, settings.busy_timeout)
            with engine.connect() as opened:
                if writes:
                    _write(opened)
        else:
            async with (await Database(settings).alone()).connect() as connection:
                said = (await connection.execute(text("SHOW transaction_read_only"))).scalar()
                if writes and said != "off":
                    raise NoDatabase(f"The database {shown} is read-only: perhaps it’s a replica. Use its primary.")
            for needed in ("procrastinate", "psycopg"):
                import_module(needed)
    except ModuleNotFoundError as error:
        advice = f"Its driver, {error.name}, is not installed. For PostgreSQL: {install('postgres')}"
        raise NoDatabase(f"The database cannot be opened. {advice}") from error
    except (SQLAlchemyError, OSError) as error:
        cause = str(getattr(error, "orig", None) or error).splitlines()[0].rstrip(".")
        if "readonly" in cause:
            advice = "Let souq write to the file and to its folder, or choose another with --database."
            raise NoDatabase(f"The database {shown} is read-only. {advice}") from error
        raise NoDatabase(f"The database {shown} cannot be opened: {cause}. Choose another with --database.") from error


def _amiss(file: Path) -> str | None:
    """Return why an SQLite file can't be opened, if SQLite's own error wouldn't name the cause; None otherwise."""
    if file.is_dir():
        return "it is a folder"
    if not file.exists():
        return None if file.parent.is_dir() else f"there is no folder {file.parent}"
    return None if os.access(file, os.R_OK) else "this user may not read it"


def _write(connection: Connection) -> None:
    """Check that an SQLite file can be written to. A file that another process has locked passes the check."""
    try:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        _touch(connection)
        connection.exec_driver_sql("COMMIT")
    except OperationalError as error:
        if "locked" not in str(error.orig):
            raise


def _touch(connection: Connection) -> None:
    """Write a stored value again without changing it, to test that the database and its disk accept writes."""
    if connection.dialect.name == "sqlite":
        version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        connection.exec_driver_sql(f"PRAGMA user_version = {version}")
    else:
        connection.execute(update(HOUSE).values(time=HOUSE.c.time))


class Database:
    """Connections for reading and for writing.

    SQLite is opened in WAL mode with ``synchronous=FULL``: committed transactions survive a power cut. Writers begin
    with ``BEGIN IMMEDIATE`` and, within a process, wait for each other here instead of inside SQLite. PostgreSQL has
    one pool for both; a connection that broke while it was idle is replaced unnoticed.
    """

    def __init__(self, settings: Settings, observer: Observer = NOBODY) -> None:
        self.url = database_url(settings.database)
        self.is_sqlite = self.url.startswith("sqlite")
        self._observer = observer
        self._lock = asyncio.Lock()
        self._file = database_file(settings.database)
        self._is: tuple[int, int] | None = None
        """Device and inode of the database file; None until it is first opened."""
        self._wrote = float("-inf")
        """Monotonic time of the last successful write, unless a write has failed since."""
        if self.is_sqlite:
            self._readers = _engine(self.url, isolation_level="AUTOCOMMIT", pool_size=2, max_overflow=2)
            self._writer = _engine(self.url, pool_size=1, max_overflow=0)
            for engine in (self._readers, self._writer):
                _prepare(engine.sync_engine, settings.busy_timeout)
            event.listen(self._writer.sync_engine, "begin", _begin_immediate)
        else:
            settled: dict[str, Any] = {"pool_size": 8, "pool_pre_ping": True, "connect_args": {"timeout": PATIENCE}}
            self._readers = self._writer = _engine(self.url, **settled)
            event.listen(self._writer.sync_engine, "connect", _give_up_silence)

    @property
    def engines(self) -> tuple[Engine, ...]:
        """The engines for reading and for writing, which are the same on PostgreSQL."""
        return self._readers.sync_engine, self._writer.sync_engine

    @property
    def now(self) -> ColumnElement[float]:
        """SQL expression for the seconds since 1970 by the database's clock, so that all servers use the same time."""
        if self.is_sqlite:
            return cast("ColumnElement[float]", func.julianday("now") * 86400.0 - 210866760000.0)
        return cast("ColumnElement[float]", func.extract("epoch", func.clock_timestamp()))

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection for reading.

        Raises:
            OutOfReach: the database is locked or out of reach.
            Malformed: a value in a query is one that the database can't store.
        """
        with self._observer.database("read"):
            try:
                self._check_file()
                async with self._in_time(), self._readers.connect() as connection:
                    yield connection
            except TROUBLE as error:
                raise _translate_error(error, OutOfReach) from error

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Begin a transaction, and commit it unless the block raises.

        Raises:
            NotSaved: the database is locked, full or out of reach; nothing was stored.
            Malformed: a value is one that the database can never store.
        """
        with self._observer.database("write"):
            try:
                self._check_file()
                if self.is_sqlite:
                    async with self._lock, self._writer.begin() as connection:
                        yield connection
                else:
                    async with self._in_time(), self._writer.begin() as connection:
                        yield connection
                self._wrote = time.monotonic()
            except NOT_ITS_FAULT as error:
                if READ_ONLY in str(error):
                    self._wrote = float("-inf")
                    raise _translate_error(error, NotSaved) from error
                raise
            except TROUBLE as error:
                self._wrote = float("-inf")
                raise _translate_error(error, NotSaved) from error

    async def rows(self, query: TypedReturnsRows[*Ts]) -> Sequence[Row[*Ts]]:
        """Open a connection, run a query and return all its rows. Raises the same errors as :meth:`read`."""
        async with self.read() as db:
            return (await db.execute(query)).all()

    async def first(self, query: TypedReturnsRows[*Ts]) -> Row[*Ts] | None:
        """Open a connection, run a query and return its first row, or None. Raises the same errors as :meth:`read`."""
        async with self.read() as db:
            return (await db.execute(query)).first()

    async def scalar(self, query: TypedReturnsRows[T]) -> T | None:
        """Open a connection and return the first value of a query's first row, or None. Raises as :meth:`read` does."""
        async with self.read() as db:
            return (await db.execute(query)).scalar()

    async def run(self, statement: Executable) -> int:
        """Run a statement in a new transaction; return how many rows it changed. Raises as :meth:`write` does."""
        async with self.write() as db:
            return (await db.execute(statement)).rowcount

    async def try_to_write(self, within: float) -> None:
        """Check that the database can be written to; skip this if a write succeeded in the last ``within`` seconds.

        Raises:
            NotSaved: the database can't be written to.
        """
        if time.monotonic() - self._wrote > within:
            async with self.write() as db:
                await db.run_sync(_touch)

    def _check_file(self) -> None:
        """Check that the database's path still leads to the file that was opened.

        If the file was deleted or replaced, SQLite would continue to write to the old file, and these writes would be
        lost.

        Raises:
            OSError: the path leads to no file or to another one.
        """
        if self._file is None:
            return
        try:
            found = self._file.stat()
        except FileNotFoundError:
            if self._is is not None:
                raise
            return  # connecting creates it
        if self._is not in (None, (found.st_dev, found.st_ino)):
            raise FileNotFoundError(MOVED)
        self._is = found.st_dev, found.st_ino

    def _in_time(self) -> asyncio.Timeout:
        """Return a context manager with the timeout of one PostgreSQL transaction; on SQLite it has no timeout."""
        return asyncio.timeout(None if self.is_sqlite else LONGEST)

    async def close(self) -> None:
        """Close every connection."""
        await self._readers.dispose()
        await self._writer.dispose()

    async def alone(self) -> AsyncEngine:
        """Return an engine without a pool, for a single task such as a migration."""
        engine = _engine(self.url, poolclass=NullPool)
        if self.is_sqlite:
            _prepare(engine.sync_engine, 30.0)
        return engine


def _engine(url: str, **choices: Any) -> AsyncEngine:
    """Return an engine whose errors don't contain the statement's values, since errors get into logs."""
    return create_async_engine(url, hide_parameters=True, **choices)


def _prepare(engine: Engine, busy_timeout: float) -> None:
    """Configure every new SQLite connection. Transactions are begun by this module, not by the driver."""

    @event.listens_for(engine, "do_connect")
    def connects(*_: Any) -> None:
        file = Path(engine.url.database or "")
        with contextlib.suppress(OSError):  # it exists, or SQLite's own error says why it can't be created
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # -wal and -shm get the same mode

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


def _give_up_silence(connection: Any, _: Any) -> None:
    """Let the operating system close a PostgreSQL connection within seconds of the server's disappearance.

    By default such a connection hangs for many minutes.
    """
    line: socket.socket = connection.driver_connection._transport.get_extra_info("socket")
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    times = {"TCP_USER_TIMEOUT": int(1000 * PATIENCE), "TCP_KEEPIDLE": 2, "TCP_KEEPINTVL": 1, "TCP_KEEPCNT": 3}
    for name, value in times.items():
        if line.family != getattr(socket, "AF_UNIX", None) and hasattr(socket, name):
            line.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def _begin_immediate(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


MOVED = "another file has its name"
"""Message if the database file is no longer the one that was opened."""
READ_ONLY = "read-only transaction"
"""Part of PostgreSQL's error message about a read-only transaction."""
CAUSES = {
    "malformed|not a database": "the database's file is damaged.",
    "full|no space": "the server's disk is full.",
    "disk i/o": "the server's disk is failing.",
    f"{MOVED}|no such file": "the database's file has been moved or replaced.",
    "locked|busy|queuepool|too many": "the database is busy with something else.",
    "readonly|read-only": "the database is read-only.",
}
"""Causes of database errors, as sentences for players, by a pattern that the database's message contains."""


def _translate_error(error: Exception, trouble: type[OutOfReach]) -> Refused:
    """Return the error to raise for a database error: ``Malformed`` if a value can't be stored, else ``trouble``."""
    if str(getattr(getattr(error, "orig", None), "sqlstate", "") or "").startswith("22"):
        return Malformed("That contains something that can’t be stored.")
    return trouble(_cause(error))


def _cause(error: Exception) -> str:
    """Return the cause of a database error as a sentence for players."""
    said = str(getattr(error, "orig", None) or error).lower()
    return next((cause for words, cause in CAUSES.items() if re.search(words, said)), "the database isn’t answering.")
