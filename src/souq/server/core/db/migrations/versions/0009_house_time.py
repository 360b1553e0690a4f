"""The server time, and salts from which the token of a seat can be derived again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table ``house``: the server time, which all clocks use. Add the column ``salt`` to the seats.

    As long as no server time is stored, it is the latest time of any clock.
    """
    op.create_table(
        "house", sa.Column("one", sa.Integer(), primary_key=True), sa.Column("time", sa.Float(), nullable=False)
    )
    op.add_column("seats", sa.Column("salt", sa.LargeBinary(32)))


def downgrade() -> None:
    """Drop the table ``house`` and the column ``salt``."""
    op.drop_column("seats", "salt")
    op.drop_table("house")
