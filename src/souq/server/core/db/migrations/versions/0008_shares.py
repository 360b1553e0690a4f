"""Players' contributions to the random seed of a game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns ``share``, a player's contribution to the random seed; ``seal``, its hash; and ``sealed_at``.

    ``sealed_at`` is the time at which a table began to wait for these contributions.
    """
    op.add_column("tables", sa.Column("sealed_at", sa.Float(), server_default=sa.text("0"), nullable=False))
    op.add_column("seats", sa.Column("seal", sa.LargeBinary(32)))
    op.add_column("seats", sa.Column("share", sa.LargeBinary(32)))


def downgrade() -> None:
    """Drop the columns of contributions to the random seed. Games that used them can't be continued."""
    op.drop_column("seats", "share")
    op.drop_column("seats", "seal")
    op.drop_column("tables", "sealed_at")
