"""Both ends of the job queue on one server: the client that asks questions, and the consumer that answers them."""

from __future__ import annotations

import asyncio

from souq.server.cluster.consumer import Consumer
from souq.server.cluster.jobs import ANALYSES, HINTS, Jobs
from souq.server.cluster.membership import Membership
from souq.server.cluster.queue import Queue
from souq.server.core.db.engines import Database
from souq.server.core.events import ThoughtStored, UpdatesMissed
from souq.server.core.workers.pools import Pools
from souq.server.ops.telemetry.observer import Observer


class Thinkers:
    """This server's part in the job queue: it asks questions, and answers those of all servers.

    Args:
        database: the database of the queue.
        membership: knows which servers work, and whether notifications arrive.
        pools: this server's worker processes.
        patience: seconds that an answer may take in addition to its thinking time.
        observer: measures response times.
    """

    def __init__(
        self, database: Database, membership: Membership, pools: Pools, patience: float, observer: Observer
    ) -> None:
        self._membership, self._queue = membership, Queue(database.url)
        self.jobs = Jobs(database, self._queue, patience, self._taken, lambda: membership.hears, observer)
        """The client that asks questions."""
        self._consumer = Consumer(database, self._queue, {HINTS: pools.hints, ANALYSES: pools.analyses})
        self.maintain = self._consumer.maintain
        self.open = self._queue.open
        membership.bus.subscribe(ThoughtStored, self.jobs.stored)
        membership.bus.subscribe(UpdatesMissed, self.jobs.missed)

    def _taken(self) -> bool:
        return self._membership.works or self._membership.others_work or not self._membership.sure

    async def take(self, loaded: asyncio.Event) -> None:
        """Answer questions from the queue until cancelled, once the games are ``loaded``.

        A server that does no background work doesn't answer any.
        """
        await loaded.wait()
        if self._membership.works:
            await self._consumer.run()

    async def leave(self) -> None:
        """Stop answering questions, and put unfinished ones back into the queue."""
        await self._consumer.stop()

    async def close(self) -> None:
        """Wait until withdrawn questions have been cancelled, and close the connections to the queue."""
        await self.jobs.close()
        await self._queue.close()
