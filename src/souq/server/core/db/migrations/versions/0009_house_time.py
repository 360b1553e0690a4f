"""The server time, by which clocks run, and the salts from which a seat's token is derived again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create both, empty: the server time begins with the latest time of any clock."""
    op.create_table(
        "house", sa.Column("one", sa.Integer(), primary_key=True), sa.Column("time", sa.Float(), nullable=False)
    )
    op.add_column("seats", sa.Column("salt", sa.LargeBinary(32)))


def downgrade() -> None:
    """Drop both."""
    op.drop_column("seats", "salt")
    op.drop_table("house")
