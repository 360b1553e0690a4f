"""The health check."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from souq.server.core.db import migrations
from souq.server.core.http import health
from tests.server.clients import ME, OPEN, Running, running
from tests.server.postgres import Cluster

pytestmark = pytest.mark.server

WELL: dict[str, Any] = {
    "ready": True,
    "database": True,
    "saves": True,
    "migrations": True,
    "bots": True,
    "stopping": False,
    "servers": 1,
    "hears": True,
}


def get_health(server: Running) -> tuple[int, dict[str, Any]]:
    with server.http() as http:
        answer = http.get("/health")
    assert answer.headers["cache-control"] == "no-store"
    return answer.status_code, answer.json()


def wait_for_health(server: Running, **holds: Any) -> tuple[int, dict[str, Any]]:
    """Wait until the health check reports these values, and return it."""
    end = time.monotonic() + 30
    while not holds.items() <= (found := get_health(server))[1].items():
        assert time.monotonic() < end, found
        time.sleep(0.1)
    return found


def test_a_healthy_server_reports_only_that(server: Running) -> None:
    assert get_health(server) == (200, WELL)
    with server.http() as http:
        assert http.get("/health/alive").json() == {"alive": True}


def test_frequent_health_checks_query_the_database_once(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "KEPT", 3600.0)
    storage, looks = server.house.storage, []
    fits = storage.fits

    async def counted() -> bool:
        looks.append(1)
        return await fits()

    time.sleep(1.1)  # what was found before is good no longer
    monkeypatch.setattr(storage, "fits", counted)
    for _ in range(20):
        assert get_health(server) == (200, WELL)
    assert len(looks) == 1
    server.doctor._until = 0.0


def test_an_unreachable_database_is_reported_until_it_returns(postgres: Cluster) -> None:
    with running(postgres.create()) as server:
        assert wait_for_health(server, hears=True) == (200, WELL)
        postgres.stop()
        try:
            away = {"ready": False, "database": False, "saves": False, "migrations": False, "hears": False}
            assert wait_for_health(server, database=False, hears=False) == (503, WELL | away)
            with server.http() as http:
                assert http.get("/health/alive").status_code == 200
        finally:
            postgres.start()
        assert wait_for_health(server, ready=True, hears=True) == (200, WELL)


def test_an_unwritable_file_is_reported_until_it_is_writable(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db") as server:
        database, only = server.house.storage.database, [1]

        def read(connection: Any, *_: Any) -> None:
            """Let SQLite say what it says of a file that is read-only."""
            connection.cursor().execute(f"PRAGMA query_only = {only[-1]}")

        assert wait_for_health(server, saves=True) == (200, WELL)
        event.listen(database._writer.sync_engine, "checkout", read)
        database._wrote = float("-inf")  # whenever that was
        assert wait_for_health(server, saves=False) == (503, WELL | {"ready": False, "saves": False})
        with server.http() as http:
            answer = http.post("/api/tables", json={"game": "toy", "seats": [ME, OPEN]})
        assert answer.status_code == 503 and "the database is read-only" in answer.json()["message"]
        only.append(0)
        assert wait_for_health(server, saves=True) == (200, WELL)
        server.open(ME, OPEN)


def test_a_read_only_database_is_reported_until_it_is_writable(postgres: Cluster) -> None:
    with running(postgres.create()) as server:
        assert wait_for_health(server, hears=True) == (200, WELL)
        postgres.read_only(True)
        try:
            assert wait_for_health(server, saves=False)[0] == 503
            with server.http() as http:
                answer = http.post("/api/tables", json={"game": "toy", "seats": [ME, OPEN]})
            assert answer.status_code == 503 and "the database is read-only" in answer.json()["message"]
        finally:
            postgres.read_only(False)
        assert wait_for_health(server, saves=True, hears=True) == (200, WELL)
        server.open(ME, OPEN)


def test_a_moved_or_replaced_file_is_not_written_until_it_is_back(tmp_path: Path) -> None:
    file, aside = tmp_path / "souq.db", tmp_path / "aside.db"
    with running(file) as server:
        table = server.open(ME, OPEN)
        assert get_health(server) == (200, WELL)
        file.rename(aside)
        for another in (False, True):
            if another:
                file.write_bytes(b"another")
            found = wait_for_health(server, database=False)
            assert found == (503, WELL | {"ready": False, "database": False, "saves": False, "migrations": False})
            with server.http(table.invitation(1)) as http:
                answer = http.post(f"/api/tables/{table.id}/seats/1", json={"name": "Omar"})
            assert answer.status_code == 503 and "moved or replaced" in answer.json()["message"]
            server.doctor._until = 0.0
        aside.rename(file)
        assert wait_for_health(server, ready=True) == (200, WELL)
        table.take(1, "Omar")
    with running(file) as server, server.http() as http:
        assert http.get(f"/api/tables/{table.id}").json()["state"] == "playing", "and it is kept"


def test_the_write_check_rarely_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "KEPT", -1.0)
    monkeypatch.setattr(health, "WRITTEN", 3600.0)
    with running(tmp_path / "souq.db") as server:
        server.open(ME, OPEN)
        with monkeypatch.context() as patched:
            patched.setattr(server.house.storage.database, "write", None)  # it was written to not long ago
            assert [get_health(server) for _ in range(3)] == [(200, WELL)] * 3


def test_a_schema_of_another_version_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with running(tmp_path / "souq.db") as server:
        monkeypatch.setattr(migrations, "HEAD", "another")
        assert get_health(server) == (503, WELL | {"ready": False, "migrations": False})


def test_a_server_counts_its_peers_and_stays_ready_without_notifications(postgres: Cluster) -> None:
    url = postgres.create()
    with running(url) as one, running(url):
        assert wait_for_health(one, servers=2, hears=True) == (200, WELL | {"servers": 2})
        pubsub = one.house.cluster.pubsub
        pubsub._connected = False  # as when its connection is lost; it is heard again with the next one
        one.doctor._until = 0.0
        assert get_health(one) == (200, WELL | {"servers": 2, "hears": False})
    with running(url) as alone:
        assert get_health(alone)[1]["servers"] == 1, "whoever left has said so"


def test_a_stopping_server_reports_it_before_it_stops(tmp_path: Path) -> None:
    with running(tmp_path / "souq.db") as server:
        assert get_health(server) == (200, WELL)
        server.house.chores.leaving = True
        assert get_health(server) == (503, WELL | {"ready": False, "stopping": True})
        with server.http() as http:
            assert http.get("/").status_code == 200, "it serves until it is gone"


def test_a_server_without_a_worker_process_is_not_ready_and_starts_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path / "souq.db", workers=1) as server:
        assert wait_for_health(server, bots=True)[0] == 200
        (pid,) = server.house.pools.bots.pids
        with monkeypatch.context() as nobody:
            nobody.setattr(server.house.pools.bots, "revive", lambda: None)
            os.kill(pid, signal.SIGKILL)
            assert wait_for_health(server, bots=False)[0] == 503
        assert wait_for_health(server, bots=True) == (200, WELL)
        assert server.house.pools.bots.pids != [pid]
