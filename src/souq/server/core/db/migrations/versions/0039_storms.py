"""A table of storms: runs in which somebody solves as many puzzles as possible in three minutes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "storms",
        sa.Column("n", sa.Integer(), primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("began_at", sa.Float(), nullable=False),
        sa.Column("ends_at", sa.Float(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("counted", sa.String(16), nullable=False),
    )
    op.create_index("storms_best", "storms", ["person_id", "game", "solved"])


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("storms")
