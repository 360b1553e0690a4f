"""The tables of the job queue for hints, solutions and analyses, which Procrastinate creates in a PostgreSQL database.

Procrastinate has its own types, functions and tables. Migrations of souq create them; backups contain them without
their rows.
"""

from __future__ import annotations

from sqlalchemy import Connection

OURS = "procrastinate_"
"""Prefix of the names of the job queue's tables, types and functions."""

PASSING = (f"{OURS}*", "thoughts")
"""Patterns for the tables of jobs and their answers. Backups leave out the rows, which nobody waits for later."""

NEWEST = "03.04.00_50_post_add_retry_failed_job_procedure.sql"
"""Name of the latest of Procrastinate's migrations that souq's own migrations include.

Later changes need a new migration in souq; a test checks that.
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
"""SQL statement that drops everything of the queue, whichever version of Procrastinate created it."""


def create_queue(connection: Connection) -> None:
    """Create the queue on PostgreSQL. Does nothing with SQLite, since a single server needs no queue."""
    if connection.dialect.name == "postgresql":
        from procrastinate.schema import SchemaManager

        # many statements: a prepared statement may only be one, so they run inside a DO block
        made = f"EXECUTE $schema${SchemaManager.get_schema()}$schema$;"
        connection.exec_driver_sql(f"DO $queue$ BEGIN {made} END $queue$")


def drop_queue(connection: Connection) -> None:
    """Drop the queue with all jobs in it."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(DROP)
