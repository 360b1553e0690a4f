"""Players' clocks in the browser: a bot plays after a timeout until the player returns."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from tests.browser.conftest import ASKED, GAME, LOOKS, PHONE, Player, eventually
from tests.browser.test_access import check
from tests.browser.test_rematches import choose_in_leave_menu

pytestmark = pytest.mark.browser

LIVE = {"kind": "live", "bank": 300, "increment": 10, "level": "random"}
HEAR = """window.heard = []; const live = document.querySelector('#live');
  new MutationObserver(() => window.heard.push(live.textContent)).observe(live, { childList: true })"""
DAYS = {"kind": "days", "bank": 3 * 86_400, "level": "random"}


def pass_time(server: Any, seconds: float) -> None:
    """Let server time pass and notify viewers, as after the server was stopped."""
    inside = server._server.config.app.state.house
    inside.time._at += seconds
    inside.time.stops += 1
    inside._time_stood()


def clock_text(player: Player, seat: int) -> str:
    """Return the text of a seat's clock."""
    place = ".chip" if player.tap else ".seat"
    return player.page.locator(f'{place}[data-seat="{seat}"] .bank').inner_text()


def turn_of(players: list[Player], seat: int) -> None:
    """Play until it is a player's turn, as their own page shows it: the others' pages may lag behind."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        for player in players:
            player.page.keyboard.press("Shift")
        asked = [player for player in players if player.page.evaluate(ASKED)]
        if players[seat] in asked and players[seat].page.locator(f'.seat.now[data-seat="{seat}"]').count():
            return
        if asked:
            assert asked[0].move() != "over", "the game ends first"
        players[0].page.wait_for_timeout(60)
    raise AssertionError("it never came to that")


def test_a_bot_plays_after_a_timeout_until_the_player_returns(person, server):
    opened = server.table("me", "open", "greedy", clock=LIVE)
    rosa, omar = person().sit(opened), person().sit(opened, 1)
    omar.page.get_by_label("Your name").fill("Omar")
    omar.page.get_by_role("button", name="Take this seat").click()
    for player in (rosa, omar):
        player.page.locator(".seat .bank").first.wait_for()
    assert re.fullmatch(r"[45]:\d\d", clock_text(rosa, 0))
    assert rosa.page.locator('.seat[data-seat="2"] .bank').count() == 0, "a bot of the house has no clock"
    turn_of([rosa, omar], 1)
    at = omar.page.url
    omar.page.goto("about:blank")
    lost = rosa.page.locator('.seat[data-seat="1"] .note')
    eventually(rosa.page, lambda: "connection lost" in lost.inner_text())
    check(rosa.page, "a connection lost")
    pass_time(server, 320)
    eventually(rosa.page, lambda: "Omar runs out of time. A bot plays on until they’re back." in rosa.story())
    omar.page.goto(at)
    offer = omar.page.locator(".offer")
    back = offer.get_by_role("button", name="Take my seat back")
    back.wait_for(timeout=20_000)
    turn_of([rosa], 0)  # a click while something is told only ends the telling
    omar.page.locator(".prompt[aria-busy=false]").wait_for()
    omar.press(back)
    eventually(rosa.page, lambda: "Omar is back." in rosa.story())
    turn_of([rosa, omar], 1)
    before = len(omar.story())
    omar.move()
    eventually(rosa.page, lambda: len(omar.story()) >= before)
    turn_of([rosa, omar], 0)


def test_only_the_players_own_clock_ticks_when_time_is_short(person, server):
    opened = server.table("me", "open", "greedy", clock=LIVE)
    token = server.guest(opened, 1, "Omar")
    rosa = person().sit(opened)
    rosa.page.locator(".seat .bank").first.wait_for()
    omar = person()
    omar.page.goto(f"{server.url}/t/{opened['table']}#seat={token}")
    omar.page.locator(".seat .bank").first.wait_for()
    turn_of([rosa, omar], 0)
    for player in (rosa, omar):
        player.page.evaluate(HEAR)
    minutes, seconds = map(int, clock_text(rosa, 0).split(":"))
    pass_time(server, minutes * 60 + seconds - 62)
    said = "window.heard.filter((text) => text.includes('seconds left'))"
    eventually(rosa.page, lambda: rosa.page.evaluate(said) == ["You have 60 seconds left."], 6)
    assert not rosa.page.locator(".bank.late").count()
    pass_time(server, 29)
    eventually(rosa.page, lambda: rosa.page.locator('.seat[data-seat="0"] .bank.late').count() == 1, 6)
    check(rosa.page, "time gets short")
    eventually(rosa.page, lambda: "You have 30 seconds left." in rosa.page.evaluate(said), 6)
    assert omar.page.evaluate(said) == []


@LOOKS
def test_pages_with_clocks_pass_axe(person, server, size, scheme):
    player = person(size, color_scheme=scheme)
    page = player.page
    page.goto(f"{server.url}/new/{GAME}")
    for kind in ("none", "live", "days"):
        page.evaluate(f"document.querySelector('[name=clock][value={kind}]').click()")
        check(page, f"a form with {kind}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for clock in (LIVE, DAYS):
        opened = server.table("me", "open", "open", "open", "open", clock=clock)
        for seat, name in enumerate(("Omar", "Leila", "Mei", "Yusuf"), 1):
            server.guest(opened, seat, name)
        player.sit(opened)
        page.locator(".bank").first.wait_for(state="attached")
        assert clock_text(player, 0).startswith(("5:00", "4:5") if clock is LIVE else ("3", "2"))
        check(page, f"a table with {clock['kind']}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_form_opens_a_table_with_its_clock(person, server):
    page = person().page
    page.goto(f"{server.url}/new/{GAME}")
    page.evaluate("document.querySelector('[name=clock][value=days]').click()")
    page.get_by_label("Everybody has").locator("visible=true").select_option("7")
    page.locator("#table-form .btn.go").click()
    page.wait_for_url("**/t/*")
    info = page.request.get(f"{server.url}/api/tables/{page.url.rpartition('/')[2]}").json()
    assert (info["timing"]["kind"], info["timing"]["words"]) == ("days", "7 days a turn")


def test_an_abandoned_seat_can_be_taken_over(person, server):
    opened = server.table("me", "open", "open", clock=LIVE)
    omar, _ = server.guest(opened, 1, "Omar"), server.guest(opened, 2, "Leila")
    rosa = person().sit(opened)
    rosa.page.locator(".seat .bank").first.wait_for()
    rosa.page.request.post(
        f"{server.url}/api/tables/{opened['table']}/stand", headers={"Authorization": f"Bearer {omar}"}
    )
    eventually(rosa.page, lambda: "Omar leaves, and a bot plays on." in rosa.story())
    rosa.page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    choose_in_leave_menu(rosa.page, "Copy invitation")
    eventually(rosa.page, lambda: rosa.page.evaluate("window.copied ?? ''"))
    mei = person(PHONE)
    mei.page.goto(rosa.page.evaluate("window.copied"))
    mei.page.locator(".waiting").get_by_text("Omar has left, and a bot plays on there.").wait_for()
    check(mei.page, "a seat that was left")
    mei.page.get_by_label("Your name").fill("Mei")
    mei.page.get_by_role("button", name="Take this seat").click()
    eventually(rosa.page, lambda: "Mei takes over from Omar." in rosa.story())
    eventually(mei.page, lambda: not mei.page.locator(".waiting").is_visible())
    eventually(mei.page, lambda: "you" in mei.page.locator('.chip[data-seat="1"]').text_content())


def test_a_player_resigns_a_two_player_game(person, server):
    opened = server.table("me", "open", game="kairo")
    server.guest(opened, 1, "Omar")
    rosa = person().sit(opened)
    rosa.page.locator(".prompt[aria-busy=false]").wait_for()
    choose_in_leave_menu(rosa.page, "Resign")
    rosa.page.locator(".tally").wait_for()
    assert rosa.page.locator(".tally h2").inner_text() == "You resign, and Omar wins."
    assert "Rosa resigns." in rosa.story()


def test_quiet_hours_and_holidays_are_saved(person, server):
    page = person(forgive="422").page
    page.goto(f"{server.url}/hours")
    assert page.get_by_label("Your time zone").input_value()
    page.get_by_label("Your time zone").fill("Africa/Cairo")
    page.get_by_label("Stop my clock every night").check()
    page.get_by_label("until").fill("07:30")
    page.get_by_label("First day").fill("2099-12-24")
    page.get_by_label("Last day").fill("2099-12-26")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    check(page, "hours with holidays")
    assert page.get_by_label("until").input_value() == "07:30"
    assert page.locator(".days li").count() == 3
    page.get_by_label("Remove").first.check()
    page.get_by_role("button", name="Save").click()
    eventually(page, lambda: page.locator(".days li").count() == 2)
    page.get_by_label("until").fill("21:30")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("A night lasts twelve hours at most.").wait_for()
