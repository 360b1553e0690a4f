"""Kinds of chat, mutes and blocks, players removed by hosts, and the kinds of clock that waiting people ask for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables ``shunned`` (mutes and blocks of people), ``mutes`` (at one table) and ``removals`` (by hosts).

    Add columns: a table's kind of chat (free for existing tables), seats muted by the host, the number of a quick
    phrase, and the kind of clock that a waiting person asks for.
    """
    op.add_column("tables", sa.Column("talk", sa.String(10), server_default=sa.text("'free'"), nullable=False))
    op.add_column("seats", sa.Column("hushed", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("chat", sa.Column("phrase", sa.Integer()))
    op.add_column("waits", sa.Column("clock", sa.String(10), server_default=sa.text("'live'"), nullable=False))
    op.create_table(
        "shunned",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("other_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("name", sa.String(400), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("shunned_id", "shunned", ["id"], unique=True)
    op.create_index("shunned_other", "shunned", ["other_id"])
    op.create_table(
        "mutes",
        _of_a_table(),
        sa.Column("by", sa.Integer(), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("name", sa.String(400), nullable=False),
    )
    op.create_table(
        "removals",
        _of_a_table(),
        sa.Column("who", sa.String(64), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("removals_who", "removals", ["who"])


def downgrade() -> None:
    """Drop the tables and columns of mutes, blocks, removals and kinds of chat, with all that they contain."""
    for table in ("removals", "mutes", "shunned"):
        op.drop_table(table)
    for table, column in (("waits", "clock"), ("chat", "phrase"), ("seats", "hushed"), ("tables", "talk")):
        op.drop_column(table, column)


def _of_a_table() -> sa.Column[str]:
    return sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
