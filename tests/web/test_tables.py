"""Tables in a page's worker: opened, played, saved and loaded again without a server."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from souq.engine import registry
from souq.web.answering import answer
from souq.web.tables import Site
from tests.lot import GAME

pytestmark = pytest.mark.server

FULL = "This browser’s storage is full."


class Browser:
    """Stands in for the browser's storage: what is saved, by table, and what a list says of it."""

    def __init__(self) -> None:
        self.tables: dict[str, str] = {}
        self.entries: dict[str, dict[str, Any]] = {}
        self.problem = ""

    async def save(self, table: str, data: str, entry: str) -> str:
        if not self.problem:
            self.tables[table], self.entries[table] = data, json.loads(entry)
        return self.problem


class Page:
    """A page of a table: what it is sent, and how it answers."""

    def __init__(self, site: Site, table: str) -> None:
        self.got, self.ended = list[dict[str, Any]](), list[tuple[int, str]]()
        self._came = asyncio.Event()
        self._client = site.connect(table, self._take, lambda *why: self.ended.append(why))

    def _take(self, text: str) -> None:
        self.got.append(json.loads(text))
        self._came.set()

    def say(self, **message: Any) -> None:
        self._client.say(json.dumps(message))

    async def until(self, kind: str, start: int = 0) -> dict[str, Any]:
        """Return the first message of a type from ``start`` on."""
        async with asyncio.timeout(20):
            while True:
                for message in self.got[start:]:
                    if message["type"] == kind:
                        return message
                self._came.clear()
                await self._came.wait()

    def leave(self) -> None:
        self._client.say(None)


@pytest.fixture(autouse=True)
def game() -> Iterator[None]:
    registry.register(GAME)
    GAME.bindings.interpret()
    yield
    registry._added.pop(GAME.name)


@asynccontextmanager
async def opened(browser: Browser, site: Site, path: str, **fields: str) -> AsyncIterator[tuple[str, Page]]:
    """Open a table and its page."""
    status, _, content = await answer(site, "POST", path, fields)
    assert status == 200, content
    table = json.loads(content)["to"].removeprefix("/t/")
    page = Page(site, table)
    page.say(type="hello", layout="wide")
    yield table, page
    page.leave()
    await site.playing.turns.close()
    await site.chores.close()


async def ask(site: Site, method: str, path: str, **fields: str) -> tuple[int, Any]:
    status, kind, content = await answer(site, method, path, fields)
    assert kind == "application/json"
    return status, json.loads(content)


async def play(site: Site, table: str, page: Page) -> None:
    """Make random choices until the game is over."""
    luck = random.Random(3)
    while True:
        async with site.tables.hold(table) as live:
            if live.finished:
                return
            seq, confirms = live.seq(0), live.must_confirm(0)
            legal = live.playing.legal(0) if live.waits_for & 1 and not confirms else ()
        before, turn = len(page.got), {"id": str(len(page.got)), "seq": seq}
        if len(legal):
            page.say(type="choose", choice=int(luck.choice(legal)), at_once=True, **turn)
            await page.until("ack", before)
        else:
            await site.playing.hub.next_change(table, 5.0)


def test_a_game_is_played_to_its_end_and_read_again_from_what_was_saved() -> None:
    browser = Browser()

    async def run() -> None:
        site = Site(browser.save, "Amina")
        async with opened(browser, site, f"/new/{GAME.name}", pace="none", **{"seat-0": "me"}) as (table, page):
            await play(site, table, page)
            status, saved = await ask(site, "GET", f"/api/tables/{table}/match")
            assert status == 200
        again = Site(browser.save)
        again.load(browser.tables[table])
        assert await ask(again, "GET", f"/api/tables/{table}/match") == (200, saved)
        assert browser.entries[table]["state"] == "finished"
        status, moment = await ask(again, "GET", f"/api/tables/{table}/frames", ply="1")
        assert status == 200 and moment["ply"] == 1
        status, more = await ask(again, "POST", f"/api/tables/{table}/again")
        assert status == 200 and more["table"] in browser.tables

    asyncio.run(run())


def test_what_cannot_be_saved_is_not_done() -> None:
    browser = Browser()

    async def run() -> None:
        site = Site(browser.save)
        async with opened(browser, site, f"/new/{GAME.name}", pace="none", **{"seat-0": "me"}) as (table, page):
            frames = await page.until("frames")
            before, browser.problem = browser.tables[table], FULL
            pick = frames["frames"][-1]["scene"]["picks"][0]["choice"]
            page.say(type="choose", id="a", seq=frames["seq"], choice=pick, at_once=True)
            refused = await page.until("refused")
            assert FULL in refused["message"] and browser.tables[table] == before
            browser.problem, start = "", len(page.got)
            page.say(type="choose", id="b", seq=frames["seq"], choice=pick, at_once=True)
            await page.until("ack", start)

    asyncio.run(run())


def test_a_game_against_a_bot_is_analysed() -> None:
    browser = Browser()

    async def run() -> None:
        site = Site(browser.save)
        seats = {"players": "2", "seat-0": "me", "seat-1": "bot:random"}
        async with opened(browser, site, f"/new/{GAME.name}", pace="none", **seats) as (table, page):
            assert (await answer(site, "GET", f"/t/{table}/analysis", {}))[0] == 409
            await play(site, table, page)
            assert (await answer(site, "GET", f"/t/{table}/analysis", {}))[0] == 404
            async with asyncio.timeout(60):
                while (await ask(site, "POST", f"/api/tables/{table}/analysis"))[1]["state"] != "done":
                    await asyncio.sleep(0.05)
            status, kind, html = await answer(site, "GET", f"/t/{table}/analysis", {"seat": "0"})
            assert (status, kind) == (200, "text/html") and "<figure>" in html and "Guest" in html

    asyncio.run(run())


def test_people_at_one_device_each_see_their_own_table() -> None:
    browser = Browser()

    async def run() -> None:
        site = Site(browser.save, "Amina")
        seats = {"players": "3", "seat-0": "me", "seat-1": "here", "seat-2": "here", "name-1": "Ben"}
        async with opened(browser, site, f"/new/{GAME.name}", **seats) as (table, page):
            about = (await ask(site, "GET", f"/t/{table}/page"))[1]
            assert about["here"] == [{"seat": n, "name": name} for n, name in enumerate(["Amina", "Ben", "Guest 3"])]
            assert (await page.until("table"))["you"] == 0
            async with site.tables.hold(table) as live:
                asked = next(seat for seat in live.row.seats if live.waits_for >> seat.seat & 1)
            turn = "Your turn" if asked.seat == 0 else f"{asked.name}’s turn"
            assert (browser.entries[table]["stands"], browser.entries[table]["yours"]) == (turn, True)
            assert await ask(site, "POST", f"/t/{table}/person", seat="1") == (200, {"name": "Ben"})
            other = Page(site, table)
            other.say(type="hello", layout="wide")
            assert (await other.until("table"))["you"] == 1
            assert (await ask(site, "POST", f"/t/{table}/person", seat="7"))[0] == 404
            other.leave()
            assert await ask(site, "POST", f"/t/{table}/person") == (200, {"name": ""})
            nobody = Page(site, table)
            nobody.say(type="hello", layout="wide")
            assert (await nobody.until("table"))["you"] is None, "while the device is passed on"
            nobody.leave()
            page.say(type="end", id="1")
            for seat in ("1", "2"):
                await ask(site, "POST", f"/t/{table}/person", seat=seat)
                person = Page(site, table)
                person.say(type="hello", layout="wide")
                person.say(type="end", id=seat)
                await person.until("ack")
                person.leave()
            status, tried = await ask(site, "POST", f"/api/tables/{table}/try", ply="0")
            assert status == 200
            async with site.tables.hold(tried["table"]) as live:
                assert [seat.person_id for seat in live.row.seats if seat.kind == "person"] == ["me"]
            status, more = await ask(site, "POST", f"/api/tables/{table}/again")
            assert status == 200
            about = (await ask(site, "GET", f"/t/{more['table']}/page"))[1]
            assert [each["name"] for each in about["here"]] == ["Amina", "Ben", "Guest 3"]
            async with site.tables.hold(more["table"]) as live:
                assert live.row.state == "playing"

    asyncio.run(run())


@pytest.mark.parametrize(
    ("method", "path", "fields", "status", "words"),
    [
        ("GET", "/api/tables/nothing/frames", {}, 404, "There’s no table here."),
        ("GET", "/leaderboard", {}, 404, "Nothing here."),
        ("POST", "/new/nothing", {}, 404, "No game is called 'nothing'."),
        ("POST", f"/new/{GAME.name}", {"players": "99"}, 422, "Say how many players there are."),
        ("POST", f"/new/{GAME.name}", {"seat-0": "bot:nobody"}, 422, "nobody"),
        ("POST", f"/new/{GAME.name}", {"seat-0": "me", "name": "\x00"}, 422, "name"),
    ],
)
def test_a_request_that_makes_no_sense_is_answered_in_words(
    method: str, path: str, fields: dict[str, str], status: int, words: str
) -> None:
    async def run() -> None:
        answer = await ask(Site(Browser().save), method, path, **fields)
        assert answer[0] == status and words in answer[1]["message"], answer

    asyncio.run(run())
