"""What one server of the house does for all of them: begun when it comes to lead, and stopped when another does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from souq.server.core.cluster import Cluster
from souq.server.core.events import ServerOpened
from souq.server.core.jobs.chores import Chores

GLANCE = 0.25
"""Seconds between two looks at who leads."""


class Leading:
    """The work of the leader.

    Args:
        cluster: who leads.
    """

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._works: list[Callable[[], Coroutine[Any, Any, Any]]] = []

    def add(self, work: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Begin something at every term, for as long as it lasts."""
        self._works.append(work)

    def works(self) -> list[str]:
        """Return the names of all that is done, in the order in which it begins."""
        return [f"{work.__module__.removeprefix('souq.server.')}: {work.__qualname__}" for work in self._works]

    async def opened(self, event: ServerOpened) -> None:
        """Do it for as long as the server runs."""
        await self.run()

    async def run(self) -> None:
        """Do it whenever this server leads; for ever."""
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
