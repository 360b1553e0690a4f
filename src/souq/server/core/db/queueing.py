"""Where a house on PostgreSQL keeps what is to be thought about: the tables of Procrastinate, beside ours.

Procrastinate brings its own types, functions and tables. They come with our migrations and go with our backups, empty.
"""

from __future__ import annotations

from sqlalchemy import Connection

OURS = "procrastinate_"
"""How everything of the queue's is called in the database."""

PASSING = (f"{OURS}*", "thoughts")
"""Tables whose rows are in no backup: nobody waits for them any more."""

NEWEST = "03.04.00_50_post_add_retry_failed_job_procedure.sql"
"""The last change to the queue's tables that our migrations have made: one of Procrastinate's own, by its file. Those
that come after it belong into a migration of ours; a test holds that."""

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
"""What takes all of it out of a database, whichever version of Procrastinate made it."""


def create_queue(connection: Connection) -> None:
    """Make the queue; a database of another kind has one server, which thinks by itself."""
    if connection.dialect.name == "postgresql":
        from procrastinate.schema import SchemaManager

        # many statements, which PostgreSQL takes at once only from within one
        made = f"EXECUTE $schema${SchemaManager.get_schema()}$schema$;"
        connection.exec_driver_sql(f"DO $queue$ BEGIN {made} END $queue$")


def drop_queue(connection: Connection) -> None:
    """Take it away, with all that waits in it."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(DROP)
