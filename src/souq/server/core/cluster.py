"""The other servers on the same database, as the rest of the core sees them. This default is for one server alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from souq.server.core.events import Bus, TableChanged, TableCommitted
from souq.server.core.jobs.chores import Chores

if TYPE_CHECKING:
    from souq.server.core.workers.pools import Pools
from souq.server.core.workers.thinking import Thinking


class Cluster:
    """The cluster of a server on SQLite, which has no other servers: it holds every lease and is the leader.

    A lease is the exclusive right to do some work, such as to play the bots at a table.
    :class:`souq.server.cluster.sync.PostgresCluster` overrides this class for several servers on PostgreSQL.

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
        """Whether this server is still in the list of running servers, so that others respect its leases."""
        return True

    @property
    def leads(self) -> bool:
        """Whether this server is the leader, which does the work that belongs to no single table."""
        return True

    @property
    def hears(self) -> bool:
        """Whether this server is notified of other servers' writes. If not, it must check cached data before use."""
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
        """Acquire a lease; return whether this server holds it now.

        Leases are reentrant: each successful call needs a call of :meth:`give`. The result is False if another server
        holds the lease, or if this server is no longer in the list of running servers.

        Raises:
            OutOfReach: the database doesn't answer.
        """
        return True

    async def give(self, name: str) -> None:
        """Release a lease. It ends when it has been released as many times as it was acquired."""

    def broadcast(self, *message: object) -> None:
        """Send a message to the other servers. It isn't stored, and may be lost."""

    def follow(self, wanted: Callable[[str], bool]) -> None:
        """Subscribe to changes of the tables whose IDs ``wanted`` accepts. The leader receives all changes anyway."""

    def then(self, table_id: str, work: Callable[[], None]) -> None:
        """Call ``work`` when this server has read all changes to a table that it has been notified of."""
        work()

    def committed(self, event: TableCommitted) -> None:
        """Publish that a table has changed, unless a later change has already been published."""
        self.bus.publish(TableChanged(event.row))

    def share(self, pools: Pools, patience: float) -> Thinking | None:
        """Return the queue through which servers share hints and analyses as jobs; None if there is no queue.

        Without it, a server uses its own worker processes. Servers that do background work also take jobs from the
        queue.

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
        """Join the list of servers, and start to take jobs from the queue once the games are ``loaded``."""

    async def lead(self) -> None:
        """Do what only the leader does for the cluster, until this task is cancelled."""
        await asyncio.Event().wait()

    async def leave(self) -> None:
        """Give up leases and unfinished jobs before this server stops, so that other servers take them over."""

    async def close(self) -> None:
        """Remove this server from the list of servers."""
