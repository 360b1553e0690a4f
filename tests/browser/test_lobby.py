"""The lobby: strangers meet through public tables and the queue."""

from __future__ import annotations

import pytest

from tests.browser.conftest import DESK, GAME, LOOKS, PHONE, eventually
from tests.browser.test_access import check

pytestmark = pytest.mark.browser


def at_home(person, new_server, size=DESK, **how):
    """Open the home page."""
    player = person(size, at=new_server, **how)
    player.page.goto(new_server.url)
    return player


def join_queue(page, game, *numbers, name=""):
    """Choose wishes and join the queue."""
    page.get_by_role("button", name="Play with anybody").click()
    page.locator(".picks label", has_text=game).click()
    for number in numbers:
        page.locator(".picks label", has=page.locator(f"[name=players-{number}]")).click()
    if name:
        page.locator("#seek").get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Wait for players").click()


def test_three_strangers_are_matched_and_play(new_server, person):
    """One opens a table on a phone, and two join it, who are asked for their names there."""
    rosa, omar, lea = (at_home(person, new_server, size) for size in (PHONE, DESK, DESK))
    rosa.page.goto(f"{new_server.url}/new/{GAME}?players=3")
    rosa.page.get_by_role("radio", name="Anybody").check()
    assert rosa.page.get_by_label("Strangers may watch").is_checked(), "it goes with it"
    rosa.page.get_by_label("Your name", exact=True).last.fill("Rosa")
    rosa.page.get_by_role("button", name="Open the table").click()
    rosa.page.locator(".waiting .listing", has_text="listed on the home page").wait_for()
    check(rosa.page, "a table for anybody")
    for page in (omar.page, lea.page):
        page.locator("#open .t", has_text="Rosa").wait_for()  # without reloading
    omar.page.locator("#open").get_by_role("button", name="Join").click()
    omar.page.get_by_label("What’s your name?").fill("Omar")
    omar.page.get_by_role("main").get_by_role("button", name="Join").click()
    omar.page.wait_for_url("**/t/*")
    lea.page.locator("#open .t", has_text="Omar").get_by_role("button", name="Join").click()
    lea.page.get_by_label("What’s your name?").fill("Lea")
    check(lea.page, "asked for a name")
    lea.page.get_by_role("main").get_by_role("button", name="Join").click()
    for player in (rosa, omar, lea):
        player.page.locator(".prompt[aria-busy=false]").wait_for(timeout=30_000)
    names = lea.page.locator(".seat .name > span:first-child").all_inner_texts()
    assert names == ["Rosa", "Omar", "Lea"]
    watcher = at_home(person, new_server).page
    watcher.locator("#open").get_by_role("link", name="Watch").click()
    watcher.locator(".tag.watching").wait_for()


def test_a_public_table_can_be_made_private_again(new_server, person):
    rosa, eve = at_home(person, new_server), at_home(person, new_server, PHONE)
    opened = rosa.page.request.post(
        f"{new_server.url}/new/{GAME}",
        form={"players": "3", "seat-0": "me", "seat-1": "open", "seat-2": "open", "company": "anybody", "name": "Rosa"},
    )
    eve.page.locator("#open .t", has_text="Rosa").wait_for()
    rosa.page.goto(opened.url)
    rosa.page.get_by_label("Anybody may join").first.click()
    rosa.page.get_by_text("Only friends with a link can sit down.").first.wait_for()
    eve.page.get_by_text("No tables are open right now.").wait_for()


def test_two_queued_players_are_taken_to_a_table(new_server, person):
    rosa, omar = at_home(person, new_server), at_home(person, new_server, PHONE)
    join_queue(rosa.page, "Kairo", 2, name="Rosa")
    waits = rosa.page.locator(".waits")
    eventually(rosa.page, lambda: "You’re first in the queue. Nobody else is waiting yet." in waits.inner_text())
    check(rosa.page, "waiting for players")
    join_queue(omar.page, "Kairo", name="Omar")
    for player in (rosa, omar):
        player.page.wait_for_url("**/t/*", timeout=20_000)
        player.page.locator(".prompt[aria-busy=false]").wait_for(timeout=30_000)
    names = rosa.page.locator(".seat .name > span:first-child").all_inner_texts()
    assert sorted(names) == ["Omar", "Rosa"]
    rosa.page.goto(new_server.url)
    rosa.page.wait_for_timeout(1500)
    assert rosa.page.url.rstrip("/") == new_server.url, "who has been there is not led there again"


def test_leaving_the_queue_and_queueing_without_a_wish(new_server, person):
    page = at_home(person, new_server, forgive="422").page
    page.get_by_role("button", name="Play with anybody").click()
    page.locator("#seek").get_by_label("Your name").fill("Mei")
    page.locator(".picks label", has_text="Days").click()
    whole = {"status": 422, "body": "<!doctype html><p>A page of its own", "content_type": "text/html"}
    page.route("**/lobby/wait", lambda route: route.fulfill(**whole))
    page.get_by_role("button", name="Wait for players").click()
    page.get_by_role("alert").get_by_text("can’t be reached").wait_for()
    page.unroute("**/lobby/wait")
    page.get_by_role("button", name="Wait for players").click()
    page.get_by_role("alert").get_by_text("Choose at least one game").wait_for()
    assert page.locator("#seek input[name=clock]:checked").input_value() == "days", "what was said stays"
    page.locator(".picks label", has_text="Kairo").click()
    page.get_by_role("button", name="Wait for players").click()
    page.get_by_role("button", name="Stop waiting").click()
    eventually(page, lambda: page.locator("#seek").is_hidden())
    assert page.get_by_role("button", name="Play with anybody").is_visible()


@LOOKS
def test_a_full_lobby_can_be_filtered_and_passes_axe(new_server, person, size, scheme):
    for number in range(6):
        game, others = ("kairo", 1) if number % 2 else ("marracash", 2)
        clock = {"kind": "live", "bank": 600, "increment": 20} if number < 4 else None
        new_server.table("me", *["open"] * others, name=f"Host {number}", game=game, company="anybody", clock=clock)
    player = at_home(person, new_server, size, color_scheme=scheme)
    page = player.page
    cards = page.locator("#open .t:visible")
    eventually(page, lambda: cards.count() == 4)
    check(page, "a full lobby")
    clocks = page.locator(".when:has(em):visible")
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert clocks.count() and clocks.evaluate_all(cut) == 0, "clocks can be read"
    if size == DESK:
        ends = page.locator(".card .acts > *").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().bottom)"
        )
        assert max(ends) <= size["height"], "the games stay in sight"
    page.get_by_role("button", name="Show all 6").click()
    eventually(page, lambda: cards.count() == 6)
    page.get_by_role("combobox", name="Game").select_option("kairo")
    eventually(page, lambda: cards.count() == 3)
    page.get_by_role("combobox", name="Players").select_option("3")
    page.get_by_text("No tables match.").wait_for()
    page.get_by_role("button", name="Play with anybody").click()
    check(page, "saying what one would like")
    page.goto(f"{new_server.url}/library?name=nobody")
    check(page, "an empty library")


def test_a_published_game_can_be_found_and_replayed(new_server, person):
    opened = new_server.table("greedy", "greedy", "greedy", company="anybody")
    new_server.finish(opened)
    page = at_home(person, new_server, PHONE).page
    eventually(
        page, lambda: page.goto(f"{new_server.url}/library?game={GAME}") and page.locator(".finds .t").count() == 1
    )
    check(page, "the library")
    page.locator(".finds .t").click()
    page.locator(".tally").wait_for()
    page.locator(".replay").wait_for(state="attached")
