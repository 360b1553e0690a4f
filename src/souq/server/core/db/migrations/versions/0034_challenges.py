"""Passkey challenges, which one server issues and another may verify, and triggers that announce changed listings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from souq.server.core.db.triggers import create_triggers, drop_triggers

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table ``challenges``, and replace the triggers. Anybody who is using a passkey just now must retry."""
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
    """Drop the table ``challenges``. The triggers that the upgrade added stay, since they do no harm."""
    op.drop_table("challenges")
