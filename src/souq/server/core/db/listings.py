"""Stored listings: who may join or watch a table, and how its finished game appears in the library.

A table without a listing is for friends only, and no public list shows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, Executable, and_, exists, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from souq.server.core.db.engines import Database
from souq.server.core.db.models import LISTINGS, SEATS, TABLES
from souq.server.core.store.rows import Company, Ended, Listing, TableRow, winners
from souq.server.errors import Overtaken


def wanted(table_id: str, company: Company, watch: bool | None) -> Listing | None:
    """Return the listing with which to open a table, or None if it is for friends only and strangers can't watch.

    If ``watch`` is None, strangers may watch exactly if anybody may join.
    """
    shown = company == "anybody" if watch is None else watch
    return Listing(table_id, company, shown) if shown or company == "anybody" else None


def stored(listing: Listing) -> Executable:
    """Return the statement that stores a new listing, to be run in the transaction that stores its table."""
    return insert(LISTINGS).values(**asdict(listing))


def how(result: Mapping[str, Any] | None) -> tuple[Ended, int]:
    """Return how a game ended (such as "won"), and the points of its winners; without a winner, the highest points."""
    if not result:
        return "nobody", 0
    won = winners(result)
    points = [result["points"][seat] for seat in won] or result["points"]
    if result.get("agreed"):
        return "early", max(points)
    return ("won" if len(won) == 1 else "shared" if won else "nobody"), max(points)


class Listings:
    """Reads and writes listings."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, table_id: str) -> Listing | None:
        """Return the listing of a table; None if it is for friends only."""
        found = await self.where(LISTINGS.c.table_id == table_id)
        return found[0] if found else None

    async def where(self, which: ColumnElement[bool]) -> list[Listing]:
        """Return the listings that meet a condition."""
        return [Listing(**row._mapping) for row in await self._database.rows(select(LISTINGS).where(which))]

    async def keep(self, listing: Listing, was: Listing) -> None:
        """Replace a stored listing, ``was``, with a changed one; store it even if there was none in the database.

        Raises:
            Overtaken: another server has changed it meanwhile; nothing was stored.
            NotSaved: the database is locked, full or out of reach; nothing was stored.
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
    """Return the condition for unfinished tables that strangers may join or watch, except those with bots only."""
    told = or_(LISTINGS.c.company == "anybody", LISTINGS.c.watch)
    sits = or_(SEATS.c.kind.in_(("person", "open")), SEATS.c.person_id.is_not(None), SEATS.c.token_hash.is_not(None))
    theirs = exists().where(SEATS.c.table_id == TABLES.c.id, sits)
    return and_(TABLES.c.state != "finished", exists().where(LISTINGS.c.table_id == TABLES.c.id, told), theirs)


def unwritten() -> ColumnElement[bool]:
    """Return the SQL condition for finished tables that anybody could join and that the library doesn't show yet."""
    open_to_all = and_(LISTINGS.c.company == "anybody", LISTINGS.c.ended_at.is_(None))
    return and_(TABLES.c.state == "finished", exists().where(LISTINGS.c.table_id == TABLES.c.id, open_to_all))


def written(listing: Listing, table: TableRow) -> dict[str, Any]:
    """Return the values to set in a listing so that its finished table appears in the library."""
    ended, best = how(table.result)
    return {"ended_at": table.updated_at, "ended": ended, "best": best}
