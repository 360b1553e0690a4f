"""Rematches, players who want a game to end, and entries about seats in the log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table ``notes``: log entries about seats. Add the columns ``follows`` and ``ends``.

    ``follows`` is the finished table of which a table is the rematch; ``ends``, whether a player wants the game to end.
    """
    op.add_column("tables", sa.Column("follows", sa.String(16)))
    op.create_index("tables_follows", "tables", ["follows"], unique=True)
    op.add_column("seats", sa.Column("ends", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_table(
        "notes",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("revision", sa.Integer(), primary_key=True),
        sa.Column("moment", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
    )


def downgrade() -> None:
    """Drop the table ``notes`` and the columns ``follows`` and ``ends``."""
    op.drop_table("notes")
    op.drop_column("seats", "ends")
    op.drop_index("tables_follows", "tables")
    op.drop_column("tables", "follows")
