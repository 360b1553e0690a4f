"""Background progress of tournaments, in steps: open tables, store results, and pair the next round.

The next step follows from the database alone, so any server can take over at any moment: each step is one transaction,
and the database accepts only one table per pairing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterable
from weakref import WeakValueDictionary

from souq.engine.errors import SouqError
from souq.server.core.commands.committing import Committer
from souq.server.core.db.listings import stored
from souq.server.core.db.models import TABLES
from souq.server.core.db.storage import Storage
from souq.server.core.jobs.chores import Chores
from souq.server.core.live.leaving import JOINED, LEFT, RESIGNED
from souq.server.core.store.rows import Listing, TableRow
from souq.server.errors import OutOfReach, Stale
from souq.server.features.tournaments.adapters import gone, numbers, of_round, plan_of, rounds_of
from souq.server.features.tournaments.models import PairingRow, TournamentRow
from souq.server.features.tournaments.pairing import paired
from souq.server.features.tournaments.storage import Tournaments, made
from souq.server.features.tournaments.tables import table_for

LOG = logging.getLogger("souq.server")

EVERY = 60.0
"""Seconds between two checks of every tournament, in case an event was missed."""
RETRY = 3.0
"""Seconds until a tournament whose step failed is tried again."""

FOR_GOOD = (LEFT, RESIGNED, JOINED)
"""Kinds of entries in a table's notes which say that a player has left a seat for good, or another has taken it."""


class Runner:
    """Runs the tournaments in play.

    Args:
        kept: the tournaments' storage.
        storage: the tables' storage.
        committer: opens tables.
        chores: runs background tasks.
    """

    def __init__(
        self,
        kept: Tournaments,
        storage: Storage,
        committer: Committer,
        chores: Chores,
    ) -> None:
        self._kept, self._storage, self._committer, self._chores = kept, storage, committer, chores
        self._asked = asyncio.Event()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, code: str) -> asyncio.Lock:
        """Return the lock that serializes changes of a tournament on this server."""
        return self._locks.setdefault(code, asyncio.Lock())

    def table_changed(self, table: TableRow) -> None:
        """Start the tournament's next step if this table is one of its games and is over."""
        if table.state == "finished" and table.players > 1 and not table.origin:
            self._chores.start(self._over(table.id))

    async def _over(self, table_id: str) -> None:
        with contextlib.suppress(OutOfReach):  # the periodic check tries again
            found = await self._kept.at(table_id)
            if found is not None:
                await self.go_on(found[0])

    def wake(self) -> None:
        """Wake the periodic check, because a tournament has changed, here or on another server."""
        self._asked.set()

    async def has_left(self, table_id: str, seat: int) -> bool:
        """Return whether the player paired for a seat has left it for good, even if another person plays there now."""
        return any(note.seat == seat and note.kind in FOR_GOOD for note in await self._storage.notes(table_id))

    async def run(self) -> None:
        """Check every tournament in play: immediately, every minute, and whenever one has changed. Never returns."""
        while True:
            self._asked.clear()
            try:
                for code in await self._kept.in_play():
                    await self.go_on(code)
            except OutOfReach as error:
                LOG.warning("The tournaments are paused: %s", error)
            await asyncio.sleep(min(RETRY, EVERY))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), max(0.0, EVERY - RETRY))

    async def go_on(self, code: str) -> None:
        """Take all steps that are due in a tournament; after a database error or a concurrent change, try again."""
        while not self._chores.closing:
            try:
                async with self.lock(code):
                    while await self._step(code):
                        pass
                return
            except (OutOfReach, Stale) as error:
                LOG.warning("A tournament is paused: %s", error)
                await asyncio.sleep(RETRY)
            except SouqError as error:  # retrying would not help
                LOG.error("A tournament cannot go on: %s", error)
                return
            except Exception:  # the other tournaments must go on
                LOG.exception("A tournament cannot go on.")
                return

    async def _step(self, code: str) -> bool:
        """Take a tournament's next step: store results, open tables or pair a round.

        Return whether another step may be due immediately.
        """
        row = await self._kept.get(code)
        if row is None or row.state != "playing":
            return False
        tables = of_round(row, row.round)
        if await self._write(row, tables):
            return True
        missing = [each for each in tables if each.ranks is None and each.table_id is None]
        for pairing in missing:
            await self._make(row, pairing)
        if missing or any(pairing.ranks is None for pairing in tables):
            return False
        await self.next_round(row)
        return True

    async def next_round(self, row: TournamentRow) -> None:
        """Pair the next round, or finish the tournament after its last one.

        Raises:
            Stale: another server or request changed it first.
        """
        plan, entrants = plan_of(row), numbers(row)
        found = await asyncio.to_thread(paired, plan, entrants, gone(row), rounds_of(row))
        if found:
            await self._kept.go_on(row, found, plan.rounds)
        else:
            await self._kept.finish(row, "finished")

    async def _write(self, row: TournamentRow, tables: Iterable[PairingRow]) -> bool:
        """Store the ranks of a round's newly finished tables; return whether there were any."""
        waiting = {each.table_id: each for each in tables if each.ranks is None and each.table_id is not None}
        over = TABLES.c.id.in_(list(waiting)) & (TABLES.c.state == "finished")
        found = await self._storage.tables_where(over, len(waiting)) if waiting else []
        for table in found:
            pairing = waiting[table.id]
            ranks = (table.result or {}).get("ranks") or [0] * len(pairing.seats)
            await self._kept.result(row.code, pairing, ranks, _missed(pairing, table))
        return bool(found)

    async def _make(self, row: TournamentRow, pairing: PairingRow) -> None:
        """Open the table of a pairing, unless another server has already opened it."""
        opened = table_for(row, pairing)
        also = [made(row.code, pairing, opened.table.id)]
        if row.company == "anybody":
            also.append(stored(Listing(opened.table.id, "anybody", watch=False)))  # list the game in the library
        with contextlib.suppress(Stale):
            await self._committer.open(opened, also)


def _missed(pairing: PairingRow, table: TableRow) -> list[int]:
    """Return the entrants who never appeared at a finished table, where a bot played for them."""
    return [
        number
        for number, seat in zip(pairing.seats, table.seats, strict=True)
        if number is not None and seat.kind == "bot" and seat.here_at == 0
    ]
