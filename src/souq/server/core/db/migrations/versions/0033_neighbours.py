"""Servers of two consecutive versions on one database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns ``oldest``, ``souq`` and ``shows``.

    ``oldest`` is the oldest revision whose servers may use the database. ``souq`` is the version of souq that set the
    version of a table's rules; it is unknown for existing tables. ``shows`` says whether a server serves pages, as all
    existing ones do.
    """
    op.add_column("alembic_version", sa.Column("oldest", sa.String(32)))
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("souq", sa.String(20), nullable=False, server_default=sa.text("''")))
    with op.batch_alter_table("servers") as servers:
        servers.add_column(sa.Column("shows", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    """Drop the columns ``oldest``, ``souq`` and ``shows``, without which two versions can't share a database."""
    with op.batch_alter_table("servers") as servers:
        servers.drop_column("shows")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("souq")
    with op.batch_alter_table("alembic_version") as kept:
        kept.drop_column("oldest")
