"""Decisions that belong together with the next one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the flag: decisions made before were each made alone."""
    op.add_column("decisions", sa.Column("goes_on", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    """Drop the flag: which decisions belong together is lost."""
    op.drop_column("decisions", "goes_on")
