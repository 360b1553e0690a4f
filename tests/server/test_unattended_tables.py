"""Tables that continue by themselves: after a start without a database, and only while somebody may be watching."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from souq.engine import registry
from souq.server.core.db import storage
from souq.server.core.jobs.due import ALL
from souq.server.core.jobs.timekeeping import SharedTime
from souq.server.core.live.tables import Tables
from souq.server.core.realtime import hub
from souq.server.errors import OutOfReach
from tests.server.clients import BOT, ME, Running, eventually, running
from tests.server.postgres import Cluster

pytestmark = pytest.mark.server

KEEP = 3


def left_to_a_bot(server: Running) -> Any:
    """Open a table at which a bot is to move."""
    table = server.open(ME, BOT)
    with server.http(table.token) as http:
        body = {"id": "keep", "seq": table.view(table.token)["seq"], "choice": KEEP, "at_once": True}
        assert http.post(f"/api/tables/{table.id}/choose", json=body).status_code == 200
    return table


@pytest.fixture
def waiting_table(either: Path | str) -> Any:
    """A table in a database that waits for a bot; its server has stopped."""
    with running(either, pause=3600.0) as server:
        return left_to_a_bot(server)


def plies(server: Running, table: str) -> int:
    """Return the decisions of a table in memory without loading it."""
    live = server.house.tables._live.get(table)
    return live.match.ply if live and live.match else 0


def test_unattended_tables_resume_after_the_database_returns(
    either: Path | str, waiting_table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    async def away(self: storage.Storage) -> list[tuple[str, str]]:
        asked.append(1)
        if len(asked) < 3:
            raise OutOfReach("the database isn’t answering.")
        return await unattended(self)

    unattended = storage.Storage.unattended
    monkeypatch.setattr(storage.Storage, "unattended", away)
    with running(either) as server:
        eventually(lambda: plies(server, waiting_table.id) > 1 and len(asked) == 3)


def test_a_server_started_without_postgresql_resumes_its_tables_when_it_returns(postgres: Cluster) -> None:
    url = postgres.create()
    with running(url, pause=3600.0) as server:
        table = left_to_a_bot(server)
    down = []
    before = SharedTime.start

    async def opened(self: SharedTime, countdown: float) -> None:
        await before(self, countdown)
        postgres.stop()
        down.append(True)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SharedTime, "start", opened)
        with running(url) as server:
            assert down
            try:
                time.sleep(1.0)
            finally:
                postgres.start()
            eventually(lambda: plies(server, table.id) > 1)


def test_a_game_that_fails_to_load_does_not_affect_others(
    either: Path | str, waiting_table: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ready = Tables.ready
    first = next(iter(registry.games()))

    async def broken(self: Tables, game: str) -> None:
        if game == first:
            raise ImportError("a game of somebody else's")
        await ready(self, game)

    monkeypatch.setattr(Tables, "ready", broken)
    with running(either) as server:
        eventually(lambda: plies(server, waiting_table.id) > 1)
        eventually(lambda: f"The game {first} could not be loaded" in caplog.text)


def test_viewing_a_table_resumes_its_bots(
    either: Path | str, waiting_table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing(self: storage.Storage) -> list[tuple[str, str]]:
        return []

    monkeypatch.setattr(storage.Storage, "unattended", nothing)
    with running(either) as server:
        waiting_table.server = server
        waiting_table.info()
        eventually(lambda: plies(server, waiting_table.id) > 1)


def test_a_table_of_bots_plays_only_while_it_is_watched(either: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "LOOKS", 0.5)
    with running(either, pause=0.2) as server:
        table = server.open(BOT, BOT, BOT, game="desert_bazaar")
        time.sleep(1.0)
        assert plies(server, table.id) == 0, "nobody has looked"
        with server.sit(table.id) as visitor:
            visitor.frames()
            eventually(lambda: plies(server, table.id) > 2)
            time.sleep(1.0)
            seen = plies(server, table.id)
            eventually(lambda: plies(server, table.id) > seen)
        eventually(lambda: (table.id, ALL) not in server.house.turns._tasks)
        seen = plies(server, table.id)
        time.sleep(1.0)
        assert plies(server, table.id) == seen, "nobody looks any more"
    with running(either, pause=0.2) as server:
        table.server = server
        time.sleep(1.0)
        assert plies(server, table.id) == 0, "nor after the next start"
        table.info()
        eventually(lambda: plies(server, table.id) > seen)


def test_unwatched_bots_play_until_a_persons_turn(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "LOOKS", 0.0)
    table = left_to_a_bot(server)
    eventually(lambda: plies(server, table.id) > 1)
