"""What is to be thought about, asked of every server of a house: the question goes into a queue in the database.

Whichever server is free takes it (:mod:`souq.server.cluster.consumer`) and writes down the answer, of which the
database tells, as of everything that is written. A question holds what a process would be asked, and no more: of a game
that goes on, what the seat knows for which it is asked.
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
"""The queues: what somebody waits for at a table, and what can wait."""

QUEUES = {"hint": HINTS, "solution": HINTS, "evaluation": ANALYSES, "review": ANALYSES}
"""Where each kind of question belongs."""

THINK = "think"
"""What a job is called."""

LOOK, DEAF = 2.0, 0.5
"""Seconds between two looks for an answer of which the database tells; and for one of which nothing would be heard."""

GRACE = 12.0
"""Seconds for which there may be nobody who could answer."""

PATIENCE = 2.0
"""Seconds that the database has to take questions back when the server stops."""


class Jobs(Thinking):
    """Has others think.

    Args:
        database: where what they answered is found.
        queue: where questions are put.
        patience: seconds that may be taken beyond those that are to be thought.
        taken: whether there is a server that takes what is asked, as far as this one knows.
        hears: whether this server hears what the database tells.
        observer: who measures what answers take.
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
        """What has not been answered."""
        self._withdrawing: set[asyncio.Task[None]] = set()

    async def answer(
        self, what: str, game: str, line: str, seconds: float = 0.0, tries: int = 1, asker: Asker = ANYBODY
    ) -> dict[str, Any]:
        """What some server answers to a line; it is taken back when nobody waits for it any more.

        Raises:
            WorkerDied: none did in time, or the question failed.
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
        told, began = self._asked[thought], time.monotonic()
        taken = began
        while (now := time.monotonic()) < began + seconds:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(told.wait(), LOOK if self._hears() else DEAF)
            told.clear()
            with contextlib.suppress(OutOfReach):  # it looks again
                if (found := await self._take(thought)) is not None:
                    return found
            if self._taken():
                taken = now
            elif now > taken + GRACE:
                raise WorkerDied("no server takes questions")
        raise WorkerDied("no server answers in time")

    async def _take(self, thought: str) -> dict[str, Any] | None:
        """What was answered; it is written down no longer."""
        taken = delete(THOUGHTS).where(THOUGHTS.c.id == thought).returning(THOUGHTS.c.answer)
        async with self._database.write() as db:
            found: dict[str, Any] | None = (await db.execute(taken)).scalar()
        return found

    async def _withdraw(self, thought: str, job: asyncio.Future[int]) -> None:
        """Take a question back, and stop whoever thinks about it."""
        with contextlib.suppress(ConnectorException, OutOfReach):  # what is left is swept away
            await self._queue.app.job_manager.cancel_job_by_id_async(await job, abort=True, delete_job=True)
            await self._take(thought)

    def stored(self, event: ThoughtStored) -> None:
        """Take an answer of which the database tells."""
        if event.thought in self._asked:
            self._asked[event.thought].set()

    def missed(self, event: UpdatesMissed) -> None:
        """Answers may have been missed."""
        for told in self._asked.values():
            told.set()

    async def waiting(self) -> dict[str, int]:
        """How many questions nobody has taken yet, by queue.

        Raises:
            OutOfReach: the database cannot be asked.
        """
        asked = "SELECT queue_name, count(*) FROM procrastinate_jobs WHERE status = 'todo' GROUP BY queue_name"
        async with self._database.read() as db:
            found = {str(name): int(count) for name, count in await db.execute(text(asked))}
        return {name: found.get(name, 0) for name in (HINTS, ANALYSES)}

    async def close(self) -> None:
        """Take back what nobody waits for any more."""
        if self._withdrawing:
            await asyncio.wait(self._withdrawing, timeout=PATIENCE)
