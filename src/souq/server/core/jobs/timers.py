"""Timers for players' clocks. When a clock has run out, a bot takes over for its player.

The deadline follows from a table's row alone, so a table needn't be in memory for its clock to run. A timer only causes
the row to be checked. If the clock has run out, a command stores that; where several servers try, the first one
succeeds.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection

from souq.engine.errors import SouqError
from souq.server.core.commands.arrivals import Arrivals
from souq.server.core.events import LeadershipTaken, TableCommitted, TableRefreshed, TableWritten, UpdatesMissed
from souq.server.core.jobs.backoff import Pauses
from souq.server.core.jobs.chores import Chores
from souq.server.core.live import absence
from souq.server.core.live.player_clocks import next_due
from souq.server.core.live.tables import Tables
from souq.server.core.live.world_time import WorldTime
from souq.server.core.realtime.hub import Hub
from souq.server.core.store.interface import ClockStore
from souq.server.core.store.rows import TableRow
from souq.server.errors import NoTable, OutOfReach, Stale

LOG = logging.getLogger("souq.server")

GLANCE = 1.0
"""Maximum number of seconds between two checks of a running clock. Server time may stop before its deadline."""

RARELY = 60.0
"""Seconds between two writes of server time while all running clocks count days rather than seconds."""

RETRY = 2.0
"""Seconds to wait before a failed check of a clock is repeated."""


class Timers:
    """The service that checks tables when their clocks run out.

    Args:
        tables: the tables in memory.
        storage: where all tables are stored.
        hub: notifies viewers that a player is away.
        chores: runs checks in the background.
        now: returns the server time.
        world: the wall-clock time.
        arrivals: settles a table's clocks.
        leads: returns whether this server is responsible for clocks.
    """

    def __init__(
        self,
        tables: Tables,
        storage: ClockStore,
        hub: Hub,
        chores: Chores,
        now: Callable[[], float],
        world: WorldTime,
        arrivals: Arrivals,
        leads: Callable[[], bool] = lambda: True,
    ) -> None:
        self._tables, self._storage, self._hub, self._chores = tables, storage, hub, chores
        self._now, self._world, self._arrivals, self._leads = now, world, arrivals, leads
        self._due: dict[str, float] = {}
        self._live: set[str] = set()
        self._away: dict[str, float] = {}
        self._at_it: set[str] = set()
        self._woken = asyncio.Event()
        self._written = 0.0

    @property
    def tables(self) -> list[str]:
        """The tables at which a player's clock runs."""
        return list(self._due)

    def running(self) -> bool:
        """Return whether server time should be stored now.

        If only clocks in days run, this is true at most every `RARELY` seconds; the caller must then store the time.
        """
        if self._due and (self._live or self._now() - self._written >= RARELY):
            self._written = self._now()
            return True
        return False

    def committed(self, event: TableCommitted | TableRefreshed) -> None:
        """Update when a table's clocks run out, after this server or another has stored the table."""
        self.note(event.row)

    async def written(self, event: TableWritten) -> None:
        """If this server is responsible for clocks, read those of a table that another server has changed."""
        if event.timed and self._leads():
            await self.reread([event.table_id])

    async def missed(self, event: UpdatesMissed | LeadershipTaken) -> None:
        """Read the clocks of all tables again, since changes may have been missed."""
        await self.reread()

    def note(self, row: TableRow) -> None:
        """Compute from a table's row when its next clock runs out, and when its next player counts as away."""
        due = next_due(row, self._now(), self._world.offsets)
        self._set_time(self._due, row.id, due)
        live = due is not None and (row.timing or {}).get("kind") == "live"
        (self._live.add if live else self._live.discard)(row.id)
        self._set_time(self._away, row.id, absence.next_gone(row, self._world.now()))
        self._woken.set()

    @staticmethod
    def _set_time(times: dict[str, float], table_id: str, at: float | None) -> None:
        times.pop(table_id, None)
        if at is not None:
            times[table_id] = at

    async def run(self, ready: Callable[[], None]) -> None:
        """Check every table when its clock runs out; call ``ready`` once all clocks are loaded. Never returns."""
        await self._begin()
        ready()
        while True:
            self._check_due()
            self._woken.clear()
            first = min(self._due.values(), default=None)
            wait = None if first is None else min(GLANCE, max(0.0, first - self._now())) if self._leads() else GLANCE
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), wait if wait or not self._at_it else RETRY)

    async def watch(self) -> None:
        """Notify viewers, at intervals, of players who now count as away. Never returns.

        The offset of wall-clock time is updated each time, too, while clocks run.
        """
        while True:
            await asyncio.sleep(GLANCE)
            try:
                if self._due:
                    await self._world.sync()
            except OutOfReach:
                continue
            world = self._world.now()
            for table_id in [table_id for table_id, at in self._away.items() if at <= world]:
                del self._away[table_id]
                self._hub.publish(table_id, about=True)

    async def _begin(self) -> None:
        pauses = Pauses()
        while True:
            try:
                await self._world.start()
                for row in await self._storage.timed():
                    if row.id not in self._due:
                        self.note(row)
                return
            except OutOfReach as error:
                LOG.warning("The clocks are waiting for the database: %s", error)
                await pauses.take()

    async def reread(self, table_ids: Collection[str] | None = None) -> None:
        """Read the clocks of some tables, or of all, from the database."""
        try:
            for row in await self._storage.timed(table_ids):
                self.note(row)
        except OutOfReach as error:
            LOG.warning("Changed clocks could not be read: %s", error)

    def _check_due(self) -> None:
        if not self._leads():
            return
        now = self._now()
        for table_id, due in list(self._due.items()):
            if due <= now and table_id not in self._at_it:
                self._at_it.add(table_id)
                self._chores.start(self._settle(table_id))

    async def _settle(self, table_id: str) -> None:
        """Settle the clocks that have run out at a table; retry on failure."""
        try:
            async with self._tables.hold(table_id) as live:
                if not await self._arrivals.settle(live, self._now()):
                    self.note(live.row)
        except NoTable:
            self._due.pop(table_id, None)
        except (Stale, OutOfReach) as error:
            LOG.warning("A clock at table %s could not be settled yet: %s", table_id, error)
            await asyncio.sleep(RETRY)
        except SouqError as error:  # a retry can't help
            LOG.error("A clock at table %s cannot be settled: %s", table_id, error)
            self._due.pop(table_id, None)
        except Exception:
            LOG.exception("A clock at table %s could not be settled.", table_id)
            await asyncio.sleep(RETRY)
        finally:
            self._at_it.discard(table_id)
            self._woken.set()
