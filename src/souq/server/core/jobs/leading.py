"""What one server of the house does for all of them: begun when it comes to lead, and stopped when another does."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from souq.server.cluster.membership import Roster
from souq.server.core.jobs.chores import Chores

GLANCE = 0.25
"""Seconds between two looks at who leads."""


class Leading:
    """The work of the leader.

    Args:
        roster: who leads.
        works: what is begun at every term, for as long as it lasts.
    """

    def __init__(self, roster: Roster, *works: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        self._roster, self._works = roster, works

    async def run(self) -> None:
        """Do it whenever this server leads; for ever."""
        while True:
            while not self._roster.leads:
                await asyncio.sleep(GLANCE)
            doing = Chores()
            try:
                for work in self._works:
                    doing.start(work())
                while self._roster.leads:
                    await asyncio.sleep(GLANCE)
            finally:
                await doing.close()
