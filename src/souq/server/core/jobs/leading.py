"""Background work that only one server of a cluster does, the leader. It stops when another server becomes leader."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from souq.server.core.cluster import Cluster
from souq.server.core.events import ServerOpened
from souq.server.core.jobs.chores import Chores

GLANCE = 0.25
"""Seconds between checks of whether this server is the leader."""


class Leading:
    """The background work of the leader.

    Args:
        cluster: knows whether this server is the leader.
    """

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._works: list[Callable[[], Coroutine[Any, Any, Any]]] = []

    def add(self, work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Register a coroutine function to run whenever this server is the leader. It is cancelled when that ends."""
        self._works.append(work)

    def works(self) -> list[str]:
        """Return the names of the registered coroutine functions, in the order in which they start."""
        return [f"{work.__module__.removeprefix('souq.server.')}: {work.__qualname__}" for work in self._works]

    async def opened(self, event: ServerOpened) -> None:
        """Run the leader's work from the start of the server until it stops; a handler of :class:`ServerOpened`."""
        await self.run()

    async def run(self) -> None:
        """Run the registered work whenever this server is the leader, until cancelled."""
        while True:
            while not self._cluster.leads:
                await asyncio.sleep(GLANCE)
            doing = Chores()
            try:
                for work in self._works:
                    doing.start(work())
                while self._cluster.leads:
                    await asyncio.sleep(GLANCE)
            finally:
                await doing.close()
