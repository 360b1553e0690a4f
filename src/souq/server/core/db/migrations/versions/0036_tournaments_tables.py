"""A flag on every table that belongs to a tournament."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the flag, and set it for existing matches."""
    op.add_column("tables", sa.Column("tournament", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.execute("UPDATE tables SET tournament = true WHERE id IN (SELECT table_id FROM matches)")


def downgrade() -> None:
    """Drop the flag; the matches still name their tables."""
    op.drop_column("tables", "tournament")
