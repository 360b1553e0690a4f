"""Several servers on one database: the members, their leases, and tables that may go on without a player's decision."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from souq.server.core.db.triggers import create_triggers, drop_triggers

revision = "0030"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables ``servers`` and ``leases``, and add columns that let several servers share the database.

    The new column ``unasked`` says whether a table may continue without a player's decision, for example by a bot's. It
    is correct from the table's next write on, or once a server has started.
    """
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("writes", sa.Integer(), nullable=False, server_default=sa.text("1")))
        tables.add_column(sa.Column("unasked", sa.Boolean(), nullable=False, server_default=sa.false()))
        partly = {"sqlite_where": sa.text("unasked"), "postgresql_where": sa.text("unasked")}
        tables.create_index("tables_unasked", ["unasked"], **partly)
    with op.batch_alter_table("house") as house:
        house.add_column(sa.Column("at", sa.Float(), nullable=False, server_default=sa.text("0")))
    op.create_table(
        "servers",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("version", sa.String(20), nullable=False),
        sa.Column("works", sa.Boolean(), nullable=False),
        sa.Column("since", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("holder", sa.String(16), nullable=False),
        sa.Column("term", sa.String(16), nullable=False),
    )
    create_triggers(op.get_bind())


def downgrade() -> None:
    """Drop the tables ``servers`` and ``leases`` and the columns for sharing, which a single server doesn't need."""
    drop_triggers(op.get_bind())
    op.drop_table("leases")
    op.drop_table("servers")
    with op.batch_alter_table("house") as house:
        house.drop_column("at")
    with op.batch_alter_table("tables") as tables:
        tables.drop_index("tables_unasked")
        tables.drop_column("unasked")
        tables.drop_column("writes")
