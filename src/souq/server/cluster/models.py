"""The database table of answers that one server has computed for another."""

from __future__ import annotations

from sqlalchemy import JSON, Column, Float, String, Table

from souq.server.core.db.declaring import METADATA

THOUGHTS = Table(  # the server that asked deletes the row when it reads it
    "thoughts",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("answer", JSON, nullable=False),
    Column("at", Float, nullable=False),
)
