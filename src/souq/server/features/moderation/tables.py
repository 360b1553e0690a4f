"""An overview of all tables for administrators, without anything that a game hides."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, or_, select

from souq.server.core.db.engines import Database
from souq.server.core.db.models import LISTINGS, PEOPLE, SESSIONS, TABLES
from souq.server.core.db.storage import with_seats
from souq.server.core.store.rows import TableRow


@dataclass(frozen=True, slots=True)
class Counted:
    """Counts of tables, people and sessions."""

    waiting: int = 0
    playing: int = 0
    finished: int = 0
    people: int = 0
    """Number of people with an account."""
    guests: int = 0
    today: int = 0
    """Number of browser sessions active within the last day."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A table in the administrators' list, with only what everyone at the table may know."""

    id: str
    game: str
    state: str
    names: tuple[str, ...]
    bots: int
    free: int
    opened: float
    touched: float
    listed: bool = False
    """Whether the table is listed in the lobby or the library."""


async def tables(database: Database, state: str = "", most: int = 100) -> list[Seen]:
    """Return the most recently changed tables, optionally only those in a state (waiting, playing or finished)."""
    query = select(TABLES).order_by(TABLES.c.updated_at.desc(), TABLES.c.id).limit(most)
    async with database.read() as db:
        rows = await with_seats(db, query.where(TABLES.c.state == state) if state else query)
        public = or_(LISTINGS.c.company == "anybody", LISTINGS.c.watch, LISTINGS.c.ended_at.is_not(None))
        here = LISTINGS.c.table_id.in_([row.id for row in rows])
        listed = set((await db.execute(select(LISTINGS.c.table_id).where(public, here))).scalars())
    return [_seen(row, row.id in listed) for row in rows]


async def counted(database: Database, now: float) -> Counted:
    """Count tables, people and sessions."""
    async with database.read() as db:
        by_state = await db.execute(select(TABLES.c.state, func.count()).group_by(TABLES.c.state))
        states: dict[str, int] = {row[0]: int(row[1]) for row in by_state}
        accounts = (await db.execute(select(func.count()).where(PEOPLE.c.kept_at > 0))).scalar() or 0
        everybody = (await db.execute(select(func.count()).select_from(PEOPLE))).scalar() or 0
        today = (await db.execute(select(func.count()).where(SESSIONS.c.seen_at > now - 86_400))).scalar() or 0
    return Counted(**states, people=accounts, guests=everybody - accounts, today=today)


def _seen(row: TableRow, listed: bool) -> Seen:
    names = tuple(seat.name for seat in row.seats if seat.kind == "person" or seat.reserved)
    bots = sum(seat.kind == "bot" and not seat.reserved for seat in row.seats)
    free = sum(seat.kind == "open" and not seat.reserved for seat in row.seats)
    return Seen(row.id, row.game, row.state, names, bots, free, row.created_at, row.updated_at, listed)
