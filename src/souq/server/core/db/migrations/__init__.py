"""Migrations of the database, which the server runs when it starts. They use Alembic as a library.

A new database gets the current tables directly; a test checks that the migrations lead to the same tables.

Servers of two consecutive versions may share a database. The newer one migrates it, and stores, next to the revision,
the oldest revision whose servers may continue. If several servers start at the same time on PostgreSQL, one migrates
and the others wait for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, PrimaryKeyConstraint, String, Table, insert, inspect, text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.engine.errors import SouqError
from souq.server.core.db.declaring import all_tables
from souq.server.core.db.engines import Database
from souq.server.core.db.queueing import create_queue
from souq.server.core.db.triggers import create_triggers, tell_of_thoughts
from souq.server.ops.config.settings import Settings

HEAD = "0042"
"""The newest revision. A test checks that it matches the newest file in ``versions``."""

SPEAKS = "0033"
"""The oldest revision whose servers can still use a database of revision :data:`HEAD`.

A migration sets it to its own number if it removes something that older servers need, or adds something that they would
have to fill in. A test checks that.
"""

LOG = logging.getLogger("souq.server")

LOCK = 0x736F7571
"""The key of PostgreSQL's advisory lock for migrating."""

WAIT = 4.0
"""Seconds that a migration waits for a lock on a table. While it waits, all later users of the table wait behind it."""

TRIES = 30
"""Maximum number of attempts at a migration while other connections hold locks."""

BUSY = ("55P03", "40P01")
"""PostgreSQL's error codes for a lock timeout and a deadlock."""

VERSION = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    Column("oldest", String(32)),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""The table with the database's revision, and ``oldest``, the oldest revision whose servers may continue with it."""


class Newer(SouqError):
    """The error for a database that a newer version of souq has changed in a way that this version can't handle."""


class OtherVersion(SouqError):
    """The error for a database that belongs to another version of souq."""


async def check(settings: Settings) -> None:
    """Check that this version of souq can use or migrate the configured database.

    Raises:
        Newer: the database is of a newer revision that doesn't allow this version.
    """
    database = Database(settings)
    try:
        async with database.read() as db:
            await db.run_sync(_compare_revision)
    finally:
        await database.close()


async def migrate(database: Database) -> None:
    """Create all tables in an empty database, or bring the tables of an older version up to date.

    Raises:
        Newer: the database belongs to a newer version that this one isn't compatible with.
    """
    engine = await database.alone()
    try:
        async with engine.connect() as connection, _alone(connection, database):
            found = await connection.run_sync(_compare_revision)
            await connection.rollback()
            if found == "behind":
                await _bring_up(connection)
            elif found == "empty":
                async with database.write() as new:
                    await new.run_sync(_create)
    finally:
        await engine.dispose()


@asynccontextmanager
async def _alone(connection: AsyncConnection, database: Database) -> AsyncIterator[None]:
    """Hold a PostgreSQL lock during the block, so that only one server migrates the database at a time.

    PostgreSQL also releases the lock if the connection is lost.
    """
    if database.is_sqlite:
        yield
        return
    await connection.execute(text(f"SELECT pg_advisory_lock({LOCK})"))
    await connection.commit()
    yield
    await connection.execute(text(f"SELECT pg_advisory_unlock({LOCK})"))


async def _bring_up(connection: AsyncConnection) -> None:
    """Run all missing migrations in one transaction. If other connections hold locks for long, wait and try again."""
    if connection.dialect.name == "postgresql":
        await connection.execute(text(f"SET lock_timeout = {round(WAIT * 1000)}"))
        await connection.commit()
    else:  # a table of SQLite is changed by copying it: dropping the old one must not delete what refers to it
        await connection.execute(text("PRAGMA foreign_keys = OFF"))
        await connection.execute(text("BEGIN IMMEDIATE"))
    for left in reversed(range(TRIES)):
        try:
            await connection.run_sync(_upgrade)
            await connection.commit()
            return
        except DBAPIError as error:
            await connection.rollback()
            if not left or getattr(error.orig, "sqlstate", "") not in BUSY:
                raise
            LOG.warning("The database is busy and cannot be migrated yet. Trying again.")
            await asyncio.sleep(1.0)


def version(connection: Connection) -> str | None:
    """Return the database's revision, which is the number of its last migration; None if it has no tables."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    row = connection.execute(text("SELECT version_num FROM alembic_version")).first()
    return str(row[0]) if row else None


def fits(connection: Connection) -> bool:
    """Return whether this version can use a database as it is.

    That is true if the database has this version's revision, or a newer one that still allows this version.
    """
    found = version(connection)
    return found == HEAD or (found is not None and found not in known() and _allows(connection))


async def check_version(database: Database) -> None:
    """Check that this version can use a database without migrating it.

    Raises:
        OtherVersion: it doesn't.
    """
    async with database.read() as db:
        fit = await db.run_sync(fits)
    if not fit:
        raise OtherVersion(
            "The database belongs to another version of souq. Start the server once to bring it up to date."
        )


def _allows(connection: Connection) -> bool:
    """Return whether a database that a newer version has migrated still admits servers of this version."""
    if "oldest" not in {column["name"] for column in inspect(connection).get_columns("alembic_version")}:
        return False
    oldest = connection.execute(text("SELECT oldest FROM alembic_version")).scalar()
    return oldest is not None and oldest <= HEAD


def _compare_revision(connection: Connection) -> str:
    """Return how a database compares with this version: ``empty``, ``behind`` (to be migrated) or ``fit``.

    Raises:
        Newer: the database is of a newer revision that doesn't allow this version.
    """
    found = version(connection)
    if found is None:
        return "empty"
    if fits(connection):
        return "fit"
    if found in known():
        return "behind"
    raise Newer(
        f"The database belongs to a newer souq (revision {found[:32]}; this one has {HEAD}), beside which this one "
        "cannot go on. Install that version, or restore a backup from before."
    )


def known() -> frozenset[str]:
    """Return every revision that this version of souq knows."""
    return frozenset(path.name[:4] for path in (Path(__file__).parent / "versions").glob("[0-9]*.py"))


def _create(connection: Connection) -> None:
    if version(connection) is None:  # another server may have been quicker
        all_tables().create_all(connection, checkfirst=False)
        create_triggers(connection)
        create_queue(connection)
        tell_of_thoughts(connection)
        VERSION.create(connection)
        connection.execute(insert(VERSION).values(version_num=HEAD, oldest=SPEAKS))


def _upgrade(connection: Connection, to: str = "head") -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
    if to == "head":
        connection.execute(update(VERSION).values(oldest=SPEAKS))
