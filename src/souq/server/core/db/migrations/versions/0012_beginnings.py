"""Tables that begin from a position other than the game's own setup, and progress in lessons."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns ``start``, the first position; ``origin``, its source; and ``step``, the progress of a lesson.

    Existing tables have no ``start``: they began with their game's own setup.
    """
    op.add_column("tables", sa.Column("start", sa.JSON()))
    op.add_column("tables", sa.Column("origin", sa.String(120), server_default=sa.text("''"), nullable=False))
    op.add_column("tables", sa.Column("step", sa.Integer(), server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    """Drop the columns of positions and lessons. Games that began from another position can't be replayed any more."""
    op.drop_column("tables", "step")
    op.drop_column("tables", "origin")
    op.drop_column("tables", "start")
