"""Listings, as they are stored: what whoever opened a table says of it to strangers.

A table without one is for friends, and nothing that is made from listings can tell of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, Executable, and_, exists, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from souq.server.core.db.engines import Database
from souq.server.core.db.models import LISTINGS, SEATS, TABLES, Company, Ended, Listing, TableRow, winners
from souq.server.errors import Overtaken


def wanted(table_id: str, company: Company, watch: bool | None) -> Listing | None:
    """The listing of a new table; None for friends' tables that strangers may not watch.

    Whether they may follows, if nobody says so (``watch`` None), from whether they may join.
    """
    shown = company == "anybody" if watch is None else watch
    return Listing(table_id, company, shown) if shown or company == "anybody" else None


def stored(listing: Listing) -> Executable:
    """What stores a new listing, together with its table."""
    return insert(LISTINGS).values(**asdict(listing))


def how(result: Mapping[str, Any] | None) -> tuple[Ended, int]:
    """How a game ended, and the points of whoever came first."""
    if not result:
        return "nobody", 0
    won = winners(result)
    points = [result["points"][seat] for seat in won] or result["points"]
    if result.get("agreed"):
        return "early", max(points)
    return ("won" if len(won) == 1 else "shared" if won else "nobody"), max(points)


class Listings:
    """Reads and writes them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, table_id: str) -> Listing | None:
        """The listing of a table; None: it is for friends."""
        found = await self.where(LISTINGS.c.table_id == table_id)
        return found[0] if found else None

    async def where(self, which: ColumnElement[bool]) -> list[Listing]:
        """Some listings."""
        return [Listing(**row._mapping) for row in await self._database.rows(select(LISTINGS).where(which))]

    async def keep(self, listing: Listing, was: Listing) -> None:
        """Store a listing in place of the one that was.

        Raises:
            Overtaken: another server has changed it meanwhile; nothing was stored.
            NotSaved: the database is locked, full or away; nothing was stored.
        """
        values = asdict(listing)
        as_read = [LISTINGS.c[name] == value for name, value in asdict(was).items()]
        try:
            async with self._database.write() as db:
                if (await db.execute(update(LISTINGS).where(*as_read).values(**values))).rowcount == 0:
                    await db.execute(insert(LISTINGS).values(**values))
        except IntegrityError as error:
            raise Overtaken from error


def unfinished() -> ColumnElement[bool]:
    """Of a table: strangers may join or watch it, now or once it has begun. Bots alone they are not shown."""
    told = or_(LISTINGS.c.company == "anybody", LISTINGS.c.watch)
    sits = or_(SEATS.c.kind.in_(("person", "open")), SEATS.c.person_id.is_not(None), SEATS.c.token_hash.is_not(None))
    theirs = exists().where(SEATS.c.table_id == TABLES.c.id, sits)
    return and_(TABLES.c.state != "finished", exists().where(LISTINGS.c.table_id == TABLES.c.id, told), theirs)


def unwritten() -> ColumnElement[bool]:
    """Of a table: its game is over, it was for anybody, and it does not stand in the library yet."""
    open_to_all = and_(LISTINGS.c.company == "anybody", LISTINGS.c.ended_at.is_(None))
    return and_(TABLES.c.state == "finished", exists().where(LISTINGS.c.table_id == TABLES.c.id, open_to_all))


def written(listing: Listing, table: TableRow) -> dict[str, Any]:
    """The fields of a listing that stands in the library from now on."""
    ended, best = how(table.result)
    return {"ended_at": table.updated_at, "ended": ended, "best": best}
