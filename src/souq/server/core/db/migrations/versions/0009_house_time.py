"""The house's time, by which clocks run, and how a seat's token can be told again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No time is known yet: it begins with what clocks were set by."""
    op.create_table(
        "house", sa.Column("one", sa.Integer(), primary_key=True), sa.Column("time", sa.Float(), nullable=False)
    )
    op.add_column("seats", sa.Column("salt", sa.LargeBinary(32)))


def downgrade() -> None:
    """Forget them."""
    op.drop_column("seats", "salt")
    op.drop_table("house")
