"""The database's history, brought up to date when the server starts (Alembic, run from inside).

A new database gets its tables at once, as they are now: a test holds them to be those to which the history leads.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Column, Connection, MetaData, PrimaryKeyConstraint, String, Table, insert, inspect, text

from souq.table.stored.engines import Database
from souq.table.stored.schema import METADATA

HEAD = "0012"
"""The newest revision; a test compares it with the files."""

VERSION = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Where Alembic keeps the revision."""


async def migrate(database: Database) -> None:
    """Create or bring up to date all tables. Alembic is loaded only for a database that is behind."""
    engine = await database.alone()
    try:
        async with engine.connect() as connection:
            found = await connection.run_sync(version)
            await connection.rollback()
            if found not in (None, HEAD):
                await connection.run_sync(_upgrade)
                await connection.commit()
    finally:
        await engine.dispose()
    if found is None:
        async with database.write() as new:
            await new.run_sync(_create)


def version(connection: Connection) -> str | None:
    """The revision a database is at; None: it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    row = connection.execute(text("SELECT version_num FROM alembic_version")).first()
    return str(row[0]) if row else None


def _create(connection: Connection) -> None:
    if version(connection) is None:  # another server may have been quicker
        METADATA.create_all(connection, checkfirst=False)
        VERSION.create(connection)
        connection.execute(insert(VERSION).values(version_num=HEAD))


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
