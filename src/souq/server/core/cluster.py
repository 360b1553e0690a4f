"""The servers of one house, as each of them knows them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from souq.server.core.events import Bus, TableChanged, TableCommitted
from souq.server.core.jobs.chores import Chores
from souq.server.core.workers.pools import Pools
from souq.server.core.workers.thinking import Thinking


class Cluster:
    """A server alone, on SQLite: it hears of nobody, and does everything.

    Several servers on PostgreSQL (:mod:`souq.server.cluster`) offer the same.

    Args:
        bus: where it is published what becomes of tables.
    """

    alone = True
    """Whether there can be no other server."""
    works = True
    """Whether this server does what nobody has asked for."""
    shows = True
    """Whether it has pages to show."""
    others_show = False
    """Whether any other has pages to show."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus

    @property
    def sure(self) -> bool:
        """Whether the others believe that it is there."""
        return True

    @property
    def leads(self) -> bool:
        """Whether this server does what concerns no single table."""
        return True

    @property
    def hears(self) -> bool:
        """Whether whatever others write is heard of."""
        return True

    @property
    def echoes(self) -> bool:
        """Whether what this server writes is heard of as well."""
        return False

    @property
    def count(self) -> int:
        """How many servers there are, as far as this one knows, itself included."""
        return 1

    def holds(self, name: str) -> bool:
        """Whether a lease is this server's."""
        return True

    async def take(self, name: str) -> bool:
        """Take a lease, once more if it is this server's; False: another has it, or this server is not sure of itself.

        Raises:
            OutOfReach: the database cannot be asked.
        """
        return True

    async def give(self, name: str) -> None:
        """Give a lease back, once for every time that it was taken."""

    def tell(self, *message: object) -> None:
        """Tell the others something that is not written down."""

    def follow(self, wanted: Callable[[str], bool]) -> None:
        """Follow the tables, by id, that are ``wanted`` here though this server does not lead."""

    def then(self, table_id: str, work: Callable[[], None]) -> None:
        """Do something once what was heard of a table before is known."""
        work()

    def committed(self, event: TableCommitted) -> None:
        """Publish what has become of a table, unless another server's later change is known already."""
        self.bus.publish(TableChanged(event.row))

    def share(self, pools: Pools, patience: float) -> Thinking | None:
        """Share processes that think; returns who is to be asked instead of them, if anybody is.

        Args:
            pools: the processes.
            patience: seconds that others may take beyond those that are to be thought.
        """
        return None

    async def questions(self) -> dict[str, int]:
        """How many questions wait for a server, by what they are for.

        Raises:
            OutOfReach: the database cannot be asked.
        """
        return {}

    async def open(self, chores: Chores, loaded: asyncio.Event) -> None:
        """Be there for the others, and think for them once the games are ``loaded``."""

    async def lead(self) -> None:
        """Do for ever what the leader does for all servers."""
        await asyncio.Event().wait()

    async def leave(self) -> None:
        """Give to others what they can go on with: this server is going to stop."""

    async def close(self) -> None:
        """Tell the others that this server goes, before it stops."""
