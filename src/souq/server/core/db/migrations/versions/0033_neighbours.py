"""Neighbouring versions on one database: which may go on, who has pages to show, and who carries on with a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Of tables begun before, no version is known; servers that are there now have pages, all but the workers."""
    op.add_column("alembic_version", sa.Column("oldest", sa.String(32)))
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("souq", sa.String(20), nullable=False, server_default=sa.text("''")))
    with op.batch_alter_table("servers") as servers:
        servers.add_column(sa.Column("shows", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    """One version needs none of it."""
    with op.batch_alter_table("servers") as servers:
        servers.drop_column("shows")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("souq")
    with op.batch_alter_table("alembic_version") as kept:
        kept.drop_column("oldest")
