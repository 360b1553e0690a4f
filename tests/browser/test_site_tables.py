"""Tables of a site without a server: help, analysis, replays, several people at one device, and access."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from souq.engine import registry
from souq.engine.match.match import Match
from tests.browser.conftest import ASKED, DESK, LOOKS, PHONE, Server, eventually
from tests.browser.sites import GAMES, Visitor, offline, profiles_with_site, site_folder
from tests.browser.test_access import check

__all__ = ["offline", "profiles_with_site", "site_folder"]

pytestmark = pytest.mark.browser

Come = Callable[..., Visitor]
SHORT = 24
"""Decisions of a game that is ended early."""
BOT = {"seat-0": "me", "seat-1": "bot:apprentice"}
PAGES = ["", "new/kairo/", "practice/", "practice/kairo/", "rules/kairo/"]
COUNTED = """window.said = 0;
window.Worker = class extends Worker {
  constructor(...how) { super(...how); this.addEventListener('message', () => window.said++); }
  postMessage(...what) { window.said++; super.postMessage(...what); }
};"""
"""Counts the messages between a page and its worker."""


def recorded(game: str, players: int, most: int = SHORT) -> dict[str, Any]:
    """Return a saved match of random choices, ended early, in which the person called Guest has the first seat."""
    names = ["Guest", "Omar", "Zoé"][:players]
    match, luck = Match(registry.find(game), players, seed=7, names=names), random.Random(7)
    while not match.over and match.ply < most:
        match.play(luck.choice(match.legal()))
    match.confirm()
    return match.to_json()


def opened(player: Visitor, saved: dict[str, Any]) -> None:
    """Open a saved match on the home page."""
    player.visit()
    content = json.dumps(saved).encode()
    player.page.locator("#import").set_input_files(
        {"name": "evening.souq.json", "mimeType": "application/json", "buffer": content}
    )
    player.page.wait_for_url("**/t/**")
    player.ended()
    assert player.table


@pytest.mark.parametrize("size", [DESK, pytest.param(PHONE, marks=pytest.mark.wide)], ids=["desk", "phone"])
def test_a_table_helps_as_on_a_server(offline: Come, size: dict[str, int]) -> None:
    player, luck = offline(size), random.Random(3)
    page = player.page
    player.open("desert_bazaar", players="3", **BOT, **{"seat-2": "bot:apprentice"})
    undo, hint = page.locator(".prompt .btn.undo"), page.locator(".prompt .btn.hint")
    for _ in range(30):
        if player.click_anything(luck) != "over" and player.ready() and undo.count():
            break
    before = player.moments
    assert undo.count(), "something can be taken back"
    player.press(undo.last)
    eventually(page, lambda: player.moments < before)
    player.ready()
    player.press(hint)
    eventually(page, lambda: player.prompt.startswith("Hint: "), 30)
    assert page.locator(".prompt .say span").inner_text().endswith(".")
    page.keyboard.press("Escape")
    dead = page.locator(".sprites .sprite.refused:not(.swap)")
    for _ in range(30):
        player.ready()
        if dead.count():
            break
        player.click_anything(luck)
    player.hit(str(dead.first.get_attribute("data-key")))
    expect(page.locator(".callout")).to_be_visible()
    assert page.locator(".callout p").first.inner_text().endswith((".", "!"))


@pytest.mark.parametrize("size", [pytest.param(DESK, marks=pytest.mark.wide), PHONE], ids=["desk", "phone"])
def test_a_finished_game_is_reviewed_and_replayed(offline: Come, size: dict[str, int]) -> None:
    player = offline(size)
    page = player.page
    opened(player, recorded("kairo", 2))
    output = page.locator(".replay output")
    if page.locator(".tally").is_visible():
        page.locator(".tally .close").click()
    last = int(output.inner_text().rpartition(" ")[2])
    page.locator("[data-step='-1']").click()
    eventually(page, lambda: output.inner_text() == f"{last - 1} of {last}")
    page.locator(".replay input").fill("3")
    eventually(page, lambda: page.url.endswith("#3") and output.inner_text().startswith("3 of "))
    assert len(player.story()) > 3
    page.locator(".replay [data-analysis]").click()
    chart = page.locator(".analysis .chances")
    chart.wait_for(timeout=60_000)
    assert str(chart.get_attribute("aria-label")).startswith("Chances of winning")
    page.locator(".review .whose button").first.wait_for(timeout=60_000)


@pytest.mark.parametrize("game", [pytest.param(name, marks=[pytest.mark.wide] * (name != "kairo")) for name in GAMES])
def test_a_recorded_game_shows_what_it_shows_on_a_server(offline: Come, server: Server, game: str) -> None:
    player, saved = offline(), recorded(game, max(2, registry.find(game).min_players))
    opened(player, saved)
    with httpx.Client(base_url=server.url, timeout=60, verify=False) as client:
        answer = client.post("/api/you/games", json={"games": [{"match": saved, "seat": 0}]})
        table = answer.json()["games"][0]["table"]
        for ply in range(player.moments + 1):
            there = client.get(f"/api/tables/{table}/frames", params={"ply": ply}).json()
            here = player.ask(f"/api/tables/{player.table}/frames?ply={ply}")
            assert (here["last"], here["frames"]) == (there["last"], there["frames"]), ply
        there = client.get(f"/api/tables/{table}/log").json()
        here = player.ask(f"/api/tables/{player.table}/log")
        assert here["decisions"] == there["decisions"]
        assert player.ask(f"/api/tables/{player.table}/match") == client.get(f"/api/tables/{table}/match").json()


def test_nothing_runs_while_it_is_your_turn(offline: Come) -> None:
    player = offline()
    page = player.page
    page.add_init_script(COUNTED)
    player.open("desert_bazaar", players="3", **BOT, **{"seat-2": "bot:apprentice"})
    player.ready()
    page.wait_for_timeout(1500)
    before, (used, _) = page.evaluate("window.said"), player.renderers()
    assert before > 5, "they are counted"
    page.wait_for_timeout(3000)
    assert page.evaluate("window.said") == before
    assert player.renderers()[0] - used < 0.3


@pytest.mark.wide
def test_a_long_game_does_not_grow(offline: Come) -> None:
    """From the twentieth decision to the end, a table adds less than a third of what it needs to start (300 MB)."""
    player = offline()
    page = player.page
    player.open("kairo", players="4", **{f"seat-{seat}": "bot:trader" if seat else "me" for seat in range(4)})
    player.ready()
    player.hand_over("trader")
    eventually(page, lambda: player.moments >= 20, 60)
    early = player.renderers()[1]
    player.ended(240)
    assert player.moments > 60
    page.wait_for_timeout(2000)
    assert player.renderers()[1] - early < 100_000_000


HAND = "[...document.querySelectorAll('.hand .sprite:not(.leaving)')].map(one => one.getAttribute('aria-label'))"


@pytest.mark.parametrize("size", [DESK, pytest.param(PHONE, marks=pytest.mark.wide)], ids=["desk", "phone"])
def test_two_people_pass_one_device_and_see_their_own_hands(offline: Come, size: dict[str, int]) -> None:
    player, luck = offline(size), random.Random(5)
    page = player.page
    people = {"seat-0": "me", "name": "Rosa", "seat-1": "here", "name-1": "Omar"}
    fields = "&".join(f"{name}={value}" for name, value in {"players": "2", "pace": "none", **people}.items())
    player.visit(f"t/kairo/?do=/new/kairo&{fields}")
    curtain, passing = page.locator("dialog.curtain"), page.locator("button.pass")
    shown = list[tuple[str, list[str]]]()
    for _ in range(3):
        curtain.wait_for(timeout=30_000)
        assert page.locator(".table").is_hidden()
        eventually(page, lambda: page.evaluate(HAND) == [])  # nothing of the one before is behind the curtain
        name = curtain.locator("h2").inner_text().partition(",")[0]
        curtain.get_by_role("button", name=f"I’m {name}").click()
        expect(curtain).to_be_hidden(timeout=30_000)
        player.ready()
        shown.append((name, page.evaluate(HAND)))
        until = time.monotonic() + 60
        while not passing.is_visible():
            assert time.monotonic() < until, f"{name}'s turn doesn't end: {player.prompt}"
            page.keyboard.press("Shift")
            if page.evaluate(ASKED):
                player.click_anything(luck)
            page.wait_for_timeout(50)
        passing.click()
    names, hands = zip(*shown, strict=True)
    assert set(names) == {"Rosa", "Omar"}
    assert names[0] != names[1]
    assert all(hands)


@LOOKS
def test_pages_pass_axe(offline: Come, size: dict[str, int], scheme: str) -> None:
    player = offline(size, color_scheme=scheme)
    page = player.page
    opened(player, recorded("kairo", 2))
    page.wait_for_timeout(500)
    check(page, "finished")
    player.open("kairo", players="2", **BOT)
    player.ready()
    check(page, "table")
    for path in PAGES:
        player.visit(path)
        check(page, path or "home")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} scrolls sideways"
