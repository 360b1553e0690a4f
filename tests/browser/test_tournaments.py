"""A tournament in the browser: opened on a desktop, entered on a phone, and played round by round."""

from __future__ import annotations

import pytest

from tests import plain
from tests.browser.conftest import GAME, LOOKS, PHONE, Server, eventually
from tests.browser.test_access import check

pytestmark = pytest.mark.browser

CLOCK = {"kind": "live", "bank": 600, "increment": 20}


def opened(server: Server, **wanted) -> dict[str, str]:
    """Open a tournament over the API and return its code and its host's token."""
    body = {"game": "kairo", "players": 2, "clock": CLOCK, "level": "greedy", "pace": "none", **wanted}
    answer = plain.post(f"{server.url}/api/tournaments", json=body, timeout=60)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def enter(server: Server, code: str, *names: str) -> list[str]:
    """Enter players over the API and return their tokens."""
    address = f"{server.url}/api/tournaments/{code}/enter"
    return [plain.post(address, json={"name": name}, timeout=60).json()["token"] for name in names]


def hand_over(server: Server, code: str, token: str) -> None:
    """Have an API player come to their table and hand over to a bot."""
    bearer = {"Authorization": f"Bearer {token}"}
    seat = plain.post(f"{server.url}/api/tournaments/{code}/seat", headers=bearer, timeout=60).json()
    bearer = {"Authorization": f"Bearer {seat['token']}"}
    plain.post(f"{server.url}/api/tables/{seat['table']}/hand", json={"level": "greedy"}, headers=bearer, timeout=60)


def test_friends_play_a_tournament(person, server):
    rosa, omar = person(), person(PHONE)
    rosa.page.goto(server.url)
    rosa.page.get_by_role("link", name="Tournaments").first.click()
    rosa.page.get_by_role("link", name="Open a tournament").click()
    rosa.page.get_by_role("link", name="Kairo").click()
    rosa.page.get_by_label("Title").fill("Thursday night")
    rosa.page.locator("main").get_by_label("Your name").fill("Rosa")
    rosa.page.get_by_role("radio", name="2", exact=True).check()
    rosa.page.get_by_role("radio", name="Round robin").check()
    check(rosa.page, "a new tournament")
    rosa.page.get_by_role("button", name="Open the tournament").click()
    rosa.page.get_by_role("heading", name="You’re in").wait_for()
    link = rosa.page.locator("#link").input_value()
    assert rosa.page.url == link
    check(rosa.page, "a tournament that waits")
    omar.page.goto(link)
    omar.page.get_by_label("What’s your name?").fill("Omar")
    check(omar.page, "entering")
    omar.page.get_by_role("button", name="Enter").click()
    omar.page.get_by_role("heading", name="You’re in").wait_for()
    begin = rosa.page.get_by_role("button", name="Begin with 2 people")
    begin.wait_for(timeout=15_000)  # without reloading
    begin.click()
    for player in (rosa, omar):
        player.page.get_by_role("link", name="Go to your table").wait_for(timeout=20_000)
        check(player.page, "a round is played")
    waits = rosa.page.get_by_text("Your table is waiting")
    first = rosa if waits.count() else omar
    assert first.page.locator(".calls.now").count() == 1
    first.page.get_by_role("link", name="Go to your table").click()
    first.page.locator(".prompt[aria-busy=false]").wait_for(timeout=30_000)
    if first is omar:
        first.page.locator(".menu").click()  # on a phone the way back is in the menu
    first.page.get_by_role("link", name="the tournament" if first is omar else "Thursday night").first.click()
    first.page.wait_for_url(link)
    table = first.page.locator(".pairings .mine a").get_attribute("href")
    first.page.request.post(f"{server.url}/api{table.replace('/t/', '/tables/')}/resign", data={})
    for player in (rosa, omar):
        player.page.get_by_text("wins the tournament.").wait_for(timeout=15_000)
    winner = "Omar" if first is rosa else "Rosa"
    assert rosa.page.locator(".champion b").inner_text() == winner
    assert rosa.page.locator("tbody th").first.inner_text() == winner
    check(omar.page, "a tournament that is over")


@LOOKS
def test_a_large_tournament_is_readable_and_passes_axe(person, server, size, scheme):
    tournament = opened(server, title="A title that is as long as a title may be, and no longer: 60", company="anybody")
    tokens = enter(server, tournament["code"], *[f"Somebody with a long name{n}" for n in range(9)])
    bearer = {"Authorization": f"Bearer {tournament['token']}"}
    page = person(size, color_scheme=scheme).page
    page.goto(f"{server.url}/tournaments/{tournament['code']}")
    check(page, "to enter")
    plain.post(f"{server.url}/api/tournaments/{tournament['code']}/begin", json={}, headers=bearer, timeout=60)
    page.get_by_role("link", name="Table 5 of round 1").wait_for(timeout=20_000)
    page.get_by_text("How it works").click()
    check(page, "in play")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
    hand_over(server, tournament["code"], tokens[0])
    for path in ("/tournaments", "/tournaments/new", f"/tournaments/new?game={GAME}"):
        page.goto(server.url + path)
        check(page, path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    page.goto(f"{server.url}/tournaments")
    page.get_by_role("link", name="A title that is").first.wait_for()


def test_the_page_works_by_keyboard_and_keeps_typed_text(person, server):
    tournament = opened(server)
    page = person().page
    page.goto(f"{server.url}/tournaments/{tournament['code']}")
    field = page.get_by_label("What’s your name?")
    field.focus()
    page.keyboard.type("Le")
    enter(server, tournament["code"], "Amina")
    page.wait_for_timeout(5_000)
    page.keyboard.type("a")
    assert field.input_value() == "Lea", "a page that keeps itself up to date takes nothing away"
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="You’re in").wait_for()
    eventually(page, lambda: page.locator(".names li").all_inner_texts() == ["Amina", "Lea"])
