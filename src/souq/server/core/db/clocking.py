"""What the database keeps of clocks beside the tables' own rows: nights and holidays, the wall's time, who was here."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import and_, delete, insert, or_, select, update

from souq.server.core.clocks import hours as quiet
from souq.server.core.clocks.hours import Hours
from souq.server.core.clocks.reckoning import Wall
from souq.server.core.db.engines import Database
from souq.server.core.db.models import HOURS, SEATS, TABLES, WALL, TableRow
from souq.server.core.db.storage import with_seats

_TIMED = and_(TABLES.c.state == "playing", TABLES.c.reckoned > 0)
"""Tables in play whose people have clocks."""


class Clocking:
    """Reads and writes it. Every method is one transaction; a failed one has changed nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def timed(self, of: Collection[str] | None = None) -> list[TableRow]:
        """The tables in play whose people have clocks, all or some of them."""
        which = _TIMED if of is None else and_(_TIMED, TABLES.c.id.in_(of))
        async with self._database.read() as db:
            return await with_seats(db, select(TABLES).where(which))

    async def games(self) -> list[str]:
        """The games of all tables in play at which a clock runs, people's or the game's own."""
        clocked = TABLES.c.state == "playing", or_(TABLES.c.reckoned > 0, TABLES.c.clock != "", TABLES.c.begins_at > 0)
        async with self._database.read() as db:
            return list((await db.execute(select(TABLES.c.game).where(*clocked).distinct())).scalars())

    async def timed_of(self, person_id: str) -> list[str]:
        """Those of them at which somebody sits."""
        mine = select(SEATS.c.table_id).where(SEATS.c.person_id == person_id)
        async with self._database.read() as db:
            return [row.id for row in await db.execute(select(TABLES.c.id).where(_TIMED, TABLES.c.id.in_(mine)))]

    async def wall(self) -> Wall:
        """How far the world's time was ahead of the house's, and since when."""
        async with self._database.read() as db:
            rows = await db.execute(select(WALL.c.at, WALL.c.ahead).order_by(WALL.c.at))
            return Wall(tuple((row.at, row.ahead) for row in rows))

    async def keep_wall(self, at: float, ahead: float) -> None:
        """Store that it is so far ahead from a moment on.

        Raises:
            NotSaved: the database is locked, full or away; nothing was stored.
        """
        async with self._database.write() as db:
            await db.execute(delete(WALL).where(WALL.c.at >= at))
            await db.execute(insert(WALL).values(at=at, ahead=ahead))

    async def hours(self, people: Collection[str]) -> dict[str, Hours]:
        """The nights and holidays of those who have said something of them."""
        query = select(HOURS.c.person_id, HOURS.c.hours).where(HOURS.c.person_id.in_(people))
        async with self._database.read() as db:
            return {row.person_id: quiet.from_json(row.hours) for row in await db.execute(query)}

    async def keep_hours(self, person_id: str, hours: Hours) -> None:
        """Store somebody's nights and holidays.

        Raises:
            NotSaved: the database is locked, full or away; nothing was stored.
        """
        stored = quiet.to_json(hours)
        async with self._database.write() as db:
            known = update(HOURS).where(HOURS.c.person_id == person_id).values(hours=stored)
            if (await db.execute(known)).rowcount == 0:
                await db.execute(insert(HOURS).values(person_id=person_id, hours=stored))

    async def seen(self, table: TableRow, seat: int, at: float) -> None:
        """Store when a seat's player was here; not now, if another server has just written something of the table.

        Raises:
            NotSaved: the database is locked, full or away; nothing was stored.
        """
        where = and_(SEATS.c.table_id == table.id, SEATS.c.seat == seat)
        as_read = TABLES.c.id == table.id, TABLES.c.writes == table.writes
        async with self._database.write() as db:
            done = await db.execute(update(TABLES).where(*as_read).values(writes=table.writes + 1))
            if done.rowcount != 1:
                return
            await db.execute(update(SEATS).where(where).values(here_at=at))
        table.writes += 1
        table.seats[seat].here_at = at
