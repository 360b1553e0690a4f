"""Tables of people's tries at puzzles, and of the ratings of people and puzzles that follow from them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    person = "people.id"
    op.create_table(
        "attempts",
        sa.Column("person_id", sa.String(32), sa.ForeignKey(person, ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("puzzle", sa.String(40), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("missed", sa.Integer(), nullable=False),
        sa.Column("solved_at", sa.Float(), nullable=False, server_default=sa.text("0")),
        sa.Column("gained", sa.Integer(), nullable=False),
    )
    op.create_index("attempts_solved", "attempts", ["person_id", "solved_at"])
    op.create_table(
        "puzzle_ratings",
        sa.Column("person_id", sa.String(32), sa.ForeignKey(person, ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_table(
        "puzzle_difficulties",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("puzzle", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
    )


def downgrade() -> None:
    """Drop the tables, with everybody's progress."""
    for table in ("puzzle_difficulties", "puzzle_ratings", "attempts"):
        op.drop_table(table)
