"""The common start of a race."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the time at which a race begins; races of existing tables have begun."""
    op.add_column("tables", sa.Column("begins_at", sa.Float(), server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    """Drop the time."""
    op.drop_column("tables", "begins_at")
