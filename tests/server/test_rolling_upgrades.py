"""Rolling upgrades: servers of one or two versions stop and start during play without losing anything."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from souq.server.core.db import migrations
from souq.server.core.db.engines import Database
from souq.server.ops.config.settings import Settings
from souq.server.serve import GONE
from tests import plain
from tests.ports import free_port
from tests.server.clients import BOT, ME, OPEN, Running, eventually, process, running
from tests.server.postgres import Cluster
from tests.server.test_crash import Player
from tests.server.test_many_servers import at, keep, plies

pytestmark = pytest.mark.server

SLACK = 60.0
"""Seconds that a busy machine may need in addition to a stop."""


@contextmanager
def newer_server(port: int, database: str) -> Iterator[None]:
    """Run a server of the next version in a process."""
    command = [sys.executable, "-m", "tests.server.newer_server", str(port), database, "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline().startswith("http"), "the server did not start"
        try:
            yield
        finally:
            server.kill()


def test_a_server_stopped_during_play_exits_cleanly_and_loses_nothing(tmp_path: Path) -> None:
    """With a player who goes on, pages that are open, one that reads nothing, and bots that think."""
    database, port = tmp_path / "souq.db", free_port()
    address = f"http://127.0.0.1:{port}"
    seats = [{"kind": "me"}, {"kind": "bot", "level": "merchant"}, {"kind": "bot", "level": "greedy"}]
    with process(port, database) as server:
        body = {"game": "desert_bazaar", "seats": seats}
        opened = plain.post(f"{address}/api/tables", json=body, timeout=60).json()
        player = Player(address, opened["table"], opened["token"])
        line = f"ws://127.0.0.1:{port}/ws/tables/{opened['table']}"
        with connect(line, max_size=None) as page, connect(line, max_size=None, max_queue=1) as silent:
            for each in (page, silent):
                each.send(json.dumps({"type": "hello", "token": None, "layout": "wide", "seen": 0}))
            player.start()
            eventually(lambda: len(player.acknowledged) >= 3, SLACK)
            server.send_signal(signal.SIGTERM)
            *_, last = (json.loads(text) for text in messages_until_closed(page, 1012))
            assert last["type"] == "bye" and "restarting" in last["message"]
            assert server.wait(GONE + SLACK) == 0
        player.stopped = True
        player.join(SLACK)
    assert player.acknowledged
    with (
        process(port, database),
        httpx.Client(verify=False, base_url=f"{address}/api/tables/{opened['table']}", timeout=60) as http,
    ):
        http.headers["Authorization"] = f"Bearer {opened['token']}"
        for command, answer in player.acknowledged.values():
            assert http.post("/choose", json=command).json() == answer, "it was carried out, and once"


def messages_until_closed(page: ClientConnection, code: int) -> Iterator[str]:
    """Yield a socket's messages until it is closed with this code."""
    try:
        while True:
            yield str(page.recv(timeout=SLACK))
    except ConnectionClosed as closed:
        assert closed.rcvd is not None and closed.rcvd.code == code


def test_a_stopping_server_hands_over_its_leases_and_pages_first(
    postgres: Cluster,
) -> None:
    url = postgres.create()
    with running(url) as other:
        with running(url) as one:
            eventually(lambda: one.house.cluster.others_show and other.house.cluster.others_show)
            table = one.open(ME, BOT, BOT)
            with one.sit(table.id, table.token) as amina:
                amina.frames()
                asyncio.run_coroutine_threadsafe(one.house.leave(), loop_of(one)).result(SLACK)
                with one.http() as http:
                    assert http.get("/health").status_code == 503
                keep(amina)
                amina.next("table", where=lambda told: told["state"] == "finished")
                assert not one.house.cluster.leads
                eventually(lambda: other.house.cluster.leads)
                loop_of(one).call_soon_threadsafe(one.house.farewell)
                assert "is moving to another server" in amina.next("bye")["message"]
        assert plies(other, table) == 9 or at(other, table).info()["state"] == "finished"


def loop_of(server: Running) -> asyncio.AbstractEventLoop:
    """Return the event loop of a server."""
    (task, *_) = server.house.chores._tasks
    return task.get_loop()


def test_a_server_keeps_running_while_a_newer_one_migrates_the_database(postgres: Cluster) -> None:
    url = postgres.create()
    with running(url) as old:
        table = old.open(ME, OPEN)
        token = table.take(1, "Omar")
        with old.sit(table.id, table.token) as amina:
            amina.frames()
            port = free_port()
            with newer_server(port, url):
                keep(amina)
                there = httpx.Client(
                    verify=False, base_url=f"http://127.0.0.1:{port}/api/tables/{table.id}", timeout=SLACK
                )
                with there as http:
                    http.headers["Authorization"] = f"Bearer {token}"
                    view = http.get("/view").json()
                    assert view["your_turn"], "the newer one knows what was decided at the older"
                    command = {"choice": "keep", "id": "a", "seq": view["seq"]}
                    assert http.post("/choose", json=command).status_code == 200
                    http.post("/confirm", json={"id": "b", "seq": http.get("/view").json()["seq"]})
                eventually(lambda: plies(old, table) == 2)
                with old.http() as http:
                    assert http.get("/health").json()["migrations"], "the newer one allows it"
                with running(url) as again:
                    assert plies(again, table) == 2, "one of the older version may even start"
            amina.next("frames", where=lambda told: told["frames"] and told["frames"][-1]["ply"] == 2)


def test_one_of_several_starting_servers_migrates_the_database(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, done = postgres.create(), []

    def upgrade(connection: Connection, to: str = "head") -> None:
        done.append(to)
        time.sleep(0.3)
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{migrations.HEAD}'")

    async def start() -> None:
        databases = [Database(Settings(database=url)) for _ in range(4)]
        await asyncio.gather(*(migrations.migrate(each) for each in databases))
        async with databases[0].write() as db:
            await db.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
        monkeypatch.setattr(migrations, "_upgrade", upgrade)
        await asyncio.gather(*(migrations.migrate(each) for each in databases))
        for each in databases:
            await each.close()

    asyncio.run(start())
    assert done == ["head"]


def test_a_migration_gives_way_to_other_transactions_and_is_retried(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, tries = postgres.create(), []
    monkeypatch.setattr(migrations, "WAIT", 0.1)

    def upgrade(connection: Connection, to: str = "head") -> None:
        tries.append(to)
        connection.exec_driver_sql("ALTER TABLE tables ADD COLUMN later INTEGER")
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{migrations.HEAD}'")

    async def start() -> None:
        database, other = Database(Settings(database=url)), Database(Settings(database=url))
        await migrations.migrate(database)
        async with database.write() as db:
            await db.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
        monkeypatch.setattr(migrations, "_upgrade", upgrade)
        async with other.read() as busy:
            await busy.exec_driver_sql("SELECT count(*) FROM tables")
            going = asyncio.create_task(migrations.migrate(database))
            while len(tries) < 2:
                await asyncio.sleep(0.02)
            assert not going.done()
        await going
        async with database.read() as db:
            assert await db.run_sync(migrations.fits)
        await database.close()
        await other.close()

    asyncio.run(start())


def test_a_worker_reports_its_health_and_exits_cleanly(postgres: Cluster) -> None:
    url, port = postgres.create(), free_port()
    command = [sys.executable, "-m", "souq", "worker", "--database", url, "--workers", "1", "--health", str(port)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}
    ) as worker:
        assert worker.stdout is not None
        try:
            said = iter(worker.stdout.readline, "")
            assert any("is running" in line for line in said)

            def asked() -> dict[str, Any]:
                return dict(plain.get(f"http://127.0.0.1:{port}/health", timeout=SLACK).json())

            eventually(lambda: asked()["ready"] and asked()["hears"], SLACK)
            assert asked()["servers"] == 1
            assert plain.get(f"http://127.0.0.1:{port}/health/alive").json() == {"alive": True}
            worker.send_signal(signal.SIGTERM)
            assert worker.wait(GONE + SLACK) == 0
        finally:
            worker.kill()


def test_a_stopping_process_exits_even_if_something_hangs() -> None:
    program = """import time
from souq.server.serve import ending_in_time
with ending_in_time() as end_after:
    end_after(0.1)
    time.sleep(600)"""
    assert subprocess.run([sys.executable, "-c", program], timeout=SLACK, check=False).returncode == 0
