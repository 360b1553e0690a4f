"""The server time, which clocks use, and the salts from which the token of a seat can be derived again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table of the server time and the column of salts, both empty.

    The server time begins with the latest time of any clock.
    """
    op.create_table(
        "house", sa.Column("one", sa.Integer(), primary_key=True), sa.Column("time", sa.Float(), nullable=False)
    )
    op.add_column("seats", sa.Column("salt", sa.LargeBinary(32)))


def downgrade() -> None:
    """Drop the server time and the salts."""
    op.drop_column("seats", "salt")
    op.drop_table("house")
