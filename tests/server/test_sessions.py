"""Sessions: existing guests keep their identity, a visit renews a session, and an ended session is invalid."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text, update
from websockets.exceptions import ConnectionClosed

from souq.server.core.db import migrations
from souq.server.core.db.engines import Database
from souq.server.core.db.models import SESSIONS
from souq.server.core.db.sessions import MOST, Sessions
from souq.server.core.live.people import COOKIE_DAYS, RENEWED, hashed
from souq.server.core.store.rows import PersonRow
from souq.server.ops.config.settings import Settings
from tests.server.clients import BOT, ME, OPEN, Running, running

pytestmark = pytest.mark.server

AMINA, OMAR = PersonRow("amina", "Amina", "star"), PersonRow("omar", "Omar", "palm")


def with_database(either: Path | str, work: Any) -> None:
    """Run work on a database."""

    async def go() -> None:
        database = Database(Settings(database=str(either)))
        try:
            await work(database)
        finally:
            await database.close()

    coroutine: Coroutine[Any, Any, None] = go()
    asyncio.run(coroutine)


def with_sessions(either: Path | str, work: Any) -> None:
    """Run work on the sessions of a new database."""

    async def migrated(database: Database) -> None:
        await migrations.migrate(database)
        await work(Sessions(database))

    with_database(either, migrated)


def age_sessions(server: Running, seconds: float) -> None:
    """Make every session unseen for this long."""

    async def work(database: Database) -> None:
        async with database.write() as db:
            await db.execute(update(SESSIONS).values(seen_at=time.time() - seconds))

    with_database(server.house.settings.database, work)


def test_guests_from_before_sessions_existed_keep_their_identity(either: Path | str) -> None:
    async def work(database: Database) -> None:
        engine = await database.alone()
        async with engine.begin() as connection:
            await connection.run_sync(migrations._upgrade, "0012")
            person = (
                "INSERT INTO people (id, token_hash, name, emblem, created_at) VALUES (:id, :hash, :name, 'star', 5)"
            )
            for name in ("amina", "omar"):
                await connection.execute(text(person), {"id": name, "hash": hashed(name * 5), "name": name.title()})
        await engine.dispose()
        await migrations.migrate(database)
        sessions = Sessions(database)
        for person in (AMINA, OMAR):
            known = await sessions.known(hashed(person.id * 5), time.time() - 60)
            assert known is not None
            assert (known[0].id, known[0].name, known[0].has_account) == (person.id, person.name, False)
            assert known[1].created_at == 5
        assert await sessions.known(hashed("somebody")) is None
        assert await sessions.rename(PersonRow("amina", "Amina the First", "rose"))

    with_database(either, work)


def test_a_new_sign_in_ends_the_browsers_previous_session(either: Path | str) -> None:
    async def work(sessions: Sessions) -> None:
        await sessions.remember(AMINA, b"amina at home", "home")
        await sessions.remember(OMAR, b"omar", "guest")
        ended = await sessions.begin("amina", b"amina elsewhere", "there", "Firefox", instead_of="guest")
        assert [each.id for each in ended] == ["guest"]
        assert await sessions.known(b"omar") is None
        assert not await sessions.rename(OMAR), "a guest who sat nowhere is gone with the last browser"
        assert {each.id for each in await sessions.of("amina")} == {"home", "there"}
        assert await sessions.turn(b"amina elsewhere", b"another token")
        assert await sessions.known(b"amina elsewhere") is None
        assert (await sessions.known(b"another token") or [None])[0] == AMINA

    with_sessions(either, work)


def test_the_least_recently_used_sessions_are_dropped(either: Path | str) -> None:
    async def work(sessions: Sessions) -> None:
        await sessions.remember(AMINA, b"first", "first")
        for n in range(MOST):
            await sessions.begin("amina", f"token {n}".encode(), f"n{n}", "", instead_of="")
        left = [each.id for each in await sessions.of("amina")]
        assert len(left) == MOST and "first" not in left and f"n{MOST - 1}" in left

    with_sessions(either, work)


def test_ending_sessions_leaves_other_users_sessions(either: Path | str) -> None:
    async def work(sessions: Sessions) -> None:
        for person in (AMINA, OMAR):
            await sessions.remember(person, person.id.encode(), person.id)
        assert await sessions.end("amina", "omar") == []
        assert await sessions.known(b"omar")
        assert await sessions.end("amina") == ["amina"]
        assert await sessions.known(b"amina") is None and await sessions.known(b"omar")

    with_sessions(either, work)


def test_two_concurrent_first_requests_create_one_guest(either: Path | str) -> None:
    async def work(sessions: Sessions) -> None:
        first = await sessions.remember(AMINA, b"token", "one")
        assert await sessions.remember(OMAR, b"token", "two") == first == AMINA
        assert await sessions.of("omar") == []

    with_sessions(either, work)


def test_an_expired_token_creates_a_new_guest(either: Path | str) -> None:
    async def work(sessions: Sessions) -> None:
        await sessions.remember(AMINA, b"token", "one")
        later = time.time() + 60
        assert await sessions.known(b"token", later) is None
        assert await sessions.remember(OMAR, b"token", "two", since=later) == OMAR
        known = await sessions.known(b"token")
        assert known is not None and known[0] == OMAR and await sessions.of("amina") == []

    with_sessions(either, work)


def test_an_expired_cookie_cannot_take_over_a_name(server: Running) -> None:
    with server.http(follow_redirects=True) as http:
        http.get("/")
        http.post("/me", data={"name": "Zaynab"})
        http.post("/you/codes", data={"name": "Zaynab"})
        mine = http.cookies["souq_guest"]
        age_sessions(server, COOKIE_DAYS * 86_400 + 60)
    with server.http(follow_redirects=True, cookies={"souq_guest": mine}) as http:
        http.post("/you/codes", data={"name": "Eve"})
        you = http.get("/you").text
        assert "Eve" in you and "Zaynab" not in you


def test_a_visit_renews_the_cookie_and_an_unused_session_expires(server: Running) -> None:
    with server.http(follow_redirects=True) as http:
        http.get("/")
        http.post("/me", data={"name": "Zaynab"})
        token = http.cookies["souq_guest"]
        assert "set-cookie" not in http.get("/").headers
        age_sessions(server, RENEWED + 60)
        renewed = http.get("/")
        assert f"Max-Age={COOKIE_DAYS * 86_400}" in renewed.headers["set-cookie"]
        assert http.cookies["souq_guest"] == token
        assert "set-cookie" not in http.get("/").headers, "an hour has to pass first"
        age_sessions(server, COOKIE_DAYS * 86_400 + 60)
        assert "Zaynab" not in http.get("/").text


def test_known_guests_are_recognised_while_the_database_is_locked(tmp_path: Path) -> None:
    import sqlite3

    with running(tmp_path / "souq.db", busy_timeout=0.1) as server, server.http() as http:
        http.get("/")
        http.post("/me", data={"name": "Amina"})
        age_sessions(server, RENEWED + 60)
        other = sqlite3.connect(tmp_path / "souq.db")
        other.execute("BEGIN IMMEDIATE")
        page = http.get("/")
        other.rollback()
        assert page.status_code == 200 and "Amina" in page.text


def test_a_seats_link_needs_no_session(server: Running) -> None:
    table = server.open(ME, OPEN)
    token = table.take(1, "Omar")
    assert table.info(token)["you"] == 1
    with server.sit(table.id, token) as omar:
        assert omar.next("table")["you"] == 1


def test_a_socket_ends_with_its_session(server: Running) -> None:
    with server.http() as http:
        http.get("/")
        opened = http.post("/play/toy", data={"name": "Amina"}).headers["location"][3:]
        cookie = {"Cookie": f"souq_guest={http.cookies['souq_guest']}"}
    other = server.open(ME, BOT)
    with server.sit(opened, headers=cookie) as amina, server.sit(other.id, other.token) as rosa:
        amina.frames()
        rosa.frames()
        (session,) = [each.session for each in server.house.hub.at(opened)]
        server.house.hub.sign_out([session])
        with pytest.raises(ConnectionClosed):
            amina.next("nothing else")
        assert rosa.command("choose", seq=rosa.seq, choice=rosa.picks[0])["type"] == "ack"
