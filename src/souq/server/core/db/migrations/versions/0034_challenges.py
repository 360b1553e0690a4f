"""Passkeys that are asked for at one server and made or shown at another; the database tells which listings change."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from souq.server.core.db.triggers import create_triggers, drop_triggers

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Whoever is asked for a passkey meanwhile is asked once more."""
    op.create_table(
        "challenges",
        sa.Column("challenge_hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("browser_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("purpose", sa.String(10), nullable=False),
        sa.Column("party", sa.String(300), nullable=False),
        sa.Column("handle", sa.LargeBinary(64), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
    )
    op.create_index("challenges_until", "challenges", ["until"])
    drop_triggers(op.get_bind())
    create_triggers(op.get_bind())


def downgrade() -> None:
    """What the database tells beside that does no harm."""
    op.drop_table("challenges")
