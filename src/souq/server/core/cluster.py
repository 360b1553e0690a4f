"""Interface to the other servers on the same database, and its implementation for a server on its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from souq.server.core.events import Bus, TableChanged, TableCommitted
from souq.server.core.jobs.chores import Chores
from souq.server.core.workers.pools import Pools
from souq.server.core.workers.thinking import Thinking


class Cluster:
    """A single server, on SQLite: it holds every lease, leads, and receives nothing.

    :class:`souq.server.cluster.sync.PostgresCluster` overrides this for several servers on PostgreSQL.

    Args:
        bus: publishes changes to tables.
    """

    alone = True
    """Whether no other server can be using the database."""
    works = True
    """Whether this server does background work: bots' moves, clocks, analyses."""
    shows = True
    """Whether this server serves pages."""
    others_show = False
    """Whether any other server serves pages."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus

    @property
    def sure(self) -> bool:
        """Whether this server's own entry in the list of servers is still valid, so that others respect its leases."""
        return True

    @property
    def leads(self) -> bool:
        """Whether this server is the leader, which does the work that belongs to no single table."""
        return True

    @property
    def hears(self) -> bool:
        """Whether this server is notified of other servers' writes. If not, caches must be checked before use."""
        return True

    @property
    def echoes(self) -> bool:
        """Whether this server is notified of its own writes, too."""
        return False

    @property
    def count(self) -> int:
        """Number of servers known, including this one."""
        return 1

    def holds(self, name: str) -> bool:
        """Return whether this server holds a lease."""
        return True

    async def take(self, name: str) -> bool:
        """Acquire a lease, and return whether this server holds it.

        Leases are reentrant: each successful call needs a call of :meth:`give`. False means that another server holds
        the lease, or that this server's own entry has expired.

        Raises:
            OutOfReach: the database doesn't answer.
        """
        return True

    async def give(self, name: str) -> None:
        """Release a lease, once for each time it was acquired."""

    def broadcast(self, *message: object) -> None:
        """Send the other servers a message that isn't stored. Delivery isn't guaranteed."""

    def follow(self, wanted: Callable[[str], bool]) -> None:
        """Receive changes to the tables whose IDs ``wanted`` accepts, even while this server isn't the leader."""

    def then(self, table_id: str, work: Callable[[], None]) -> None:
        """Call ``work`` once all pending changes to a table have been read."""
        work()

    def committed(self, event: TableCommitted) -> None:
        """Publish a table's change, unless a later one has already been published."""
        self.bus.publish(TableChanged(event.row))

    def share(self, pools: Pools, patience: float) -> Thinking | None:
        """Return the queue to which this server sends its jobs; None if it runs them in its own worker processes.

        Servers that do background work also take jobs from the queue, for their own worker processes.

        Args:
            pools: the worker processes.
            patience: seconds that an answer may take in addition to its thinking time.
        """
        return None

    async def questions(self) -> dict[str, int]:
        """Return the number of jobs waiting in the queue, by the queue's name.

        Raises:
            OutOfReach: the database doesn't answer.
        """
        return {}

    async def open(self, chores: Chores, loaded: asyncio.Event) -> None:
        """Join the other servers, and start to take jobs from the queue once the games are ``loaded``."""

    async def lead(self) -> None:
        """Run the leader's work for the cluster until cancelled."""
        await asyncio.Event().wait()

    async def leave(self) -> None:
        """Release leases and unfinished jobs before this server stops, so that other servers continue with them."""

    async def close(self) -> None:
        """Remove this server from the list of servers."""
