"""Reading and writing tables, their logs and their chat. This module knows neither rules nor the kind of database."""

from __future__ import annotations

import logging
import operator
import time
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Executable,
    Row,
    Select,
    Update,
    and_,
    bindparam,
    delete,
    func,
    insert,
    not_,
    or_,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.server.core.db.declaring import columns
from souq.server.core.db.engines import Database
from souq.server.core.db.migrations import fits, migrate
from souq.server.core.db.models import (
    ANALYSES,
    ANSWERS,
    CHAT,
    COMMANDS,
    DECISIONS,
    LEASES,
    LINES,
    MUTES,
    NOTES,
    ORDERS,
    PAST_SEATS,
    PEOPLE,
    REMOVALS,
    SEATS,
    SERVERS,
    TABLES,
)
from souq.server.core.db.origins import of_kind
from souq.server.core.store.origins import DAILY, LESSON, OWN, PUZZLE, STORM
from souq.server.core.store.rows import (
    DECIDING,
    AgainstBots,
    Commit,
    Decided,
    LineRow,
    LogState,
    NextRow,
    NoteRow,
    OrderRow,
    Said,
    SeatRow,
    SoloRow,
    Step,
    TableRow,
    TaughtRow,
    winners,
)
from souq.server.errors import Overtaken, SignedOut
from souq.server.ops.config.settings import Settings
from souq.server.ops.telemetry.observer import NOBODY, Observer

LOG = logging.getLogger("souq.server")

ROWS = "rows"
"""Name of an execution option of SQL statements: how many rows a statement must change to succeed."""

_AS_READ = tuple(TABLES.c[name] == bindparam(f"read_{name}") for name in ("id", "revision", "writes"))
"""SQL conditions that make a write fail if the table has changed since it was read."""
_ADVANCING = update(TABLES).where(*_AS_READ)
"""SQL statement that writes all columns of a table's row. It is reused, since every decision executes it."""


class Storage:
    """Reads and writes tables, their logs and chat. Every method is one transaction; one that fails changes nothing."""

    def __init__(self, settings: Settings, observer: Observer = NOBODY) -> None:
        self.database = Database(settings, observer)

    async def open(self) -> None:
        """Migrate the database to this version."""
        await migrate(self.database)

    async def fits(self) -> bool:
        """Return whether this version can use the database without migrating it."""
        async with self.database.read() as db:
            return await db.run_sync(fits)

    async def close(self) -> None:
        """Close all connections."""
        await self.database.close()

    # tables

    async def create(self, table: TableRow, also: Sequence[Executable] = ()) -> None:
        """Store a new table with its seats, and run further statements in the same transaction.

        Raises:
            Overtaken: the finished table already has a rematch, a player with a reserved seat has been deleted, or a
                statement in ``also`` changes fewer or more rows than it must (:data:`ROWS`); nothing was stored.
            SignedOut: the host has been deleted; nothing was stored.
        """
        try:
            async with self.database.write() as db:
                await db.execute(insert(TABLES).values(**_columns(table)))
                await db.execute(insert(SEATS), [{"table_id": table.id, **asdict(seat)} for seat in table.seats])
                if table.follows:
                    await db.execute(written(table.follows))
                await db.execute(insert(COMMANDS).values(**_command(Commit(table, "open", -1, "open", {}, 0))))
                for statement in also:
                    done = await db.execute(statement)
                    if statement.get_execution_options().get(ROWS, done.rowcount) != done.rowcount:
                        raise Overtaken
        except IntegrityError as error:
            await self.check_known(*(seat.person_id for seat in table.seats if seat.seat == table.host))
            raise Overtaken from error

    async def create_finished(self, commits: Sequence[Commit], also: Sequence[Executable] = ()) -> None:
        """Store a finished table with its whole log, and run further statements in the same transaction.

        Raises:
            Overtaken: there is such a table already; nothing was stored.
            SignedOut: a player has been deleted; nothing was stored.
        """
        table = commits[-1].table
        try:
            async with self.database.write() as db:
                await db.execute(insert(TABLES).values(**_columns(table)))
                await db.execute(insert(SEATS), [{"table_id": table.id, **asdict(seat)} for seat in table.seats])
                await db.execute(insert(COMMANDS), [*map(_command, commits)])
                await _log(db, commits[-1])
                for statement in also:
                    await db.execute(statement)
        except IntegrityError as error:
            await self.check_known(*(seat.person_id for seat in table.seats))
            raise Overtaken from error

    async def drop(self, table_id: str) -> None:
        """Delete a table that is still waiting for players and where no person has a seat.

        Raises:
            NotSaved: the database is locked, full or out of reach; nothing has changed.
        """
        sits = select(SEATS.c.seat).where(SEATS.c.table_id == table_id, SEATS.c.kind == "person")
        where = TABLES.c.id == table_id, TABLES.c.state == "waiting", not_(sits.exists())
        await self.database.run(delete(TABLES).where(*where))

    async def following(self, table_id: str) -> NextRow | None:
        """Return the rematch of a finished table, if there is one."""
        host = and_(SEATS.c.table_id == TABLES.c.id, SEATS.c.seat == TABLES.c.host)
        query = select(TABLES.c.id, SEATS.c.name).join(SEATS, host).where(TABLES.c.follows == table_id)
        row = await self.database.first(query)
        return NextRow(row.id, row.name) if row else None

    async def notes(self, table_id: str) -> tuple[NoteRow, ...]:
        """Return the log's entries about seats, such as a player leaving, in order."""
        query = select(*columns(NOTES, NoteRow)).where(NOTES.c.table_id == table_id).order_by(NOTES.c.revision)
        return tuple(NoteRow(*row) for row in await self.database.rows(query))

    async def table(self, table_id: str) -> TableRow | None:
        """Return a table with its seats; None if there is no such table."""
        async with self.database.read() as db:
            row = (await db.execute(select(TABLES).where(TABLES.c.id == table_id))).first()
            if row is None:
                return None
            query = select(*columns(SEATS, SeatRow)).where(SEATS.c.table_id == table_id).order_by(SEATS.c.seat)
            return _table(row, [SeatRow(*seat) for seat in await db.execute(query)])

    async def decisions(self, table_id: str, after: int = 0) -> list[Decided]:
        """Return the decisions in a table's log, without the first ``after``."""
        later = DECISIONS.c.table_id == table_id, DECISIONS.c.ply > after
        query = select(*columns(DECISIONS, Decided)).where(*later).order_by(DECISIONS.c.ply)
        return [Decided(*row) for row in await self.database.rows(query)]

    async def marks(self, table_id: str) -> frozenset[int]:
        """Return every number of settled decisions that a table has had. Settled decisions can be seen by everybody."""
        query = select(COMMANDS.c.mark).where(COMMANDS.c.table_id == table_id).distinct()
        return frozenset(row.mark for row in await self.database.rows(query))

    async def commit(self, commit: Commit) -> None:
        """Store an accepted command.

        Raises:
            Overtaken: another server has changed the table meanwhile; nothing was stored.
            SignedOut: the person who takes a seat has been deleted; nothing was stored.
            NotSaved: the database is locked, full or out of reach; nothing was stored.
        """
        table = commit.table
        try:
            async with self.database.write() as db:
                await _advance(db, table)
                await _log(db, commit)
                for seat in commit.seats:
                    where = and_(SEATS.c.table_id == table.id, SEATS.c.seat == seat.seat)
                    await db.execute(update(SEATS).where(where).values(**asdict(seat)))
                for number in commit.lapsed:
                    await db.execute(delete(ORDERS).where(_order_of(table.id, number)))
                for answer in commit.ended:
                    await db.execute(delete(ANSWERS).where(_answer_of(table.id, *answer)))
                if commit.note is not None:
                    told = {"table_id": table.id, "revision": table.revision, **asdict(commit.note)}
                    await db.execute(insert(NOTES).values(**told))
                await _part(db, commit)
                await db.execute(insert(COMMANDS).values(**_command(commit)))
                for statement in commit.also:
                    await db.execute(statement)
        except IntegrityError as error:
            await self.check_known(*(seat.person_id for seat in commit.seats))
            raise Overtaken from error

    async def check_known(self, *people: str | None) -> None:
        """Check that people still exist.

        Raises:
            SignedOut: one of them has been deleted.
        """
        asked = {each for each in people if each is not None}
        query = select(func.count()).select_from(PEOPLE).where(PEOPLE.c.id.in_(asked))
        async with self.database.read() as db:
            if (await db.execute(query)).scalar_one() < len(asked):
                raise SignedOut

    async def left_by(self, table_id: str, person_id: str) -> frozenset[int]:
        """Return the seats of a table that a person has left for good."""
        mine = PAST_SEATS.c.table_id == table_id, PAST_SEATS.c.person_id == person_id
        return frozenset(row.seat for row in await self.database.rows(select(PAST_SEATS.c.seat).where(*mine)))

    async def removed(self, table_id: str, who: Collection[str]) -> bool:
        """Return whether the host has removed a player with one of these IDs and hashes from a table."""
        query = select(REMOVALS.c.who).where(REMOVALS.c.table_id == table_id, REMOVALS.c.who.in_(who))
        return await self.database.first(query) is not None

    async def counts(self, table_id: str) -> tuple[int, int] | None:
        """Return a table's revision and its count of writes; None if there is no such table."""
        query = select(TABLES.c.revision, TABLES.c.writes).where(TABLES.c.id == table_id)
        row = await self.database.first(query)
        return (row.revision, row.writes) if row else None

    async def since(self, table_id: str, revision: int) -> list[Step]:
        """Return the commands that a table accepted after a revision, the earliest first."""
        after = COMMANDS.c.table_id == table_id, COMMANDS.c.revision > revision
        query = select(*columns(COMMANDS, Step)).where(*after).order_by(COMMANDS.c.revision)
        return [Step(*row) for row in await self.database.rows(query)]

    async def answer(self, table_id: str, seat: int, key: str, since: float = 0.0) -> dict[str, Any] | None:
        """Return the response to a seat's command with this key; None if there was none at or after ``since``.

        A command that is sent twice with the same key gets the same response.
        """
        of = and_(COMMANDS.c.table_id == table_id, COMMANDS.c.seat == seat)
        where = and_(of, COMMANDS.c.key == key, COMMANDS.c.at >= since)
        row = await self.database.first(select(COMMANDS.c.answer).where(where))
        return dict(row.answer) if row else None

    async def log_state(self, table_id: str, seat: int, seq: int) -> LogState | None:
        """Return how many decisions the log had when the sequence number of a seat (-1: a spectator) was ``seq``.

        The result is None if the seat never had that number.
        """
        of = COMMANDS.c.table_id == table_id
        # A seat's count is that of public changes and its own: its last command within ``seq`` tells how they divide.
        own = select(COMMANDS.c.revision, COMMANDS.c.private).where(
            of, COMMANDS.c.seat == seat, COMMANDS.c.public + COMMANDS.c.private <= seq
        )
        async with self.database.read() as db:
            last = (await db.execute(own.order_by(COMMANDS.c.revision.desc()).limit(1))).first() if seat >= 0 else None
            public = seq - (last.private if last else 0)
            first = select(func.min(COMMANDS.c.revision)).where(of, COMMANDS.c.public == public)
            seen = (await db.execute(first)).scalar()
        if seen is None:
            return None
        revision = max(int(seen), last.revision if last else 0)
        at = select(COMMANDS.c.ply, COMMANDS.c.mark).where(of, COMMANDS.c.revision <= revision)
        since = select(func.min(COMMANDS.c.ply)).where(of, COMMANDS.c.revision > revision)
        async with self.database.read() as db:
            row = (await db.execute(at.order_by(COMMANDS.c.revision.desc()).limit(1))).first()
            lowest = (await db.execute(since)).scalar()
        return LogState(row.ply, row.mark, row.ply if lowest is None else min(lowest, row.ply)) if row else None

    async def last_change(self, table_id: str, seat: int) -> int:
        """Return a seat's sequence number after its latest command that made or undid a decision; 0 without one."""
        own = and_(COMMANDS.c.table_id == table_id, COMMANDS.c.seat == seat, COMMANDS.c.kind.in_(DECIDING))
        query = select(func.max(COMMANDS.c.public + COMMANDS.c.private)).where(own)
        return int(await self.database.scalar(query) or 0)

    async def orders(self, table_id: str) -> dict[int, OrderRow]:
        """Return the standing orders at a table, by seat."""
        query = select(*columns(ORDERS, OrderRow)).where(ORDERS.c.table_id == table_id)
        return {row.seat: OrderRow(*row) for row in await self.database.rows(query)}

    async def order(self, table: TableRow, seat: int, order: OrderRow | None) -> None:
        """Store a seat's standing order in place of its previous one; None deletes the previous one.

        Raises:
            Overtaken: another server has changed the table meanwhile; nothing was stored.
            NotSaved: the database is locked, full or out of reach; nothing was stored.
        """
        async with self._writing(table, unasked=table.unasked or order is not None) as db:
            await db.execute(delete(ORDERS).where(_order_of(table.id, seat)))
            if order is not None:
                await db.execute(insert(ORDERS).values(table_id=table.id, **asdict(order)))

    async def answers(self, table_id: str) -> dict[int, tuple[str, ...]]:
        """Return, by seat, the names of the standing answers that are switched on at a table."""
        query = select(ANSWERS.c.seat, ANSWERS.c.name).where(ANSWERS.c.table_id == table_id).order_by(ANSWERS.c.name)
        made: dict[int, tuple[str, ...]] = {}
        for row in await self.database.rows(query):
            made[row.seat] = (*made.get(row.seat, ()), row.name)
        return made

    async def switch(self, table: TableRow, seat: int, name: str, on: bool) -> None:
        """Switch a seat's standing answer on or off.

        Raises:
            Overtaken: another server has changed the table meanwhile; nothing was stored.
            NotSaved: the database is locked, full or out of reach; nothing was stored.
        """
        async with self._writing(table, unasked=table.unasked or on) as db:
            await db.execute(delete(ANSWERS).where(_answer_of(table.id, seat, name)))
            if on:
                await db.execute(insert(ANSWERS).values(table_id=table.id, seat=seat, name=name))

    async def lines(self, table_id: str) -> dict[int, LineRow]:
        """Return, by seat, the best solution that the solver has found at a table, and the number of hints taken."""
        query = select(*columns(LINES, LineRow)).where(LINES.c.table_id == table_id)
        try:
            return {row.seat: _line(row) for row in await self.database.rows(query)}
        except (TypeError, ValueError) as error:
            LOG.error("The stored solutions of table %s are invalid and will be computed again: %s", table_id, error)
            return {}

    async def line(self, table: TableRow, line: LineRow) -> None:
        """Store the best solution (a sequence of choices) that the solver has found for a seat.

        Raises:
            Overtaken: another server has changed the table meanwhile; nothing was stored.
            NotSaved: the database is locked, full or out of reach; nothing was stored.
        """
        async with self._writing(table) as db:
            await db.execute(delete(LINES).where(LINES.c.table_id == table.id, LINES.c.seat == line.seat))
            values = asdict(line) | {"choices": None if line.choices is None else list(line.choices)}
            await db.execute(insert(LINES).values(table_id=table.id, **values))

    async def analysis(self, table_id: str) -> dict[str, Any] | None:
        """Return the stored analysis of a finished game, if there is one."""
        query = select(ANALYSES.c.found).where(ANALYSES.c.table_id == table_id)
        row = await self.database.first(query)
        return dict(row.found) if row else None

    async def analysed(self, table: TableRow, found: dict[str, Any]) -> None:
        """Store the analysis of a finished game.

        Raises:
            Overtaken: another server has changed the table meanwhile; nothing was stored.
            NotSaved: the database is locked, full or out of reach; nothing was stored.
        """
        async with self._writing(table) as db:
            await db.execute(delete(ANALYSES).where(ANALYSES.c.table_id == table.id))
            await db.execute(insert(ANALYSES).values(table_id=table.id, found=found, at=time.time()))

    async def going_on(self, most: int = 200) -> list[str]:
        """Return the IDs of tables that may continue without a player and that no running server takes care of.

        At most ``most`` are returned, in random order: in a fixed order, tables that can't continue might fill every
        result.
        """
        held = select(SERVERS.c.id).where(SERVERS.c.until > self.database.now)
        name = "table " + TABLES.c.id
        seen_to = select(LEASES.c.name).where(LEASES.c.name == name, LEASES.c.holder.in_(held)).exists()
        query = select(TABLES.c.id).where(TABLES.c.unasked, not_(seen_to)).order_by(func.random()).limit(most)
        return [row.id for row in await self.database.rows(query)]

    async def unattended(self) -> list[tuple[str, str]]:
        """Return the ID and the game of each table that may continue although nobody watches it.

        These are tables that are about to begin, and tables in play that have a person and also a bot, a standing
        order, a standing answer or a running clock.
        """
        bots, people = (select(SEATS.c.table_id).where(SEATS.c.kind == kind) for kind in ("bot", "person"))
        ordered, answered = select(ORDERS.c.table_id), select(ANSWERS.c.table_id)
        alone = or_(*(TABLES.c.id.in_(those) for those in (bots, ordered, answered)), TABLES.c.clock != "")
        playing = and_(TABLES.c.state == "playing", TABLES.c.id.in_(people), alone)
        going = or_(playing, TABLES.c.sealed_at > 0)
        return [(row.id, row.game) for row in await self.database.rows(select(TABLES.c.id, TABLES.c.game).where(going))]

    async def tables_of(self, person_id: str, most: int = 12) -> list[TableRow]:
        """Return the tables at which a person sits, the latest first, except puzzles with fewer than two decisions."""
        mine = select(SEATS.c.table_id).where(SEATS.c.person_id == person_id)
        played = not_(and_(of_kind(PUZZLE, DAILY, STORM, OWN), TABLES.c.ply < 2))
        return await self.tables_where(and_(TABLES.c.id.in_(mine), played), most)

    async def tables_where(self, which: ColumnElement[bool], most: int) -> list[TableRow]:
        """Return the tables that meet a condition, with their seats, the latest first."""
        query = select(TABLES).where(which).order_by(TABLES.c.updated_at.desc()).limit(most)
        async with self.database.read() as db:
            return await with_seats(db, query)

    async def finished_by(self, person_id: str | None) -> frozenset[str]:
        """Return the names of the games that a person has finished, not counting games begun from a position."""
        if person_id is None:
            return frozenset()
        mine = select(SEATS.c.table_id).where(SEATS.c.person_id == person_id)
        whole = TABLES.c.state == "finished", TABLES.c.origin == ""
        query = select(TABLES.c.game).where(TABLES.c.id.in_(mine), *whole).distinct()
        return frozenset(row.game for row in await self.database.rows(query))

    async def played_against_bots(self, person_id: str | None, most: int = 1_000) -> list[AgainstBots]:
        """Return the whole games against bots that a person has played to the end, the latest first.

        Games begun from a position, games that were ended early without a winner, and games that a bot finished in the
        person's seat aren't among them.
        """
        if person_id is None:
            return []
        mine = select(SEATS.c.table_id).where(SEATS.c.person_id == person_id)
        whole = TABLES.c.id.in_(mine), TABLES.c.state == "finished", TABLES.c.origin == ""
        tables = select(TABLES.c.id, TABLES.c.game, TABLES.c.result).where(*whole)
        seats = select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.kind, SEATS.c.level, SEATS.c.person_id)
        async with self.database.read() as db:
            found = list(await db.execute(tables.order_by(TABLES.c.updated_at.desc()).limit(most)))
            around: dict[str, list[Any]] = {}
            for seat in await db.execute(seats.where(SEATS.c.table_id.in_([row.id for row in found]))):
                around.setdefault(seat.table_id, []).append(seat)
        games = []
        for row in found:
            won = winners(row.result or {})
            bots = tuple(each.level for each in around[row.id] if each.kind == "bot" and each.person_id is None)
            own = {each.seat for each in around[row.id] if each.kind == "person" and each.person_id == person_id}
            if bots and won and own:
                games.append(AgainstBots(row.id, row.game, bots, not own.isdisjoint(won)))
        return games

    async def taught(self, person_id: str | None, most: int = 400) -> list[TaughtRow]:
        """Return the tables of a person's lessons, the latest first."""
        if person_id is None:
            return []
        mine = select(SEATS.c.table_id).where(SEATS.c.person_id == person_id)
        lessons = TABLES.c.id.in_(mine), of_kind(LESSON)
        query = select(*columns(TABLES, TaughtRow)).where(*lessons).order_by(TABLES.c.updated_at.desc()).limit(most)
        return [TaughtRow(*row) for row in await self.database.rows(query)]

    async def practised(self, person_id: str | None, most: int = 1_000) -> list[TaughtRow]:
        """Return a person's tables of puzzles, except in storms, the latest first."""
        if person_id is None:
            return []
        mine = select(SEATS.c.table_id).where(SEATS.c.person_id == person_id)
        query = select(*columns(TABLES, TaughtRow)).where(TABLES.c.id.in_(mine), of_kind(PUZZLE, DAILY, OWN))
        rows = await self.database.rows(query.order_by(TABLES.c.updated_at.desc()).limit(most))
        return [TaughtRow(*row) for row in rows]

    async def played_alone(self, person_id: str, game: str, most: int = 400) -> list[SoloRow]:
        """Return the finished tables at which a person was the only player, the latest first."""
        mine = select(SEATS.c.table_id).where(SEATS.c.person_id == person_id)
        alone = and_(TABLES.c.id.in_(mine), TABLES.c.game == game, TABLES.c.players == 1, TABLES.c.state == "finished")
        query = select(*columns(TABLES, SoloRow)).where(alone).order_by(TABLES.c.updated_at.desc()).limit(most)
        return [SoloRow(*row) for row in await self.database.rows(query)]

    # chat

    async def say(
        self,
        table_id: str,
        seat: int,
        key: str,
        name: str,
        text: str,
        phrase: int | None = None,
        about: str | None = None,
    ) -> Said | None:
        """Store a chat message and return it; return None if the seat has already sent a message with this key.

        ``phrase`` is the number of a quick phrase, and ``about`` that of the list from which a player names what they
        want and have.
        """
        turn = select(TABLES.c.id).where(TABLES.c.id == table_id).with_for_update()  # one at a time
        last = select(func.max(CHAT.c.n)).where(CHAT.c.table_id == table_id)
        try:
            async with self.database.write() as db:
                await db.execute(turn)
                n = int((await db.execute(last)).scalar() or 0) + 1
                said = Said(n, seat, name, text, time.time(), phrase, about)
                await db.execute(insert(CHAT).values(table_id=table_id, key=key, **asdict(said)))
                return said
        except IntegrityError:
            return None

    async def chat(self, table_id: str, most: int = 100, after: int = 0) -> list[Said]:
        """Return the latest chat messages of a table, the oldest first, without those numbered up to ``after``."""
        here = CHAT.c.table_id == table_id, CHAT.c.n > after
        query = select(*columns(CHAT, Said)).where(*here).order_by(CHAT.c.n.desc()).limit(most)
        return [Said(*row) for row in await self.database.rows(query)][::-1]

    async def mutes(self, table_id: str) -> dict[int, dict[int, str]]:
        """Return, for each seat that has muted others at this table only, the muted seats with their players' names."""
        made: dict[int, dict[int, str]] = {}
        for row in await self.database.rows(select(MUTES).where(MUTES.c.table_id == table_id)):
            made.setdefault(row.by, {})[row.seat] = row.name
        return made

    async def mute(self, table: TableRow, by: int, seat: int, name: str, on: bool) -> None:
        """Mute or unmute ``seat`` for the player in the seat ``by``, at this table only.

        Raises:
            Overtaken: another server has changed the table meanwhile; nothing was stored.
            NotSaved: the database is locked, full or out of reach; nothing was stored.
        """
        this = MUTES.c.table_id == table.id, MUTES.c.by == by, MUTES.c.seat == seat
        async with self._writing(table) as db:
            await db.execute(delete(MUTES).where(*this))
            if on:
                await db.execute(insert(MUTES).values(table_id=table.id, by=by, seat=seat, name=name))

    @asynccontextmanager
    async def _writing(self, table: TableRow, **changes: Any) -> AsyncIterator[AsyncConnection]:
        """Open a transaction for data of a table. The table's ``writes`` is incremented, but not its revision.

        Raises:
            Overtaken: the table has been written to since it was read; nothing was stored.
        """
        as_read = TABLES.c.id == table.id, TABLES.c.writes == table.writes
        async with self.database.write() as db:
            done = await db.execute(update(TABLES).where(*as_read).values(writes=table.writes + 1, **changes))
            if done.rowcount != 1:
                raise Overtaken
            yield db
        table.writes += 1
        for name, value in changes.items():
            setattr(table, name, value)


def written(table_id: str) -> Update:
    """Return an SQL statement that increments ``writes``, the number of times that a table has been written to."""
    return update(TABLES).where(TABLES.c.id == table_id).values(writes=TABLES.c.writes + 1)


async def with_seats(db: AsyncConnection, query: Select[Any]) -> list[TableRow]:
    """Return the tables that a query finds, with their seats."""
    tables = [_table(row) for row in await db.execute(query)]
    ids = [table.id for table in tables]
    seats = select(SEATS.c.table_id, *columns(SEATS, SeatRow)).where(SEATS.c.table_id.in_(ids))
    by_table: dict[str, list[SeatRow]] = {}
    for table_id, *seat in await db.execute(seats.order_by(SEATS.c.seat)):
        by_table.setdefault(table_id, []).append(SeatRow(*seat))
    for table in tables:
        table.seats = by_table.get(table.id, [])
    return tables


async def _advance(db: AsyncConnection, table: TableRow) -> None:
    """Write the table's row. Raise ``Overtaken`` if the table has been written to since it was read."""
    read = {"read_id": table.id, "read_revision": table.revision - 1, "read_writes": table.writes - 1}
    done = await db.execute(_ADVANCING, _columns(table) | read)
    if done.rowcount != 1:
        raise Overtaken


async def _log(db: AsyncConnection, commit: Commit) -> None:
    table = commit.table
    if commit.cut:
        await db.execute(delete(DECISIONS).where(DECISIONS.c.table_id == table.id, DECISIONS.c.ply > commit.keep))
    rows = [
        {"table_id": table.id, "ply": ply, "at": table.updated_at, **decided._asdict()}
        for ply, decided in enumerate(commit.added, start=commit.keep + 1)
    ]
    if rows:
        await db.execute(insert(DECISIONS), rows)


async def _part(db: AsyncConnection, commit: Commit) -> None:
    """Store who has left a seat for good, and who was removed by the host."""
    table = commit.table
    for seat in commit.left:
        past = {"table_id": table.id, "seat": seat.seat, "name": seat.name, "person_id": seat.person_id}
        await db.execute(insert(PAST_SEATS).values(**past))
    if commit.removed:
        await db.execute(delete(REMOVALS).where(REMOVALS.c.table_id == table.id, REMOVALS.c.who.in_(commit.removed)))
        rows = [{"table_id": table.id, "who": who, "at": table.updated_at} for who in commit.removed]
        await db.execute(insert(REMOVALS), rows)


def _command(commit: Commit) -> dict[str, Any]:
    table = commit.table
    return {
        "table_id": table.id,
        "revision": table.revision,
        "seat": commit.seat,
        "key": commit.key,
        "kind": commit.kind,
        "ply": table.ply,
        "mark": table.mark,
        "public": table.public,
        "private": table.seq(commit.seat) - table.public,
        "answer": commit.answer,
        "at": table.updated_at,
    }


def _columns(table: TableRow) -> dict[str, Any]:
    return {column.key: getattr(table, column.key) for column in TABLES.columns}


def _table(row: Row[Any], seats: Sequence[SeatRow] = ()) -> TableRow:
    return TableRow(**{each.key: row._mapping[each] for each in columns(TABLES, TableRow)}, seats=list(seats))


def _order_of(table_id: str, seat: int) -> ColumnElement[bool]:
    return and_(ORDERS.c.table_id == table_id, ORDERS.c.seat == seat)


def _answer_of(table_id: str, seat: int, name: str) -> ColumnElement[bool]:
    return and_(ANSWERS.c.table_id == table_id, ANSWERS.c.seat == seat, ANSWERS.c.name == name)


def _line(row: Row[Any]) -> LineRow:
    """Convert a database row to the solver's best sequence of choices for a seat.

    Raises:
        TypeError, ValueError: the row contains something other than numbers of choices.
    """
    choices = None if row.choices is None else tuple(map(operator.index, row.choices))
    return LineRow(**dict(row._mapping) | {"choices": choices})
