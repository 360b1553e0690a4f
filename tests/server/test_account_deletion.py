"""Deleting an account during concurrent requests of the same session or of other users."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Column, func, insert, select

from souq.server.core.commands import protocol
from souq.server.core.commands.commands import Commands
from souq.server.core.commands.outcome import Caller
from souq.server.core.db import migrations
from souq.server.core.db.declaring import all_tables
from souq.server.core.db.engines import Database
from souq.server.core.db.models import PAST_SEATS, PEOPLE, SEATS, TABLES
from souq.server.features.accounts.personal_data import SOMEBODY, DataRequests
from souq.server.features.lobby.service import Lobby
from souq.server.features.moderation.models import AUDIT, REPORTS
from souq.server.features.ratings.models import STARTERS
from souq.server.features.tournaments.models import ENTRANTS, TOURNAMENTS
from souq.server.features.tournaments.service import TournamentService
from souq.server.ops.config.settings import Settings
from tests.server.clients import BOT, ME, OPEN, Running
from tests.server.test_passkeys import Browser, browsers

pytestmark = pytest.mark.server

NAMES = [
    column
    for table in all_tables().sorted_tables
    for column in table.c
    if any(key.column is PEOPLE.c.id for key in column.foreign_keys)
]
"""Every column that names a person."""
LIVE = {"kind": "live", "bank": 600, "increment": 5, "level": "random"}


def account_id(browser: Browser, server: Running) -> str:
    """Return the stored id of a browser's account."""
    return asyncio.run(_account_id(server.house.settings.database, browser.token))


async def _account_id(url: str, token: str) -> str:
    from souq.server.core.db.sessions import Sessions
    from souq.server.core.live.people import hashed

    database = Database(Settings(database=url))
    try:
        known = await Sessions(database).known(hashed(token), 0.0)
        assert known is not None
        return known[0].id
    finally:
        await database.close()


async def references_to(url: str, person: str) -> dict[str, int]:
    """Count the rows that refer to an account, by column."""
    database = Database(Settings(database=url))
    found = {}
    try:
        async with database.read() as db:
            for column in NAMES:
                query = select(func.count()).select_from(column.table).where(column == person)
                if number := (await db.execute(query)).scalar_one():
                    found[str(column)] = number
    finally:
        await database.close()
    return found


def delete(browser: Browser) -> httpx.Response:
    """Delete the account."""
    return browser.http.post("/you/delete", data={"sure": "1"})


def test_every_column_with_an_account_id_is_a_foreign_key() -> None:
    ids = [
        column
        for table in all_tables().sorted_tables
        for column in table.c
        if column.name.endswith(("person_id", "host_id", "by_id", "other_id", "reporter_id", "accused_id"))
    ]
    assert len(ids) > 20 and {*ids} == {*NAMES}


def test_a_bot_takes_over_at_a_table_that_begins_during_the_deletion(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    with browsers(server, None) as (amina,):
        amina.http.get("/")
        form = {"players": "2", "seat-0": "me", "seat-1": "open", "name": "Amina"}
        table = amina.http.post("/new/toy", data=form).headers["location"][3:]
        link = amina.http.get(f"/api/tables/{table}").json()["links"]["seats"]["1"]
        person, house = account_id(amina, server), server.house
        write, begun = house.storage.database.write, []

        @asynccontextmanager
        async def begins_first() -> AsyncIterator[Any]:
            """Start a friend's table just before the transaction that deletes the account."""
            monkeypatch.setattr(house.parts[DataRequests]._database, "write", write)
            sit = protocol.Sit(type="sit", id="friend", seat=1, name="Omar")
            begun.append(
                await house.parts[Commands].carry_out(table, Caller(invited=1, shown=link.partition("=")[2]), sit)
            )
            async with write() as db:
                yield db

        monkeypatch.setattr(house.parts[DataRequests]._database, "write", begins_first)
        assert delete(amina).headers["location"] == "/"
        with server.http(begun[0]["token"]) as http:
            info = http.get(f"/api/tables/{table}").json()
            assert [(seat["kind"], seat["name"]) for seat in info["seats"]] == [("bot", SOMEBODY), ("person", "Omar")]
            assert info["state"] == "playing" and info["notes"][-1]["seat"] == 0
        with server.sit(table, begun[0]["token"]) as omar:
            omar.next("frames", where=lambda message: bool(message["frames"][-1]["scene"].get("picks")))
        assert asyncio.run(references_to(server.house.settings.database, person)) == {}


def seat(browser: Browser, table: str, invitation: str) -> httpx.Response:
    """Take a seat."""
    proof = {"Authorization": f"Bearer {invitation}"}
    return browser.http.post(f"/api/tables/{table}/seats/1", json={"name": "Late"}, headers=proof)


LATE: dict[str, tuple[Callable[[Any], Any], str, Callable[[Browser, str, str, str], httpx.Response]]] = {
    "seat": (
        lambda house: house.parts[Commands],
        "carry_out",
        lambda browser, table, seated, code: seat(browser, table, seated),
    ),
    "table": (
        lambda house: house.parts[Lobby],
        "open_table",
        lambda browser, *_: browser.http.post("/new/toy", data={"players": "2", "seat-0": "me", "seat-1": "open"}),
    ),
    "begun": (
        lambda house: house.parts[Lobby],
        "open_table",
        lambda browser, *_: browser.http.post("/play/toy", data={"name": "Late"}),
    ),
    "wait": (
        lambda house: house.parts[Lobby].waiting,
        "wait",
        lambda browser, *_: browser.http.post("/api/lobby/waiting", json={"games": ["toy"]}),
    ),
    "tournament": (
        lambda house: house.parts[TournamentService],
        "create",
        lambda browser, *_: browser.http.post(
            "/api/tournaments", json={"game": "toy", "players": 2, "clock": LIVE, "level": "random"}
        ),
    ),
    "entrant": (
        lambda house: house.parts[TournamentService],
        "enter",
        lambda browser, table, seated, code: browser.http.post(f"/tournaments/{code}/enter", data={"name": "Late"}),
    ),
}


@pytest.mark.parametrize("what", LATE)
def test_requests_of_the_same_session_during_the_deletion_are_not_stored(
    server: Running, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with browsers(server, None) as (late,):
        late.play("Late")
        person, house = account_id(late, server), server.house
        other = server.open(ME, OPEN, BOT, game="lot")
        with server.http() as http:
            wanted = {"game": "toy", "players": 2, "clock": LIVE, "level": "random"}
            code = http.post("/api/tournaments", json=wanted).json()["code"]
        part, name, asks = LATE[what]
        original = getattr(part(house), name)

        async def deleted_first(*args: Any, **references_to: Any) -> Any:
            """Who asks was recognised, and is deleted before anything is stored."""
            monkeypatch.setattr(part(house), name, original)
            await house.parts[DataRequests].forget(person)
            return await original(*args, **references_to)

        monkeypatch.setattr(part(house), name, deleted_first)
        answer = asks(late, other.id, other.invitation(1), code)
        assert answer.status_code == 401 and "signed out" in answer.text, answer.text
        assert getattr(part(house), name) == original, "the request came as far as that"
        assert asyncio.run(references_to(server.house.settings.database, person)) == {}
        assert [seat["kind"] for seat in other.info()["seats"]] == ["person", "open", "bot"]
        assert "Late" not in {seat["name"] for seat in other.info()["seats"]}


def test_rows_stored_before_the_deletion_ends_are_deleted_too(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat is taken after the seats were read and before the account is deleted."""
    with browsers(server, None) as (late,):
        late.play("Late")
        person, house = account_id(late, server), server.house
        other = server.open(ME, OPEN, OPEN, game="lot")
        stands, answers = house.parts[DataRequests]._leave_games, []

        async def then_sits(who: str) -> Any:
            alone = await stands(who)
            loop = asyncio.get_running_loop()
            answers.append(await loop.run_in_executor(None, seat, late, other.id, other.invitation(1)))
            return alone

        monkeypatch.setattr(house.parts[DataRequests], "_leave_games", then_sits)
        delete(late)
        assert answers[0].status_code == 200
        assert [seat["kind"] for seat in other.info()["seats"]] == ["person", "open", "open"]
        assert asyncio.run(references_to(server.house.settings.database, person)) == {}


def test_dangling_account_ids_are_cleaned_before_foreign_keys_are_added(either: Path | str) -> None:
    table = {"id": "t", "game": "toy", "rules_version": "1", "players": 3, "options": {}, "secret": b"s" * 32}
    table |= dict.fromkeys(("revision", "moved", "ply", "mark", "deciders"), 1)
    now = time.time()

    async def go() -> None:
        database = Database(Settings(database=str(either)))
        engine = await database.alone()
        async with engine.begin() as connection:
            await connection.run_sync(migrations._upgrade, "0036")
            await connection.execute(insert(PEOPLE).values(id="amina", name="Amina", emblem="star", created_at=now))
            await connection.execute(insert(TABLES).values(**table, state="playing", created_at=now, updated_at=now))
            for number, (name, who) in enumerate((("Amina", "amina"), ("Late", "gone"), ("Later", "gone"))):
                about = {"table_id": "t", "kind": "person", "level": "", "confirm": True}
                row = about | {"seat": number, "name": name, "person_id": who}
                await connection.execute(insert(SEATS).values(**row))
                await connection.execute(insert(STARTERS).values(table_id="t", seat=number, person_id=who))
                past = {"table_id": "t", "seat": number, "name": name, "person_id": who}
                await connection.execute(insert(PAST_SEATS).values(**past))
            tournament = {
                "title": "Cup", "game": "toy", "options": {}, "size": 2, "system": "swiss", "rounds": 0, "forward": 1,
                "timing": {}, "level": "random", "pace": "none", "company": "friends", "seed": "s", "state": "waiting",
                "created_at": now, "updated_at": now,
            }  # fmt: skip
            for code, host in (("theirs", "gone"), ("hers", "amina"), ("nobodys", "gone")):
                await connection.execute(insert(TOURNAMENTS).values(**tournament, code=code, host_id=host))
            for number, who in enumerate(("gone", "amina")):
                row = {"code": "theirs", "number": number, "name": who, "person_id": who, "entered_at": now}
                await connection.execute(insert(ENTRANTS).values(**row))
            report = {
                "id": "r", "table_id": "t", "game": "toy", "reporter_id": "amina", "reporter": "Amina",
                "accused_id": "gone", "accused": "Late", "seat": 1, "kind": "talk", "words": "", "line": 0,
                "evidence": [], "at": now,
            }  # fmt: skip
            await connection.execute(insert(REPORTS).values(**report))
            done = {
                "at": now,
                "by_id": "gone",
                "by": "Late",
                "did": "lift",
                "person_id": "amina",
                "whom": "",
                "why": "",
            }
            await connection.execute(insert(AUDIT).values(**done))
        await engine.dispose()
        await migrations.migrate(database)
        async with database.read() as db:

            async def column(*columns: Column[Any]) -> list[Any]:
                return [tuple(row) for row in await db.execute(select(*columns).order_by(*columns))]

            assert await column(SEATS.c.seat, SEATS.c.person_id) == [(0, "amina"), (1, None), (2, None)]
            assert await column(STARTERS.c.seat, STARTERS.c.person_id) == [(0, "amina")]
            assert await column(PAST_SEATS.c.seat, PAST_SEATS.c.person_id) == [(0, "amina")]
            assert await column(ENTRANTS.c.number, ENTRANTS.c.person_id) == [(0, None), (1, "amina")]
            hosts = [("hers", "amina"), ("nobodys", None), ("theirs", "amina")]
            assert await column(TOURNAMENTS.c.code, TOURNAMENTS.c.host_id) == hosts
            assert await column(REPORTS.c.reporter_id, REPORTS.c.accused_id) == [("amina", None)]
            assert await column(AUDIT.c.by_id, AUDIT.c.person_id) == [(None, "amina")]
        engine = await database.alone()
        async with engine.begin() as connection:  # and there is a way back
            await connection.run_sync(_downgrade)
        await engine.dispose()
        await database.close()

    asyncio.run(go())


def _downgrade(connection: Any) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.attributes["connection"] = connection
    command.downgrade(config, "0036")
