"""Results, ratings, public profiles, and records of the people who started and finished each game."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

TOGETHER = "players > 1 AND origin = ''"
"""SQL condition for tables with several players, except those whose game began from another position."""


def upgrade() -> None:
    """Create the tables of results, ratings and profiles. Finished games are queued as unrated results."""
    op.add_column("tables", sa.Column("rated", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_table(
        "starters",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("person_id", sa.String(32), nullable=False),
    )
    op.create_index("starters_person", "starters", ["person_id"])
    op.create_table(
        "endings",
        sa.Column("n", sa.Integer(), primary_key=True),
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("endings_table", "endings", ["table_id"], unique=True)
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.Float(), nullable=False),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="SET NULL")),
        sa.Column("level", sa.String(40), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Float()) for name in ("mu_before", "sigma_before", "mu", "sigma")),
    )
    op.create_index("results_person", "results", ["person_id", "ended_at"])
    op.create_table(
        "ratings",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_index("ratings_best", "ratings", ["game", "mu"])
    op.create_table(
        "profiles",
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("code", sa.String(24), nullable=False, unique=True),
    )
    op.execute(
        "INSERT INTO starters (table_id, seat, person_id) SELECT seats.table_id, seats.seat, seats.person_id "
        f"FROM seats JOIN tables ON tables.id = seats.table_id WHERE {TOGETHER} "
        "AND state <> 'waiting' AND person_id IS NOT NULL"
    )
    op.execute(
        "INSERT INTO endings (table_id, at) SELECT id, updated_at FROM tables "
        f"WHERE {TOGETHER} AND state = 'finished' ORDER BY updated_at, id"
    )


def downgrade() -> None:
    """Drop the tables of results, ratings and profiles, with all that they contain."""
    for name in ("profiles", "ratings", "results", "endings", "starters"):
        op.drop_table(name)
    op.drop_column("tables", "rated")
