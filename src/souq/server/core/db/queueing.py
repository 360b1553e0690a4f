"""The tables of Procrastinate's queue, next to ours in a PostgreSQL database, for hints, solutions and analyses.

Procrastinate brings its own types, functions and tables. Our migrations create them, and backups hold them empty.
"""

from __future__ import annotations

from sqlalchemy import Connection

OURS = "procrastinate_"
"""Prefix of everything that belongs to the queue in the database."""

PASSING = (f"{OURS}*", "thoughts")
"""Patterns of tables whose rows are left out of backups: after a restore nobody waits for those jobs."""

NEWEST = "03.04.00_50_post_add_retry_failed_job_procedure.sql"
"""The last change to the queue's tables that our migrations make, as the name of Procrastinate's own migration file.
Later ones need a migration of ours; a test checks that.
"""

DROP = rf"""
DO $drop$ DECLARE each record; BEGIN
  FOR each IN SELECT c.oid::regclass AS what FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND starts_with(c.relname, '{OURS}') LOOP
    EXECUTE format('DROP TABLE IF EXISTS %s CASCADE', each.what);
  END LOOP;
  FOR each IN SELECT p.oid::regprocedure AS what FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace AND starts_with(p.proname, '{OURS}') LOOP
    EXECUTE format('DROP FUNCTION IF EXISTS %s CASCADE', each.what);
  END LOOP;
  FOR each IN SELECT t.oid::regtype AS what FROM pg_type t
    WHERE t.typnamespace = current_schema()::regnamespace AND t.typtype IN ('c', 'e')
    AND starts_with(t.typname, '{OURS}') LOOP
    EXECUTE format('DROP TYPE IF EXISTS %s CASCADE', each.what);
  END LOOP;
END $drop$;
"""
"""Drops everything of the queue, whichever version of Procrastinate created it."""


def create_queue(connection: Connection) -> None:
    """Create the queue on PostgreSQL; with SQLite there is a single server, which needs none."""
    if connection.dialect.name == "postgresql":
        from procrastinate.schema import SchemaManager

        # many statements: a prepared statement may only be one, so they run inside a DO block
        made = f"EXECUTE $schema${SchemaManager.get_schema()}$schema$;"
        connection.exec_driver_sql(f"DO $queue$ BEGIN {made} END $queue$")


def drop_queue(connection: Connection) -> None:
    """Drop the queue with all jobs in it."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(DROP)
