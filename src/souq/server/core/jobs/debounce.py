"""Debouncing: several requests at nearly the same time cause only one run of a coroutine."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from souq.server.core.jobs.chores import Chores
from souq.server.errors import OutOfReach

LOG = logging.getLogger("souq.server")

PAUSE = 0.05
"""Delay in seconds between a request and the run. All requests during the delay share that run."""
RETRY = 1.0
"""Seconds to wait before a run is repeated that failed because the database didn't answer."""


class Debounced:
    """A debounced coroutine function, which is retried while the database is out of reach.

    Args:
        work: the coroutine function.
        what: its name in the log.
        chores: runs it in the background.
    """

    def __init__(self, work: Callable[[], Awaitable[object]], what: str, chores: Chores) -> None:
        self._work, self._what, self._chores = work, what, chores
        self._asked = self._running = False

    def __repr__(self) -> str:
        return f"Debounced({self._what!r})"

    def __call__(self, event: object = None) -> None:
        """Request a run. ``event`` is ignored; it lets the object subscribe to events."""
        self._asked = True
        if not self._running:
            self._running = True
            self._chores.start(self._run())

    async def _run(self) -> None:
        try:
            while self._asked:
                await asyncio.sleep(PAUSE)
                self._asked = False
                try:
                    await self._work()
                except OutOfReach as error:
                    LOG.debug("Changes are read later (%s): %s", self._what, error)
                    await asyncio.sleep(RETRY)
                    self._asked = True
                except Exception:
                    LOG.exception("Changes could not be read: %s", self._what)
        finally:
            self._running = False
