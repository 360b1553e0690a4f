"""Lessons, puzzles, the puzzle of the day, storms and figures in a page's worker, without a server."""

from __future__ import annotations

import asyncio
import json
import secrets
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import date, timedelta
from typing import Any

import pytest

from souq.engine import registry
from souq.engine.game import Game
from souq.engine.teach import primer
from souq.puzzles.daily import of_day
from souq.puzzles.puzzle import find, puzzles
from souq.server import NEEDED
from souq.server.features.practice.puzzle_ratings import after_try
from souq.web.tables import Site
from tests.toy import GAME as TOY
from tests.web.test_tables import Page, ask

pytestmark = pytest.mark.server

FIRST, SECOND, THIRD = puzzles(TOY)
ALONE = f"""
import sys

for name in {sorted({"starlette", *NEEDED})}:
    sys.modules[name] = None
here, sys.platform = sys.platform, "emscripten"
import souq.server.core.messages

sys.platform = here
import souq.web.boot
"""


class Stored:
    """Stands in for the browser's storage."""

    def __init__(self) -> None:
        self.tables: dict[str, str] = {}
        self.listed: dict[str, dict[str, Any]] = {}
        self.record = ""

    async def save(self, table: str, data: str, entry: str) -> str:
        self.tables[table], self.listed[table] = data, json.loads(entry)
        return ""

    async def table(self, table_id: str) -> str:
        return self.tables.get(table_id, "")

    async def entries(self) -> str:
        return json.dumps(sorted(self.listed.values(), key=lambda entry: -entry["at"]))

    async def practice(self) -> str:
        return self.record

    async def store_practice(self, record: str) -> str:
        self.record = record
        return ""

    def site(self) -> Site:
        """Return what a new page runs."""
        return Site(self.save, "Amina", stored=self)


@asynccontextmanager
async def page_of(browser: Stored) -> AsyncIterator[Site]:
    """Return what a page runs until it is closed."""
    site = browser.site()
    yield site
    await site.playing.turns.close()
    await site.chores.close()


async def begin(site: Site, path: str, **fields: str) -> str:
    """Submit a form, and return the table to which it leads."""
    status, told = await ask(site, "POST", path, **fields)
    assert status == 200, told
    assert told["to"].startswith("/t/"), told
    return str(told["to"].removeprefix("/t/"))


async def about(site: Site, table: str) -> dict[str, Any]:
    """Return what the page of a table is told."""
    status, told = await ask(site, "GET", f"/t/{table}/page")
    assert status == 200, told
    return dict(told)


class Seat(Page):
    """The person at a table."""

    async def sit(self) -> Seat:
        self.say(type="hello", layout="wide")
        await self.until("frames")
        return self

    async def send(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command, wait for the frames that follow if it is accepted, and return the answer."""
        start, key = len(self.got), secrets.token_hex(8)
        self.say(type=kind, id=key, seq=self.last["seq"], **fields)
        while not (answers := [each for each in self.got[start:] if each.get("id") == key]):
            await asyncio.sleep(0.01)
        if answers[0]["type"] == "ack":
            with suppress(TimeoutError):  # reading on may change nothing but the lesson
                async with asyncio.timeout(0.5):
                    await self.until("frames", start)
        return answers[0]

    async def choose(self, choice: int | str) -> dict[str, Any]:
        return await self.send("choose", choice=choice)

    @property
    def last(self) -> dict[str, Any]:
        return [each for each in self.got if each["type"] == "frames"][-1]

    @property
    def scene(self) -> dict[str, Any]:
        return dict(self.last["frames"][-1]["scene"])


async def solve(site: Site, table: str, *wrong: int | str, game: Game = TOY) -> dict[str, Any]:
    """Make the best choice at a puzzle's table after wrong ones, and return what the page then says."""
    name = (await about(site, table))["posed"]["name"]
    person = await Seat(site, table).sit()
    for choice in wrong:
        assert (await person.choose(choice))["type"] == "refused"
    assert (await person.choose(find(game, name).best))["type"] == "ack"
    person.leave()
    return dict((await ask(site, "GET", f"/solved/{table}"))[1])


def test_nothing_of_it_needs_a_server() -> None:
    subprocess.run([sys.executable, "-c", ALONE], check=True, timeout=60)


def test_a_lesson_is_resumed_and_played_to_its_end() -> None:
    browser = Stored()

    async def run() -> None:
        async with page_of(browser) as site:
            table = await begin(site, "/learn/toy/first", pace="none")
            assert (await about(site, table))["posed"] is None
            person = await Seat(site, table).sit()
            assert (await person.choose("swap"))["message"].startswith("Read what the lesson says")
            await person.send("read")
            assert (await person.choose("mark on"))["message"].startswith("A mark does nothing")
            await person.choose("swap")
            person.leave()
        async with page_of(browser) as site:
            assert await begin(site, "/learn/toy/first") == table
            assert await begin(site, "/learn/toy/first", anew="1", pace="none") != table
            await about(site, table)
            person = await Seat(site, table).sit()
            choices = ["mark on", "keep", "shout"]
            while "lesson" in person.scene:
                if "say" not in (card := person.scene["lesson"]):
                    await asyncio.sleep(0.02)  # the table prepares the step
                elif card["read"]:
                    await person.send("read")
                else:
                    choices = choices[(await person.choose(choices[0]))["type"] == "ack" :]
            assert person.scene["prompt"]["title"] == "The game is over."
            assert browser.listed[table]["learned"]
            person.leave()

    asyncio.run(asyncio.wait_for(run(), 30))


def test_a_puzzle_counts_once_and_changes_the_rating_as_on_a_server() -> None:
    browser = Stored()

    async def run() -> None:
        async with page_of(browser) as site:
            table = await begin(site, f"/practice/toy/{FIRST}")
            assert (await about(site, table))["posed"]["onward"] == f"/practice/toy/next?after={FIRST}"
            assert await begin(site, f"/practice/toy/{FIRST}") == table, "it isn’t solved yet"
            assert await ask(site, "GET", f"/solved/{table}") == (200, {})
            result = await solve(site, table, "peek", "keep")
            one, _, gained = after_try(None, None, find(TOY, FIRST), right=False)
            assert result["tries"] == 3 and f"(−{-gained})" in result["said"]
            assert await begin(site, "/practice/toy/next", after=FIRST) != table
        async with page_of(browser) as site:
            again = await begin(site, f"/practice/toy/{FIRST}")
            assert again != table
            assert await solve(site, again) == result | {
                "before": True,
                "said": result["said"].replace(f" (−{-gained})", ""),
            }
            second = await begin(site, "/practice/toy/next")
            assert (await about(site, second))["posed"]["name"] == SECOND
            two, _, gained = after_try(one, None, find(TOY, SECOND), right=True)
            result = await solve(site, second)
            assert (result["tries"], result["before"]) == (1, False) and f"(+{gained})" in result["said"]
            known = json.loads(browser.record)["ratings"]["toy"]
            assert known == {"mu": two.mu, "sigma": two.sigma, "games": 2}
            assert await site.progress.solved("toy") == {FIRST, SECOND}

    asyncio.run(asyncio.wait_for(run(), 30))


def test_the_puzzle_of_the_day_is_shown_again_and_makes_a_streak() -> None:
    browser = Stored()
    today = date.today()
    puzzle = of_day(TOY, today)
    assert puzzle

    async def run() -> None:
        async with page_of(browser) as site:
            early = await begin(site, "/daily/toy", day=(today - timedelta(days=1)).isoformat())
            await solve(site, early)
            browser.listed[early]["at"] -= 86_400
            table = await begin(site, "/daily/toy")
            posed = (await about(site, table))["posed"]
            assert posed["name"] == puzzle.name and posed["path"] == f"/daily/toy?day={today.isoformat()}"
            assert posed["row"] == "Solved two days in a row."
            assert "Solved something two days in a row." in (await solve(site, table))["said"]
            assert await begin(site, "/daily/toy", day="today") == table
            assert browser.listed[table]["solved_day"] == today.isoformat()
            status, told = await ask(site, "POST", "/daily/toy", day="2999-01-01")
            assert status == 422 and "isn’t out yet" in told["message"]

    asyncio.run(asyncio.wait_for(run(), 30))


def test_a_daily_puzzle_that_is_an_option_is_resumed() -> None:
    browser, game = Stored(), registry.find("chatuchak")
    option = next(preset.today for preset in game.presets if preset.today and preset.players == 1)

    async def run() -> None:
        async with page_of(browser) as site:
            table = await begin(site, "/daily/chatuchak")
            assert browser.listed[table]["options"][option] == date.today().isoformat()
            assert await begin(site, "/daily/chatuchak") == table
            before = (date.today() - timedelta(days=1)).isoformat()
            told = (await about(site, table))["daily"]
            assert told == {"said": "", "yesterday": f"/daily/chatuchak?day={before}", "played": False}
            assert await begin(site, "/daily/chatuchak", day=before) != table

    asyncio.run(asyncio.wait_for(run(), 30))


def test_a_storm_counts_first_choices_and_its_clock_waits_for_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    browser, passed = Stored(), [0.0]
    clock = time.time
    monkeypatch.setattr("souq.web.progress.time.time", lambda: clock() + passed[0])

    async def proceed(site: Site, table: str) -> str:
        return str((await ask(site, "POST", "/storm/toy/next", table=table))[1]["to"])

    async def run() -> None:
        async with page_of(browser) as site:
            first = await begin(site, "/storm/toy")
            passed[0] += 5  # while the page loads
            posed = (await about(site, first))["posed"]
            assert 179 < posed["storm"]["left"] <= 180 and posed["storm"]["solved"] == 0
            assert await solve(site, first) == {}, "a storm is no practice"
            second = (await proceed(site, first)).removeprefix("/t/")
        async with page_of(browser) as site:
            assert (await about(site, second))["posed"]["storm"]["solved"] == 1
            await solve(site, second, "peek")
            third = (await proceed(site, second)).removeprefix("/t/")
            shown = (await about(site, third))["posed"]["storm"]
            assert shown["solved"] == 1 and 160 < shown["left"] <= 170, "a wrong choice costs ten seconds"
            await solve(site, third)
            assert await proceed(site, third) == "/practice/toy?storm=1", "there are no more puzzles"
            storm = await site.progress.storm(1)
            assert storm and (storm.solved, storm.missed) == (2, 1)
            another = await begin(site, "/storm/toy")
            passed[0] += 5
            await about(site, another)
            passed[0] += 200
            assert await proceed(site, another) == "/practice/toy?storm=2"

    asyncio.run(asyncio.wait_for(run(), 30))


def test_a_figure_of_the_rules_begins_a_table() -> None:
    browser = Stored()
    game = registry.find("kairo")

    async def run() -> None:
        figure = next(each for each in primer.primer(game).figures)
        async with page_of(browser) as site:
            table = await begin(site, f"/try/kairo/{figure.name}")
            told = await about(site, table)
            assert told["began"]["href"] == f"/rules/kairo#figure-{figure.name}" and told["posed"] is None

    asyncio.run(asyncio.wait_for(run(), 30))


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/learn/toy/nothing", {}),
        ("/practice/toy/nothing", {}),
        ("/storm/lot", {}),
        ("/storm/toy/next", {"table": "nothing"}),
        ("/try/toy/nothing", {}),
    ],
)
def test_what_does_not_exist_is_not_found(path: str, fields: dict[str, str]) -> None:
    async def run() -> None:
        status, told = await ask(Stored().site(), "POST", path, **fields)
        assert status == 404 and told["message"]

    asyncio.run(asyncio.wait_for(run(), 30))


def test_tries_of_two_tabs_are_all_stored() -> None:
    browser = Stored()

    async def run() -> None:
        async with page_of(browser) as one, page_of(browser) as two:
            await solve(one, await begin(one, f"/practice/toy/{FIRST}"))
            await solve(two, await begin(two, f"/practice/toy/{SECOND}"))
            assert set(json.loads(browser.record)["tries"]) == {f"toy/{FIRST}", f"toy/{SECOND}"}

    asyncio.run(asyncio.wait_for(run(), 30))
