"""Something is done soon after it was asked for: once, however often that was meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from souq.server.errors import OutOfReach

LOG = logging.getLogger("souq.server")

PAUSE = 0.05
"""Seconds in which more may be asked for."""
AGAIN = 1.0
"""Seconds until what failed is tried again."""


class Soon:
    """Does something whenever it is asked for; what the database could not answer is tried again.

    Args:
        work: what is done.
        what: what it is called in the log.
    """

    def __init__(self, work: Callable[[], Awaitable[object]], what: str) -> None:
        self._work, self._what = work, what
        self._asked = asyncio.Event()

    def __call__(self) -> None:
        """Ask for it."""
        self._asked.set()

    async def run(self) -> None:
        """Do it whenever it is asked for; for ever."""
        while True:
            await self._asked.wait()
            await asyncio.sleep(PAUSE)
            self._asked.clear()
            try:
                await self._work()
            except OutOfReach as error:
                LOG.debug("What others have changed is read later (%s): %s", self._what, error)
                await asyncio.sleep(AGAIN)
                self._asked.set()
            except Exception:
                LOG.exception("What others have changed could not be taken: %s", self._what)
