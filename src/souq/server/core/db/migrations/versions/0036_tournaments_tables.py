"""A table says itself that it is one of a tournament's."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Those that were made already say so too."""
    op.add_column("tables", sa.Column("tournament", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.execute("UPDATE tables SET tournament = true WHERE id IN (SELECT table_id FROM matches)")


def downgrade() -> None:
    """The matches still say whose tables they are."""
    op.drop_column("tables", "tournament")
