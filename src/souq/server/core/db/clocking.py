"""Stored times: server time, wall-clock time, people's nights and holidays, and when players were last present."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import and_, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql

from souq.server.core.clocks import hours as quiet
from souq.server.core.clocks.hours import Hours
from souq.server.core.clocks.reckoning import ClockOffsets
from souq.server.core.db.engines import Database
from souq.server.core.db.models import HOURS, HOUSE, SEATS, TABLES, WALL
from souq.server.core.db.storage import with_seats
from souq.server.core.store.rows import TableRow

_TIMED = and_(TABLES.c.state == "playing", TABLES.c.reckoned > 0)
"""Condition for tables in play at which each player has a clock."""


class Clocking:
    """Reads and writes stored times. Every method is one transaction; one that fails changes nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def time(self, countdown: float) -> float:
        """Return the latest server time stored anywhere in the database, in seconds; 0 if there is none.

        After a crash, the server time that was stored on its own may be out of date. A table in play may have a later
        one, since it stores when its clock was started. A race stores its start, which lay ``countdown`` seconds in the
        future when it was written, so these seconds are subtracted.
        """
        playing, set_at = TABLES.c.state == "playing", func.max(TABLES.c.begins_at) - countdown
        async with self._database.read() as db:
            kept = (await db.execute(select(HOUSE.c.time))).scalar()
            clock = (
                await db.execute(select(func.max(TABLES.c.clock_from)).where(playing, TABLES.c.clock != ""))
            ).scalar()
            race = (await db.execute(select(set_at).where(playing, TABLES.c.begins_at > 0))).scalar()
            reckoned = (await db.execute(select(func.max(TABLES.c.reckoned)).where(playing))).scalar()
        return max(kept or 0.0, clock or 0.0, race or 0.0, reckoned or 0.0)

    async def keep_time(self, at: float) -> None:
        """Store the server time.

        Raises:
            NotSaved: the database is locked, full or out of reach; nothing was stored.
        """
        async with self._database.write() as db:
            if (await db.execute(update(HOUSE).values(time=at))).rowcount == 0:
                await db.execute(insert(HOUSE).values(one=1, time=at))

    async def begin_time(self, countdown: float, longest: float, *, write: bool = True) -> tuple[float, float]:
        """Return the server time and the wall-clock time at which this server starts.

        If no server has written the server time for ``longest`` seconds, no server was running, and the time resumes
        from where it stopped. Otherwise this does the same as :meth:`pass_time`.

        Raises:
            NotSaved: the database is locked, full or out of reach; nothing was stored.
        """
        stood = await self.time(countdown)
        now = self._database.now
        async with self._database.write() as db:
            row = (await db.execute(select(HOUSE.c.time, now - HOUSE.c.at).with_for_update())).first()
            if row is None:
                first = postgresql.insert(HOUSE).values(one=1, time=stood or now, at=now)
                await db.execute(first.on_conflict_do_nothing())  # another server may have been quicker
            elif row[1] > longest:
                await db.execute(update(HOUSE).values(time=max(stood, row.time), at=now))
        return await self.pass_time(longest, write=write)

    async def pass_time(self, longest: float, *, write: bool = True) -> tuple[float, float]:
        """Advance the server time by as much as the database's clock has advanced, but at most ``longest`` seconds.

        Args:
            longest: seconds by which it advances at most since it was last written.
            write: whether to store it; otherwise it is only read.

        Returns:
            The server time, and the wall-clock time by the database's clock, both in seconds.

        Raises:
            OutOfReach: the database is locked, full or out of reach; nothing was stored.
        """
        now = self._database.now
        later = HOUSE.c.time + func.least(func.greatest(now - HOUSE.c.at, 0.0), longest)
        further = update(HOUSE).values(time=later, at=now).returning(HOUSE.c.time, HOUSE.c.at)
        async with self._database.write() if write else self._database.read() as db:
            house, world = (await db.execute(further if write else select(later, now))).one()
        return float(house), float(world)

    async def stand_time(self, at: float) -> float | None:
        """Skip the seconds since ``at``, so that the server time doesn't count them and no clock runs on.

        Does nothing if another server has written the server time since ``at``.

        Args:
            at: when this server last wrote the server time, by the database's clock.

        Returns:
            The time now by the database's clock; None if another server has written the server time.

        Raises:
            NotSaved: the database is locked, full or out of reach; nothing was stored.
        """
        standing = update(HOUSE).where(HOUSE.c.at == at).values(at=self._database.now).returning(HOUSE.c.at)
        async with self._database.write() as db:
            world: float | None = (await db.execute(standing)).scalar()
            return world

    async def timed(self, of: Collection[str] | None = None) -> list[TableRow]:
        """Return the tables in play at which each player has a clock. The tables include their seats.

        ``of`` limits the result to tables with these IDs; None means all tables.
        """
        which = _TIMED if of is None else and_(_TIMED, TABLES.c.id.in_(of))
        async with self._database.read() as db:
            return await with_seats(db, select(TABLES).where(which))

    async def games(self) -> list[str]:
        """Return the names of the games that are being played with a clock: the players' clocks, or the game's own."""
        clocked = TABLES.c.state == "playing", or_(TABLES.c.reckoned > 0, TABLES.c.clock != "", TABLES.c.begins_at > 0)
        async with self._database.read() as db:
            return list((await db.execute(select(TABLES.c.game).where(*clocked).distinct())).scalars())

    async def timed_of(self, person_id: str) -> list[str]:
        """Return the IDs of the tables in play at which a person has a seat and each player has a clock."""
        mine = select(SEATS.c.table_id).where(SEATS.c.person_id == person_id)
        return [row.id for row in await self._database.rows(select(TABLES.c.id).where(_TIMED, TABLES.c.id.in_(mine)))]

    async def offsets(self) -> ClockOffsets:
        """Return how far wall-clock time is ahead of server time: offsets that each apply from some server time on."""
        rows = await self._database.rows(select(WALL.c.at, WALL.c.ahead).order_by(WALL.c.at))
        return ClockOffsets(tuple((row.at, row.ahead) for row in rows))

    async def store_offset(self, at: float, ahead: float) -> None:
        """Store by how many seconds wall-clock time is ahead of server time from ``at`` on; delete later offsets.

        Raises:
            NotSaved: the database is locked, full or out of reach; nothing was stored.
        """
        async with self._database.write() as db:
            await db.execute(delete(WALL).where(WALL.c.at >= at))
            await db.execute(insert(WALL).values(at=at, ahead=ahead))

    async def hours(self, people: Collection[str]) -> dict[str, Hours]:
        """Return the time zones, nights and holidays that these people have set, by the person's ID."""
        query = select(HOURS.c.person_id, HOURS.c.hours).where(HOURS.c.person_id.in_(people))
        return {row.person_id: quiet.from_json(row.hours) for row in await self._database.rows(query)}

    async def keep_hours(self, person_id: str, hours: Hours) -> None:
        """Store a person's nights and holidays.

        Raises:
            NotSaved: the database is locked, full or out of reach; nothing was stored.
        """
        stored = quiet.to_json(hours)
        async with self._database.write() as db:
            known = update(HOURS).where(HOURS.c.person_id == person_id).values(hours=stored)
            if (await db.execute(known)).rowcount == 0:
                await db.execute(insert(HOURS).values(person_id=person_id, hours=stored))

    async def seen(self, table: TableRow, seat: int, at: float) -> None:
        """Store when a seat's player was last present. Does nothing if another server has just written to the table.

        Raises:
            NotSaved: the database is locked, full or out of reach; nothing was stored.
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
