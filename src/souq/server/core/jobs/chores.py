"""Background tasks, which the server starts, and cancels when it shuts down."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Coroutine
from typing import Any, TypeVar

from souq.engine.errors import SouqError
from souq.server.ops.telemetry import context

LOG = logging.getLogger("souq.server")

Made = TypeVar("Made")


class Chores:
    """A set of background tasks, including those that outlive the request that started them."""

    def __init__(self) -> None:
        self.closing = False
        """Whether the server is shutting down: no task may start."""
        self.leaving = False
        """Whether the server was asked to stop. It may still answer requests for a moment."""
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run a coroutine in the background; log its failure."""
        known = context.job_of(getattr(work, "__qualname__", ""))
        task = asyncio.create_task(work, context=known)
        self._tasks.add(task)
        task.add_done_callback(self._done, context=known)

    async def to_its_end(self, work: Awaitable[Made]) -> Made:
        """Return the result of ``work``, which is completed even if the caller is cancelled."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_ended_alone)
            raise

    async def close(self) -> None:
        """Cancel all tasks and wait for them."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            LOG.error("A background task failed.", exc_info=task.exception())


def _ended_alone(task: asyncio.Task[Any]) -> None:
    """Log the failure of a task whose caller was cancelled, since nobody else handles it.

    A ``SouqError`` isn't logged: it is a message to the caller, such as a refusal.
    """
    if not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, SouqError):
        LOG.error("A task failed after its caller was gone.", exc_info=error)
