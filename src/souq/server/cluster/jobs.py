"""The client of the job queue: it stores questions in the database, and waits for their answers.

A question is a request for a hint, a solution or an analysis. A server with a free worker process takes it
(:mod:`souq.server.cluster.consumer`) and stores the answer; a trigger then notifies all servers. A question contains
only what the worker process needs. For a game in play, that is only what the asking player's seat may know.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable
from typing import Any

from procrastinate.exceptions import ConnectorException
from sqlalchemy import delete, text

from souq.server.cluster.models import THOUGHTS
from souq.server.cluster.queue import Queue
from souq.server.core.db.engines import Database
from souq.server.core.events import ThoughtStored, UpdatesMissed
from souq.server.core.workers.queueing import Asker
from souq.server.core.workers.thinking import ANYBODY, Thinking, WorkerDied
from souq.server.core.workers.workers import LOADING
from souq.server.errors import OutOfReach
from souq.server.ops.telemetry.observer import NOBODY, Observer

LOG = logging.getLogger("souq.server")

HINTS, ANALYSES = "hints", "analyses"
"""Names of the queues: one for questions that a player is waiting for, the other for questions that can wait."""

QUEUES = {"hint": HINTS, "solution": HINTS, "evaluation": ANALYSES, "review": ANALYSES}
"""The name of the queue for each kind of question."""

THINK = "think"
"""Name under which Procrastinate, the queue's library, knows the function that runs a job."""

LOOK, DEAF = 2.0, 0.5
"""Seconds between two checks for an answer: `LOOK` while this server is notified of answers, otherwise `DEAF`."""

GRACE = 12.0
"""Seconds for which a question waits while no server takes questions from the queue; then it fails."""

PATIENCE = 2.0
"""Timeout in seconds for withdrawing questions when the server stops."""


class Jobs(Thinking):
    """Client of the job queue. It has the same interface as a pool of worker processes.

    Args:
        database: where answers are stored.
        queue: the job queue.
        patience: seconds that an answer may take in addition to its thinking time.
        taken: returns whether any server is known to consume the queue.
        hears: returns whether this server receives the database's notifications.
        observer: measures response times.
    """

    def __init__(
        self,
        database: Database,
        queue: Queue,
        patience: float,
        taken: Callable[[], bool] = lambda: True,
        hears: Callable[[], bool] = lambda: False,
        observer: Observer = NOBODY,
    ) -> None:
        super().__init__(observer)
        self._taken, self._hears = taken, hears
        self._database, self._queue, self._patience = database, queue, patience
        self._asked: dict[str, asyncio.Event] = {}
        """For each unanswered question, by its ID, an event that is set when the answer may have been stored."""
        self._withdrawing: set[asyncio.Task[None]] = set()

    async def answer(
        self, what: str, game: str, line: str, seconds: float = 0.0, tries: int = 1, asker: Asker = ANYBODY
    ) -> dict[str, Any]:
        """Ask a question, and return its answer. If the caller is cancelled, the question is withdrawn.

        Raises:
            WorkerDied: there was no answer in time, or the question failed.
        """
        thought, found = secrets.token_hex(8), None
        asked: dict[str, Any] = {"what": what, "game": game, "line": line, "seconds": seconds, "tries": tries}
        priority = 2 * (what == "hint") + asker.looking
        put = self._queue.app.configure_task(THINK, queue=QUEUES[what], priority=priority)
        self._asked[thought] = asyncio.Event()
        job = asyncio.ensure_future(put.defer_async(thought=thought, **asked, looking=asker.looking))
        try:
            with self._observer.question("asking", what, game):
                await asyncio.shield(job)
                found = await self._answered(thought, seconds + self._patience + LOADING)
        except ConnectorException as error:
            raise WorkerDied("the database isn’t answering") from error
        finally:
            del self._asked[thought]
            if found is None:
                task = asyncio.create_task(self._withdraw(thought, job))
                self._withdrawing.add(task)
                task.add_done_callback(self._withdrawing.discard)
        if "error" in found:
            raise WorkerDied(found["error"])
        return found

    async def _answered(self, thought: str, seconds: float) -> dict[str, Any]:
        stored, began = self._asked[thought], time.monotonic()
        taken = began
        while (now := time.monotonic()) < began + seconds:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stored.wait(), LOOK if self._hears() else DEAF)
            stored.clear()
            with contextlib.suppress(OutOfReach):  # poll again
                if (found := await self._take(thought)) is not None:
                    return found
            if self._taken():
                taken = now
            elif now > taken + GRACE:
                raise WorkerDied("no server takes questions")
        raise WorkerDied("no server answers in time")

    async def _take(self, thought: str) -> dict[str, Any] | None:
        """Return the answer to a question and delete it, or return None if there is none yet."""
        taken = delete(THOUGHTS).where(THOUGHTS.c.id == thought).returning(THOUGHTS.c.answer)
        async with self._database.write() as db:
            found: dict[str, Any] | None = (await db.execute(taken)).scalar()
        return found

    async def _withdraw(self, thought: str, job: asyncio.Future[int]) -> None:
        """Cancel the job of a question whose answer is no longer needed, even if the job is running."""
        with contextlib.suppress(ConnectorException, OutOfReach):  # the consumer's sweep deletes what is left
            await self._queue.app.job_manager.cancel_job_by_id_async(await job, abort=True, delete_job=True)
            await self._take(thought)

    def stored(self, event: ThoughtStored) -> None:
        """Wake the caller whose answer has been stored."""
        if event.thought in self._asked:
            self._asked[event.thought].set()

    def missed(self, event: UpdatesMissed) -> None:
        """Wake all callers, because notifications of answers may have been lost."""
        for stored in self._asked.values():
            stored.set()

    async def waiting(self) -> dict[str, int]:
        """Return the number of questions that no worker has taken yet, by queue.

        Raises:
            OutOfReach: the database doesn't answer.
        """
        asked = "SELECT queue_name, count(*) FROM procrastinate_jobs WHERE status = 'todo' GROUP BY queue_name"
        async with self._database.read() as db:
            found = {str(name): int(count) for name, count in await db.execute(text(asked))}
        return {name: found.get(name, 0) for name in (HINTS, ANALYSES)}

    async def close(self) -> None:
        """Wait until the jobs of withdrawn questions have been cancelled, at most :data:`PATIENCE` seconds."""
        if self._withdrawing:
            await asyncio.wait(self._withdrawing, timeout=PATIENCE)
