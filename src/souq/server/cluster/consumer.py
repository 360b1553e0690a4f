"""A server that thinks for all: it takes questions out of the queue, and writes down what its processes answer.

From each queue so many are taken as there are processes for it, so that what can wait never holds up what somebody
waits for. What a server had begun that is gone without a word is taken up by another after a few seconds; what one had
begun that stops, at once. A question that is thought about twice does no harm: who asked takes one answer.
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
from souq.server.ops.telemetry import logs

LOG = logging.getLogger("souq.server")

BEAT, LASTS = 2.0, 6.0
"""Seconds between two times that a server writes down that it thinks; for how long that is believed."""

POLL = 0.5
"""Seconds between two looks into a queue: of what was given back the database does not tell, and Procrastinate misses
what is told while it looks."""

AGAIN = 1.0
"""Seconds until a server begins anew whose connection broke."""

SWEPT = 60.0
"""Seconds between two times that what is left over is swept away."""

KEPT = 3600.0
"""Seconds for which it is left alone."""

IDLE = 10.0
"""Seconds without an analysis after which its processes end."""

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
"""When what is given back may be begun again: at once, whatever a machine's clock says."""


class _Again(BaseRetryStrategy):
    """What is not brought to its end here is begun again by whoever takes it next."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision:
        """At once."""
        return RetryDecision(retry_at=LONG_AGO)


class Taking:
    """Takes what is asked.

    Args:
        database: where answers are written down.
        queue: whence questions are taken.
        pools: who thinks about them, by the name of the queue.
    """

    def __init__(self, database: Database, queue: Queue, pools: Mapping[str, Workers]) -> None:
        self._database, self._queue, self._pools = database, queue, pools
        self._broken = queue.broken
        self._stopped = False
        self._doing = dict.fromkeys(pools, 0)
        self._done = dict.fromkeys(pools, 0.0)
        self._taking: set[asyncio.Task[None]] = set()
        queue.app.task(name=THINK, pass_context=True, retry=_Again())(self._think)

    async def run(self) -> None:
        """Take from all queues, for ever."""
        self._taking = {asyncio.create_task(self._take(name)) for name in self._pools if not self._stopped}
        await asyncio.gather(*self._taking, self._rest(), return_exceptions=True)

    async def stop(self) -> None:
        """Take no more, and give back what was begun."""
        self._stopped = True
        for task in self._taking:
            task.cancel()
        await asyncio.gather(*self._taking, return_exceptions=True)

    async def _take(self, name: str) -> None:
        """Take from a queue; begin anew whenever the database could not be asked."""
        told = -SWEPT
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
            if (now := time.monotonic()) > told + SWEPT:
                LOG.warning("No %s are thought about here for a moment: the database isn’t answering.", name)
                told = now
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
        """What a job does: have a process think, and write down what it answers."""
        name = str(context.job.queue)
        logs.begin_job("thought", kind=what)
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
                raise  # it is given back; else nobody waits for it any more
        finally:
            self._doing[name] -= 1
            self._done[name] = time.monotonic()

    async def _rest(self) -> None:
        """End the processes for analyses while there are none."""
        while True:
            await asyncio.sleep(IDLE / 2)
            if not self._doing[ANALYSES] and time.monotonic() - self._done[ANALYSES] > IDLE:
                await self._pools[ANALYSES].rest()

    async def keep(self) -> None:
        """See to what is left over, for all servers: what was begun by one that is gone, and what nobody wants."""
        swept = -SWEPT
        while True:
            with contextlib.suppress(ConnectorException, OutOfReach):  # it looks again
                await self._take_up()
                if time.monotonic() - swept > SWEPT:
                    await self.sweep()
                    swept = time.monotonic()
            await asyncio.sleep(BEAT)

    async def _take_up(self) -> None:
        manager = self._queue.app.job_manager
        for job in await manager.get_stalled_jobs(seconds_since_heartbeat=LASTS):
            if job.id is not None:
                with contextlib.suppress(ConnectorException):  # it has come to its end meanwhile
                    await manager.retry_job_by_id_async(job.id, LONG_AGO)

    async def sweep(self) -> None:
        """Sweep away what nobody took back.

        Raises:
            OutOfReach: the database cannot be asked.
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
