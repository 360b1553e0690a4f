"""The database table of muted and blocked people."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, String, Table

from souq.server.core.db.declaring import METADATA, of_person

BLOCK_LISTS = Table(  # people muted or blocked by a person, at all tables
    "shunned",
    METADATA,
    of_person(),
    Column("other_id", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("kind", String(10), primary_key=True),  # mute or block
    Column("id", String(16), nullable=False),  # of the entry, in forms
    Column("name", String(400), nullable=False),  # of the other person, when the entry was made
    Column("at", Float, nullable=False),
    Index("shunned_id", "id", unique=True),
    Index("shunned_other", "other_id"),
)
