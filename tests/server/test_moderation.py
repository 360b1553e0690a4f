"""Moderation: suspensions, announcements, roles, the audit log and retention, by web and command line."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import insert, select, update

from souq.server.core.db.models import PEOPLE, SESSIONS, TABLES
from souq.server.core.db.storage import Storage
from souq.server.core.live.people import COOKIE, fresh_token, hashed
from souq.server.errors import Malformed
from souq.server.features.moderation.cache import ModerationCache
from souq.server.features.moderation.models import AUDIT, REPORTS
from souq.server.features.moderation.storage import Actor, Records
from souq.server.features.privacy import retention
from souq.server.ops.config.settings import Settings
from tests.server.clients import BOT, ME, OPEN, Running, eventually, running

pytestmark = pytest.mark.server

HOST = Actor("the host")
DAY = 86_400.0


def with_records(database: Path | str, work: Callable[[Records], Awaitable[Any]]) -> Any:
    """Run work on the records outside the server, as the command line does."""

    async def done() -> Any:
        storage = Storage(Settings(database=str(database)))
        await storage.open()
        try:
            return await work(Records(storage.database))
        finally:
            await storage.close()

    return asyncio.run(done())


def add_user(database: Path | str, name: str, kept: bool = True, seen: float | None = None) -> tuple[str, str]:
    """Create a user with a session, and return the id and the cookie."""
    token, made, now = fresh_token(), f"p{name.lower()}", time.time() if seen is None else seen

    async def work(records: Records) -> None:
        async with records.database.write() as db:
            values = {"id": made, "name": name, "emblem": "star", "created_at": now, "kept_at": now if kept else 0.0}
            await db.execute(insert(PEOPLE).values(**values, settings={}))
            session = {"token_hash": hashed(token), "id": f"s{name.lower()}", "person_id": made, "device": ""}
            await db.execute(insert(SESSIONS).values(**session, created_at=now, seen_at=now))

    with_records(database, work)
    return made, token


def browser(server: Running, token: str) -> httpx.Client:
    """Return a client with a session, which sends the origin of its forms."""
    return server.http(cookies={COOKIE: token}, follow_redirects=False) if token else server.http()


def test_a_suspended_user_is_informed_and_can_neither_sit_nor_chat(either: Path | str) -> None:
    with running(either) as server:
        omar, cookie = add_user(either, "Omar")
        table = server.open(ME, OPEN)
        with browser(server, cookie) as http:
            answer = http.post(
                f"/api/tables/{table.id}/seats/1",
                json={"name": "Omar"},
                headers={"authorization": f"Bearer {table.invitation(1)}"},
            )
            assert answer.status_code == 200
        told: dict[str, Any] = {}

        async def suspend(records: Records) -> None:
            told["it"] = await records.suspend(HOST, await records.the_one("Omar"), "Insults", time.time() + DAY)

        with_records(either, suspend)
        assert eventually(lambda: server.house.parts[ModerationCache].suspension(omar, "") is not None)
        with browser(server, cookie) as http:
            for path, body in (
                ("/api/tables", {"game": "toy", "seats": [ME, BOT]}),
                (f"/api/tables/{server.open(ME, OPEN).id}/seats/1", {"name": "Omar"}),
                ("/api/lobby/waiting", {"games": ["toy"]}),
                (f"/api/tables/{table.id}/again", {}),
            ):
                answer = http.post(path, json=body)
                assert answer.status_code == 403, (path, answer.text)
                message = answer.json()["message"]
                assert message.startswith("You’re suspended until ") and message.endswith(": Insults.")
            assert http.post("/play/toy", data={}).status_code == 403
            home = http.get("/")
            assert home.status_code == 200 and "You’re suspended until " in home.text and "Insults." in home.text
            assert http.get(f"/t/{table.id}").status_code == 200
            assert http.get("/you").status_code == 200 and http.get("/you/data").status_code == 200
            assert http.get("/you/data").json()["suspensions"][0]["reason"] == "Insults"
        with server.sit(table.id, headers={"cookie": f"{COOKIE}={cookie}"}) as omars, server.sit(table.id) as other:
            omars.frames()
            other.frames()
            while not other.receives_nothing():
                pass
            for kind, said in (("say", {"text": "hello"}), ("phrase", {"phrase": 1})):
                refused = omars.command(kind, **said)
                assert refused["type"] == "refused" and "suspended" in refused["message"]
            picks = omars.picks
            assert not picks or omars.command("choose", seq=omars.seq, choice=picks[0])["type"] == "ack"
            while not other.receives_nothing():
                pass
            assert all(message["type"] != "chat" for message in other.received)
        with server.http() as http:
            assert "suspended" not in http.get("/").text

        async def lift(records: Records) -> None:
            await records.lift(HOST, told["it"].id)

        with_records(either, lift)
        assert eventually(lambda: server.house.parts[ModerationCache].suspension(omar, "") is None)
        with browser(server, cookie) as http:
            assert http.post("/api/tables", json={"game": "toy", "seats": [ME, BOT]}).status_code == 201


def test_signing_in_does_not_lift_a_suspension(either: Path | str) -> None:
    with running(either) as server:
        guest, cookie = add_user(either, "Omar", kept=False)
        boss, own = add_user(either, "Boss")
        with browser(server, own) as http:
            code = http.post("/you/codes").text.partition("<code>")[2].partition("</code>")[0]

        async def suspend(records: Records) -> None:
            await records.suspend(HOST, await records.the_one("Omar"), "Insults.", None)

        with_records(either, suspend)
        with browser(server, cookie) as http:
            assert http.post("/sign-in/code", data={"code": code, "join": "on"}).status_code == 303
        assert eventually(lambda: server.house.parts[ModerationCache].suspension(boss, "") is not None)
        assert eventually(lambda: server.house.parts[ModerationCache].suspension(guest, "") is None)


def test_a_network_is_suspended(either: Path | str) -> None:
    with running(either) as server:
        table = server.open(ME, OPEN)

        async def suspend(records: Records) -> None:
            await records.suspend(HOST, "127.0.0.0/24", "Spam", None)
            with pytest.raises(Malformed, match="far too many"):
                await records.suspend(HOST, "0.0.0.0/0", "Spam.", None)
            with pytest.raises(Malformed, match="Give a reason"):
                await records.suspend(HOST, "192.0.2.1", " ", None)

        with_records(either, suspend)
        assert eventually(lambda: server.house.parts[ModerationCache].suspension(None, "127.0.0.1") is not None)
        with server.http() as http:
            answer = http.post("/api/tables", json={"game": "toy", "seats": [ME, BOT]})
            assert answer.status_code == 403
            assert answer.json()["message"] == "Your network is suspended for good: Spam."
        with server.http(table.token) as http:
            for said in ({"text": "hello"}, {"phrase": 1}):
                assert http.post(f"/api/tables/{table.id}/say", json={"id": "a" * 8, **said}).status_code == 403
        with server.sit(table.id, table.token) as amina:
            amina.frames() if amina.received else None
            assert amina.command("say", text="hello")["type"] == "refused"
        with server.sit(table.id, table.invitation(1)) as omar:
            assert omar.command("sit", seat=1, name="Omar")["type"] == "refused"
        assert server.house.parts[ModerationCache].suspension(None, "127.0.1.1") is None
        assert server.house.parts[ModerationCache].suspension(None, "") is None


def test_an_announcement_appears_on_every_page_until_it_expires(either: Path | str) -> None:
    with running(either) as server:
        table = server.open(ME, BOT)
        with_records(either, lambda records: records.announce(HOST, "Back at eight <b>!", time.time() + DAY))
        assert eventually(lambda: server.house.parts[ModerationCache].announced)
        with server.http() as http:
            for path in ("/", "/you", "/about", f"/t/{table.id}", "/nowhere"):
                assert "Back at eight &lt;b&gt;!" in http.get(path).text, path
        with_records(either, lambda records: records.announce(HOST, "Now.", time.time() + 2.5))
        assert eventually(lambda: server.house.parts[ModerationCache].announced == "Now.")
        assert eventually(lambda: not server.house.parts[ModerationCache].announced)
        with server.http() as http:
            assert "Now." not in http.get("/").text


def test_every_moderation_action_is_logged(either: Path | str) -> None:
    amina, _ = add_user(either, "Amina")
    add_user(either, "Guest", kept=False)

    async def work(records: Records) -> list[tuple[str, str, str]]:
        await records.grant(HOST, await records.the_one("Amina"))
        with pytest.raises(Malformed, match="is a guest"):
            await records.grant(HOST, await records.the_one("Guest"))
        assert await records.runs(amina) and not await records.runs("pguest")
        made = await records.suspend(HOST, await records.the_one("Guest"), "Spam.", None)
        again = await records.suspend(HOST, await records.the_one("Guest"), "Much spam.", 2e9)
        assert [each.id for each in await records.suspensions()] == [again.id] != [made.id]
        await records.lift(HOST, again.id)
        with pytest.raises(Malformed, match="no suspension"):
            await records.lift(HOST, again.id)
        await records.announce(HOST, "Hello", time.time() + DAY)
        assert await records.quiet(HOST) and not await records.quiet(HOST)
        await records.revoke(HOST, await records.the_one(amina))
        assert not await records.runs(amina)
        with pytest.raises(Malformed, match="Nobody matches"):
            await records.the_one("Nobody")
        return [(each.did, each.whom, each.by) for each in await records.done()]

    done = with_records(either, work)
    whom = [("revoke", "Amina"), ("quiet", ""), ("announce", ""), ("lift", "Guest")]
    assert done == [(*each, "the host") for each in (*whom, *[("suspend", "Guest")] * 2, ("grant", "Amina"))]


def test_an_admin_link_works_once(either: Path | str) -> None:
    add_user(either, "Amina"), add_user(either, "Omar"), add_user(either, "Guest", kept=False)

    async def work(records: Records) -> None:
        token = await records.invite(HOST)
        amina, omar, guest = [await records.the_one(name) for name in ("Amina", "Omar", "Guest")]
        assert await records.offered(token) and not await records.offered("x" * 32)
        assert not await records.accept(token, guest)
        assert await records.accept(token, amina) and not await records.accept(token, omar)
        assert not await records.offered(token)
        assert [each.id for each in await records.admins()] == ["pamina"]

    with_records(either, work)


def test_expired_moderation_records_are_deleted(either: Path | str) -> None:
    with running(either) as server:
        old, going, new = server.open(ME, BOT), server.open(ME, BOT), server.open(ME, BOT)
    now = time.time()
    add_user(either, "Longago", kept=False, seen=now - 90 * DAY), add_user(either, "Lately", kept=False, seen=now - DAY)
    add_user(either, "Kept", seen=now - 900 * DAY)

    async def work(records: Records) -> Any:
        async with records.database.write() as db:
            for table, state, at in ((old, "finished", 40), (going, "playing", 400), (new, "finished", 1)):
                mine = TABLES.c.id == table.id
                await db.execute(update(TABLES).where(mine).values(state=state, updated_at=now - at * DAY))
            row = {"table_id": "t", "game": "toy", "reporter": "A", "accused": "B", "seat": 1, "kind": "rude"}
            row |= {"words": "", "line": 0, "evidence": [], "at": now - 800 * DAY}
            for number, closed in enumerate((0.0, now - 100 * DAY, now - DAY)):
                await db.execute(insert(REPORTS).values(id=f"r{number}", closed_at=closed, **row))
            await db.execute(insert(AUDIT).values(at=now - 400 * DAY, by="me", did="quiet", whom="", why=""))
        nothing = await retention.once(records, Settings(), now)
        assert nothing.nothing
        done = await retention.once(records, Settings(clear_tables=30.0, clear_guests=60.0), now)
        async with records.database.read() as db:
            left = [set((await db.execute(select(column))).scalars()) for column in (TABLES.c.id, PEOPLE.c.name)]
            left.append(set((await db.execute(select(REPORTS.c.id))).scalars()))
        return done, left, [each.did for each in await records.done()]

    done, left, written = with_records(either, work)
    assert (done.finished, done.playing, done.waiting, done.guests) == (1, 0, 0, 1)
    assert left == [{going.id, new.id}, {"Lately", "Kept"}, {"r0", "r2"}]
    assert written == ["clear"]
