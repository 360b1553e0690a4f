"""A column that marks successive decisions as parts of one action."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column ``goes_on``: whether a decision and the next are one action; false for existing decisions."""
    op.add_column("decisions", sa.Column("goes_on", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    """Drop the column ``goes_on``, so that every decision is an action of its own."""
    op.drop_column("decisions", "goes_on")
