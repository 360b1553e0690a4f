"""Tournaments: entrants, the pairings of each round, and the matches' tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables ``tournaments``, ``entrants``, ``pairings`` and ``matches``."""
    op.create_table(
        "tournaments",
        sa.Column("code", sa.String(24), primary_key=True),
        sa.Column("title", sa.String(400), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("system", sa.String(10), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("forward", sa.Integer(), nullable=False),
        sa.Column("timing", sa.JSON(), nullable=False),
        sa.Column("level", sa.String(40), nullable=False),
        sa.Column("pace", sa.String(10), nullable=False),
        sa.Column("company", sa.String(10), nullable=False),
        sa.Column("rated", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("seed", sa.String(32), nullable=False),
        sa.Column("host_id", sa.String(32)),
        sa.Column("host_hash", sa.LargeBinary(32)),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("round", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("revision", sa.Integer(), server_default=sa.text("1"), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("updated_at", sa.Float(), nullable=False),
    )
    op.create_index("tournaments_state", "tournaments", ["state"])
    op.create_index("tournaments_host", "tournaments", ["host_id"])
    of = "tournaments.code"
    op.create_table(
        "entrants",
        sa.Column("code", sa.String(24), sa.ForeignKey(of, ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("name", sa.String(400), nullable=False),
        sa.Column("person_id", sa.String(32)),
        sa.Column("token_hash", sa.LargeBinary(32)),
        sa.Column("salt", sa.LargeBinary(32)),
        sa.Column("gone", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("entered_at", sa.Float(), nullable=False),
    )
    op.create_index("entrants_person", "entrants", ["person_id"])
    op.create_table(
        "pairings",
        sa.Column("code", sa.String(24), sa.ForeignKey(of, ondelete="CASCADE"), primary_key=True),
        sa.Column("round", sa.Integer(), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("ranks", sa.JSON()),
    )
    op.create_table(
        "matches",
        sa.Column("code", sa.String(24), sa.ForeignKey(of, ondelete="CASCADE"), primary_key=True),
        sa.Column("round", sa.Integer(), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column(
            "table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, unique=True
        ),
    )


def downgrade() -> None:
    """Drop the tables of tournaments. The game tables of their matches remain."""
    for name in ("matches", "pairings", "entrants", "tournaments"):
        op.drop_table(name)
