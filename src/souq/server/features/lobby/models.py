"""Database table of the queue in which players wait for others."""

from __future__ import annotations

from sqlalchemy import JSON, Column, Float, LargeBinary, String, Table, text

from souq.server.core.db.declaring import METADATA, of_person, of_table

WAITS = Table(
    "waits",
    METADATA,
    Column("id", String(64), primary_key=True),  # the guest's, or the hash of a program's ticket
    of_person(nullable=True),
    Column("token_hash", LargeBinary(32)),  # of that ticket, which becomes the token of the seat
    Column("name", String(400), nullable=False),
    Column("games", JSON, nullable=False),
    Column("sizes", JSON, nullable=False),  # of the company; empty: any
    Column("clock", String(10), nullable=False, server_default=text("'live'")),  # none, live or days
    Column("since", Float, nullable=False),
    of_table(nullable=True),  # where company was found
)
