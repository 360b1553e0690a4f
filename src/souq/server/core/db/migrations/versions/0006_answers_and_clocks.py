"""Standing answers, and when a table's clock began to run."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table ``answers`` for standing answers that players have switched on. Add columns for clocks."""
    op.create_table(
        "answers",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("name", sa.String(80), primary_key=True),
    )
    op.add_column("tables", sa.Column("clock", sa.String(80), server_default=sa.text("''"), nullable=False))
    op.add_column("tables", sa.Column("clock_from", sa.Float(), server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    """Drop the table ``answers`` and the columns of the table's clock."""
    op.drop_column("tables", "clock_from")
    op.drop_column("tables", "clock")
    op.drop_table("answers")
