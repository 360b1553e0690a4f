"""Whole games, from the first card to the final scoring, by mouse and by touch."""

import re

import pytest

from tests.browser.conftest import DESK, PHONE, crossed

pytestmark = pytest.mark.browser


@crossed(size={"tapping": PHONE, "clicking": DESK})
def test_a_game_against_two_bots(person, server, size):
    player = person(size).sit(server.table("me", "greedy", "greedy"))
    assert player.play_out() > 10
    page = player.page
    tally = page.locator(".tally")
    assert tally.is_visible()
    totals = [int(cell) for cell in tally.locator("tr.sum td").all_inner_texts()]
    assert len(totals) == 3
    winner = re.match(r"(\w+)", tally.locator("h2").inner_text())
    assert winner is not None
    who = winner.group(1).replace("You", "Rosa")
    assert any(who in line for line in player.story()[-3:])
    tally.get_by_role("button", name="Look at the board").click()
    assert not tally.is_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".verdict").inner_text().startswith("✓") or page.evaluate("!crypto.subtle")


def test_the_page_that_opens_a_table_leads_to_it(person, server):
    player = person()
    player.page.goto(server.url)
    player.page.goto(f"{server.url}/new/desert_bazaar")
    player.page.get_by_role("link", name="Play against bots").click()
    player.page.get_by_role("button", name="Play against bots").click()
    player.page.wait_for_url("**/t/*")
    assert player.ready() in ("can", "button")
    assert player.page.locator(".seat .you").count() == 1
    player.page.reload()
    assert player.ready() in ("can", "button"), "the cookie keeps the seat"
