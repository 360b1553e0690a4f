"""Opening a table: presets, the daily puzzle, and a form that shows only relevant options."""

import datetime

import pytest

from tests import plain
from tests.browser.conftest import DESK, PHONE, eventually
from tests.browser.test_access import check
from tests.heaps import GAME

pytestmark = pytest.mark.browser

NEW = f"/new/{GAME.name}"
AWAY = "Pacific/Kiritimati"
"""A time zone where the date usually differs from this machine's."""


def date_in_zone():
    """Return the date in that time zone."""
    return (datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=14)).date()


def options(server, page):
    """Return the options of the page's table."""
    page.wait_for_url("**/t/*")
    return plain.get(f"{server.url}/api/tables/{page.url.rpartition('/')[2]}").json()["options"]


def option_labels(page):
    """Return the labels of the form's visible options."""
    return page.locator(".option:visible .label").all_inner_texts()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_one_click_begins_the_puzzle_of_the_browsers_local_date(person, server, size):
    player = person(size, timezone_id=AWAY)
    page, day = player.page, date_in_zone()
    page.goto(server.url + NEW)
    button = page.get_by_role("button", name="Heap of the day")
    assert f"{day.day} {day:%b}" in button.inner_text()
    player.press(button)
    assert options(server, page)["day"] == day.isoformat()
    said = f"Heap of {day.day} {day:%B} {day.year}"
    eventually(page, lambda: said in page.title())
    page.locator(".menu").click()
    assert said in page.locator("dialog.settings").inner_text()


def test_a_shared_link_opens_the_same_puzzle_the_next_day(person, server):
    page = person().page
    page.goto(f"{server.url}/learn")
    page.goto(f"{server.url}{NEW}?preset=daily&day=2026-11-20")
    assert options(server, page)["day"] == "2026-11-20"
    again = page.locator("body").get_attribute("data-again")
    page.go_back()
    assert page.url.endswith("/learn"), "going back does not begin another"
    friend = person().page
    friend.goto(server.url + again)
    assert options(server, friend)["day"] == "2026-11-20"


def test_a_url_without_a_date_means_today(person, server):
    page = person(timezone_id=AWAY).page
    page.goto(f"{server.url}{NEW}?preset=daily")
    assert options(server, page)["day"] == date_in_zone().isoformat()


def test_a_failed_start_can_be_retried_by_a_click(person, server):
    page = person(forgive="Failed to load").page
    page.route("**/play/*", lambda route: route.abort())
    page.goto(f"{server.url}{NEW}?preset=alone")
    button = page.get_by_role("button", name="Begin")
    eventually(page, button.is_enabled)
    check(page, "the start of a preset")
    page.unroute("**/play/*")
    button.click()
    assert options(server, page)["day"] == ""


def test_a_preset_for_two_fills_in_the_form(person, server):
    page = person().page
    page.goto(server.url + NEW)
    page.get_by_role("link", name="Duel").click()
    page.wait_for_url("**?preset=duel")
    assert page.get_by_label("Game").input_value() == "race"
    assert page.get_by_label("Seat 2").input_value() == "open"
    page.get_by_role("button", name="Open the table").click()
    assert options(server, page) == {"play": "race", "same": True, "size": 0, "day": ""}
    page.get_by_text("A race · Same heap").first.wait_for()


def test_the_form_shows_only_relevant_options_and_works_by_keyboard(person, server):
    page = person().page
    page.goto(server.url + NEW)
    assert option_labels(page) == ["Game"]
    page.get_by_label("Game").focus()
    page.keyboard.press("ArrowDown")
    assert option_labels(page) == ["Game", "Same heap"]
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    assert option_labels(page) == ["Game", "Same heap", "Size"]
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.get_by_role("radio", name="2").focus()
    page.keyboard.press("ArrowLeft")
    assert option_labels(page) == ["Size", "Heap of the day"]
    assert page.locator(".btn.go").inner_text() == "Play"
    page.get_by_label("Heap of the day").fill("2026-11-21")
    assert option_labels(page) == ["Heap of the day"]
    sent = page.evaluate(
        "[...new FormData(document.querySelector('#table-form')).keys()].filter((k) => k.startsWith('option'))"
    )
    assert sent == ["option-day"]
    page.keyboard.press("Enter")
    assert options(server, page) == {"play": "heap", "same": False, "size": 0, "day": "2026-11-21"}


def test_the_form_does_not_flicker_and_works_without_scripts(person, server):
    """The server hides irrelevant options; without scripts all are visible."""
    page = person().page
    page.route("**/js/new.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(server.url + NEW)
    assert option_labels(page) == ["Game"]
    bare = person(java_script_enabled=False).page
    bare.goto(server.url + NEW)
    assert option_labels(bare) == ["Game", "Same heap", "Size", "Heap of the day"]


def test_only_existing_seats_can_begin(person, server):
    """At a table of three, seat 4 is not offered, and is deselected when the fourth player is removed."""
    page = person().page
    page.goto(f"{server.url}/new/marracash?players=4&start_player=seat+4")
    begins = page.locator("[name=option-start_player]")
    offered = "option:not([disabled])"
    assert (begins.input_value(), begins.locator(offered).count()) == ("seat 4", 5)
    page.locator(".players label", has_text="3").click()
    eventually(page, lambda: begins.input_value() == "random")
    assert begins.locator(offered).all_inner_texts()[-1] == "Seat 3"


def test_the_players_own_seat_stays_at_the_table(person, server):
    """A player in seat 5 moves to seat 1 at a table of three, and gets the links."""
    page = person().page
    page.goto(f"{server.url}/new/desert_bazaar?players=5")
    page.locator("#seat-4").select_option("me")
    page.locator(".players label", has_text="3").click()
    eventually(page, lambda: page.locator("#seat-0").input_value() == "me")
    assert page.locator("#seat-4").input_value() != "me"


def test_bot_levels_are_offered_only_where_supported(person, server):
    page = person().page
    page.goto(f"{server.url}/new/chatuchak?with=bots")
    seat, sultan = page.locator("#seat-1"), page.locator("#seat-1 option[value='bot:sultan']")
    page.locator(".players label", has_text="2").click()
    seat.select_option("bot:sultan")
    page.locator(".players label", has_text="3").click()
    eventually(page, lambda: seat.input_value() == "bot:apprentice")
    assert sultan.is_disabled()
    page.locator(".players label", has_text="2").click()
    seat.select_option("bot:sultan")
    page.locator(".btn.go").click()
    page.wait_for_url("**/t/*")
    eventually(page, lambda: "Sultan" in page.locator("body").inner_text())
