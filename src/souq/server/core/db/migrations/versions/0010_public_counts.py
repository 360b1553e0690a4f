"""Separate counts of public and private changes: a single count would reveal that another player drafts a move."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns ``public`` (changes that everybody sees) and ``private`` (changes that only one seat sees).

    All changes so far count as public.
    """
    op.add_column("tables", sa.Column("public", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("tables", sa.Column("private", sa.JSON(), server_default=sa.text("'[]'"), nullable=False))
    op.execute(sa.text("UPDATE tables SET public = revision"))
    op.add_column("commands", sa.Column("public", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("commands", sa.Column("private", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.execute(sa.text("UPDATE commands SET public = revision"))


def downgrade() -> None:
    """Drop the columns ``public`` and ``private``."""
    for table in ("commands", "tables"):
        op.drop_column(table, "private")
        op.drop_column(table, "public")
