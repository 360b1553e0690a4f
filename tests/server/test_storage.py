"""A locked, full or unreachable database: the player is informed, and nothing unsaved is acknowledged."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import UniqueConstraint, event, text

from souq.server.core.db import migrations
from souq.server.core.db.declaring import all_tables
from souq.server.core.db.queueing import OURS
from souq.server.core.db.storage import Storage
from souq.server.ops.config.settings import Settings, database_url
from tests.server.clients import BOT, ME, OPEN, Running, running
from tests.server.postgres import Cluster

pytestmark = pytest.mark.server

SWAP, MARK, KEEP = 0, 1, 3


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "souq.db"


@pytest.fixture
def short_timeout_server(database: Path) -> Iterator[Running]:
    with running(database, busy_timeout=0.1) as server:
        yield server


def test_a_locked_database_is_reported_and_nothing_changes(short_timeout_server: Running, database: Path) -> None:
    table = short_timeout_server.open(ME, OPEN)
    token = table.take(1, "Omar")
    with short_timeout_server.sit(table.id, table.token) as amina, short_timeout_server.sit(table.id, token) as omar:
        amina.frames()
        omar.frames()
        seq, before = amina.seq, table.view(table.token)
        other = sqlite3.connect(database)
        other.execute("BEGIN IMMEDIATE")
        refusal = amina.command("choose", key="swap", seq=seq, choice=SWAP)
        assert refusal["type"] == "refused"
        assert "nothing has changed" in refusal["message"]
        assert "busy" in refusal["message"]
        assert omar.receives_nothing()
        assert table.view(table.token) == before
        with short_timeout_server.http() as http:
            answer = http.post("/api/tables", json={"game": "toy", "seats": [ME, BOT]})
            assert answer.status_code == 503
            assert http.post("/play/toy").status_code == 503
        other.rollback()
        assert amina.command("choose", key="swap", seq=seq, choice=SWAP)["type"] == "ack", "the same command again"
        assert omar.frames()["frames"][-1]["ply"] == 1


def test_bots_wait_for_a_locked_database(database: Path) -> None:
    with running(database, busy_timeout=0.1, pause=0.3) as server:
        table = server.open(ME, BOT)
        with server.sit(table.id, table.token) as amina:
            amina.frames()
            with server.http(table.token) as http:
                body = {"id": "keep", "seq": amina.seq, "choice": KEEP}
                assert http.post(f"/api/tables/{table.id}/choose", json=body).status_code == 200
            other = sqlite3.connect(database)
            other.execute("BEGIN IMMEDIATE")
            time.sleep(1.0)  # the bot decides, and cannot be stored
            assert table.view(table.token)["deciders"] == [1]
            other.rollback()
            amina.next("table", where=lambda message: message["deciders"] != [1])


def test_a_full_disk_is_reported_and_nothing_changes(database: Path) -> None:
    with running(database) as server:
        table = server.open(ME, BOT)
        writer = server.house.storage.database._writer.sync_engine

        def full(connection: Any) -> None:
            connection.exec_driver_sql("PRAGMA max_page_count = 1")

        def emptied(connection: Any) -> None:
            connection.exec_driver_sql("PRAGMA max_page_count = 1000000")

        with server.sit(table.id, table.token) as amina:
            amina.frames()
            event.listen(writer, "begin", full)
            for number in range(500):
                answer = amina.command("choose", key=f"swap {number}", seq=amina.seq, choice=SWAP)
                if answer["type"] == "refused":
                    break
                amina.frames(answer["seq"])
            assert "disk is full" in answer["message"]
            kept = table.view(table.token)
            assert kept["seq"] == amina.seq
            stored = sqlite3.connect(database)
            assert stored.execute("SELECT ply, revision FROM tables").fetchone() == (number, amina.seq)
            assert stored.execute("SELECT count(*) FROM decisions").fetchone() == (number,)
            event.remove(writer, "begin", full)
            event.listen(writer, "begin", emptied)
            amina.play(SWAP)
            assert amina.scene


def test_an_unreachable_database_is_reported_and_nothing_changes(postgres: Cluster) -> None:
    with running(postgres.create(), pause=0.3) as server:
        table = server.open(ME, OPEN)
        token = table.take(1, "Omar")
        with server.sit(table.id, table.token) as amina, server.sit(table.id, token) as omar:
            amina.frames()
            omar.frames()
            seq, before = amina.seq, table.view(table.token)
            postgres.stop()
            try:
                refusal = amina.command("choose", key="swap", seq=seq, choice=SWAP)
                assert refusal["type"] == "refused"
                assert "nothing has changed: the database isn’t answering" in refusal["message"]
                assert omar.receives_nothing()
                with server.http(table.token) as http:
                    assert http.post("/api/tables", json={"game": "toy", "seats": [ME, BOT]}).status_code == 503
                    assert http.post("/play/toy").status_code == 503
                    assert f'href="/t/{table.id}">Try again' in http.get(f"/t/{table.id}").text
            finally:
                postgres.start()
            assert table.view(table.token) == before
            assert amina.command("choose", key="swap", seq=seq, choice=SWAP)["type"] == "ack", "the same command again"
            assert omar.frames()["frames"][-1]["ply"] == 1


def test_a_restart_loses_nothing(either: Path | str) -> None:
    with running(either) as server:
        table = server.open(ME, OPEN)
        token = table.take(1, "Omar")
        with server.sit(table.id, table.token) as amina:
            amina.frames()
            amina.play(SWAP)
            amina.play(MARK)
            seen = amina.seq
            view = table.view(table.token)
            amina.send({"type": "say", "id": "a", "text": "I shall be back"})
            amina.next("chat")
    with running(either) as server:
        table.server = server
        assert table.view(table.token) == view
        assert table.view(token)["view"]["marked"][0] == 0, "the draft is still a draft"
        with server.sit(table.id, table.token, seen=seen) as amina:
            message = amina.frames()
            assert (message["after"], message["seq"]) == (2, seen)
            assert amina.next("chat")["text"] == "I shall be back"
            amina.command("undo", seq=seen)
            assert amina.frames()["after"] == 1
            amina.play(KEEP)
    with running(either) as server, server.sit(table.id, table.token) as amina:
        amina.frames()
        assert amina.scene["prompt"]["must_confirm"], "what waits for confirmation still waits"


def test_a_table_with_other_rules_is_reported(database: Path) -> None:
    with running(database) as server:
        table = server.open(ME, BOT)
    with sqlite3.connect(database) as stored:
        stored.execute("UPDATE tables SET rules_version = 'old'")
    with running(database) as server:
        with server.http() as http:
            answer = http.get(f"/api/tables/{table.id}")
            assert answer.status_code == 409
            assert "plays by rules old" in answer.json()["message"]
        with server.sit(table.id, table.token) as amina:
            assert "plays by rules old" in amina.next("refused")["message"]


def test_rows_are_indexed_by_what_they_are_deleted_with() -> None:
    for table in all_tables().sorted_tables:
        indexes: list[Any] = [table.primary_key, *table.indexes]
        indexes += [each for each in table.constraints if isinstance(each, UniqueConstraint)]
        first = {next(iter(each.columns)).name for each in indexes if each.columns}
        refer = {column.name for column in table.c if column.foreign_keys}
        assert refer <= first or table.name in ("letters", "waits"), f"{table.name}, whose rows don't stay long"


def test_the_newest_migration_is_the_expected_one_and_creates_the_schema(either: Path | str) -> None:
    folder = Path(migrations.__file__).parent
    assert ScriptDirectory(str(folder)).get_current_head() == migrations.HEAD

    async def differences() -> list[Any]:
        from alembic.autogenerate import compare_metadata
        from alembic.migration import MigrationContext

        storage = Storage(Settings(database=str(either)))
        await storage.open()
        await storage.open()
        async with storage.database.read() as db:
            ours = {"include_name": lambda name, kind, _: kind != "table" or not name.startswith(OURS)}
            found = await db.run_sync(
                lambda c: compare_metadata(MigrationContext.configure(c, opts=ours), all_tables())
            )
            if storage.database.is_sqlite:
                names = ("journal_mode", "synchronous")
                assert [(await db.execute(text(f"PRAGMA {name}"))).scalar() for name in names] == ["wal", 2]
        await storage.close()
        return list(found)

    assert asyncio.run(differences()) == []


def test_database_urls_are_recognised() -> None:
    assert database_url("/srv/souq.db") == "sqlite+aiosqlite:////srv/souq.db"
    assert database_url("sqlite:////srv/souq.db") == "sqlite+aiosqlite:////srv/souq.db"
    assert database_url("postgres://u@h/d") == "postgresql+asyncpg://u@h/d"
    assert database_url("").endswith("souq.db")
