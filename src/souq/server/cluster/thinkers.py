"""Who thinks in a house of several servers: whichever works is asked, and this one takes its share if it does."""

from __future__ import annotations

import asyncio

from souq.server.cluster.consumer import Taking
from souq.server.cluster.jobs import ANALYSES, HINTS, Jobs
from souq.server.cluster.membership import Roster
from souq.server.cluster.queue import Queue
from souq.server.core.db.engines import Database
from souq.server.core.events import ThoughtStored, UpdatesMissed
from souq.server.core.workers.pools import Pools
from souq.server.ops.telemetry.observer import Observer


class Thinkers:
    """The queue of what is to be thought about, from both ends.

    Args:
        database: where it is kept.
        roster: which servers work, and whether they are heard.
        pools: who thinks here.
        patience: seconds that they may take beyond those that are to be thought.
        observer: who measures what answers take.
    """

    def __init__(self, database: Database, roster: Roster, pools: Pools, patience: float, observer: Observer) -> None:
        self._roster, self._queue = roster, Queue(database.url)
        self.jobs = Jobs(database, self._queue, patience, self._taken, lambda: roster.hears, observer)
        """Whoever is asked."""
        self._taking = Taking(database, self._queue, {HINTS: pools.hints, ANALYSES: pools.analyses})
        self.keep = self._taking.keep
        self.open = self._queue.open
        roster.bus.subscribe(ThoughtStored, self.jobs.stored)
        roster.bus.subscribe(UpdatesMissed, self.jobs.missed)

    def _taken(self) -> bool:
        return self._roster.works or self._roster.others_work or not self._roster.sure

    async def take(self, loaded: asyncio.Event) -> None:
        """Think for all once the games are ``loaded``, if this server works; for ever."""
        await loaded.wait()
        if self._roster.works:
            await self._taking.run()

    async def leave(self) -> None:
        """Leave what was begun to others."""
        await self._taking.stop()

    async def close(self) -> None:
        """Ask nobody any more."""
        await self.jobs.close()
        await self._queue.close()
