"""The time for which a chat message is shown at its player's seat, if it says what the player wants and has."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, which is null for all other messages."""
    op.add_column("chat", sa.Column("about", sa.String(80)))


def downgrade() -> None:
    """Drop the column; the messages stay, as table talk."""
    op.drop_column("chat", "about")
