"""The time at which a race starts for all players."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column ``begins_at``: when moves in a race start to count. Existing tables get 0: they have started."""
    op.add_column("tables", sa.Column("begins_at", sa.Float(), server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    """Drop the column ``begins_at``."""
    op.drop_column("tables", "begins_at")
