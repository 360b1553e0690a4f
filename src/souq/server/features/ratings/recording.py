"""Storage of the results of finished games. They wait in a queue; each is stored once, in one transaction."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import asdict

from sqlalchemy import Executable, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.server.core.db.engines import Database
from souq.server.core.db.models import NOTES, PEOPLE, TABLES
from souq.server.core.db.storage import with_seats
from souq.server.core.rating_scale import Rating
from souq.server.core.store.origins import SAVED, kind_of
from souq.server.core.store.rows import TableRow
from souq.server.errors import OutOfReach
from souq.server.features.ratings.models import ENDINGS, RATINGS, RESULTS, STARTERS, ResultRow
from souq.server.features.ratings.results import GIVEN_UP, FinishedGame, results

LOG = logging.getLogger("souq.server")

RETRY = 30.0
"""Seconds between a failed attempt and the next."""

SENSELESS = (KeyError, IndexError, TypeError, ValueError)
"""Errors that a damaged result can cause; that game is skipped, so that later games can be stored."""


def beside(before: TableRow | None, after: TableRow) -> list[Executable]:
    """Return SQL statements to execute in the transaction that stores a table's change.

    They store who sits at a table whose game begins, and queue a game that has ended.
    """
    if after.players == 1 or kind_of(after.origin) not in ("", SAVED):
        return []
    made: list[Executable] = []
    was = before.state if before else "waiting"
    if was == "waiting" != after.state:
        people = [
            {"table_id": after.id, "seat": each.seat, "person_id": each.person_id}
            for each in after.seats
            if each.person_id
        ]
        made += [insert(STARTERS).values(people)] if people else []
    if was != "finished" == after.state:
        made.append(insert(ENDINGS).values(table_id=after.id, at=after.updated_at))
    return made


class Recording:
    """Stores the results of finished games, and updates ratings."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._woken, self._lock = asyncio.Event(), asyncio.Lock()

    def table_changed(self, table: TableRow) -> None:
        """Wake the worker if a game has ended."""
        if table.state == "finished":
            self.wake()

    def wake(self) -> None:
        """Wake the worker, because a game may have ended."""
        self._woken.set()

    async def run(self) -> None:
        """Store the results of finished games until cancelled, starting with those that ended earlier."""
        while True:
            self._woken.clear()  # before reading the queue: a game that ends meanwhile wakes it again
            try:
                await self.catch_up()
                await self._woken.wait()
            except OutOfReach as error:
                LOG.warning("Finished games are not recorded yet: %s", error)
                await asyncio.sleep(RETRY)
            except Exception:  # an error in one game must not end the worker
                LOG.exception("Finished games could not be recorded.")
                await asyncio.sleep(RETRY)

    async def catch_up(self) -> int:
        """Store the results of every finished game in the queue; return how many there were.

        Raises:
            OutOfReach: the database is locked, full or unavailable.
        """
        done = 0
        async with self._lock:
            while await self._next():
                done += 1
        return done

    async def _next(self) -> bool:
        """Store the results of the first game in the queue; return whether there was one."""
        async with self._database.write() as db:
            first = select(ENDINGS).order_by(ENDINGS.c.n).limit(1).with_for_update()
            ending = (await db.execute(first)).first()
            if ending is None:
                return False
            try:
                over = await _over(db, ending.table_id, ending.at)
                if over.recorded and not await _written(db, ending.table_id):
                    await _write(db, over)
            except SENSELESS:
                LOG.exception("The result of table %s is invalid and was not recorded.", ending.table_id)
            await db.execute(delete(ENDINGS).where(ENDINGS.c.n == ending.n))
        return True


async def _over(db: AsyncConnection, table_id: str, at: float) -> FinishedGame:
    """Load a finished game with the people who started it and the seats handed to bots."""
    (table,) = await with_seats(db, select(TABLES).where(TABLES.c.id == table_id))
    people = select(STARTERS.c.seat, PEOPLE.c.id).join(PEOPLE, PEOPLE.c.id == STARTERS.c.person_id)
    found = await db.execute(people.where(STARTERS.c.table_id == table_id).with_for_update(read=True, of=PEOPLE))
    starters = {row.seat: row.id for row in found}
    notes = select(NOTES.c.seat).where(NOTES.c.table_id == table_id, NOTES.c.kind.in_(GIVEN_UP))
    return FinishedGame(table, at, starters, frozenset((await db.execute(notes)).scalars()))


async def _written(db: AsyncConnection, table_id: str) -> bool:
    """Return whether a game's results are stored."""
    return (await db.execute(select(RESULTS.c.seat).where(RESULTS.c.table_id == table_id).limit(1))).first() is not None


async def _write(db: AsyncConnection, over: FinishedGame) -> None:
    game, people = over.table.game, list(over.starters.values())
    mine = RATINGS.c.game == game, RATINGS.c.person_id.in_(people)
    rows = await db.execute(select(RATINGS).where(*mine).with_for_update())
    known = {row.person_id: Rating(row.mu, row.sigma, row.games) for row in rows}
    made = results(over, known)
    await db.execute(insert(RESULTS), [asdict(row) for row in made])
    for row in _changed(made):
        values = {"mu": row.mu, "sigma": row.sigma, "at": over.at}
        before = known.get(row.person_id or "")
        if before is None:
            await db.execute(insert(RATINGS).values(person_id=row.person_id, game=game, games=1, **values))
        else:
            own = RATINGS.c.game == game, RATINGS.c.person_id == row.person_id
            await db.execute(update(RATINGS).where(*own).values(games=before.games + 1, **values))


def _changed(rows: Iterable[ResultRow]) -> list[ResultRow]:
    return [row for row in rows if row.mu is not None]
