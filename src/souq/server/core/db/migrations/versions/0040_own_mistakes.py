"""Puzzles from people's own reviewed games, and a column for the puzzle of a table that isn't one of the game's own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables, and add the column."""
    op.add_column("tables", sa.Column("posed", sa.JSON(), nullable=True))
    op.create_table(
        "mistakes",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("due", sa.String(10), nullable=False),
        sa.Column("posed", sa.JSON(), nullable=False),
        sa.Column("solved_at", sa.Float(), nullable=False, server_default=sa.text("0")),
    )
    op.create_index("mistakes_due", "mistakes", ["person_id", "game", "due"])
    op.create_table(
        "reviewed",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    )


def downgrade() -> None:
    """Drop the tables and the column."""
    op.drop_table("reviewed")
    op.drop_table("mistakes")
    op.drop_column("tables", "posed")
