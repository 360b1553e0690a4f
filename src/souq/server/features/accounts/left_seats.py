"""Seats that people have left for good. When a person is deleted, their name must disappear from these seats, too."""

from __future__ import annotations

from sqlalchemy import and_, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.server.core.db.models import ANALYSES, CHAT, NOTES, PAST_SEATS, SEATS
from souq.server.core.db.storage import written

LeftSeat = tuple[str, int, str]
"""A seat that a person has left: table ID, seat, and the name they had there."""


async def seats_of(db: AsyncConnection, person_id: str) -> list[LeftSeat]:
    """Return the seats that a person has left at any table, with the name that the person had there."""
    columns = PAST_SEATS.c.table_id, PAST_SEATS.c.seat, PAST_SEATS.c.name
    rows = await db.execute(select(*columns).where(PAST_SEATS.c.person_id == person_id).distinct())
    return [(row.table_id, row.seat, row.name) for row in rows]


async def rename(db: AsyncConnection, left: LeftSeat, name: str) -> None:
    """Replace the name of a seat's former player in the chat, in notes and as a bot's name. Idempotent."""
    table_id, seat, was = left
    await db.execute(written(table_id))
    for table in (CHAT, NOTES):
        theirs = and_(table.c.table_id == table_id, table.c.seat == seat, table.c.name == was)
        await db.execute(update(table).where(theirs).values(name=name))
    nobodys = and_(SEATS.c.table_id == table_id, SEATS.c.seat == seat, SEATS.c.name == was, SEATS.c.kind == "bot")
    await db.execute(update(SEATS).where(nobodys, SEATS.c.person_id.is_(None)).values(name=name))
    await db.execute(
        delete(ANALYSES).where(ANALYSES.c.table_id == table_id)
    )  # its texts contain names; made again on demand
