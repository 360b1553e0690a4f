"""PostgreSQL triggers that notify every server of what was written.

The database itself sends the notifications, so the writes of a server that is killed are announced, too. A message is a
JSON array whose first element is its kind. This module defines the notifications about tables, chat, listings, small
lists and the answers to jobs. A change that is rolled back is never announced. A server that was disconnected reads
what was written in the meantime when it reconnects.
"""

from __future__ import annotations

from sqlalchemy import Connection, text

CHANNEL = "souq"
"""The name of the channel for LISTEN and NOTIFY."""

LISTS = ("shunned", "waits", "tournaments", "outbox", "endings", "suspensions", "announcements", "channels")
"""Database tables whose changes are announced without details: the notification contains only the table's name."""

FUNCTIONS = tuple(f"souq_told_{what}" for what in ("table", "chat", "listed", "list"))
"""Names of the trigger functions, except the one for jobs' answers."""

THOUGHT = "souq_told_thought"
"""Name of the trigger function that announces the answers to jobs."""

_TABLE = f"""
CREATE OR REPLACE FUNCTION souq_told_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM pg_notify('{CHANNEL}', json_build_array('table', OLD.id, 0, 0, false, false)::text);
  ELSIF TG_OP = 'INSERT' OR (OLD.revision, OLD.writes) IS DISTINCT FROM (NEW.revision, NEW.writes) THEN
    PERFORM pg_notify('{CHANNEL}', json_build_array(
      'table', NEW.id, NEW.revision, NEW.writes, NEW.unasked, NEW.reckoned > 0)::text);
  END IF;
  RETURN NULL;
END $$
"""
_CHAT = f"""
CREATE OR REPLACE FUNCTION souq_told_chat() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('{CHANNEL}', json_build_array('said', NEW.table_id, NEW.n)::text);
  RETURN NULL;
END $$
"""
_LISTED = f"""
CREATE OR REPLACE FUNCTION souq_told_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('{CHANNEL}', json_build_array('listed', COALESCE(NEW.table_id, OLD.table_id))::text);
  RETURN NULL;
END $$
"""
_LIST = f"""
CREATE OR REPLACE FUNCTION souq_told_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('{CHANNEL}', json_build_array('list', TG_TABLE_NAME)::text);
  RETURN NULL;
END $$
"""
_THOUGHT = f"""
CREATE OR REPLACE FUNCTION {THOUGHT}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('{CHANNEL}', json_build_array('thought', NEW.id)::text);
  RETURN NULL;
END $$
"""


def create_triggers(connection: Connection) -> None:
    """Create the triggers on PostgreSQL; with SQLite there are no other servers to notify."""
    if connection.dialect.name != "postgresql":
        return
    for function in (_TABLE, _CHAT, _LISTED, _LIST):
        connection.execute(text(function))
    rows = "FOR EACH ROW EXECUTE FUNCTION"
    connection.execute(
        text(f"CREATE TRIGGER souq_told AFTER INSERT OR UPDATE OR DELETE ON tables {rows} souq_told_table()")
    )
    connection.execute(text(f"CREATE TRIGGER souq_told AFTER INSERT ON chat {rows} souq_told_chat()"))
    connection.execute(
        text(f"CREATE TRIGGER souq_told AFTER INSERT OR UPDATE OR DELETE ON listings {rows} souq_told_listed()")
    )
    whole = "FOR EACH STATEMENT EXECUTE FUNCTION souq_told_list()"
    for name in LISTS:
        connection.execute(text(f"CREATE TRIGGER souq_told AFTER INSERT OR UPDATE OR DELETE ON {name} {whole}"))


def drop_triggers(connection: Connection) -> None:
    """Drop the triggers and their functions."""
    if connection.dialect.name != "postgresql":
        return
    for name in ("tables", "chat", "listings", *LISTS):
        connection.execute(text(f"DROP TRIGGER IF EXISTS souq_told ON {name}"))
    for function in FUNCTIONS:
        connection.execute(text(f"DROP FUNCTION IF EXISTS {function}()"))


def tell_of_thoughts(connection: Connection) -> None:
    """Create the trigger that notifies servers when a job's answer is stored in the table ``thoughts``."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(_THOUGHT))
        rows = f"FOR EACH ROW EXECUTE FUNCTION {THOUGHT}()"
        connection.execute(text(f"CREATE TRIGGER souq_told AFTER INSERT ON thoughts {rows}"))


def drop_thought_trigger(connection: Connection) -> None:
    """Drop the trigger that notifies servers of answers to jobs."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("DROP TRIGGER IF EXISTS souq_told ON thoughts"))
        connection.execute(text(f"DROP FUNCTION IF EXISTS {THOUGHT}()"))
