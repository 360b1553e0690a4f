"""The database's history, brought up to date when the server starts (Alembic, run from inside)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

if TYPE_CHECKING:
    from souq.table.engines import Database

HEAD = "0011"
"""The newest revision; a test compares it with the files."""


async def migrate(database: Database) -> None:
    """Create or bring up to date all tables. Alembic is loaded only when there is something to do."""
    engine = await database.alone()
    try:
        async with engine.connect() as connection:
            if await connection.run_sync(version) == HEAD:
                return
            await connection.rollback()
            await connection.run_sync(_upgrade)
            await connection.commit()
    finally:
        await engine.dispose()


def version(connection: Connection) -> str | None:
    """The revision a database is at; None: it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    row = connection.execute(text("SELECT version_num FROM alembic_version")).first()
    return str(row[0]) if row else None


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
