"""What nobody has touched for long is cleared out with all that belongs to it, and nothing else."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, insert, select, update

from souq.table.settings import Settings
from souq.table.stored import clearing
from souq.table.stored.clearing import BadSpan, Cleared, Clearing, OtherVersion, clear, count, span
from souq.table.stored.rows import LineRow, OrderRow, PersonRow, SeatRow, TableRow
from souq.table.stored.schema import CHAT, COMMANDS, DECISIONS, METADATA, NOTES, TABLES
from souq.table.stored.storage import Storage
from tests.cli.conftest import Souq, souq
from tests.server.clients import BOT, ME, OPEN, running

__all__ = ["souq"]

pytestmark = pytest.mark.server

DAY = 86_400.0
OLD, NEW = 400 * DAY, 20 * DAY
"""How long ago the old ones were touched, and the others."""


class Old:
    """A database of a house that has been open for long."""

    def __init__(self, database: Path | str) -> None:
        self.storage = Storage(Settings(database=str(database)))
        self.now = time.time()

    @property
    def year(self) -> Clearing:
        """What is older than a year, and commands older than a month."""
        return Clearing(self.now - 365 * DAY, self.now - 30 * DAY)

    async def table(self, name: str, state: Any, ago: float, person: str | None = None) -> None:
        """A table of which everything is kept that there can be."""
        at, storage = self.now - ago, self.storage
        seats = [SeatRow(0, "person", person_id=person), SeatRow(1, "bot")]
        await storage.create(TableRow(name, "toy", "1", 2, {}, b"", at, at, state=state, seats=seats))
        await storage.order(name, 0, OrderRow(0, "lot", 3))
        await storage.switch(name, 0, "no", True)
        await storage.line(name, LineRow(0))
        await storage.analysed(name, {})
        async with storage.database.write() as db:
            await db.execute(insert(DECISIONS).values(table_id=name, ply=1, seat=0, choice=0, at=at))
            await db.execute(insert(NOTES).values(table_id=name, revision=2, moment=1, seat=0, kind="hand"))
            values = {"seat": 0, "key": "a", "name": "Amina", "text": "Hello", "at": at}
            await db.execute(insert(CHAT).values(table_id=name, n=1, **values))

    async def guest(self, name: str, ago: float) -> None:
        """Somebody who came so long ago."""
        await self.storage.remember(PersonRow(name, name, "star"), name.encode())
        people = METADATA.tables["people"]
        async with self.storage.database.write() as db:
            await db.execute(update(people).where(people.c.id == name).values(created_at=self.now - ago))

    async def left(self) -> dict[str, set[str]]:
        """What is left in each table of the database: whose."""
        found = {}
        async with self.storage.database.read() as db:
            for table in METADATA.sorted_tables:
                if "table_id" in table.c or table.name in ("tables", "people"):
                    key = table.c.table_id if "table_id" in table.c else table.c.id
                    found[table.name] = set((await db.execute(select(key))).scalars())
        return found


def at(either: Path | str, work: Any) -> None:
    """Do something with an old house."""

    async def go() -> None:
        old = Old(either)
        await old.storage.open()
        try:
            await old.table("old1", "finished", OLD, "amina")
            await old.table("old2", "playing", OLD, "omar")
            await old.table("old3", "waiting", OLD)
            await old.table("new1", "finished", NEW + 20 * DAY, "leila")
            await old.table("new2", "playing", NEW, "omar")
            await old.table("new3", "finished", NEW)
            for guest in ("amina", "omar", "leila", "nobody"):
                await old.guest(guest, OLD)
            await old.guest("newcomer", NEW)
            await work(old)
        finally:
            await old.storage.close()

    coroutine: Coroutine[Any, Any, None] = go()
    asyncio.run(coroutine)


def test_what_is_old_goes_with_all_that_belongs_to_it(either: Path | str) -> None:
    async def work(old: Old) -> None:
        before = await old.left()
        found = await count(old.storage.database, old.year)
        assert found == Cleared(waiting=1, playing=1, finished=1, commands=1, guests=2)
        assert await old.left() == before, "counting changes nothing"
        assert await clear(old.storage.database, old.year) == found
        kept = {"new1", "new2", "new3"}
        left = await old.left()
        assert left.pop("people") == {"omar", "leila", "newcomer"}
        assert left.pop("commands") == {"new2", "new3"}
        assert left == dict.fromkeys(left, kept)
        assert await old.storage.answer("new1", 0, "open") is None
        assert (await count(old.storage.database, old.year)).nothing

    at(either, work)


def test_what_is_to_be_kept_is(either: Path | str) -> None:
    async def work(old: Old) -> None:
        year, database = old.year, old.storage.database
        await clear(database, Clearing(year.tables, year.commands, finished=False, keep=("old2",)))
        assert (await old.left())["tables"] == {"old1", "old2", "new1", "new2", "new3"}
        async with database.write() as db:
            await db.execute(update(CHAT).where(CHAT.c.table_id == "old2").values(at=old.now))
        assert await clear(database, year) == Cleared(finished=1, guests=1), "somebody has spoken at the other"
        assert "old2" in (await old.left())["tables"]

    at(either, work)


def test_it_goes_in_batches(either: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clearing, "BATCH", 5)
    monkeypatch.setattr(clearing, "REST", 0.0)

    async def work(old: Old) -> None:
        for number in range(12):
            await old.table(f"more{number}", "finished", OLD)
            await old.guest(f"more{number}", OLD)
        steps = []
        done = await clear(old.storage.database, old.year, lambda done: steps.append(done.guests))
        assert (done.finished, done.guests) == (13, 14)
        assert {5, 10, 14} <= set(steps)

    at(either, work)


def test_a_database_of_another_version_is_left_alone(tmp_path: Path) -> None:
    storage = Storage(Settings(database=str(tmp_path / "empty.db")))
    with pytest.raises(OtherVersion):
        asyncio.run(clear(storage.database, Clearing(0.0, 0.0)))


@pytest.mark.parametrize("text", ["", "1", "d", "0d", "-3d", "1.5d", "soon", "9999999d", "3 fortnights"])
def test_what_is_no_span_is_said(text: str) -> None:
    with pytest.raises(BadSpan, match="not a span of time"):
        span(text)


def test_a_server_goes_on_meanwhile(either: Path | str) -> None:
    with running(either) as server:
        gone, stays = server.open(ME, BOT), server.open(ME, OPEN)

        async def age() -> None:
            storage = Storage(Settings(database=str(either)))
            async with storage.database.write() as db:
                await db.execute(update(TABLES).where(TABLES.c.id == gone.id).values(updated_at=0.0))
            assert await clear(storage.database, Clearing(DAY, DAY)) == Cleared(playing=1)
            async with storage.database.read() as db:
                assert (await db.execute(select(func.count()).select_from(COMMANDS))).scalar() == 1
            await storage.close()

        with server.sit(gone.id, gone.token) as amina:
            amina.frames()
            asyncio.run(age())
            assert amina.command("choose", seq=amina.seq, choice=3)["type"] == "refused"
        with server.http() as http:
            assert http.get(f"/api/tables/{gone.id}").status_code == 404
        stays.take(1, "Omar")
        assert stays.info()["state"] == "playing"


def test_the_command_shows_asks_and_clears(souq: Souq, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = tmp_path / "souq.db"

    async def nothing(old: Old) -> None: ...

    at(database, nothing)
    shown = souq("tidy", "--database", database, "--dry-run")
    assert shown.code == 0
    assert "Would be deleted: 1 table that never began, 1 unfinished game, 1 finished game" in shown.out
    assert "2 guests" in shown.out
    monkeypatch.setattr("typer.confirm", lambda *_, **__: False)
    assert souq("tidy", "--database", database).code == 1
    assert souq("tidy", "--database", database, "--dry-run").out == shown.out
    counted = json.loads(souq("tidy", "--database", database, "--yes", "--json", "--keep", "old3").out)
    assert counted == {"waiting": 0, "playing": 1, "finished": 1, "commands": 1, "guests": 2}
    assert "Deleted: 1 table" in souq("tidy", "--database", database, "--yes").out
    assert "nothing to clear" in souq("tidy", "--database", database).out
    for wrong, says in (("--older-than=soon", "not a span of time"), ("--database=nowhere.db", "There's no database")):
        ran = souq("tidy", "--database", database, wrong)
        assert ran.code == 2
        assert says in ran.err
    assert not Path("nowhere.db").exists()
