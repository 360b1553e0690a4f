"""Players' clocks, when players were last present, wall-clock time, and people's nights and holidays."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add columns for players' clocks, and tables for wall-clock time and for people's nights and holidays."""
    op.add_column("tables", sa.Column("timing", sa.JSON()))
    op.add_column("tables", sa.Column("clocks", sa.JSON()))
    op.add_column("tables", sa.Column("reckoned", sa.Float(), server_default=sa.text("0"), nullable=False))
    op.add_column("seats", sa.Column("here_at", sa.Float(), server_default=sa.text("0"), nullable=False))
    op.add_column("notes", sa.Column("name", sa.String(400), server_default=sa.text("''"), nullable=False))
    op.create_table(
        "wall", sa.Column("at", sa.Float(), primary_key=True), sa.Column("ahead", sa.Float(), nullable=False)
    )
    op.create_table(
        "hours",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("hours", sa.JSON(), nullable=False),
    )


def downgrade() -> None:
    """Drop the columns and tables of players' clocks."""
    op.drop_table("hours")
    op.drop_table("wall")
    op.drop_column("notes", "name")
    op.drop_column("seats", "here_at")
    for column in ("reckoned", "clocks", "timing"):
        op.drop_column("tables", column)
