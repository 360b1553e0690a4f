"""Games as files on the home page of a site without a server: opened, deleted, and brought along to a server."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

import souq
from souq.engine import registry
from souq.engine.match.match import Match
from souq.web.tables import Site
from tests.browser.conftest import GAME, Player, Server, eventually
from tests.web.test_tables import Browser, ask

pytestmark = pytest.mark.browser

STATIC = [Path(souq.__file__).parent / part / "static" for part in ("web", "server")]
PARTS: dict[str, list[str]] = {"python": [], "souq": [], GAME: []}
HOME = """<!doctype html><html lang="en"><title>Home</title>
<link rel="stylesheet" href="v/x/static/house.css"><link rel="stylesheet" href="v/x/static/pages.css">
<link rel="stylesheet" href="v/x/static/site.css">
<section hidden><h2>Your games</h2><div id="tables" class="tables"></div></section>
<ul class="also"><li><input id="import" type="file" hidden><button class="btn" type="button" id="open">Open</button>
<span id="imported" role="status"></span></li></ul>
<script type="module" src="v/x/static/js/site_home.js"></script></html>"""
PAGE = """<!doctype html><html lang="en"><title>Table</title><body data-game="kairo" data-table="abc">
<a class="finished" href="/api/tables//match" download="kairo-.souq.json">Download the game</a>
<script type="module">import { offerFile } from "../../v/x/static/js/download.js"; offerFile();</script></html>"""
SERVER = "export const ask = async (path) => new Response(JSON.stringify({ path }));"
"""In place of the module that asks the worker."""
STORE = "const store = await import(new URL('%sv/x/static/js/site_store.js', location.href).href);"


def played(seed: int, names: tuple[str, ...] = ("Rosa", "Omar", "Zoé")) -> Match:
    """Return a game of random choices, played to its end."""
    match, luck = Match(registry.find(GAME), len(names), seed=seed, names=list(names)), random.Random(seed)
    while not match.over:
        match.play(luck.choice(match.legal()))
    match.confirm()
    return match


async def saved(*matches: Match) -> Browser:
    """Return what a browser keeps of games that were opened from files."""
    browser = Browser()
    for match in matches:
        assert (await ask(Site(browser.save, "Rosa"), "POST", "/import", file=json.dumps(match.to_json())))[0] == 200
    return browser


@pytest.fixture
def home(person: Callable[..., Player], server: Server) -> Iterator[Callable[..., Page]]:
    """Return a function that opens the home page of a site with these games, on the server's own origin."""
    page = person(forgive="503").page
    served = [False]

    def serve(route: Route) -> None:
        path = urlsplit(route.request.url).path.removeprefix("/offline/")
        if path == "v/x/python/parts.json":
            route.fulfill(json=PARTS)
        elif path.endswith("/server.js"):
            route.fulfill(body=SERVER, content_type="text/javascript")
        elif path == "souq.json":
            route.fulfill(json={"server": served[0]})
        elif not path or path.startswith("t/"):
            route.fulfill(body=PAGE if path else HOME, content_type="text/html")
        else:
            files = [folder / path.removeprefix("v/x/static/") for folder in STATIC]
            route.fulfill(path=next(file for file in files if file.is_file()))

    def opened(*matches: Match, known: bool = False) -> Page:
        served[0] = known
        page.context.route("**/offline/**", serve)
        with ThreadPoolExecutor(1) as thread:
            browser = thread.submit(lambda: asyncio.run(saved(*matches))).result()
        page.goto(f"{server.url}/offline/")
        for table, data in browser.tables.items():
            keep = f"async ([id, data, entry]) => {{ {STORE % ''} return store.save(id, data, entry); }}"
            assert page.evaluate(keep, [table, data, json.dumps(browser.entries[table])]) == ""
        page.reload()
        return page

    yield opened
    page.context.unroute("**/offline/**")


def chosen(page: Page, name: str, content: str | bytes) -> None:
    """Choose a file to open."""
    data = content if isinstance(content, bytes) else content.encode()
    page.locator("#import").set_input_files({"name": name, "mimeType": "application/json", "buffer": data})


def test_a_chosen_file_is_handed_to_the_page_of_its_game(home: Any) -> None:
    page, text = home(), json.dumps(played(1).to_json())
    chosen(page, "evening.souq.json", text)
    page.wait_for_url(f"**/offline/t/{GAME}/?do=/import")
    take = f"async () => {{ {STORE % '../../'} return store.takeOver(); }}"
    assert page.evaluate(take) == text
    with pytest.raises(Exception, match="Open the saved game again"):
        page.evaluate(take)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("Hello", "evening.json isn’t a saved game of souq."),
        ("[1]", "evening.json isn’t a saved game of souq."),
        (b"\xff\xfe\x00", "evening.json isn’t a saved game of souq."),
        ('{"format": "souq-match/1", "game": "chess"}', "This site has no game called “chess”."),
        ('{"format": "souq-match/1", "game": "souq"}', "This site has no game called “souq”."),
        ('{"format": "souq-match/1", "game": ["constructor"]}', "This site has no game called “constructor”."),
        ('{"format": "souq-match/1"}', "This site has no game called “undefined”."),
        ("1" * 8_000_001, "evening.json is too large to be a saved game."),
    ],
)
def test_a_file_that_is_no_saved_game_is_refused_in_words(home: Any, content: str | bytes, words: str) -> None:
    page = home()
    chosen(page, "evening.json", content)
    expect(page.locator("#imported")).to_have_text(words)
    assert page.url.endswith("/offline/")


@pytest.mark.parametrize(
    ("name", "words"), [("QuotaExceededError", "storage is full"), ("InvalidStateError", "Leave private browsing")]
)
def test_a_file_that_the_browser_does_not_store_is_not_opened(home: Any, name: str, words: str) -> None:
    page = home()
    page.evaluate("name => { IDBObjectStore.prototype.put = () => { throw new DOMException('', name); }; }", name)
    chosen(page, "evening.json", json.dumps(played(1).to_json()))
    expect(page.locator("#imported")).to_contain_text(words)
    assert page.url.endswith("/offline/")


def test_a_finished_game_is_downloaded_without_a_server(home: Any) -> None:
    page = home()
    page.goto(f"{page.url}t/kairo/?abc")
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download the game").click()
    assert coming.value.suggested_filename == "kairo-abc.souq.json"
    assert json.loads(coming.value.path().read_text()) == {"path": "/api/tables/abc/match"}


def test_a_game_is_deleted_after_asking(home: Any) -> None:
    page = home(played(1), played(2))
    games, first = page.locator("#tables a"), page.locator(".forget").first
    expect(games).to_have_count(2)
    expect(page.locator("#storage")).to_contain_text("MB for this site")
    first.click()
    page.get_by_role("button", name="Keep it").click()
    expect(games).to_have_count(2)
    assert first.evaluate("one => one === document.activeElement")
    first.click()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.get_by_role("button", name="Delete Desert Bazaar with Omar and Zoé").first.click()
    page.get_by_role("button", name="Delete it").click()
    expect(games).to_have_count(1)
    assert games.first.evaluate("one => one === document.activeElement")
    page.reload()
    expect(games).to_have_count(1)
    page.locator(".forget").click()
    page.get_by_role("button", name="Delete it").click()
    expect(page.locator("#tables")).to_be_hidden()
    left = f"""async () => {{ {STORE % ""} const [one] = await store.entries(); return one ?? null; }}"""
    assert page.evaluate(left) is None


def test_finished_games_are_brought_along_to_a_server_once(home: Any) -> None:
    page = home(played(11), played(12, ("Li", "Rosa", "Zoé")), played(13, ("Li", "Omar", "Zoé")), known=True)
    button, said = page.get_by_role("button", name="Bring my games along"), page.locator("#server [role=status]")
    button.click()
    expect(said).to_have_text("2 games added to your history.")
    records = "async () => (await (await fetch('/api/records')).json()).games"
    eventually(page, lambda: len(page.evaluate(records)) == 2)
    assert all(game["rating"] is None for game in page.evaluate(records))
    page.reload()
    button.click()
    expect(said).to_have_text("Your history has them all.")


def test_what_a_server_refuses_is_said(home: Any) -> None:
    page = home(played(21), known=True)
    page.context.route("**/api/you/games", lambda route: route.fulfill(status=503, json={"message": "Not now."}))
    page.get_by_role("button", name="Bring my games along").click()
    expect(page.locator("#server [role=status]")).to_have_text("One game can’t be added. Not now.")
    page.context.unroute("**/api/you/games")


def test_without_a_server_nothing_is_offered(home: Any) -> None:
    page = home(played(31))
    expect(page.locator("#storage")).to_be_visible()
    expect(page.get_by_role("button", name="Bring my games along")).to_have_count(0)
