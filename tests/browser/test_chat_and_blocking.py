"""Quick phrases, muting and blocking, hosts' rights, and the lobby's clock filter."""

from __future__ import annotations

import pytest

from tests.browser.conftest import DESK, GAME, LOOKS, PHONE, eventually
from tests.browser.test_access import check

pytestmark = pytest.mark.browser


def named_player(player, name):
    """Open a page and set the player's name."""
    headers = {"Origin": player.server.url}
    player.page.request.post(f"{player.server.url}/me", form={"name": name}, headers=headers)
    return player


def waiting_room(person, new_server, size=DESK, **how):
    """Open Rosa's public table and seat Omar there."""
    rosa, omar = (
        named_player(person(each, at=new_server, **how), name) for each, name in ((size, "Rosa"), (DESK, "Omar"))
    )
    form = {
        "players": "3",
        "seat-0": "me",
        "seat-1": "open",
        "seat-2": "open",
        "company": "anybody",
        "watch": "anybody",
    }
    opened = rosa.page.request.post(f"{new_server.url}/new/{GAME}", form=form, headers={"Origin": new_server.url})
    rosa.page.goto(opened.url)
    omar.page.goto(new_server.url)
    omar.page.locator("#open").get_by_role("button", name="Join").click()
    omar.page.wait_for_url("**/t/*")
    rosa.page.locator(".waiting .manners summary").wait_for()
    return rosa, omar


def chat_lines(player):
    """Return the visible chat messages."""
    shown = "(lines) => lines.filter((li) => getComputedStyle(li).display !== 'none').map((li) => li.textContent)"
    return player.page.locator(".talk li").evaluate_all(shown)


def open_chat(player, small):
    """Open the chat."""
    if small:
        player.page.locator(".logs").click()
    player.page.locator("#tab-talk").click()


def chatting_players(person, new_server):
    """Start a game of Rosa and Omar with the chat open on both pages."""
    rosa, omar = (named_player(person(DESK, at=new_server), name) for name in ("Rosa", "Omar"))
    opened = new_server.table("me", "open", "greedy")
    rosa.sit(opened)
    omar.sit(opened, 1)
    omar.page.get_by_role("button", name="Take this seat").click()
    for player in (rosa, omar):
        player.page.locator(".prompt[aria-busy=false]").wait_for(timeout=30_000)
        open_chat(player, small=False)
    return rosa, omar


@LOOKS
def test_players_chat_in_phrases_and_can_be_muted(new_server, person, size, scheme):
    rosa, omar = waiting_room(person, new_server, size, color_scheme=scheme)
    rosa.page.get_by_role("button", name="Start with bots").click()
    for player in (rosa, omar):
        player.page.locator(".prompt[aria-busy=false]").wait_for(timeout=30_000)
    open_chat(rosa, size == PHONE)
    open_chat(omar, small=False)
    assert rosa.page.get_by_placeholder("Quick phrases only here").is_disabled()
    rosa.page.get_by_role("button", name="Good luck!").click()
    eventually(omar.page, lambda: chat_lines(omar) == ["Rosa Good luck!"])
    check(rosa.page, "phrases")
    assert rosa.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    omar.page.keyboard.press("t")
    omar.page.keyboard.press("4")
    eventually(rosa.page, lambda: chat_lines(rosa)[1:] == ["Omar Thank you!"])
    if size == PHONE:
        rosa.page.locator(".log .close").click()
    rosa.page.locator(".tools .menu").click()
    menu = rosa.page.locator("dialog.settings")
    menu.get_by_text("Mute or block somebody").click()
    menu.get_by_role("button", name="Mute: Omar").click()
    menu.get_by_role("button", name="Unmute: Omar").wait_for()
    check(rosa.page, "whom to mute")
    eventually(rosa.page, lambda: chat_lines(rosa) == ["Rosa Good luck!"])
    omar.page.get_by_role("button", name="Hello!").click()
    eventually(omar.page, lambda: chat_lines(omar)[-1] == "Omar Hello!")
    menu.get_by_role("switch", name="Free talk").click()
    eventually(omar.page, lambda: omar.page.get_by_placeholder("Say something to the table").is_enabled())
    rosa.page.keyboard.press("Escape")
    assert "Omar" not in "".join(chat_lines(rosa)), "not even afterwards"
    rosa.page.goto(f"{new_server.url}/you")
    check(rosa.page, "the list")
    rosa.page.get_by_role("button", name="Unmute Omar").click()
    eventually(rosa.page, lambda: not rosa.page.locator("#company").count())


def test_a_message_submitted_twice_is_sent_once(new_server, person):
    rosa, omar = chatting_players(person, new_server)
    rosa.page.get_by_label("Say something to the table").fill("Well, well")
    rosa.page.evaluate(
        "() => { const form = document.querySelector('.log form'); form.requestSubmit(); form.requestSubmit(); }"
    )
    eventually(omar.page, lambda: chat_lines(omar) == ["Rosa Well, well"])
    eventually(rosa.page, lambda: not rosa.page.get_by_label("Say something to the table").input_value())
    rosa.page.get_by_label("Say something to the table").fill("Well, well")
    rosa.page.keyboard.press("Enter")
    eventually(omar.page, lambda: chat_lines(omar) == ["Rosa Well, well", "Rosa Well, well"])


def test_the_phrases_only_setting_hides_free_chat(new_server, person):
    rosa, omar = chatting_players(person, new_server)
    rosa.page.get_by_label("Say something to the table").fill("Well, well")
    rosa.page.keyboard.press("Enter")
    rosa.page.get_by_role("button", name="Nice one!").click()
    eventually(omar.page, lambda: chat_lines(omar) == ["Rosa Well, well", "Rosa Nice one!"])
    omar.page.locator(".tools .menu").click()
    omar.page.get_by_role("switch", name="Show quick phrases only").click()
    omar.page.keyboard.press("Escape")
    assert chat_lines(omar) == ["Rosa Nice one!"]
    assert omar.page.locator(".log form").is_hidden()
    rosa.page.get_by_label("Say something to the table").fill("Unseen")
    rosa.page.keyboard.press("Enter")
    eventually(rosa.page, lambda: rosa.page.locator(".bubble", has_text="Unseen").count() == 1)
    assert omar.page.locator(".bubble", has_text="Unseen").count() == 0
    omar.page.reload()
    open_chat(omar, small=False)
    eventually(omar.page, lambda: chat_lines(omar) == ["Rosa Nice one!"])


LONG = "Well, " * 30
READ = """window.read = []; for (const region of document.querySelectorAll('#live, #said'))
  new MutationObserver(() => window.read.push(`${region.id}: ${region.textContent}`))
    .observe(region, { childList: true })"""
"""Notes what is read out."""
WAITS = """() => { const { setTimeout } = window; window.waits = [];
  window.setTimeout = (act, after) => (window.waits.push(after), setTimeout(act, after)); }"""
"""Notes how long something waits."""


def test_what_is_said_appears_at_the_speakers_seat_and_is_read_once(new_server, person):
    rosa, omar = chatting_players(person, new_server)
    for player in (rosa, omar):
        player.page.evaluate(READ)
    rosa.page.get_by_role("button", name="Nice one!").click()
    bubble = omar.page.locator(".bubble")
    eventually(omar.page, lambda: bubble.count() == 1 and bubble.inner_text() == "Nice one!")
    seat, at = omar.page.locator('.seat[data-seat="0"]').bounding_box(), bubble.bounding_box()
    assert seat["x"] + seat["width"] <= at["x"] <= seat["x"] + seat["width"] + 20
    assert seat["y"] <= at["y"] <= seat["y"] + seat["height"]
    assert bubble.get_attribute("aria-hidden") == "true"
    assert omar.page.evaluate("window.read") == ["said: Rosa: Nice one!"]
    assert bubble.evaluate("(bubble) => getComputedStyle(bubble).animationName") == "none"
    assert rosa.page.locator(".bubble").count() == 1, "who said it sees it too"
    assert rosa.page.evaluate("window.read") == [], "and isn’t told"
    rosa.page.get_by_role("button", name="Good game!").click()
    eventually(omar.page, lambda: bubble.all_inner_texts() == ["Good game!"])
    name = omar.page.locator(".talk b").first
    assert name.evaluate("(name) => getComputedStyle(name).unicodeBidi") == "isolate"
    omar.page.evaluate(WAITS)
    rosa.page.get_by_label("Say something to the table").fill(LONG)
    rosa.page.keyboard.press("Enter")
    eventually(omar.page, lambda: omar.page.evaluate("window.waits").count(8000) == 1)
    omar.page.reload()
    eventually(omar.page, lambda: omar.page.locator(".talk li").count() == 3)
    assert omar.page.locator(".bubble").count() == 0, "what was said before is past"


def test_a_removed_player_is_informed(new_server, person):
    rosa, omar = waiting_room(person, new_server)
    check(rosa.page, "waiting with company")
    rosa.page.get_by_text("Mute, block or remove somebody").first.click()
    rosa.page.get_by_role("button", name="Remove Omar from the table").first.click()
    omar.page.locator(".callout", has_text="The host has removed you from this table.").wait_for()
    check(omar.page, "removed")
    eventually(rosa.page, lambda: rosa.page.locator(".waiting > ul li.open").count() == 2)
    assert rosa.page.get_by_text("remove somebody").count() == 0
    omar.page.reload()
    omar.page.locator(".callout", has_text="removed you").wait_for()
    assert omar.page.get_by_role("button", name="Take this seat").is_hidden()


def test_a_blocked_player_does_not_see_the_blockers_table(new_server, person):
    rosa, omar = waiting_room(person, new_server)
    rosa.page.get_by_text("Mute, block or remove somebody").first.click()
    rosa.page.get_by_role("button", name="Block: Omar").first.click()
    rosa.page.get_by_role("button", name="Unblock: Omar").first.wait_for()
    rosa.page.get_by_role("button", name="Remove Omar from the table").first.click()
    omar.page.locator(".callout").wait_for()
    omar.page.goto(new_server.url)
    omar.page.get_by_text("No tables are open right now.").wait_for()
    lea = named_player(person(DESK, at=new_server), "Lea")
    lea.page.goto(new_server.url)
    lea.page.locator("#open .t", has_text="Rosa").wait_for()


def test_the_lobby_can_be_filtered_by_clock(new_server, person):
    live = {"kind": "live", "bank": 300, "increment": 10}
    for number in range(4):
        clock = {"clock": live} if number == 2 else {}
        new_server.table("me", "open", name=f"Host {number}", game="kairo", company="anybody", **clock)
    page = named_player(person(PHONE, at=new_server), "Mei").page
    page.goto(new_server.url)
    page.get_by_label("Clock", exact=True).select_option("Live")
    shown = page.locator("#open .t:visible")
    eventually(page, lambda: shown.count() == 1)
    assert "5 min + 10 s" in shown.inner_text()
    page.get_by_role("button", name="Play with anybody").click()
    assert page.get_by_role("radio", name="Live 20 minutes").is_checked()
    page.locator(".picks label", has_text="Kairo").click()
    page.locator(".picks label", has_text="1 day a turn").click()
    page.get_by_role("button", name="Wait for players").click()
    page.locator(".waits", has_text="Kairo, 1 day a turn").wait_for()
