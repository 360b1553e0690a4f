"""Lists of lessons and puzzles on a site without a server: they show what the browser has stored."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from souq.engine import registry
from souq.puzzles.daily import of_day
from souq.puzzles.puzzle import puzzles
from souq.web.links import VERSION
from souq.web.pages import pages
from tests.browser.conftest import GAME, Player, Server
from tests.browser.test_site_files import STATIC
from tests.web.test_practice import Seat, Stored, about, begin, page_of, solve

pytestmark = pytest.mark.browser

STORE = "const store = await import(new URL('v/x/static/js/site_store.js', '%s').href);"


async def practised(browser: Stored) -> None:
    """Begin a lesson, solve a puzzle at the second try and that of the day at once, and one in a storm."""
    game = registry.find(GAME)
    first = next(puzzle for puzzle in puzzles(game).values() if puzzle is not of_day(game, date.today()))
    async with page_of(browser) as site:
        person = await Seat(site, await begin(site, f"/learn/{GAME}/first", pace="none")).sit()
        await person.send("read")
        person.leave()
        await solve(site, await begin(site, f"/practice/{GAME}/{first.name}"), first.wrong, game=game)
        await solve(site, await begin(site, f"/daily/{GAME}"), game=game)
        storm = await begin(site, f"/storm/{GAME}")
        await about(site, storm)
        await solve(site, storm, game=game)
        await begin(site, f"/storm/{GAME}/next", table=storm)


def test_lists_show_what_is_solved_and_where_a_lesson_goes_on(person: Callable[..., Player], server: Server) -> None:
    page, root, browser = person().page, f"{server.url}/offline/", Stored()
    made = {path: content.replace(VERSION.encode(), b"v/x") for path, content in pages([registry.find(GAME)])}

    def serve(route: Route) -> None:
        path = urlsplit(route.request.url).path.removeprefix("/offline/")
        files = [folder / path.removeprefix("v/x/static/") for folder in STATIC]
        if (html := made.get(path.removesuffix("index.html") + "index.html")) is not None:
            route.fulfill(body=html, content_type="text/html")
        elif found := next((file for file in files if file.is_file()), None):
            route.fulfill(path=found)
        else:
            route.fulfill(body="", content_type="text/css")

    page.context.route("**/offline/**", serve)
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(practised(browser))).result()
    page.goto(f"{root}learn/{GAME}/")
    expect(page.locator(".offer button")).to_have_text(["Begin"])
    store(page, root, browser)
    page.goto(f"{root}learn/{GAME}/")
    offered = page.locator(".offer").first.locator("button")
    expect(offered.first).to_have_text("From the start")
    expect(offered.last).to_contain_text("Continue: step 2 of")
    page.goto(f"{root}practice/{GAME}/?storm=1")
    expect(page.locator(".lead")).to_contain_text("2 of ")
    expect(page.locator(".standing")).to_contain_text("Your puzzle rating: ")
    expect(page.get_by_role("status")).to_have_text("Storm: 1 solved in three minutes. That’s your best so far.")
    expect(page.locator("[data-puzzle].solved")).to_have_count(2)
    expect(page.locator("[data-puzzle].starred")).to_have_count(1)
    page.goto(f"{root}practice/")
    expect(page.locator(".todays .solved")).to_have_count(1)
    expect(page.locator(".offer .note").first).to_contain_text("2 solved · rating ")
    page.goto(root)
    expect(page.locator(".days [data-days]")).to_be_visible()
    page.context.unroute("**/offline/**")


def store(page: Page, root: str, browser: Stored) -> None:
    """Store in the page's browser what another stand-in has."""
    for table, data in browser.tables.items():
        keep = f"async ([id, data, entry]) => {{ {STORE % root} return store.save(id, data, entry); }}"
        assert page.evaluate(keep, [table, data, json.dumps(browser.listed[table])]) == ""
    assert (
        page.evaluate(f"async (record) => {{ {STORE % root} return store.storePractice(record); }}", browser.record)
        == ""
    )
