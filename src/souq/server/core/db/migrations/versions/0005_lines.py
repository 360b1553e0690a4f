"""The shortest sequences of choices that the solver has found, and how many hints were taken."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table ``lines``: for each seat, the solver's best sequence of choices and the number of hints."""
    op.create_table(
        "lines",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("looked", sa.Boolean(), nullable=False),
        sa.Column("choices", sa.JSON()),
        sa.Column("bound", sa.Integer(), nullable=False),
        sa.Column("hints", sa.Integer(), nullable=False),
    )


def downgrade() -> None:
    """Drop the table ``lines``."""
    op.drop_table("lines")
