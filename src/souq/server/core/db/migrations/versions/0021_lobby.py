"""Listings of tables that strangers may join, watch or find in the library, and people who wait for players."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables ``listings`` and ``waits``. Existing tables have no listing: they are for friends only."""
    op.create_table(
        "listings",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("code", sa.String(24), nullable=False, unique=True),
        sa.Column("company", sa.String(10), nullable=False),
        sa.Column("watch", sa.Boolean(), nullable=False),
        sa.Column("agreed", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
        sa.Column("ended_at", sa.Float()),
        sa.Column("ended", sa.String(10), server_default=sa.text("''"), nullable=False),
        sa.Column("best", sa.Integer(), server_default=sa.text("0"), nullable=False),
    )
    op.create_index("listings_newest", "listings", ["ended_at", "table_id"])
    op.create_index("listings_best", "listings", ["best", "table_id"])
    op.create_table(
        "waits",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(32)),
        sa.Column("token_hash", sa.LargeBinary(32)),
        sa.Column("name", sa.String(400), nullable=False),
        sa.Column("games", sa.JSON(), nullable=False),
        sa.Column("sizes", sa.JSON(), nullable=False),
        sa.Column("since", sa.Float(), nullable=False),
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE")),
    )


def downgrade() -> None:
    """Drop the tables ``listings`` and ``waits``, so that every table is for friends only."""
    op.drop_table("waits")
    op.drop_table("listings")
