"""Rematches, bots that replace a player, and games ended by agreement."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.conftest import PHONE, eventually
from tests.browser.test_access import check

pytestmark = pytest.mark.browser


def choose_in_leave_menu(page: Any, way: str) -> None:
    """Choose an entry of the menu for leaving."""
    page.locator(".menu").click()
    page.get_by_role("button", name="Leave or end the game").click()
    check(page, "leaving a game")
    page.locator("dialog.leaving").get_by_role("button", name=way).click()


def test_two_players_end_a_game_by_agreement_and_have_a_rematch(person, server):
    opened = server.table("me", "open", "greedy")
    rosa, omar = person().sit(opened), person(PHONE).sit(opened, 1)
    omar.page.get_by_label("Your name").fill("Omar")
    omar.page.get_by_role("button", name="Take this seat").click()
    rosa.page.locator(".prompt[aria-busy=false]").wait_for()
    choose_in_leave_menu(rosa.page, "End the game")
    offer = omar.page.locator(".offer")
    eventually(omar.page, lambda: offer.inner_text().startswith("Rosa would like to end the game."))
    assert "no rating would change" in offer.inner_text()
    eventually(rosa.page, lambda: "Waiting for Omar" in rosa.page.locator(".offer").inner_text())
    check(omar.page, "an end that is asked for")
    words, last = offer.locator("p").bounding_box(), offer.locator(".btn").last.bounding_box()
    assert words["width"] > 300 and last["y"] >= words["y"] + words["height"], "on a phone the words have the width"
    offer.get_by_role("button", name="End the game").click()
    for player in (rosa, omar):
        player.page.locator(".tally").wait_for()
        assert player.page.locator(".tally h2").inner_text() == "The game was ended early. Nobody wins."
    assert "Everybody agrees to end the game." in rosa.story()
    rosa.page.locator(".tally").get_by_role("button", name="Play again").click()
    rosa.page.locator(".waiting").get_by_text("Kept for Omar").wait_for()
    eventually(omar.page, lambda: offer.inner_text().startswith("Rosa plays again."))
    offer.get_by_role("button", name="Join").click()
    for player in (rosa, omar):
        player.page.wait_for_url(lambda url: opened["table"] not in url)
        player.page.locator(".prompt[aria-busy=false]").wait_for()
        eventually(player.page, lambda: not player.page.locator(".waiting").is_visible())  # noqa: B023
    names = omar.page.locator(".seat .name > span:first-child").all_inner_texts()
    assert names[:2] == ["Rosa", "Omar"]


def test_a_bot_plays_until_the_player_returns(person, server):
    opened = server.table("me", "open", "greedy")
    server.guest(opened, 1, "Omar")  # who takes his time: the game waits for him
    rosa = person().sit(opened)
    rosa.page.locator(".prompt[aria-busy=false]").wait_for()
    choose_in_leave_menu(rosa.page, "Let it play")
    offer = rosa.page.locator(".offer")
    eventually(rosa.page, lambda: offer.inner_text().startswith("A bot plays for you."))
    eventually(rosa.page, lambda: "Rosa hands over to a bot." in rosa.story())
    offer.get_by_role("button", name="Take my seat back").click()
    eventually(rosa.page, lambda: not offer.is_visible() and "Rosa is back." in rosa.story())
    assert rosa.page.locator(".seat .name", has_text="Rosa").locator(".tag").all_inner_texts() == ["you"]


def test_a_finished_game_can_be_replayed_turn_by_turn(person, server):
    opened = server.table("greedy", "greedy", "greedy")
    plies = server.finish(opened)["plies"]
    page = person().page
    page.goto(f"{server.url}{opened['links']['watch']}#{plies}")
    at = page.locator(".replay output")
    page.locator(".tally .close").click()
    page.wait_for_function(
        "document.querySelectorAll('.story .later').length || document.querySelector('.story [data-ply]')"
    )
    page.locator("[data-turn='-1']").click()
    eventually(page, lambda: not at.inner_text().startswith(f"{plies} "))
    first = int(at.inner_text().split()[0])
    page.keyboard.press("[")
    eventually(page, lambda: int(at.inner_text().split()[0]) < first)
    assert re.match(
        r"Turn \d+", page.locator(f".story .sep[data-ply='{at.inner_text().split()[0]}']").last.inner_text()
    )
    page.keyboard.press("]")
    eventually(page, lambda: at.inner_text().startswith(f"{first} "))
