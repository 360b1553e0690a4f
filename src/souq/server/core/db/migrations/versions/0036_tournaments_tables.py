"""A column that marks the tables of tournaments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column ``tournament``: whether a table belongs to a tournament. It is set for existing matches."""
    op.add_column("tables", sa.Column("tournament", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.execute("UPDATE tables SET tournament = true WHERE id IN (SELECT table_id FROM matches)")


def downgrade() -> None:
    """Drop the column ``tournament``. The table ``matches`` still refers to the tables."""
    op.drop_column("tables", "tournament")
