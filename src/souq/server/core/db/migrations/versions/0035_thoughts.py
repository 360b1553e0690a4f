"""The queue of hints, solutions and analyses, which any server computes, and their answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from souq.server.core.db.queueing import create_queue, drop_queue
from souq.server.core.db.triggers import drop_thought_trigger, tell_of_thoughts

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the queue and the table of answers; servers of older versions still compute answers themselves."""
    op.create_table(
        "thoughts",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    create_queue(op.get_bind())
    tell_of_thoughts(op.get_bind())


def downgrade() -> None:
    """Drop the queue and the answers with all waiting jobs, which must be requested again."""
    drop_thought_trigger(op.get_bind())
    drop_queue(op.get_bind())
    op.drop_table("thoughts")
