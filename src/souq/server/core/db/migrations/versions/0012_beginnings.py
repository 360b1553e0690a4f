"""The position from which a table begins, where it comes from, and how far its lesson has got."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; every table so far began with its game's own setup."""
    op.add_column("tables", sa.Column("start", sa.JSON()))
    op.add_column("tables", sa.Column("origin", sa.String(120), server_default=sa.text("''"), nullable=False))
    op.add_column("tables", sa.Column("step", sa.Integer(), server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    """Drop the columns; a table that began from a position can't be replayed from its log then."""
    op.drop_column("tables", "step")
    op.drop_column("tables", "origin")
    op.drop_column("tables", "start")
