"""Hints and analyses computed by workers that share a database: any worker takes a job, and dead ones are replaced."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from procrastinate.schema import SchemaManager

from souq.server.cluster import jobs as asking
from souq.server.cluster.consumer import Consumer
from souq.server.cluster.jobs import ANALYSES, HINTS, Jobs
from souq.server.cluster.queue import NAME, Queue
from souq.server.core.db import queueing
from souq.server.core.db.engines import Database
from souq.server.core.db.migrations import migrate
from souq.server.core.workers.queueing import Asker
from souq.server.core.workers.thinking import ANYBODY, WorkerDied
from souq.server.core.workers.workers import Workers
from souq.server.errors import OutOfReach
from souq.server.ops.config.settings import Settings
from tests.server import clients
from tests.server.clients import ME, Opened, Person, Running, eventually, running
from tests.server.postgres import Cluster
from tests.server.test_analyses import played
from tests.server.test_analyses import request_analysis as analyse
from tests.server.test_hints import ask_for_hint

pytestmark = pytest.mark.server

SLACK = 90.0
"""Timeout in seconds on a busy machine."""


@pytest.fixture(autouse=True)
def short_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs of dead workers are retried after some seconds."""
    monkeypatch.setattr(clients, "PATIENCE", SLACK)
    monkeypatch.setattr(asking, "GRACE", SLACK)


@contextmanager
def worker_process(url: str, *kind: str) -> Iterator[subprocess.Popen[str]]:
    """Run a worker process and kill it at the end; ``kind`` names a job it never finishes."""
    command = [sys.executable, "-m", "tests.server.worker_process", url, *kind]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        try:
            assert worker.stdout.readline() == "ready\n", "the worker did not start"
            yield worker
        finally:
            worker.kill()


def rows(url: str, sql: str) -> list[tuple[Any, ...]]:
    """Return the rows of a query."""

    async def look() -> list[tuple[Any, ...]]:
        line = await asyncpg.connect(url)
        try:
            return [tuple(row) for row in await line.fetch(sql)]
        finally:
            await line.close()

    return asyncio.run(look())


def queued(url: str) -> list[tuple[str, str]]:
    """Return the queue and state of every job, including leftover answers."""
    return rows(
        url,
        "SELECT queue_name, status::text FROM procrastinate_jobs UNION ALL SELECT 'thoughts', id FROM thoughts",
    )


def player_awaiting_hint(server: Running) -> tuple[Opened, Person]:
    """Return a player at a solo table who has just asked for a hint."""
    table = server.open(ME, game="dash")
    amina = server.sit(table.id, table.token)
    amina.frames()
    amina.send({"type": "hint", "id": "h"})
    return table, amina


def test_a_worker_computes_for_a_server_without_workers(postgres: Cluster) -> None:
    url = postgres.create()
    with running(url, work=False) as server, worker_process(url) as worker:
        table = server.open(ME, game="dash")
        with server.sit(table.id, table.token) as amina:
            amina.frames()
            answer = ask_for_hint(amina)
            assert (answer["type"], answer["text"], answer["left"]) == ("hint", "Run to 3", 4)
        table = played(server)
        eventually(lambda: analyse(table)[1]["state"] == "done", SLACK)
        eventually(lambda: queued(url) == [], SLACK)
        assert not server.house.pools.hints.pids and not server.house.pools.analyses.pids
        worker.send_signal(signal.SIGTERM)
        assert worker.wait(SLACK) == 0
    assert rows(url, "SELECT * FROM procrastinate_workers") == []


def test_a_killed_workers_job_is_finished_by_another(postgres: Cluster) -> None:
    url = postgres.create()
    with running(url, work=False) as server, worker_process(url, "solution") as first:
        _, amina = player_awaiting_hint(server)
        with amina:
            eventually(lambda: (HINTS, "doing") in queued(url), SLACK)
            with worker_process(url):
                first.send_signal(signal.SIGKILL)
                assert amina.next("hint", "refused")["type"] == "hint"
                eventually(lambda: queued(url) == [], SLACK)


def test_a_stopping_worker_returns_its_job_to_the_queue(postgres: Cluster) -> None:
    url = postgres.create()
    with running(url, work=False) as server, worker_process(url, "solution") as first:
        _, amina = player_awaiting_hint(server)
        with amina:
            eventually(lambda: (HINTS, "doing") in queued(url), SLACK)
            first.send_signal(signal.SIGTERM)
            eventually(lambda: {status for _, status in queued(url)} == {"todo"}, SLACK)
            with worker_process(url):
                assert first.wait(SLACK) == 0
                assert amina.next("hint", "refused")["type"] == "hint"


def test_a_long_analysis_does_not_delay_hints(postgres: Cluster) -> None:
    url = postgres.create()
    with running(url, work=False) as server, worker_process(url, "evaluation"):
        table = played(server)
        assert analyse(table)[0] == 200
        eventually(lambda: (ANALYSES, "doing") in queued(url), SLACK)
        _, amina = player_awaiting_hint(server)
        with amina:
            assert amina.next("hint", "refused")["type"] == "hint"
        assert (ANALYSES, "doing") in queued(url)


def test_without_workers_a_hint_request_reports_failure(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "GRACE", 1.0)
    url = postgres.create()
    with running(url, work=False) as server:
        _, amina = player_awaiting_hint(server)
        with amina:
            assert "No hint turned up in time" in amina.next("hint", "refused")["message"]
        eventually(lambda: queued(url) == [], SLACK)


# the queue alone


class Thinker(Workers):
    """Workers that answer at once or when released."""

    def __init__(self) -> None:
        super().__init__(1, 0.0)
        self.asked: list[tuple[str, str, bool]] = []
        self.may, self.stopped = asyncio.Event(), 0

    async def answer(
        self, what: str, game: str, line: str, seconds: float = 0.0, tries: int = 1, asker: Asker = ANYBODY
    ) -> dict[str, Any]:
        """Return what was asked, once released."""
        self.asked.append((what, line, asker.looking))
        try:
            await asyncio.wait_for(self.may.wait(), SLACK)
        except asyncio.CancelledError:
            self.stopped += 1
            raise
        if line == "wrong":
            raise WorkerDied("no memory")
        return {"said": line}


class Ends:
    """Both ends of the queue, and the workers."""

    def __init__(self, url: str) -> None:
        self.url, self.database, self.queue = url, Database(Settings(database=url)), Queue(url)
        self.jobs, self.pool = Jobs(self.database, self.queue, 5.0), Thinker()
        self.consumer = Consumer(self.database, self.queue, {HINTS: self.pool, ANALYSES: self.pool})

    async def queued(self) -> list[tuple[Any, ...]]:
        """Return the jobs in the queue and the answers."""
        return await asyncio.to_thread(queued, self.url)

    async def until(self, wanted: set[str]) -> None:
        """Wait until the jobs have exactly these states."""
        async with asyncio.timeout(SLACK):
            while {status for _, status in await self.queued()} != wanted:
                await asyncio.sleep(0.05)


@asynccontextmanager
async def queue_ends(url: str, take: bool = True) -> AsyncIterator[Ends]:
    both = Ends(url)
    await migrate(both.database)
    await both.queue.open()
    works = [asyncio.create_task(work) for work in ((both.consumer.run(), both.consumer.maintain()) if take else ())]
    try:
        yield both
    finally:
        await both.consumer.stop()
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)
        await both.jobs.close()
        await both.queue.close()
        await both.database.close()


def test_jobs_are_answered_without_notifications(postgres: Cluster) -> None:
    async def go() -> None:
        async with queue_ends(postgres.create()) as both:
            both.pool.may.set()
            assert await both.jobs.answer("evaluation", "toy", "how") == {"said": "how"}
            with pytest.raises(WorkerDied, match="no memory"):
                await both.jobs.answer("hint", "toy", "wrong", asker=Asker(("me",), False))
            assert both.pool.asked == [("evaluation", "how", True), ("hint", "wrong", False)]
            await both.until(set())

    asyncio.run(go())


def test_watched_jobs_come_first_and_hints_before_solutions(postgres: Cluster) -> None:
    async def go() -> None:
        async with queue_ends(postgres.create(), take=False) as both:
            away, here = Asker(("a",), False), Asker(("b",), True)
            questions = [("solution", away), ("solution", here), ("hint", away), ("hint", here)]
            asked = []
            for n, (what, asker) in enumerate(questions):
                asked.append(asyncio.create_task(both.jobs.answer(what, "toy", f"{n}", asker=asker)))
                async with asyncio.timeout(SLACK):
                    while len(await both.queued()) <= n:
                        await asyncio.sleep(0.05)
            assert await both.jobs.waiting() == {HINTS: 4, ANALYSES: 0}
            both.pool.may.set()
            taking = asyncio.create_task(both.consumer.run())
            await asyncio.gather(*asked)
            assert [line for _, line, _ in both.pool.asked] == ["3", "2", "1", "0"]
            taking.cancel()

    asyncio.run(go())


@pytest.mark.parametrize("begun", [False, True])
def test_an_abandoned_job_is_cancelled(postgres: Cluster, begun: bool) -> None:
    async def go() -> None:
        async with queue_ends(postgres.create(), take=begun) as both:
            asked = asyncio.create_task(both.jobs.answer("hint", "toy", "how"))
            await both.until({"doing" if begun else "todo"})
            asked.cancel()
            await both.until(set())
            assert both.pool.stopped == begun

    asyncio.run(go())


def test_a_job_is_restarted_when_the_database_connection_breaks(postgres: Cluster) -> None:
    async def go() -> None:
        async with queue_ends(postgres.create()) as both:
            asked = asyncio.create_task(both.jobs.answer("hint", "toy", "how"))
            await both.until({"doing"})
            while len(both.pool.asked) < 2:
                await asyncio.to_thread(postgres.close_connections, NAME)
                await asyncio.sleep(3.0)
            both.pool.may.set()
            assert await asked == {"said": "how"}
            await both.until(set())

    asyncio.run(asyncio.wait_for(go(), 2 * SLACK))


def test_an_unreachable_database_is_reported_as_no_answer(postgres: Cluster) -> None:
    async def go() -> None:
        async with queue_ends(postgres.create(), take=False) as both:
            await both.until(set())
            await asyncio.to_thread(postgres.stop)
            try:
                with pytest.raises(WorkerDied, match="isn’t answering"):
                    await both.jobs.answer("hint", "toy", "how")
                with pytest.raises(OutOfReach):
                    await both.jobs.waiting()
            finally:
                await asyncio.to_thread(postgres.start)

    asyncio.run(go())


def test_orphaned_jobs_are_deleted_after_an_hour(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: object) -> None: ...

    async def go() -> None:
        url = postgres.create()
        async with queue_ends(url, take=False) as both:
            monkeypatch.setattr(both.jobs, "_withdraw", nothing)  # as of a server that is gone without a word
            for age in ("59 minutes", "61 minutes"):
                asked = asyncio.create_task(both.jobs.answer("hint", "toy", age))
                await both.until({"todo"} | {each for each in ("59 minutes",) if age != each})
                asked.cancel()
                at = f"extract(epoch FROM now() - interval '{age}')"
                for change in (
                    f"INSERT INTO thoughts VALUES ('{age}', '{{}}', {at})",
                    f"UPDATE procrastinate_events SET at = now() - interval '{age}' WHERE job_id = "
                    "(SELECT max(id) FROM procrastinate_jobs)",
                ):
                    await asyncio.to_thread(rows, url, change)
            assert len(await both.queued()) == 4
            await both.consumer.sweep()
            assert sorted(await both.queued()) == [(HINTS, "todo"), ("thoughts", "59 minutes")]

    asyncio.run(go())


def test_a_job_contains_only_its_seats_information_and_no_names(postgres: Cluster) -> None:
    async def go() -> None:
        url = postgres.create()
        async with queue_ends(url, take=False) as both:
            asked = asyncio.create_task(both.jobs.answer("hint", "toy", "line", 2.0, asker=Asker(("192.0.2.7",))))
            await both.until({"todo"})
            ((args, lock),) = await asyncio.to_thread(rows, url, "SELECT args, lock FROM procrastinate_jobs")
            assert lock is None
            assert set(json.loads(args)) == {"thought", "what", "game", "line", "seconds", "tries", "looking"}
            asked.cancel()

    asyncio.run(go())


def test_the_migrations_create_the_schema_of_the_installed_queue() -> None:
    """A change of Procrastinate's schema needs a migration of souq's."""
    files = sorted(path.name for path in Path(SchemaManager.get_migrations_path()).glob("*.sql"))
    assert files[-1] == queueing.NEWEST
