"""Export and deletion of an account's personal data."""

from __future__ import annotations

import base64
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sqlalchemy import Column, Row, Table, and_, delete, func, or_, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.engine.errors import SouqError
from souq.server.core.commands import protocol
from souq.server.core.commands.commands import Commands
from souq.server.core.commands.outcome import Caller
from souq.server.core.db.declaring import all_tables
from souq.server.core.db.engines import Database
from souq.server.core.db.models import (
    ANSWERS,
    CHAT,
    COMMANDS,
    DECISIONS,
    LETTERS,
    LINES,
    MUTES,
    NOTES,
    ORDERS,
    PAST_SEATS,
    PEOPLE,
    REMOVALS,
    SEATS,
    SESSIONS,
    TABLES,
)
from souq.server.core.events import AccountDeleted, Bus
from souq.server.core.live.people import fresh_token
from souq.server.core.live.seats import USUAL
from souq.server.core.live.tables import Tables
from souq.server.core.personal_data import AllPersonalData
from souq.server.core.realtime.hub import Hub
from souq.server.errors import OutOfReach, Overtaken, Stale
from souq.server.features.accounts import left_seats

SOMEBODY = "Somebody"
"""The name that replaces a deleted person's name at the tables where they played."""
FORMAT = "souq-you/1"
HIDDEN = ("_hash", "digest", "other_id")
"""Endings of the names of columns that are left out of the export.

Hashes are useless to the reader, and IDs of other people are private.
"""
AT_SEATS: dict[str, tuple[Column[int], ...]] = {
    "orders": (ORDERS.c.seat, ORDERS.c.about, ORDERS.c.amount),
    "standing_answers": (ANSWERS.c.seat, ANSWERS.c.name),
    "hints": (LINES.c.seat, LINES.c.looked, LINES.c.hints),  # not which way was found: the puzzle may still go on
    "notes": (NOTES.c.seat, NOTES.c.moment, NOTES.c.kind, NOTES.c.name),
    "commands": (COMMANDS.c.seat, COMMANDS.c.kind, COMMANDS.c.ply, COMMANDS.c.at),
    "muted_at_tables": (MUTES.c.by, MUTES.c.seat, MUTES.c.name),
}
"""Data that is stored per seat, not per person: by section of the exported file, the columns to read.

The first column holds the seat number; the others are exported.
"""
NAMED = {
    "starters": "began",
    "past_seats": "seats_left",
    "profiles": "profile",
    "shunned": "muted_and_blocked",
    "codes": "recovery_codes",
    "sessions": "browsers",
    "waits": "waiting",
    "hours": "nights_and_holidays",
}
"""Section names in the exported file, by database table; other sections are named like their table."""


class DataRequests:
    """Exports and deletes personal data.

    Args:
        database: stores the data.
        tables: the tables in memory.
        commands: executes the command by which a bot takes over a seat.
        hub: sends updates to viewers.
        bus: publishes the deletion, for caches.
        personal: the features that store personal data.
    """

    def __init__(
        self,
        database: Database,
        tables: Tables,
        commands: Commands,
        hub: Hub,
        bus: Bus,
        personal: AllPersonalData,
    ) -> None:
        self._database, self._tables, self._commands, self._hub = database, tables, commands, hub
        self._bus, self._personal = bus, personal

    async def export(self, person_id: str) -> dict[str, Any]:
        """Return all stored data about a person, except hashes of tokens and codes."""
        async with self._database.read() as db:

            async def own(table: Table, key: str) -> list[dict[str, Any]]:
                rows = await db.execute(select(table).where(table.c[key] == person_id))
                kept_back = [column.name for column in table.c if column.name.endswith(HIDDEN)]
                return [_plain(row, key, *kept_back) for row in rows]

            exported: dict[str, Any] = {"format": FORMAT, "told_at": time.time(), "person": await own(PEOPLE, "id")}
            for table in own_tables(self._personal):
                exported[NAMED.get(table.name, table.name)] = await own(table, "person_id")
            exported["seats"] = await _seats(db, person_id)
            exported["decisions"] = await _done(db, DECISIONS, person_id)
            exported["removed_from"] = await own(REMOVALS, "who")
            exported["said"] = await _said(db, person_id)
            for name, (seat, *columns) in AT_SEATS.items():
                exported[name] = await _at_seats(db, seat, columns, person_id)
            for each in self._personal:
                exported |= await each.export(db, person_id)
        return exported

    async def forget(self, person_id: str) -> list[str]:
        """Delete a person immediately and return the IDs of the ended sessions.

        Their games stay, under the name *Somebody*. A bot takes over their seats in running games. A table that waits
        for its first move gets another host or, without other players, is deleted.

        Raises:
            Stale: a new game of theirs began during every attempt.
        """
        return await self._tables.retry(partial(self._forget, person_id))

    async def _forget(self, person_id: str) -> list[str]:
        alone = await self._leave_games(person_id)
        gone = _Gone()
        async with self._database.write() as db:
            await self._erase(db, person_id, alone, gone)
            # Whatever is stored for them waits here, and fails; what was stored until now goes as well.
            await db.execute(select(PEOPLE.c.id).where(PEOPLE.c.id == person_id).with_for_update())
            await self._erase(db, person_id, alone, gone)
            await db.execute(delete(PEOPLE).where(PEOPLE.c.id == person_id))
        for table_id, seat, _ in gone.seats:
            await self._follow(table_id, partial(_leave, table_id=table_id, seat=seat, person_id=person_id))
            self._hub.part(table_id, seat)
        for each in gone.left:
            await self._follow(each[0], partial(_rename, left=each))
        await self._bus.settle(AccountDeleted(person_id))
        return gone.sessions

    async def _erase(
        self, db: AsyncConnection, person_id: str, alone: Collection[tuple[str, int]], gone: _Gone
    ) -> None:
        """Delete all stored data about a person and record it in `gone`; repeating the call is harmless.

        Raises:
            Overtaken: a game of theirs has begun in which a bot must take over first.
        """
        sessions = await db.execute(select(SESSIONS.c.id).where(SESSIONS.c.person_id == person_id))
        gone.sessions += sessions.scalars()
        mail = (await db.execute(select(PEOPLE.c.mail).where(PEOPLE.c.id == person_id))).scalar()
        await db.execute(delete(LETTERS).where(or_(LETTERS.c.person_id == person_id, LETTERS.c.mail == mail)))
        sits = select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.name).where(_of(person_id))
        seats = [(row.table_id, row.seat, row.name) for row in await db.execute(sits.order_by(SEATS.c.table_id))]
        for table_id, seat, _ in seats:
            await _leave(db, table_id, seat, person_id, (table_id, seat) in alone)
        left = await left_seats.seats_of(db, person_id)
        for each in left:
            await _rename(db, each)
        for feature in self._personal:
            await feature.erase(db, person_id, SOMEBODY, [*left, *seats])
        for table in own_tables(self._personal):
            theirs = table.c.person_id == person_id
            change = update(table).values(person_id=None) if _stays(table) else delete(table)
            await db.execute(change.where(theirs))
        await db.execute(delete(REMOVALS).where(REMOVALS.c.who == person_id))
        gone.seats += seats
        gone.left += left

    async def _leave_games(self, person_id: str) -> Collection[tuple[str, int]]:
        """Let bots take over a person's seats in running games; return the seats that no bot can take over."""
        async with self._database.read() as db:
            query = select(SEATS.c.table_id, SEATS.c.seat).join(TABLES)
            plays = TABLES.c.state == "playing", SEATS.c.kind == "person"
            seats = list(await db.execute(query.where(_of(person_id), *plays)))
        alone = set()
        for table_id, seat in seats:
            try:
                await self._commands.carry_out(table_id, Caller(seat), protocol.LeaveSeat())
            except (OutOfReach, Stale):  # nothing has been deleted yet: they may say so again
                raise
            except SouqError:  # who plays alone, or by rules of another version, only leaves
                alone.add((table_id, seat))
        return alone

    async def _follow(self, table_id: str, change: Callable[[AsyncConnection], Awaitable[None]]) -> None:
        """Update a table in memory after a person was removed from it in the database, and then its viewers.

        The change is made again under the table's lock, in case the table was saved in between.
        """

        async def again() -> None:
            async with self._database.write() as db:
                await change(db)

        if self._tables.knows(table_id):
            await self._tables.reread(table_id, again)
        self._hub.publish(table_id, about=True)


def own_tables(personal: AllPersonalData) -> list[Table]:
    """Return the database tables, other than the seats, whose rows with a `person_id` are exported and deleted here.

    A feature exports and deletes the data in its other tables itself.
    """
    elsewhere = {"seats", *(table for each in personal for table in each.tables)}
    return [table for table in all_tables().sorted_tables if "person_id" in table.c and table.name not in elsewhere]


def _stays(table: Table) -> bool:
    """Return whether a person's rows in a database table are anonymized instead of deleted, as results of games are."""
    return any(key.ondelete == "SET NULL" for key in table.c.person_id.foreign_keys)


@dataclass
class _Gone:
    """The seats and sessions that a deletion has found, collected for the steps that follow it."""

    seats: list[left_seats.LeftSeat] = field(default_factory=list)
    left: list[left_seats.LeftSeat] = field(default_factory=list)
    """Seats that the person had left before the deletion."""
    sessions: list[str] = field(default_factory=list)


async def _leave(db: AsyncConnection, table_id: str, seat: int, person_id: str, alone: bool = True) -> None:
    """Anonymize a person's seat; repeating it is harmless.

    Raises:
        Overtaken: the person is playing there and `alone` is false, so a bot must take over the seat first.
    """
    this = and_(SEATS.c.table_id == table_id, SEATS.c.seat == seat, _of(person_id))
    about = select(TABLES.c.state, TABLES.c.sealed_at, SEATS.c.name, SEATS.c.kind).join(SEATS).where(this)
    found = (await db.execute(about.with_for_update())).first()
    if found is None:
        return
    if found.state == "playing" and found.kind == "person" and not alone:
        raise Overtaken
    name = await _free_name(db, table_id, seat)
    here = and_(MUTES.c.table_id == table_id, or_(MUTES.c.by == seat, MUTES.c.seat == seat))
    await db.execute(delete(MUTES).where(here))
    await left_seats.rename(db, (table_id, seat, found.name), name)
    if found.state == "waiting" and not found.sealed_at:
        await _leave_waiting(db, table_id, seat, found.kind == "person")
        return
    nobodys = {"person_id": None, "token_hash": None, "salt": None, "invitation": None, "name": name}
    if found.state == "waiting":  # it is about to begin, and nobody else can sit down
        nobodys |= {"kind": "bot", "level": USUAL}
    await db.execute(update(SEATS).where(this).values(**nobodys))


async def _rename(db: AsyncConnection, left: left_seats.LeftSeat) -> None:
    """Replace the name of a person who once sat at a seat by *Somebody* at that table; repeating it is harmless."""
    table_id, seat, _ = left
    await left_seats.rename(db, left, await _free_name(db, table_id, seat))


async def _leave_waiting(db: AsyncConnection, table_id: str, seat: int, sat: bool) -> None:
    """Open a person's seat again at a table that has not begun, and find another host if they were the host.

    The table is deleted if no person is left, unless the seat was only reserved (`sat` is false) and is not the host's.
    """
    others = and_(SEATS.c.table_id == table_id, SEATS.c.seat != seat, SEATS.c.kind == "person")
    heir = (await db.execute(select(func.min(SEATS.c.seat)).where(others))).scalar()
    host = (await db.execute(select(TABLES.c.host).where(TABLES.c.id == table_id))).scalar()
    if heir is None and (sat or host == seat):
        await db.execute(delete(TABLES).where(TABLES.c.id == table_id, TABLES.c.state == "waiting"))
        return
    emptied = {"kind": "open", "name": "", "person_id": None, "token_hash": None, "salt": None, "seal": None}
    this = and_(SEATS.c.table_id == table_id, SEATS.c.seat == seat)
    await db.execute(update(SEATS).where(this).values(**emptied, invitation=fresh_token()))
    await db.execute(update(TABLES).where(TABLES.c.id == table_id, TABLES.c.host == seat).values(host=heir))


async def _free_name(db: AsyncConnection, table_id: str, seat: int) -> str:
    """Return *Somebody* or, if a player at the table already has that name, *Somebody 2* and so on."""
    others = select(SEATS.c.name).where(SEATS.c.table_id == table_id, SEATS.c.seat != seat)
    taken = set((await db.execute(others)).scalars())
    return next(name for n in range(1, 99) if (name := SOMEBODY if n == 1 else f"{SOMEBODY} {n}") not in taken)


def _of(person_id: str) -> Any:
    return SEATS.c.person_id == person_id


async def _seats(db: AsyncConnection, person_id: str) -> list[dict[str, Any]]:
    """Return a person's seats for the export, with the state and result of each seat's table."""
    tables = TABLES.c.id.label("table"), TABLES.c.game, TABLES.c.state, TABLES.c.result, TABLES.c.created_at
    own = SEATS.c.seat, SEATS.c.name, SEATS.c.confirm, SEATS.c.here_at, SEATS.c.hushed
    query = select(*tables, TABLES.c.updated_at, *own).join(SEATS)
    return [dict(row._mapping) for row in await db.execute(query.where(_of(person_id)).order_by(TABLES.c.created_at))]


async def _at_seats(
    db: AsyncConnection, seat: Column[int], columns: Sequence[Column[Any]], person_id: str
) -> list[dict[str, Any]]:
    """Return the given columns of the rows that belong to a person's seats; `seat` is the seat number's column."""
    table = seat.table
    at = and_(SEATS.c.table_id == table.c.table_id, SEATS.c.seat == seat)
    query = select(table.c.table_id.label("table"), seat.label("own_seat"), *columns).join(SEATS, at)
    return [dict(row._mapping) for row in await db.execute(query.where(_of(person_id)))]


async def _said(db: AsyncConnection, person_id: str) -> list[dict[str, Any]]:
    """Return a person's chat messages, including those from seats they have left."""
    made = []
    for seats in (SEATS, PAST_SEATS):
        at = and_(seats.c.table_id == CHAT.c.table_id, seats.c.seat == CHAT.c.seat, seats.c.name == CHAT.c.name)
        made.append(select(CHAT).join(seats, at).where(seats.c.person_id == person_id))
    rows = await db.execute(union(*made).order_by("at"))
    return [_plain(row, "key") for row in rows]


async def _done(db: AsyncConnection, table: Table, person_id: str) -> list[dict[str, Any]]:
    """Return the rows of a database table that belong to a person's seats, the oldest first."""
    at = and_(SEATS.c.table_id == table.c.table_id, SEATS.c.seat == table.c.seat)
    rows = await db.execute(select(table).join(SEATS, at).where(_of(person_id)).order_by(table.c.at))
    return [_plain(row, "key") for row in rows]


def _plain(row: Row[Any], *without: str) -> dict[str, Any]:
    """Convert a database row to JSON-compatible values: omit the columns `without`, and encode bytes as base64."""
    found = {key: value for key, value in row._mapping.items() if key not in without}
    return {
        key: base64.urlsafe_b64encode(value).decode() if isinstance(value, bytes | memoryview) else value
        for key, value in found.items()
    }
