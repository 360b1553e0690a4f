"""The job queue of hints, solutions and analyses, which any server may compute, and the table of their answers."""

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
    """Create the job queue and the table ``thoughts``, which has the jobs' answers. Older servers compute their own."""
    op.create_table(
        "thoughts",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    create_queue(op.get_bind())
    tell_of_thoughts(op.get_bind())


def downgrade() -> None:
    """Drop the job queue and the answers to its jobs. Players must repeat requests that were still waiting."""
    drop_thought_trigger(op.get_bind())
    drop_queue(op.get_bind())
    op.drop_table("thoughts")
