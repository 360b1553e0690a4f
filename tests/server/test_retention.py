"""What nobody has touched for long is cleared out with all that belongs to it, and nothing else."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import Coroutine
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, insert, select, update

from souq.server.core.db.declaring import all_tables
from souq.server.core.db.migrations import OtherVersion
from souq.server.core.db.models import (
    CHAT,
    COMMANDS,
    DECISIONS,
    LISTINGS,
    MUTES,
    NOTES,
    PAST_SEATS,
    REMOVALS,
    SEATS,
    TABLES,
)
from souq.server.core.db.sessions import Sessions
from souq.server.core.db.storage import Storage
from souq.server.core.spans import BadSpan, span
from souq.server.core.store.rows import LineRow, OrderRow, PersonRow, SeatRow, TableRow
from souq.server.features.accounts import personal_data
from souq.server.features.lobby.models import WAITS
from souq.server.features.moderation.models import REPORTS
from souq.server.features.moderation.storage import Records
from souq.server.features.notifications.models import CHANNELS, OUTBOX
from souq.server.features.practice.models import MISTAKES, REVIEWED
from souq.server.features.privacy import clearing
from souq.server.features.privacy.clearing import Cleared, Clearing, clear, count
from souq.server.features.privacy.retention import once
from souq.server.features.ratings.models import ENDINGS, RATINGS, RESULTS, STARTERS, ResultRow
from souq.server.features.tournaments.models import MATCHES, TOURNAMENTS, TournamentRow
from souq.server.features.tournaments.storage import Tournaments
from souq.server.ops.config.settings import Settings
from tests.cli.conftest import Souq, souq
from tests.server.clients import BOT, ME, OPEN, running

__all__ = ["souq"]

pytestmark = pytest.mark.server

DAY = 86_400.0
OLD, NEW = 400 * DAY, 20 * DAY
CUP = TournamentRow(
    "cup", "Cup", "toy", {}, 2, "swiss", 2, 1, {}, "trader", "people", "friends", "0f" * 16, time.time(), time.time()
)
"""A tournament that stays, to which all tables belong."""
MISTAKE: dict[str, Any] = {"game": "toy", "due": "2026-01-01", "posed": {}}
NUMBERS = itertools.count(1)
"""How long ago the old ones were touched, and the others."""


class AgedDatabase:
    """A database of a house that has been open for long."""

    def __init__(self, database: Path | str) -> None:
        self.storage = Storage(Settings(database=str(database)))
        self.now = time.time()

    @property
    def retention(self) -> Clearing:
        """What is older than a year, and commands older than a month."""
        return Clearing(self.now - 365 * DAY, self.now - 30 * DAY)

    async def table(self, name: str, state: Any, ago: float, person: str | None = None) -> None:
        """A table of which everything is kept that there can be."""
        at, storage = self.now - ago, self.storage
        seats = [SeatRow(0, "person", person_id=person), SeatRow(1, "bot")]
        row = TableRow(name, "toy", "1", 2, {}, b"", at, at, state=state, seats=seats)
        await storage.create(row)
        await storage.order(row, 0, OrderRow(0, "lot", 3))
        await storage.switch(row, 0, "no", True)
        await storage.line(row, LineRow(0))
        await storage.analysed(row, {})
        async with storage.database.write() as db:
            await db.execute(insert(DECISIONS).values(table_id=name, ply=1, seat=0, choice=0, at=at))
            await db.execute(insert(NOTES).values(table_id=name, revision=2, moment=1, seat=0, kind="hand"))
            values = {"seat": 0, "key": "a", "name": "Amina", "text": "Hello", "at": at}
            await db.execute(insert(CHAT).values(table_id=name, n=1, **values))
            await db.execute(insert(LISTINGS).values(table_id=name, code=name, company="anybody", watch=True))
            await db.execute(insert(STARTERS).values(table_id=name, seat=0, person_id=person or "lea"))
            await db.execute(insert(PAST_SEATS).values(table_id=name, seat=1, name="Lea", person_id="lea"))
            await db.execute(insert(ENDINGS).values(table_id=name, at=at))
            await db.execute(
                insert(RESULTS), [asdict(ResultRow(name, n, "toy", 2, at, None, "", 1, 7)) for n in (0, 1)]
            )
            wish = {"name": "Mei", "games": ["toy"], "sizes": [], "since": at}
            await db.execute(insert(WAITS).values(id=name, table_id=name, **wish))
            place = {"code": CUP.code, "round": 1, "number": next(NUMBERS)}
            await db.execute(insert(MATCHES).values(table_id=name, **place))
            await db.execute(insert(MUTES).values(table_id=name, by=0, seat=1, name="Omar"))
            await db.execute(insert(REVIEWED).values(table_id=name, person_id=person or "lea"))
            await db.execute(insert(MISTAKES).values(table_id=name, name=name, person_id=person or "lea", **MISTAKE))
            await db.execute(insert(REMOVALS).values(table_id=name, who="omar", at=at))
            about = {"game": "toy", "reporter": "Amina", "accused": "Omar", "seat": 1, "kind": "rude", "words": ""}
            await db.execute(insert(REPORTS).values(id=name, table_id=name, line=0, evidence=[], at=at, **about))

    async def guest(self, name: str, ago: float) -> None:
        """Somebody who came so long ago."""
        await Sessions(self.storage.database).remember(PersonRow(name, name, "star"), name.encode(), name)
        people, sessions = all_tables().tables["people"], all_tables().tables["sessions"]
        async with self.storage.database.write() as db:
            await db.execute(update(people).where(people.c.id == name).values(created_at=self.now - ago))
            await db.execute(update(sessions).where(sessions.c.person_id == name).values(seen_at=self.now - ago))

    async def notices(self, person: str) -> None:
        """Somebody is to be told of every table."""
        channel = {"id": "chat", "person_id": person, "kind": "hook", "address": "", "created_at": self.now}
        waits = {"channel_id": "chat", "seat": 0, "mark": 0, "since": self.now, "due": self.now}
        async with self.storage.database.write() as db:
            await db.execute(insert(CHANNELS).values(**channel))
            for table in (await db.execute(select(all_tables().tables["tables"].c.id))).scalars().all():
                await db.execute(insert(OUTBOX).values(table_id=table, **waits))

    async def remaining(self) -> dict[str, set[str]]:
        """What is left in each table of the database: whose."""
        found = {}
        async with self.storage.database.read() as db:
            for table in all_tables().sorted_tables:
                if "table_id" in table.c or table.name in ("tables", "people"):
                    key = table.c.table_id if "table_id" in table.c else table.c.id
                    found[table.name] = set((await db.execute(select(key))).scalars())
        return found


def with_aged_database(either: Path | str, work: Any) -> None:
    """Do something with an old house."""

    async def go() -> None:
        old = AgedDatabase(either)
        await old.storage.open()
        try:
            await Tournaments(old.storage.database).create(CUP)
            async with old.storage.database.write() as db:
                person = {"id": "lea", "name": "Lea", "emblem": "star", "created_at": old.now, "kept_at": old.now}
                await db.execute(insert(all_tables().tables["people"]).values(**person))
            for guest in ("amina", "omar", "leila", "nobody"):
                await old.guest(guest, OLD)
            await old.table("old1", "finished", OLD, "amina")
            await old.table("old2", "playing", OLD, "omar")
            await old.table("old3", "waiting", OLD)
            await old.table("new1", "finished", NEW + 20 * DAY, "leila")
            await old.table("new2", "playing", NEW, "omar")
            await old.table("new3", "finished", NEW)
            await old.notices("omar")
            await old.guest("newcomer", NEW)
            await work(old)
        finally:
            await old.storage.close()

    coroutine: Coroutine[Any, Any, None] = go()
    asyncio.run(coroutine)


def test_a_tournament_is_deleted_only_once_it_is_over(either: Path | str) -> None:
    """With two weeks a turn, nothing may happen in one for months."""

    async def work(old: AgedDatabase) -> None:
        cups = Tournaments(old.storage.database)
        for state in ("waiting", "playing", "finished", "ended"):
            long_ago = old.now - OLD
            await cups.create(replace(CUP, code=state, state=state, created_at=long_ago, updated_at=long_ago))
        finished = Clearing(old.now - 365 * DAY, old.now - 365 * DAY, playing=False)
        assert (await count(old.storage.database, finished)).tournaments == 2
        assert (await clear(old.storage.database, finished)).tournaments == 2
        async with old.storage.database.read() as db:
            left = set((await db.execute(select(TOURNAMENTS.c.code))).scalars())
        assert left == {CUP.code, "waiting", "playing"}

    with_aged_database(either, work)


def test_a_bot_plays_for_a_guest_deleted_while_a_game_is_starting(either: Path | str) -> None:
    """An open seat nobody could take any more, and the game would stand still."""

    async def work(old: AgedDatabase) -> None:
        for name, sealed in (("sealed", 1.0), ("waits", 0.0)):
            await old.guest(name, NEW)
            await old.table(name, "waiting", NEW, name)
            async with old.storage.database.write() as db:
                await db.execute(update(TABLES).where(TABLES.c.id == name).values(sealed_at=sealed, host=0))
                other = {"table_id": name, "seat": 1, "kind": "person", "name": "Omar"}
                await db.execute(update(SEATS).where(SEATS.c.table_id == name, SEATS.c.seat == 1).values(**other))
                await personal_data._leave(db, name, 0, name)
                seat = select(SEATS.c.kind, SEATS.c.person_id).where(SEATS.c.table_id == name, SEATS.c.seat == 0)
                found = (await db.execute(seat)).one()
            assert tuple(found) == (("bot", None) if sealed else ("open", None))

    with_aged_database(either, work)


def test_expired_rows_are_deleted_with_everything_that_refers_to_them(either: Path | str) -> None:
    async def work(old: AgedDatabase) -> None:
        before = await old.remaining()
        found = await count(old.storage.database, old.retention)
        assert found == Cleared(waiting=1, playing=1, finished=1, commands=1, guests=2)
        assert await old.remaining() == before, "counting changes nothing"
        assert await clear(old.storage.database, old.retention) == found
        kept = {"new1", "new2", "new3"}
        left = await old.remaining()
        assert left.pop("people") == {"omar", "leila", "newcomer", "lea"}
        assert left.pop("commands") == {"new2", "new3"}
        assert left.pop("reports") == {"old1", "old2", "old3", *kept}, "what was reported outlives the table"
        assert left == dict.fromkeys(left, kept)
        assert await old.storage.answer("new1", 0, "open") is None
        assert (await count(old.storage.database, old.retention)).nothing

    with_aged_database(either, work)


def test_results_are_kept_for_account_holders(either: Path | str) -> None:
    async def work(old: AgedDatabase) -> None:
        at = old.now - OLD
        async with old.storage.database.write() as db:
            for name, person in (("gone1", "amina"), ("gone2", "leila")):
                two = (
                    ResultRow(name, 0, "toy", 2, at, person, "", 1, 7),
                    ResultRow(name, 1, "toy", 2, at, None, "", 2, 3),
                )
                await db.execute(insert(RESULTS), [asdict(row) for row in two])
            rating = {"game": "toy", "mu": 25.0, "sigma": 8.0, "games": 1, "at": at}
            await db.execute(insert(RATINGS).values(person_id="amina", **rating))
        await clear(old.storage.database, old.retention)
        left = await old.remaining()
        assert "amina" not in left["people"] and "leila" in left["people"]
        assert left["results"] == {"gone2", "new1", "new2", "new3"}
        async with old.storage.database.read() as db:
            assert (await db.execute(select(RATINGS.c.person_id))).first() is None

    with_aged_database(either, work)


def test_the_tables_of_a_storm_are_deleted_after_a_day(either: Path | str) -> None:
    async def work(old: AgedDatabase) -> None:
        database = old.storage.database
        storms: dict[str, dict[str, Any]] = {"old2": {"ply": 1}, "new2": {"ply": 2}, "new3": {"updated_at": old.now}}
        async with database.write() as db:
            for name, values in storms.items():
                changed = update(TABLES).where(TABLES.c.id == name).values(origin="storm:1/0a1b2c3d", **values)
                await db.execute(changed)
        assert (await once(Records(database), Settings(), old.now)).nothing
        assert (await old.remaining())["tables"] == {"old1", "old3", "new1", "new2", "new3"}

    with_aged_database(either, work)


def test_rows_within_the_retention_period_are_kept(either: Path | str) -> None:
    async def work(old: AgedDatabase) -> None:
        year, database = old.retention, old.storage.database
        await clear(database, Clearing(year.tables, year.commands, finished=False, keep=("old2",)))
        assert (await old.remaining())["tables"] == {"old1", "old2", "new1", "new2", "new3"}
        async with database.write() as db:
            await db.execute(update(CHAT).where(CHAT.c.table_id == "old2").values(at=old.now))
        assert await clear(database, year) == Cleared(finished=1, guests=1), "somebody has spoken at the other"
        assert "old2" in (await old.remaining())["tables"]

    with_aged_database(either, work)


def test_rows_are_deleted_in_batches(either: Path | str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clearing, "BATCH", 5)
    monkeypatch.setattr(clearing, "REST", 0.0)

    async def work(old: AgedDatabase) -> None:
        for number in range(12):
            await old.table(f"more{number}", "finished", OLD)
            await old.guest(f"more{number}", OLD)
        steps = []
        done = await clear(old.storage.database, old.retention, lambda done: steps.append(done.guests))
        assert (done.finished, done.guests) == (13, 14)
        assert {5, 10, 14} <= set(steps)

    with_aged_database(either, work)


def test_a_database_of_another_version_is_not_cleared(tmp_path: Path) -> None:
    storage = Storage(Settings(database=str(tmp_path / "empty.db")))
    with pytest.raises(OtherVersion):
        asyncio.run(clear(storage.database, Clearing(0.0, 0.0)))


@pytest.mark.parametrize("text", ["", "1", "d", "0d", "-3d", "1.5d", "soon", "9999999d", "3 fortnights"])
def test_an_invalid_duration_is_reported(text: str) -> None:
    with pytest.raises(BadSpan, match="not a span of time"):
        span(text)


def test_a_server_keeps_running_during_the_deletion(either: Path | str) -> None:
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
            if server.house.cluster.alone:
                assert amina.command("choose", seq=amina.seq, choice=3)["type"] == "refused"
            else:
                assert amina.next("refused")["fatal"], "the database has told the server"
        with server.http() as http:
            assert http.get(f"/api/tables/{gone.id}").status_code == 404
        stays.take(1, "Omar")
        assert stays.info()["state"] == "playing"


def test_the_command_lists_asks_and_deletes(souq: Souq, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = tmp_path / "souq.db"

    async def nothing(old: AgedDatabase) -> None: ...

    with_aged_database(database, nothing)
    shown = souq("tidy", "--database", database, "--dry-run")
    assert shown.code == 0
    assert "Would be deleted: 1 table that never began, 1 unfinished game, 1 finished game" in shown.out
    assert "2 guests" in shown.out
    monkeypatch.setattr("typer.confirm", lambda *_, **__: False)
    assert souq("tidy", "--database", database).code == 1
    assert souq("tidy", "--database", database, "--dry-run").out == shown.out
    counted = json.loads(souq("tidy", "--database", database, "--yes", "--json", "--keep", "old3").out)
    assert counted == {"waiting": 0, "playing": 1, "finished": 1, "commands": 1, "guests": 2, "tournaments": 0}
    assert "Deleted: 1 table" in souq("tidy", "--database", database, "--yes").out
    assert "nothing to clear" in souq("tidy", "--database", database).out
    for wrong, says in (("--older-than=soon", "not a span of time"), ("--database=nowhere.db", "There's no database")):
        ran = souq("tidy", "--database", database, wrong)
        assert ran.code == 2
        assert says in ran.err
    assert not Path("nowhere.db").exists()
