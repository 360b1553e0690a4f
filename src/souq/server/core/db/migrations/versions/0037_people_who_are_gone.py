"""Foreign keys for all columns with a person's ID, so that nothing can be stored for a person who was just deleted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

REFERENCES = (
    ("seats", "person_id", "SET NULL"),
    ("waits", "person_id", "CASCADE"),
    ("starters", "person_id", "CASCADE"),
    ("past_seats", "person_id", "CASCADE"),
    ("tournaments", "host_id", "SET NULL"),
    ("entrants", "person_id", "SET NULL"),
    ("reports", "reporter_id", "SET NULL"),
    ("reports", "accused_id", "SET NULL"),
    ("audit", "by_id", "SET NULL"),
    ("audit", "person_id", "SET NULL"),
)
"""Columns that get a foreign key to ``people``: table, column, and the ON DELETE action."""

NAMING = {"fk": "%(table_name)s_%(column_0_name)s_fkey"}
"""Naming convention for foreign keys: PostgreSQL's own names. On SQLite, keys are dropped by these names, too."""

NAME = """
UPDATE seats SET name = 'Somebody' WHERE person_id NOT IN (SELECT id FROM people) AND NOT EXISTS (
  SELECT 1 FROM seats AS other WHERE other.table_id = seats.table_id AND other.name = 'Somebody')
"""
HEIR = """
UPDATE tournaments SET host_id = (
  SELECT entrants.person_id FROM entrants JOIN people ON people.id = entrants.person_id
  WHERE entrants.code = tournaments.code AND NOT entrants.gone ORDER BY entrants.number LIMIT 1)
WHERE host_id NOT IN (SELECT id FROM people)
"""


def upgrade() -> None:
    """Clean up rows that refer to deleted people, then add the foreign keys.

    The seats of deleted people are renamed to "Somebody", and their tournaments get another host. Other rows are
    deleted, or their reference becomes null.
    """
    sqlite = op.get_bind().dialect.name == "sqlite"
    tables = sorted({table for table, *_ in REFERENCES})
    if not sqlite:  # servers of the version before go on: they wait until this is done
        op.execute(f"LOCK TABLE people, {', '.join(tables)} IN SHARE ROW EXCLUSIVE MODE")
    op.execute(NAME)
    op.execute(HEIR)
    for table, column, then in REFERENCES:
        nobodys = f"{column} NOT IN (SELECT id FROM people)"
        if then == "CASCADE":
            op.execute(f"DELETE FROM {table} WHERE {nobodys}")
        else:
            op.execute(f"UPDATE {table} SET {column} = NULL WHERE {nobodys}")
        if not sqlite:
            op.create_foreign_key(f"{table}_{column}_fkey", table, "people", [column], ["id"], ondelete=then)
    for table in tables if sqlite else ():
        with op.batch_alter_table(table, recreate="always", reflect_args=_columns(table)):
            pass


def downgrade() -> None:
    """Drop the foreign keys."""
    if op.get_bind().dialect.name != "sqlite":
        for table, column, _ in REFERENCES:
            op.drop_constraint(f"{table}_{column}_fkey", table, type_="foreignkey")
        return
    for table in sorted({table for table, *_ in REFERENCES}):
        with op.batch_alter_table(table, naming_convention=NAMING) as changed:
            for each in _columns(table):
                changed.drop_constraint(f"{table}_{each.name}_fkey", type_="foreignkey")


def _columns(table: str) -> tuple[sa.Column[str], ...]:
    """Return a table's columns that refer to people, with foreign keys, for SQLite to copy the table with them."""
    return tuple(
        sa.Column(column, sa.String(32), sa.ForeignKey("people.id", ondelete=then), nullable=table not in REQUIRED)
        for name, column, then in REFERENCES
        if name == table
    )


REQUIRED = ("starters", "past_seats")
"""Tables in which the column with a person's ID may not be null."""
