"""Moderation: administrators, reports, suspensions, announcements, and the audit log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables of moderation. There are no administrators at first."""
    person = sa.ForeignKey("people.id", ondelete="CASCADE")
    op.create_table(
        "admins",
        sa.Column("person_id", sa.String(32), person, primary_key=True),
        sa.Column("since", sa.Float(), nullable=False),
    )
    op.create_table(
        "offers",
        sa.Column("token_hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("until", sa.Float(), nullable=False),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("reporter_id", sa.String(32)),
        sa.Column("reporter", sa.String(400), nullable=False),
        sa.Column("accused_id", sa.String(32)),
        sa.Column("accused", sa.String(400), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("words", sa.String(8000), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("evidence", sa.JSON(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("closed_at", sa.Float(), server_default=sa.text("0"), nullable=False),
        sa.Column("outcome", sa.String(2000), server_default=sa.text("''"), nullable=False),
        sa.Index("reports_closed", "closed_at", "at"),
        sa.Index("reports_reporter", "reporter_id"),
        sa.Index("reports_accused", "accused_id"),
    )
    op.create_table(
        "suspensions",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE")),
        sa.Column("network", sa.String(50)),
        sa.Column("reason", sa.String(2000), nullable=False),
        sa.Column("since", sa.Float(), nullable=False),
        sa.Column("until", sa.Float()),
        sa.Index("suspensions_person", "person_id"),
    )
    op.create_table(
        "announcements",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("text", sa.String(2000), nullable=False),
        sa.Column("since", sa.Float(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
    )
    op.create_table(
        "audit",
        sa.Column("n", sa.Integer(), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("by_id", sa.String(32)),
        sa.Column("by", sa.String(400), nullable=False),
        sa.Column("did", sa.String(20), nullable=False),
        sa.Column("person_id", sa.String(32)),
        sa.Column("whom", sa.String(400), nullable=False),
        sa.Column("why", sa.String(2000), nullable=False),
        sa.Index("audit_by", "by_id"),
        sa.Index("audit_person", "person_id"),
    )


def downgrade() -> None:
    """Drop the tables of moderation."""
    for table in ("audit", "announcements", "suspensions", "reports", "offers", "admins"):
        op.drop_table(table)
