"""Clearing out what nobody has touched for long: tables, guests, and the commands of finished games.

How games ended stays in the records of whoever is known. In batches, each a transaction that looks once more before it
deletes, so that a server goes on meanwhile and a table that somebody comes back to in that moment stays.
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
from souq.server.features.ratings.models import RESULTS
from souq.server.features.tournaments.models import ENTRANTS, TOURNAMENTS

BATCH = 100
"""Tables, or guests, that go at once."""

REST = 0.05
"""Seconds between two batches, which belong to the server."""


@dataclass(frozen=True, slots=True)
class Clearing:
    """What is to go."""

    tables: float
    """Tables that were last touched before this time, and guests who came before it and sit nowhere."""
    commands: float
    """Commands of games that were finished before this time."""
    finished: bool = True
    """Whether finished games go too."""
    keep: tuple[str, ...] = ()
    """Tables that stay."""
    playing: bool = True
    """Whether tables go too that are not finished."""
    guests: float | None = None
    """Guests who came before this time; None: as with the tables."""


@dataclass(slots=True)
class Cleared:
    """How much there is of it, or was."""

    waiting: int = 0
    playing: int = 0
    finished: int = 0
    commands: int = 0
    guests: int = 0
    tournaments: int = 0

    @property
    def nothing(self) -> bool:
        """Whether there is nothing to clear."""
        tables = self.waiting or self.playing or self.finished
        return not (tables or self.commands or self.guests or self.tournaments)


async def count(database: Database, clearing: Clearing) -> Cleared:
    """What would go; nothing is changed.

    Raises:
        OtherVersion: the database is not one of this version's.
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
    """Delete it; ``tell`` hears how much is gone after each batch.

    Raises:
        OtherVersion: the database is not one of this version's.
        NotSaved: the database is locked, full or away; what was told to be gone is.
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


async def _tables(database: Database, clearing: Clearing) -> AsyncIterator[str]:
    """Delete tables with everything that belongs to them; the state of each."""
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
    """Delete rows of a table; how many each time."""
    while True:
        number = await database.run(delete(table).where(which))
        if not number:
            return
        yield number
        await asyncio.sleep(REST)


def _old(clearing: Clearing) -> ColumnElement[bool]:
    """Of a table: nobody has played or spoken there for so long, and it is not to be kept."""
    spoken = select(CHAT.c.n).where(CHAT.c.table_id == TABLES.c.id, CHAT.c.at >= clearing.tables)
    kept = TABLES.c.id.in_(clearing.keep) if clearing.finished else or_(_finished(), TABLES.c.id.in_(clearing.keep))
    if not clearing.playing:
        kept = or_(kept, TABLES.c.state != "finished")
    return and_(TABLES.c.updated_at < clearing.tables, not_(kept), not_(spoken.exists()))


def _over(clearing: Clearing) -> ColumnElement[bool]:
    """Of a tournament: nothing has happened in it for so long; finished ones stay where finished games do."""
    ended = TOURNAMENTS.c.state.in_(("finished", "ended"))
    untouched = TOURNAMENTS.c.updated_at < clearing.tables
    if not clearing.playing:
        untouched = and_(untouched, ended)
    return untouched if clearing.finished else and_(untouched, not_(ended))


def _finished() -> ColumnElement[bool]:
    return TABLES.c.state == "finished"


def _spent(clearing: Clearing) -> Select[tuple[str]]:
    """The tables that were finished so long ago, and whose commands are still there."""
    there = select(COMMANDS.c.revision).where(COMMANDS.c.table_id == TABLES.c.id)
    return select(TABLES.c.id).where(_finished(), TABLES.c.updated_at < clearing.commands, there.exists())


def _nobodys() -> Select[tuple[str]]:
    """The games of which nothing is kept but how they ended, and of nobody who is known."""
    others = RESULTS.alias()
    known = select(others.c.seat).where(others.c.table_id == RESULTS.c.table_id, others.c.person_id.is_not(None))
    there = select(TABLES.c.id).where(TABLES.c.id == RESULTS.c.table_id)
    return select(RESULTS.c.table_id).where(not_(known.exists()), not_(there.exists())).distinct()


def _nowhere(clearing: Clearing, *at: ColumnElement[bool]) -> ColumnElement[bool]:
    """Of a guest: was here last so long ago, and sits nowhere; ``at``: only these seats count.

    Whoever keeps their name stays, and goes when they say so.
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
