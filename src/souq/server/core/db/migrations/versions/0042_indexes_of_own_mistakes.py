"""Indexes by table of the puzzles from people's own games, which are deleted with the table."""

from __future__ import annotations

from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the indexes."""
    op.create_index("mistakes_table", "mistakes", ["table_id"])
    op.create_index("reviewed_table", "reviewed", ["table_id"])


def downgrade() -> None:
    """Drop the indexes."""
    op.drop_index("reviewed_table", "reviewed")
    op.drop_index("mistakes_table", "mistakes")
