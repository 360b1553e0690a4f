"""The consumer of the job queue: it takes jobs, has worker processes compute the answers, and stores them.

A job is a question to a worker process: a request for a hint, a solution or an analysis. Each queue has its own worker
processes, and runs at most as many jobs at a time as it has processes, so analyses never delay hints. If a server
crashes, another one does its jobs again after a few seconds. If it stops cleanly, another one does so at once. It does
no harm to answer a question twice, because the server that asked uses only one answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Mapping
from datetime import UTC, datetime

from procrastinate import BaseRetryStrategy, JobContext, RetryDecision
from procrastinate.exceptions import ConnectorException
from procrastinate.job_context import AbortReason
from procrastinate.jobs import Job
from sqlalchemy import delete, text
from sqlalchemy.dialects.postgresql import insert

from souq.server.cluster.jobs import ANALYSES, THINK
from souq.server.cluster.models import THOUGHTS
from souq.server.cluster.queue import Queue
from souq.server.core.db.engines import Database
from souq.server.core.workers.queueing import Asker
from souq.server.core.workers.thinking import WorkerDied
from souq.server.core.workers.workers import Workers
from souq.server.errors import OutOfReach
from souq.server.ops.telemetry.context import begin_job

LOG = logging.getLogger("souq.server")

BEAT, LASTS = 2.0, 6.0
"""Seconds between a consumer's heartbeats (`BEAT`), and without one until its jobs are given to others (`LASTS`)."""

POLL = 0.5
"""Seconds between polls of a queue.

Polling is needed because requeued jobs cause no notification, and because Procrastinate misses notifications that
arrive while it fetches a job.
"""

AGAIN = 1.0
"""Seconds to wait before a consumer connects again after its connection broke."""

SWEPT = 60.0
"""Seconds between two deletions of old jobs, and between two log warnings about the same failure."""

KEPT = 3600.0
"""Age in seconds after which jobs and answers are deleted, because nobody waits for them any more."""

IDLE = 10.0
"""Seconds without an analysis after which the worker processes for analyses are stopped."""

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
"""Start time for jobs that are to be retried. It is long past, so even a machine with a wrong clock starts them."""


class _RetryAtOnce(BaseRetryStrategy):
    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision:
        """Let any server that fetches the failed job run it again immediately."""
        return RetryDecision(retry_at=LONG_AGO)


class Consumer:
    """Service that answers questions from the job queue with this server's worker processes.

    Args:
        database: where answers are stored.
        queue: the job queue.
        pools: the worker processes, by the queue's name.
    """

    def __init__(self, database: Database, queue: Queue, pools: Mapping[str, Workers]) -> None:
        self._database, self._queue, self._pools = database, queue, pools
        self._broken = queue.broken
        self._stopped = False
        self._doing = dict.fromkeys(pools, 0)
        self._done = dict.fromkeys(pools, 0.0)
        self._taking: set[asyncio.Task[None]] = set()
        queue.app.task(name=THINK, pass_context=True, retry=_RetryAtOnce())(self._think)

    async def run(self) -> None:
        """Answer questions from all queues until cancelled."""
        self._taking = {asyncio.create_task(self._take(name)) for name in self._pools if not self._stopped}
        await asyncio.gather(*self._taking, self._rest(), return_exceptions=True)

    async def stop(self) -> None:
        """Stop taking jobs, and put unfinished ones back into the queue."""
        self._stopped = True
        for task in self._taking:
            task.cancel()
        await asyncio.gather(*self._taking, return_exceptions=True)

    async def _take(self, name: str) -> None:
        """Do the jobs of one queue. Begin again whenever the connection to the database breaks."""
        logged_at = -SWEPT
        while True:
            self._broken.clear()
            worker = self._queue.app.run_worker_async(
                queues=[name],
                name=f"souq {name}",
                concurrency=max(1, len(self._pools[name])),
                fetch_job_polling_interval=POLL,
                shutdown_graceful_timeout=0.0,
                update_heartbeat_interval=BEAT,
                stalled_worker_timeout=LASTS,
                delete_jobs="always",
                install_signal_handlers=False,
            )
            tasks = {asyncio.create_task(worker), asyncio.create_task(self._broken.wait())}
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
            if (now := time.monotonic()) > logged_at + SWEPT:
                LOG.warning("No %s are computed here for a moment: the database isn’t answering.", name)
                logged_at = now
            await asyncio.sleep(AGAIN)

    async def _think(
        self,
        context: JobContext,
        *,
        thought: str,
        what: str,
        game: str,
        line: str,
        seconds: float,
        tries: int,
        looking: bool,
    ) -> None:
        """Run a job: have a worker process answer the question, and store the answer."""
        name = str(context.job.queue)
        begin_job("thought", kind=what)
        self._doing[name] += 1
        try:
            pool, asker = self._pools[name], Asker(looking=looking)
            try:
                answer = await pool.answer(what, game, line, seconds, tries, asker)
            except WorkerDied as error:
                answer = {"error": str(error)}
            made = insert(THOUGHTS).values(id=thought, answer=answer, at=self._database.now)
            await self._database.run(made.on_conflict_do_nothing())
        except asyncio.CancelledError:
            if context.abort_reason() is not AbortReason.USER_REQUEST:
                raise  # requeue it; a job aborted by request has no caller any more
        finally:
            self._doing[name] -= 1
            self._done[name] = time.monotonic()

    async def _rest(self) -> None:
        """Stop the worker processes for analyses whenever there has been no analysis for :data:`IDLE` seconds."""
        while True:
            await asyncio.sleep(IDLE / 2)
            if not self._doing[ANALYSES] and time.monotonic() - self._done[ANALYSES] > IDLE:
                await self._pools[ANALYSES].rest()

    async def maintain(self) -> None:
        """Retry the jobs of crashed servers, and delete abandoned jobs, until cancelled. Only the leader does this."""
        swept = -SWEPT
        while True:
            with contextlib.suppress(ConnectorException, OutOfReach):  # try again at the next beat
                await self._retry_stalled()
                if time.monotonic() - swept > SWEPT:
                    await self.sweep()
                    swept = time.monotonic()
            await asyncio.sleep(BEAT)

    async def _retry_stalled(self) -> None:
        manager = self._queue.app.job_manager
        for job in await manager.get_stalled_jobs(seconds_since_heartbeat=LASTS):
            if job.id is not None:
                with contextlib.suppress(ConnectorException):  # it has finished in the meantime
                    await manager.retry_job_by_id_async(job.id, LONG_AGO)

    async def sweep(self) -> None:
        """Delete finished jobs, and jobs and answers that were abandoned.

        Raises:
            OutOfReach: the database doesn't answer.
        """
        ended = "DELETE FROM procrastinate_jobs WHERE status NOT IN ('todo', 'doing')"
        left = (
            "DELETE FROM procrastinate_jobs WHERE id IN (SELECT job_id FROM procrastinate_events "
            "WHERE type = 'deferred' AND at < now() - make_interval(secs => :kept))"
        )
        async with self._database.write() as db:
            await db.execute(text(ended))
            await db.execute(text(left), {"kept": KEPT})
            await db.execute(delete(THOUGHTS).where(THOUGHTS.c.at < self._database.now - KEPT))
        await self._queue.app.job_manager.prune_stalled_workers(10 * LASTS)
