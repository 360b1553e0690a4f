"""Deletion of old data: tables, tournaments, guests, and the commands of finished games.

Results stay while at least one of their players still has a stored identity, or their table is stored. Rows are deleted
in batches. Each batch is a transaction that checks the conditions again, so the server keeps running and a table that
is in use stays.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, Table, and_, delete, func, not_, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.server.core.db.engines import Database
from souq.server.core.db.migrations import check_version
from souq.server.core.db.models import CHAT, COMMANDS, PEOPLE, SEATS, SESSIONS, TABLES
from souq.server.core.db.origins import of_kind
from souq.server.core.store.origins import STORM
from souq.server.features.ratings.models import RESULTS
from souq.server.features.tournaments.models import ENTRANTS, TOURNAMENTS

BATCH = 100
"""Maximum number of tables or guests deleted in one transaction."""

REST = 0.05
"""Seconds to pause between two batches, so that players' changes can be stored in between."""


@dataclass(frozen=True, slots=True)
class Clearing:
    """Choice of the old data to delete. Times are in seconds since 1970."""

    tables: float
    """Tables that were last used before this time are deleted; so are guests, unless `guests` is set."""
    commands: float
    """The stored commands of games that ended before this time are deleted; the results stay."""
    finished: bool = True
    """Whether to delete finished games."""
    keep: tuple[str, ...] = ()
    """IDs of tables that stay."""
    playing: bool = True
    """Whether to delete unfinished tables."""
    guests: float | None = None
    """Guests without seats who were last seen before this time are deleted; None means the time in `tables`."""


@dataclass(slots=True)
class Cleared:
    """Numbers of deleted rows by kind, with tables counted by state.

    :func:`count` returns the same numbers for rows that would be deleted.
    """

    waiting: int = 0
    playing: int = 0
    finished: int = 0
    commands: int = 0
    guests: int = 0
    tournaments: int = 0

    @property
    def nothing(self) -> bool:
        """Whether all counts are 0."""
        tables = self.waiting or self.playing or self.finished
        return not (tables or self.commands or self.guests or self.tournaments)


async def count(database: Database, clearing: Clearing) -> Cleared:
    """Return how many rows :func:`clear` would delete.

    Raises:
        OtherVersion: the database belongs to another version of souq.
    """
    await check_version(database)
    found, gone = Cleared(), select(TABLES.c.id).where(_old(clearing))
    async with database.read() as db:
        query = select(TABLES.c.state, func.count()).where(_old(clearing)).group_by(TABLES.c.state)
        for state, number in await db.execute(query):
            setattr(found, state, number)
        spent = COMMANDS.c.table_id.in_(_spent(clearing))
        found.commands = await _number(db, COMMANDS, and_(spent, COMMANDS.c.table_id.not_in(gone)))
        found.tournaments = await _number(db, TOURNAMENTS, _over(clearing))
        found.guests = await _number(db, PEOPLE, _nowhere(clearing, SEATS.c.table_id.not_in(gone)))
    return found


async def clear(database: Database, clearing: Clearing, tell: Callable[[Cleared], None] = lambda _: None) -> Cleared:
    """Delete old data in batches and return how much was deleted; `tell` receives the counts so far, again and again.

    Raises:
        OtherVersion: the database belongs to another version of souq.
        NotSaved: the database is locked, full or unavailable; earlier batches are deleted.
    """
    await check_version(database)
    done = Cleared()
    async for state in _tables(database, clearing):
        setattr(done, state, getattr(done, state) + 1)
        tell(done)
    async for number in _rows(database, COMMANDS, COMMANDS.c.table_id.in_(_spent(clearing).limit(BATCH // 5))):
        done.commands += number
        tell(done)
    old = select(TOURNAMENTS.c.code).where(_over(clearing)).limit(BATCH)
    async for number in _rows(database, TOURNAMENTS, TOURNAMENTS.c.code.in_(old)):
        done.tournaments += number
        tell(done)
    some = select(PEOPLE.c.id).where(_nowhere(clearing)).limit(BATCH)
    async for number in _rows(database, PEOPLE, PEOPLE.c.id.in_(some)):
        done.guests += number
        tell(done)
    async for _ in _rows(database, RESULTS, RESULTS.c.table_id.in_(_nobodys().limit(BATCH))):
        pass
    return done


async def clear_storms(database: Database, before: float) -> None:
    """Delete the tables of storms that were last used before a time, unless somebody has played on there."""
    old = select(TABLES.c.id).where(of_kind(STORM), TABLES.c.ply < 2, TABLES.c.updated_at < before)
    async for _ in _rows(database, TABLES, TABLES.c.id.in_(old.limit(BATCH))):
        pass


async def _tables(database: Database, clearing: Clearing) -> AsyncIterator[str]:
    """Delete old tables with everything that belongs to them; yield the state of each deleted table."""
    while True:
        async with database.write() as db:
            query = select(TABLES.c.id, TABLES.c.state).where(_old(clearing)).limit(BATCH)
            gone = list(await db.execute(query.with_for_update()))
            await db.execute(delete(TABLES).where(TABLES.c.id.in_([row.id for row in gone])))
        for row in gone:
            yield row.state
        if len(gone) < BATCH:
            return
        await asyncio.sleep(REST)


async def _rows(database: Database, table: Table, which: ColumnElement[bool]) -> AsyncIterator[int]:
    """Delete all rows of a database table that match a condition; yield the number of rows after each deletion."""
    while True:
        number = await database.run(delete(table).where(which))
        if not number:
            return
        yield number
        await asyncio.sleep(REST)


def _old(clearing: Clearing) -> ColumnElement[bool]:
    """Return the condition for tables to delete: no move or chat message for too long, and not to be kept."""
    spoken = select(CHAT.c.n).where(CHAT.c.table_id == TABLES.c.id, CHAT.c.at >= clearing.tables)
    stays = TABLES.c.id.in_(clearing.keep) if clearing.finished else or_(_finished(), TABLES.c.id.in_(clearing.keep))
    if not clearing.playing:
        stays = or_(stays, TABLES.c.state != "finished")
    return and_(TABLES.c.updated_at < clearing.tables, not_(stays), not_(spoken.exists()))


def _over(clearing: Clearing) -> ColumnElement[bool]:
    """Return the condition for tournaments to delete: unchanged for too long, and in a state that may be deleted."""
    ended = TOURNAMENTS.c.state.in_(("finished", "ended"))
    untouched = TOURNAMENTS.c.updated_at < clearing.tables
    if not clearing.playing:
        untouched = and_(untouched, ended)
    return untouched if clearing.finished else and_(untouched, not_(ended))


def _finished() -> ColumnElement[bool]:
    return TABLES.c.state == "finished"


def _spent(clearing: Clearing) -> Select[tuple[str]]:
    """Return a query for tables with stored commands whose game ended so long ago that the commands are deleted."""
    there = select(COMMANDS.c.revision).where(COMMANDS.c.table_id == TABLES.c.id)
    return select(TABLES.c.id).where(_finished(), TABLES.c.updated_at < clearing.commands, there.exists())


def _nobodys() -> Select[tuple[str]]:
    """Return a query for results to delete: the table no longer exists, and all its players were deleted."""
    others = RESULTS.alias()
    known = select(others.c.seat).where(others.c.table_id == RESULTS.c.table_id, others.c.person_id.is_not(None))
    there = select(TABLES.c.id).where(TABLES.c.id == RESULTS.c.table_id)
    return select(RESULTS.c.table_id).where(not_(known.exists()), not_(there.exists())).distinct()


def _nowhere(clearing: Clearing, *at: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the condition for guests to delete: unseen for too long, with no seat and in no tournament that stays.

    Accounts stay until their owners delete them.

    Args:
        clearing: what to delete.
        at: further conditions on the seats because of which a guest stays.
    """
    sits = select(SEATS.c.seat).where(SEATS.c.person_id == PEOPLE.c.id, *at)
    since = clearing.tables if clearing.guests is None else clearing.guests
    seen = select(SESSIONS.c.id).where(SESSIONS.c.person_id == PEOPLE.c.id, SESSIONS.c.seen_at >= since)
    stays = ENTRANTS.c.code.not_in(select(TOURNAMENTS.c.code).where(_over(clearing)))
    entered = select(ENTRANTS.c.number).where(ENTRANTS.c.person_id == PEOPLE.c.id, stays)
    hosts = select(TOURNAMENTS.c.code).where(TOURNAMENTS.c.host_id == PEOPLE.c.id, not_(_over(clearing)))
    gone = PEOPLE.c.created_at < since, PEOPLE.c.kept_at == 0
    return and_(*gone, *(not_(each.exists()) for each in (sits, seen, entered, hosts)))


async def _number(db: AsyncConnection, table: Table, which: ColumnElement[bool]) -> int:
    return int((await db.execute(select(func.count()).select_from(table).where(which))).scalar() or 0)
