"""Work that is done beside everything else, as long as the server runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Coroutine
from typing import Any, TypeVar

from souq.engine.errors import SouqError
from souq.server.ops.telemetry import logs

LOG = logging.getLogger("souq.server")

Made = TypeVar("Made")


class Chores:
    """The tasks nobody waits for, or that go on when whoever waits for them is gone."""

    def __init__(self) -> None:
        self.closing = False
        """Whether the server stops: nothing new is begun."""
        self.leaving = False
        """Whether it has been told to, though it may serve for a moment yet."""
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something beside everything else; what goes wrong is logged."""
        known = logs.job_of(getattr(work, "__qualname__", ""))
        task = asyncio.create_task(work, context=known)
        self._tasks.add(task)
        task.add_done_callback(self._done, context=known)

    async def to_its_end(self, work: Awaitable[Made]) -> Made:
        """What comes of a piece of work, which goes on even when whoever waits for it is gone."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_ended_alone)
            raise

    async def close(self) -> None:
        """Stop whatever is still being done."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            LOG.error("A chore of the house failed.", exc_info=task.exception())


def _ended_alone(task: asyncio.Task[Any]) -> None:
    """What was refused is no news where nobody waits for the answer any more."""
    if not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, SouqError):
        LOG.error("What nobody waited for any more failed.", exc_info=error)
