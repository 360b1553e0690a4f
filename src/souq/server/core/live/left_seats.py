"""Seats that people have left for good. When a person is deleted, their name must disappear from these seats, too."""

from __future__ import annotations

from sqlalchemy import Executable, and_, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.server.core.db.engines import Database
from souq.server.core.db.models import ANALYSES, CHAT, NOTES, PAST_SEATS, SEATS
from souq.server.core.db.storage import written
from souq.server.core.live.leaving import COVERED, HANDED, JOINED, OUT
from souq.server.core.live.live import Live
from souq.server.core.store.rows import TableRow

AWAY = (HANDED, OUT, COVERED)
"""Kinds of notes after which a bot plays the seat, but it still belongs to its player."""
TAKEN = "{} took over your seat while you were away. You can watch the game here."

LeftSeat = tuple[str, int, str]
"""A seat that a person has left: table ID, seat, and the name they had there."""


def beside(before: TableRow | None, after: TableRow) -> list[Executable]:
    """Return SQL statements that record who has left a seat for good, to run in the same transaction as the change."""
    left = (
        [
            {"table_id": after.id, "seat": was.seat, "name": was.name, "person_id": was.person_id}
            for was, now in zip(before.seats, after.seats, strict=True)
            if was.person_id and was.kind != "open" and now.person_id != was.person_id
        ]
        if before
        else []
    )
    return [insert(PAST_SEATS).values(left)] if left else []


async def seats_of(db: AsyncConnection, person_id: str) -> list[LeftSeat]:
    """Return the seats that a person has left at any table, with the name that the person had there."""
    columns = PAST_SEATS.c.table_id, PAST_SEATS.c.seat, PAST_SEATS.c.name
    rows = await db.execute(select(*columns).where(PAST_SEATS.c.person_id == person_id).distinct())
    return [(row.table_id, row.seat, row.name) for row in rows]


async def taken_over(database: Database, live: Live, person_id: str) -> str:
    """Return the notice for a person whose seat another player took while they were away; "" if none did."""
    kinds_of: dict[int, list[str]] = {}
    for note in live.notes:
        kinds_of.setdefault(note.seat, []).append(note.kind)
    taken = [seat for seat, kinds in kinds_of.items() if kinds[-2:-1] and kinds[-1] == JOINED and kinds[-2] in AWAY]
    if not taken:
        return ""
    mine = PAST_SEATS.c.table_id == live.row.id, PAST_SEATS.c.person_id == person_id
    seat = await database.scalar(select(PAST_SEATS.c.seat).where(*mine, PAST_SEATS.c.seat.in_(taken)).limit(1))
    return "" if seat is None else TAKEN.format(live.row.seats[seat].name)


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
