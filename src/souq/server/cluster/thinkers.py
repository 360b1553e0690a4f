"""Who thinks in a house of several servers: whichever works is asked, and this one takes its share if it does."""

from __future__ import annotations

from collections.abc import Mapping

from souq.server.cluster.membership import Roster
from souq.server.cluster.sync import Others
from souq.server.core.db.engines import Database
from souq.server.core.workers.workers import Workers
from souq.server.ops.telemetry.observer import Observer


class Thinkers:
    """The queue of what is to be thought about, from both ends.

    Args:
        database: where it is kept.
        roster: which servers work.
        others: how they are heard.
        pools: who thinks here, by the name of the queue.
        patience: seconds that they may take beyond those that are to be thought.
        observer: who measures what answers take.
    """

    def __init__(
        self,
        database: Database,
        roster: Roster,
        others: Others,
        pools: Mapping[str, Workers],
        patience: float,
        observer: Observer,
    ) -> None:
        from souq.server.cluster.consumer import Taking
        from souq.server.cluster.jobs import Jobs  # what these stand on comes with souq[postgres]
        from souq.server.cluster.queue import Queue

        self._roster, self._queue = roster, Queue(database.url)
        self.jobs = Jobs(database, self._queue, patience, observer)
        """Whoever is asked."""
        self._taking = Taking(database, self._queue, pools)
        self.keep = self._taking.keep
        self.jobs.taken = lambda: roster.works or roster.others_work or not roster.sure
        self.jobs.hears = lambda: others.news.hears
        others.kinds["thought"] = self.jobs.heard
        others.on_back.append(self.jobs.look)
        self.open = self._queue.open

    async def take(self) -> None:
        """Think for all, if this server works; for ever."""
        if self._roster.works:
            await self._taking.run()

    async def leave(self) -> None:
        """Leave what was begun to others."""
        await self._taking.stop()

    async def close(self) -> None:
        """Ask nobody any more."""
        await self.jobs.close()
        await self._queue.close()
