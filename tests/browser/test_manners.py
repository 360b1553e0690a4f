"""Good company: phrases by one press, whom one mutes and blocks, what a host may do, and the lobby by clock."""

from __future__ import annotations

import pytest

from tests.browser.conftest import DESK, GAME, LOOKS, PHONE, soon
from tests.browser.test_access import check

pytestmark = pytest.mark.browser


def named(player, name):
    """Somebody who has said their name."""
    headers = {"Origin": player.house.url}
    player.page.request.post(f"{player.house.url}/me", form={"name": name}, headers=headers)
    return player


def waiting_room(person, bazaar, size=DESK, **how):
    """Rosa opens a table for anybody, and Omar takes a seat there."""
    rosa, omar = (named(person(each, at=bazaar, **how), name) for each, name in ((size, "Rosa"), (DESK, "Omar")))
    form = {
        "players": "3",
        "seat-0": "me",
        "seat-1": "open",
        "seat-2": "open",
        "company": "anybody",
        "watch": "anybody",
    }
    opened = rosa.page.request.post(f"{bazaar.url}/new/{GAME}", form=form, headers={"Origin": bazaar.url})
    rosa.page.goto(opened.url)
    omar.page.goto(bazaar.url)
    omar.page.locator("#open").get_by_role("button", name="Join").click()
    omar.page.wait_for_url("**/t/*")
    rosa.page.locator(".waiting .manners summary").wait_for()
    return rosa, omar


def talk(player):
    """What somebody can read of the talk, once it is open."""
    shown = "(lines) => lines.filter((li) => getComputedStyle(li).display !== 'none').map((li) => li.textContent)"
    return player.page.locator(".talk li").evaluate_all(shown)


def open_talk(player, small):
    """Turn to the talk."""
    if small:
        player.page.locator(".logs").click()
    player.page.locator("#tab-talk").click()


def talking(person, bazaar):
    """Rosa and Omar play, and both look at the talk."""
    rosa, omar = (named(person(DESK, at=bazaar), name) for name in ("Rosa", "Omar"))
    opened = bazaar.table("me", "open", "greedy")
    rosa.sit(opened)
    omar.sit(opened, 1)
    omar.page.get_by_role("button", name="Take this seat").click()
    for player in (rosa, omar):
        player.page.locator(".prompt[aria-busy=false]").wait_for(timeout=30_000)
        open_talk(player, small=False)
    return rosa, omar


@LOOKS
def test_people_talk_in_phrases_and_are_muted(bazaar, person, size, scheme):
    rosa, omar = waiting_room(person, bazaar, size, color_scheme=scheme)
    rosa.page.get_by_role("button", name="Start with bots").click()
    for player in (rosa, omar):
        player.page.locator(".prompt[aria-busy=false]").wait_for(timeout=30_000)
    open_talk(rosa, size == PHONE)
    open_talk(omar, small=False)
    assert rosa.page.get_by_placeholder("Quick phrases only here").is_disabled()
    rosa.page.get_by_role("button", name="Good luck!").click()
    soon(omar.page, lambda: talk(omar) == ["Rosa Good luck!"])
    check(rosa.page, "phrases")
    assert rosa.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    omar.page.keyboard.press("t")
    omar.page.keyboard.press("4")
    soon(rosa.page, lambda: talk(rosa)[1:] == ["Omar Thank you!"])
    if size == PHONE:
        rosa.page.locator(".log .close").click()
    rosa.page.locator(".tools .menu").click()
    menu = rosa.page.locator("dialog.settings")
    menu.get_by_text("Mute or block somebody").click()
    menu.get_by_role("button", name="Mute: Omar").click()
    menu.get_by_role("button", name="Unmute: Omar").wait_for()
    check(rosa.page, "whom to mute")
    soon(rosa.page, lambda: talk(rosa) == ["Rosa Good luck!"])
    omar.page.get_by_role("button", name="Hello!").click()
    soon(omar.page, lambda: talk(omar)[-1] == "Omar Hello!")
    menu.get_by_role("switch", name="Free talk").click()
    soon(omar.page, lambda: omar.page.get_by_placeholder("Say something to the table").is_enabled())
    rosa.page.keyboard.press("Escape")
    assert "Omar" not in "".join(talk(rosa)), "not even afterwards"
    rosa.page.goto(f"{bazaar.url}/you")
    check(rosa.page, "the list")
    rosa.page.get_by_role("button", name="Unmute Omar").click()
    soon(rosa.page, lambda: not rosa.page.locator("#company").count())


def test_what_is_sent_twice_before_it_is_heard_is_said_once(bazaar, person):
    rosa, omar = talking(person, bazaar)
    rosa.page.get_by_label("Say something to the table").fill("Well, well")
    rosa.page.evaluate(
        "() => { const form = document.querySelector('.log form'); form.requestSubmit(); form.requestSubmit(); }"
    )
    soon(omar.page, lambda: talk(omar) == ["Rosa Well, well"])
    soon(rosa.page, lambda: not rosa.page.get_by_label("Say something to the table").input_value())
    rosa.page.get_by_label("Say something to the table").fill("Well, well")
    rosa.page.keyboard.press("Enter")
    soon(omar.page, lambda: talk(omar) == ["Rosa Well, well", "Rosa Well, well"])


def test_whoever_likes_phrases_best_reads_no_free_talk(bazaar, person):
    rosa, omar = talking(person, bazaar)
    rosa.page.get_by_label("Say something to the table").fill("Well, well")
    rosa.page.keyboard.press("Enter")
    rosa.page.get_by_role("button", name="Nice one!").click()
    soon(omar.page, lambda: talk(omar) == ["Rosa Well, well", "Rosa Nice one!"])
    omar.page.locator(".tools .menu").click()
    omar.page.get_by_role("switch", name="Show quick phrases only").click()
    omar.page.keyboard.press("Escape")
    assert talk(omar) == ["Rosa Nice one!"]
    assert omar.page.locator(".log form").is_hidden()
    omar.page.reload()
    open_talk(omar, small=False)
    soon(omar.page, lambda: talk(omar) == ["Rosa Nice one!"])


def test_the_host_removes_somebody_who_is_told_so(bazaar, person):
    rosa, omar = waiting_room(person, bazaar)
    check(rosa.page, "waiting with company")
    rosa.page.get_by_text("Mute, block or remove somebody").first.click()
    rosa.page.get_by_role("button", name="Remove Omar from the table").first.click()
    omar.page.locator(".callout", has_text="The host has removed you from this table.").wait_for()
    check(omar.page, "removed")
    soon(rosa.page, lambda: rosa.page.locator(".waiting > ul li.open").count() == 2)
    assert rosa.page.get_by_text("remove somebody").count() == 0
    omar.page.reload()
    omar.page.locator(".callout", has_text="removed you").wait_for()
    assert omar.page.get_by_role("button", name="Take this seat").is_hidden()


def test_whom_one_blocks_does_not_see_ones_table(bazaar, person):
    rosa, omar = waiting_room(person, bazaar)
    rosa.page.get_by_text("Mute, block or remove somebody").first.click()
    rosa.page.get_by_role("button", name="Block: Omar").first.click()
    rosa.page.get_by_role("button", name="Unblock: Omar").first.wait_for()
    rosa.page.get_by_role("button", name="Remove Omar from the table").first.click()
    omar.page.locator(".callout").wait_for()
    omar.page.goto(bazaar.url)
    omar.page.get_by_text("Nobody has a table open right now.").wait_for()
    lea = named(person(DESK, at=bazaar), "Lea")
    lea.page.goto(bazaar.url)
    lea.page.locator("#open .t", has_text="Rosa").wait_for()


def test_the_lobby_is_filtered_by_clock(bazaar, person):
    live = {"kind": "live", "bank": 300, "increment": 10}
    for number in range(4):
        clock = {"clock": live} if number == 2 else {}
        bazaar.table("me", "open", name=f"Host {number}", game="kairo", company="anybody", **clock)
    page = named(person(PHONE, at=bazaar), "Mei").page
    page.goto(bazaar.url)
    page.get_by_label("Clock", exact=True).select_option("Live")
    shown = page.locator("#open .t:visible")
    soon(page, lambda: shown.count() == 1)
    assert "5 min + 10 s" in shown.inner_text()
    page.get_by_role("button", name="Play with anybody").click()
    assert page.get_by_role("radio", name="Live 20 minutes").is_checked()
    page.locator(".picks label", has_text="Kairo").click()
    page.locator(".picks label", has_text="1 day a turn").click()
    page.get_by_role("button", name="Wait for company").click()
    page.locator(".waits", has_text="Kairo, 1 day a turn").wait_for()
