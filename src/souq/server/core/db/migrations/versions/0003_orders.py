"""Standing orders: a player's answer, given in advance, to a question that the game would ask again and again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table ``orders``: the standing orders of seats, each with a question and an amount."""
    op.create_table(
        "orders",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("about", sa.String(80), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
    )


def downgrade() -> None:
    """Drop the table ``orders``."""
    op.drop_table("orders")
