"""A server of a newer version: ``python -m tests.server.newer_server PORT DATABASE WORKERS``."""

from __future__ import annotations

import runpy

from sqlalchemy import Connection

from souq.server.core.db import migrations

NEXT = "9999"


def upgrade(connection: Connection, to: str = "head") -> None:
    """Add a column, as a migration of the newer version."""
    connection.exec_driver_sql("ALTER TABLE tables ADD COLUMN later INTEGER NOT NULL DEFAULT 7")
    connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{NEXT}', oldest = '{migrations.SPEAKS}'")


if __name__ == "__main__":
    migrations.HEAD, migrations._upgrade = NEXT, upgrade
    runpy.run_module("tests.server.server_process", run_name="__main__")
