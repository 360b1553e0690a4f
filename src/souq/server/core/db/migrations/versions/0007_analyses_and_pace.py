"""What was found of finished games, and how long the bots of a table take."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing has been looked at yet, and bots pause as they did."""
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("found", sa.JSON(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.add_column("tables", sa.Column("pace", sa.String(10), server_default=sa.text("'people'"), nullable=False))


def downgrade() -> None:
    """Forget them."""
    op.drop_column("tables", "pace")
    op.drop_table("analyses")
