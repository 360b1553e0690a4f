"""Analyses of finished games, and how long a table's bots pause."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table ``analyses``, and add the column ``pace``: how long bots pause."""
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("found", sa.JSON(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.add_column("tables", sa.Column("pace", sa.String(10), server_default=sa.text("'people'"), nullable=False))


def downgrade() -> None:
    """Drop the table ``analyses`` and the column ``pace``."""
    op.drop_column("tables", "pace")
    op.drop_table("analyses")
