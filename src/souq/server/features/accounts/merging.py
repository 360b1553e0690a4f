"""Merging of a guest into an account that signs in."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, select, update

from souq.server.core.db.engines import Database
from souq.server.core.db.models import PAST_SEATS, REMOVALS, SEATS
from souq.server.core.db.storage import written
from souq.server.core.events import AccountMerged, Bus
from souq.server.core.live.tables import Tables
from souq.server.core.personal_data import AllPersonalData
from souq.server.core.realtime.hub import Hub


class AccountMerging:
    """Transfer of a guest's seats and data to the account that signs in from the guest's browser."""

    def __init__(self, database: Database, tables: Tables, hub: Hub, bus: Bus, personal: AllPersonalData) -> None:
        self._database, self._tables, self._hub = database, tables, hub
        self._bus, self._personal = bus, personal

    async def merge(self, guest_id: str, person_id: str) -> int:
        """Move all seats and data of a guest to an account; return the number of tables.

        The database changes in one transaction. Then every table in memory is read again under its lock and its seats
        are moved again, because the table may have been saved in between.
        """
        async with self._database.write() as db:
            query = select(SEATS.c.table_id).where(SEATS.c.person_id == guest_id).distinct()
            tables = list((await db.execute(query)).scalars())
            for table in (SEATS, PAST_SEATS):
                await db.execute(update(table).where(table.c.person_id == guest_id).values(person_id=person_id))
            for table_id in tables:
                await db.execute(written(table_id))
            for each in self._personal:
                await each.merge(db, guest_id, person_id)
            there = select(REMOVALS.c.table_id).where(REMOVALS.c.who == person_id)
            moved = REMOVALS.c.who == guest_id, REMOVALS.c.table_id.not_in(there)
            await db.execute(update(REMOVALS).where(*moved).values(who=person_id))
        await self._bus.settle(AccountMerged(guest_id, person_id))
        for table_id in tables:
            await self._follow(table_id, guest_id, person_id)
        return len(tables)

    async def _follow(self, table_id: str, guest_id: str, person_id: str) -> None:
        theirs: ColumnElement[bool] = and_(SEATS.c.table_id == table_id, SEATS.c.person_id == guest_id)

        async def again() -> None:
            async with self._database.write() as db:
                if (await db.execute(update(SEATS).where(theirs).values(person_id=person_id))).rowcount:
                    await db.execute(written(table_id))

        if self._tables.knows(table_id):
            await self._tables.reread(table_id, again)
        self._hub.publish(table_id, about=True)
