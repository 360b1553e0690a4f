"""Saved matches in a page's worker: downloaded, checked, and opened from files."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from souq.engine import registry
from souq.engine.game import Game
from souq.engine.match import saved
from souq.engine.match.match import Match
from souq.web.tables import Site
from tests.heaps import GAME as HEAPS
from tests.lot import GAME as LOT
from tests.web.test_tables import FULL, Browser, ask, opened, play

pytestmark = pytest.mark.server


@pytest.fixture(autouse=True)
def games() -> Iterator[None]:
    for game in (LOT, HEAPS):
        registry.register(game)
        game.bindings.interpret()
    yield
    for game in (LOT, HEAPS):
        registry._added.pop(game.name)


def played(game: Game = LOT, most: int = 999, names: tuple[str, ...] = ("Amina", "Omar"), **wanted: Any) -> Match:
    """Return a match of random choices, some of them taken together."""
    match, luck = Match(game, len(names), seed=5, names=list(names), **wanted), random.Random(5)
    while not match.over and match.ply < most:
        match.play(luck.choice(match.legal()), goes_on=luck.random() < 0.3 and not match.racing)
        if luck.random() < 0.5:
            match.confirm()
    match.confirm()
    return match


def text(match: Match) -> str:
    return json.dumps(match.to_json())


async def brought(site: Site, file: str) -> tuple[int, Any]:
    return await ask(site, "POST", "/import", file=file)


@pytest.mark.parametrize(("game", "names"), [(LOT, ("Amina", "Omar")), (LOT, ("Zoé", "Amina", "Li")), (HEAPS, ("A",))])
def test_a_file_becomes_a_table_that_is_saved_and_makes_the_same_file_again(game: Game, names: tuple[str, ...]) -> None:
    browser, match = Browser(), played(game, names=names)

    async def run() -> None:
        status, told = await brought(Site(browser.save, "Amina"), text(match))
        assert status == 200, told
        table = told["to"].removeprefix("/t/")
        site = Site(browser.save, "Amina")
        site.load(browser.tables[table])
        status, again = await ask(site, "GET", f"/api/tables/{table}/match")
        assert status == 200 and again == match.to_json() == browser.entries[table]["file"]
        status, moment = await ask(site, "GET", f"/api/tables/{table}/frames")
        assert status == 200 and moment["last"] == match.moments()
        listed = browser.entries[table]
        assert (listed["state"], listed["yours"]) == ("finished", False)
        assert listed["seat"] == (names.index("Amina") if "Amina" in names else None)
        status, page = await ask(site, "GET", f"/t/{table}/page")
        assert status == 200 and page["began"] is None
        assert (await brought(site, text(match)))[1] == told == (await brought(Site(browser.save), text(match)))[1]
        assert len(browser.tables) == 1

    asyncio.run(run())


def test_a_game_that_was_played_here_is_saved_with_its_file_which_verifies() -> None:
    browser = Browser()

    async def run() -> None:
        site = Site(browser.save, "Amina")
        async with opened(browser, site, f"/new/{LOT.name}", pace="none", **{"seat-0": "me"}) as (table, page):
            assert "file" not in browser.entries[table]
            await play(site, table, page)
            document = (await ask(site, "GET", f"/api/tables/{table}/match"))[1]
        assert browser.entries[table]["file"] == document and browser.entries[table]["seat"] == 0
        verdict = saved.verify(document, Match)
        assert verdict.dealt and verdict.result and verdict.plies == len(document["decisions"])

    asyncio.run(run())


def test_a_game_that_is_not_over_counts_as_ended_early() -> None:
    browser, match = Browser(), played(most=4)

    async def run() -> None:
        site = Site(browser.save)
        told = (await brought(site, text(match)))[1]
        async with site.tables.hold(told["to"].removeprefix("/t/")) as live:
            assert live.finished and live.row.result is not None and live.row.result["agreed"]
            assert live.row.seats[0].name == "Amina" and live.row.host is None

    asyncio.run(run())


def test_a_match_from_a_position_is_opened_with_it() -> None:
    begun = played(most=3)
    match, browser = played(start=begun.position()), Browser()

    async def run() -> None:
        site = Site(browser.save)
        table = (await brought(site, text(match)))[1]["to"].removeprefix("/t/")
        assert browser.entries[table]["file"] == match.to_json()

    asyncio.run(run())


def test_two_people_of_one_name_leave_it_open_who_played() -> None:
    browser = Browser()
    asyncio.run(brought(Site(browser.save, "Amina"), text(played(names=("Amina", "Amina")))))
    assert [listed["seat"] for listed in browser.entries.values()] == [None]


def changed(**values: Any) -> str:
    return json.dumps(played().to_json() | values)


WRONG: dict[str, tuple[str | Callable[[], str], int, str]] = {
    "nothing": ("", 409, "not JSON"),
    "no JSON": ("Hello", 409, "not JSON"),
    "no match": ("[]", 409, "This isn't a saved match"),
    "deep": ("[" * 100_000, 409, "isn't a saved match"),
    "unknown": (lambda: changed(game="nothing"), 404, "No game is called"),
    "version": (lambda: changed(rules_version="0"), 409, "Replay it with the version of souq that saved it."),
    "secret": (lambda: changed(secret="00" * 32), 409, "doesn't match the commitment"),
    "result": (lambda: changed(result=None), 409, "The result doesn't follow"),
    "empty": (lambda: text(played(most=0)), 422, "Nobody has moved yet."),
    "huge": (lambda: "1" * (saved.LARGEST + 1), 409, "too large"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_file_that_is_no_finished_match_is_refused_in_words(wrong: str) -> None:
    file, status, words = WRONG[wrong]
    browser = Browser()
    answer = asyncio.run(brought(Site(browser.save), file() if callable(file) else file))
    assert answer[0] == status and words in answer[1]["message"], answer
    assert not browser.tables


def test_a_file_that_cannot_be_stored_is_not_opened() -> None:
    browser = Browser()
    browser.problem = FULL

    async def run() -> None:
        site = Site(browser.save)
        status, told = await brought(site, text(played()))
        assert status == 503 and FULL in told["message"] and not browser.tables
        browser.problem = ""
        assert (await brought(site, text(played())))[0] == 200

    asyncio.run(run())
