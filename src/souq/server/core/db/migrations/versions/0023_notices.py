"""Notifications: the channels that people subscribe to, unsent notifications, and the server's cryptographic keys."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables ``channels``, ``outbox`` and ``keys``."""
    op.create_table(
        "channels",
        sa.Column("id", sa.String(16), primary_key=True),
        _of("person_id", "people.id", 32, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        _of("session", "sessions.id", 16),
        sa.Column("address", sa.String(2000), nullable=False),
        sa.Column("digest", sa.LargeBinary(32)),
        sa.Column("keys", sa.JSON()),
        sa.Column("everybody", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("origin", sa.String(300), server_default=sa.text("''"), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
    )
    op.create_index("channels_person", "channels", ["person_id"])
    op.create_index("channels_session", "channels", ["session"])
    op.create_index("channels_digest", "channels", ["digest"], unique=True)
    op.create_table(
        "outbox",
        _of("channel_id", "channels.id", 16, primary_key=True),
        _of("table_id", "tables.id", 16, primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("mark", sa.Integer(), nullable=False),
        sa.Column("since", sa.Float(), nullable=False),
        sa.Column("due", sa.Float(), nullable=False),
        sa.Column("tries", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("sent_at", sa.Float()),
    )
    op.create_index("outbox_due", "outbox", ["due"])
    op.create_index("outbox_table", "outbox", ["table_id"])
    op.create_table(
        "keys",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("value", sa.LargeBinary(64), nullable=False),
    )


def downgrade() -> None:
    """Drop the tables ``channels``, ``outbox`` and ``keys``, and with them all subscriptions."""
    op.drop_table("outbox")
    op.drop_table("channels")
    op.drop_table("keys")


def _of(name: str, whose: str, length: int, *, nullable: bool = True, primary_key: bool = False) -> sa.Column[str]:
    about = sa.String(length), sa.ForeignKey(whose, ondelete="CASCADE")
    return sa.Column(name, *about, nullable=nullable and not primary_key, primary_key=primary_key)
