"""A tournament runs by itself: tables are made, results are written down, and the next round is paired.

What is to be done follows from what is stored alone, so that it may be begun anew at any moment, by any server: each
step is one transaction, and a table of a round can be stored only once.
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
from souq.server.core.db.models import TABLES, Listing, TableRow
from souq.server.core.db.storage import Storage
from souq.server.core.jobs.chores import Chores
from souq.server.core.live.leaving import JOINED, LEFT, RESIGNED
from souq.server.errors import OutOfReach, Stale
from souq.server.features.tournaments.making import table_for
from souq.server.features.tournaments.models import PairingRow, TournamentRow
from souq.server.features.tournaments.pairing import paired
from souq.server.features.tournaments.reading import gone, numbers, of_round, plan_of, rounds_of
from souq.server.features.tournaments.storage import Tournaments, made

LOG = logging.getLogger("souq.server")

EVERY = 60.0
"""Seconds between two looks at every tournament, should something have been missed."""
AGAIN = 3.0
"""Seconds until a tournament is looked at again that could not go on."""

FOR_GOOD = (LEFT, RESIGNED, JOINED)
"""Notes after which a seat is nobody's, or another's."""


class Running:
    """Lets tournaments go on.

    Args:
        kept: where they are kept.
        storage: where their tables are.
        committer: who opens tables.
        chores: beside what it is done.
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
        """What lets one after another change a tournament, at this server."""
        return self._locks.setdefault(code, asyncio.Lock())

    def told(self, table: TableRow) -> None:
        """A table has changed; once it is over, its tournament goes on, if it belongs to one."""
        if table.state == "finished" and table.players > 1 and not table.origin:
            self._chores.start(self._over(table.id))

    async def _over(self, table_id: str) -> None:
        with contextlib.suppress(OutOfReach):  # every tournament is looked at again
            found = await self._kept.at(table_id)
            if found is not None:
                await self.go_on(found[0])

    def look(self) -> None:
        """Some tournament has changed, here or at another server."""
        self._asked.set()

    async def has_left(self, table_id: str, seat: int) -> bool:
        """Whether who was paired for a seat has left it for good: it may be somebody else's by now."""
        return any(note.seat == seat and note.kind in FOR_GOOD for note in await self._storage.notes(table_id))

    async def keep(self) -> None:
        """Look after every tournament that is played, now, every minute and when one has changed; for ever."""
        while True:
            self._asked.clear()
            try:
                for code in await self._kept.in_play():
                    await self.go_on(code)
            except OutOfReach as error:
                LOG.warning("The tournaments wait: %s", error)
            await asyncio.sleep(min(AGAIN, EVERY))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), max(0.0, EVERY - AGAIN))

    async def go_on(self, code: str) -> None:
        """Do whatever is to be done in a tournament now; what fails is tried again."""
        while not self._chores.closing:
            try:
                async with self.lock(code):
                    while await self._step(code):
                        pass
                return
            except (OutOfReach, Stale) as error:
                LOG.warning("A tournament waits to go on: %s", error)
                await asyncio.sleep(AGAIN)
            except SouqError as error:  # nothing that trying again could mend
                LOG.error("A tournament cannot go on: %s", error)
                return
            except Exception:  # the others go on, whatever is wrong with this one
                LOG.exception("A tournament cannot go on")
                return

    async def _step(self, code: str) -> bool:
        """Do the next thing; whether there may be more to do."""
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
        """Pair the next round, or end the tournament when there is none.

        Raises:
            Stale: somebody else was faster.
        """
        plan, entrants = plan_of(row), numbers(row)
        found = await asyncio.to_thread(paired, plan, entrants, gone(row), rounds_of(row))
        if found:
            await self._kept.go_on(row, found, plan.rounds)
        else:
            await self._kept.finish(row, "finished")

    async def _write(self, row: TournamentRow, tables: Iterable[PairingRow]) -> bool:
        """Write down the results that are known and not written; whether there were any."""
        waiting = {each.table_id: each for each in tables if each.ranks is None and each.table_id is not None}
        over = TABLES.c.id.in_(list(waiting)) & (TABLES.c.state == "finished")
        found = await self._storage.tables_where(over, len(waiting)) if waiting else []
        for table in found:
            pairing = waiting[table.id]
            ranks = (table.result or {}).get("ranks") or [0] * len(pairing.seats)
            await self._kept.result(row.code, pairing, ranks, _missed(pairing, table))
        return bool(found)

    async def _make(self, row: TournamentRow, pairing: PairingRow) -> None:
        """Make a table; if another server was faster, it is there."""
        opened = table_for(row, pairing)
        also = [made(row.code, pairing, opened.table.id)]
        if row.company == "anybody":
            also.append(stored(Listing(opened.table.id, "anybody", watch=False)))  # the game goes to the library
        with contextlib.suppress(Stale):
            await self._committer.open(opened, also)


def _missed(pairing: PairingRow, table: TableRow) -> list[int]:
    """Who has not come to a game at all, so that a bot had to play for them."""
    return [
        number
        for number, seat in zip(pairing.seats, table.seats, strict=True)
        if number is not None and seat.kind == "bot" and seat.here_at == 0
    ]
