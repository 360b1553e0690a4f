"""Access to a server's database from the command line, whether or not the server runs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from souq.cli.app import mistake

if TYPE_CHECKING:
    from souq.server.core.db.engines import Database
    from souq.server.ops.config.settings import Settings

Made = TypeVar("Made")


def settings_for(database: str, config: str) -> Settings:
    """Return the server's settings. A ``database`` other than "" replaces the configured database.

    Raises:
        BadSetting: a setting is invalid.
    """
    from souq.server.ops.config.sources import choose

    return choose({"database": ("--database", database or None)}, config).settings


def file_of(settings: Settings) -> Path | None:
    """Return the file that holds the server's database if that is SQLite; None for PostgreSQL."""
    from souq.server.ops.config.settings import database_file

    return database_file(settings.database)


def with_database(database: str, config: str, work: Callable[[Database], Awaitable[Made]]) -> Made:
    """Call ``work`` with the server's database, which must exist already, and return the result."""
    from souq.server.core.db.engines import Database, check

    settings = settings_for(database, config)
    file = file_of(settings)
    if file and not file.exists():
        mistake(f"There's no database {file}. Say where it is with --database.")

    async def done() -> Made:
        await check(settings)
        opened = Database(settings)
        try:
            return await work(opened)
        finally:
            await opened.close()

    return asyncio.run(done())
