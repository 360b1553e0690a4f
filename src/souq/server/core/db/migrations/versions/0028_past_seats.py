"""The seats that people have left, so that deleting a person also removes their name from messages sent there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table ``past_seats``. Seats that were left before this migration are missing from it."""
    op.create_table(
        "past_seats",
        sa.Column("n", sa.Integer(), primary_key=True),
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(400), nullable=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Index("past_seats_table", "table_id"),
        sa.Index("past_seats_person", "person_id"),
    )


def downgrade() -> None:
    """Drop the table ``past_seats``. Deleted people's names then stay on messages from seats they had left."""
    op.drop_table("past_seats")
