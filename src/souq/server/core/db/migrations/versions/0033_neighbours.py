"""Neighbouring versions on one database: each table's version, which servers serve pages, and the oldest revision."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns. Existing tables have no version; running servers serve pages, except workers."""
    op.add_column("alembic_version", sa.Column("oldest", sa.String(32)))
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("souq", sa.String(20), nullable=False, server_default=sa.text("''")))
    with op.batch_alter_table("servers") as servers:
        servers.add_column(sa.Column("shows", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    """Drop the columns, which a single version doesn't need."""
    with op.batch_alter_table("servers") as servers:
        servers.drop_column("shows")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("souq")
    with op.batch_alter_table("alembic_version") as kept:
        kept.drop_column("oldest")
