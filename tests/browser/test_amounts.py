"""Amounts and standing orders at a table of the lot game: by mouse, keyboard and touch."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests import plain
from tests.browser.conftest import PHONE, SETTLED, eventually
from tests.lot import GAME as LOT

pytestmark = pytest.mark.browser


@pytest.fixture
def table(server):
    """A table of the lot game with two seats for people."""
    return server.table("me", "open", game=LOT.name)


@pytest.fixture
def two_players(person, table):
    """Amina, who opens the first lot, and Omar."""
    amina, omar = person().sit(table), person().sit(table, 1)
    omar.page.locator(".waiting form button").click()
    amina.ready()
    eventually(omar.page, lambda: omar.prompt == "Others bid.")
    return amina, omar


def field(player):
    return player.page.locator(".amount input")


def detail(player):
    return player.page.locator(".say span").inner_text()


def order(player):
    return player.page.locator(".prompt .order")


def test_one_control_sets_any_amount(two_players):
    amina, omar = two_players
    assert amina.buttons == ["Pass", "Bid 5", "Bid 10", "Other…"]
    amina.press(amina.button("Other"))
    assert amina.prompt == "How much do you bid?"
    assert detail(amina) == "You keep 95."
    assert field(amina).input_value() == "5"
    assert field(amina).evaluate("field => field === document.activeElement")
    for label, says in (("+50", "Bid 55"), ("more", "Bid 60"), ("+10", "Bid 70"), ("less", "Bid 65")):
        amina.press(amina.page.get_by_role("button", name=label, exact=True))
        assert amina.page.locator(".prompt .go").inner_text() == says
    assert detail(amina) == "65 is much: you keep 35."
    amina.press(amina.button("Bid 65"))
    eventually(amina.page, lambda: "Confirm" in amina.buttons)
    assert amina.page.locator(".amount").count() == 0
    assert amina.story()[-1] == "bids 0 65 0 0"
    amina.press(amina.button("Undo"))
    eventually(amina.page, lambda: amina.buttons == ["Pass", "Bid 5", "Bid 10", "Other…"])
    assert amina.page.locator(".undo").count() == 0, "one undo takes all of it back"
    assert omar.story() == [line for line in omar.story() if line.startswith("taste")]


def test_the_control_works_by_keyboard(two_players):
    amina, _ = two_players
    page = amina.page
    amina.button("Other").focus()
    page.keyboard.press("Enter")
    assert field(amina).evaluate("field => field === document.activeElement")
    for key, value in (("ArrowUp", "10"), ("ArrowUp", "15"), ("ArrowDown", "10"), ("PageUp", "60"), ("PageDown", "10")):
        page.keyboard.press(key)
        assert field(amina).input_value() == value
    assert "Bid 10. You keep 90." in page.locator("#live").text_content()
    field(amina).fill("42")
    assert field(amina).get_attribute("aria-invalid") == "true"
    assert detail(amina) == "From 5 to 100, in steps of 5."
    assert page.locator(".prompt .go").is_disabled()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    assert field(amina).input_value() == "45", "the next that there is"
    page.keyboard.press("Escape")
    assert amina.prompt == "Raise or pass?"
    assert page.evaluate("document.activeElement.textContent") == "Pass", "the first of what can be done"
    amina.button("Other").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("80")
    page.keyboard.press("Enter")
    eventually(page, lambda: "Confirm" in amina.buttons)
    page.keyboard.press("Enter")
    eventually(page, lambda: amina.prompt == "Others bid.")
    assert page.locator(".amount").count() == 0


def test_the_control_is_named_for_a_screen_reader(two_players):
    amina, _ = two_players
    amina.press(amina.button("Other"))
    spin = amina.page.get_by_role("spinbutton", name="How much do you bid? coins")
    assert spin.count() == 1
    assert (spin.get_attribute("min"), spin.get_attribute("max"), spin.get_attribute("step")) == ("5", "100", "5")
    found = Axe().run(amina.page, context=".prompt")
    assert [violation["id"] for violation in found.response["violations"]] == []


def test_the_control_stops_at_its_limits(two_players):
    amina, _ = two_players
    amina.press(amina.button("Other"))
    less, more = (amina.page.get_by_role("button", name=name, exact=True) for name in ("less", "more"))
    assert less.is_disabled()
    for _ in range(2):
        amina.press(amina.page.get_by_role("button", name="+50", exact=True))
    assert field(amina).input_value() == "100"
    assert more.is_disabled()
    assert less.is_enabled()


def test_on_a_phone_the_control_is_large_enough_to_tap(person, server):
    player = person(PHONE).sit(server.table("me", "random", game=LOT.name))
    player.ready()
    player.page.wait_for_timeout(SETTLED)
    player.press(player.button("Other"))
    shown = player.page.locator(":is(.amount :is(button, input), .prompt .btn):visible").all()
    boxes = [box for each in shown if (box := each.bounding_box())]
    assert len(boxes) >= 5
    assert len({box["y"] for box in boxes if box["y"] > boxes[0]["y"] - 9}) == 1, "in one row"
    assert all(box["height"] >= 44 and box["width"] >= 44 for box in boxes), boxes
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] for box in boxes)
    assert not field(player).evaluate("field => field === document.activeElement"), "no keyboard covers the board"
    for _ in range(2):
        player.press(player.page.get_by_role("button", name="more", exact=True))
    player.press(player.button(re.compile("^Bid 15$")))
    eventually(player.page, lambda: "Confirm" in player.buttons)


def test_a_standing_order_answers_for_its_player(two_players, server, table):
    amina, omar = two_players
    assert order(omar).inner_text() == "Raise for me…"
    omar.press(order(omar))
    assert omar.prompt == "Raise for me up to"
    assert detail(omar) == "Only you know. The table raises by the least, then passes."
    omar.press(omar.page.get_by_role("button", name="+20", exact=True))
    assert omar.page.locator(".prompt .go").inner_text() == "Up to 25"
    omar.press(omar.button("Up to 25"))
    eventually(omar.page, lambda: order(omar).inner_text() == "Raising up to 25")
    assert order(amina).inner_text() == "Raise for me…", "she sees her own alone"
    amina.ready()
    amina.press(amina.button("Bid 10"))
    amina.press(amina.button("Confirm"))
    eventually(amina.page, lambda: "bids 1 15 0 0" in amina.story())
    amina.ready()
    assert order(omar).inner_text() == "Raising up to 25"
    omar.page.close()
    amina.press(amina.button("Bid 20"))
    amina.press(amina.button("Confirm"))
    eventually(amina.page, lambda: "bids 1 25 0 0" in amina.story())
    seen = plain.get(f"{server.url}/api/tables/{table['table']}/view").json()
    assert seen["order"] is None


def test_an_order_can_be_changed_and_removed(two_players):
    amina, omar = two_players
    omar.press(order(omar))
    omar.press(omar.button("Up to 5"))
    eventually(omar.page, lambda: order(omar).inner_text() == "Raising up to 5")
    omar.press(order(omar))
    assert field(omar).input_value() == "5"
    field(omar).fill("40")
    omar.page.keyboard.press("Enter")
    eventually(omar.page, lambda: order(omar).inner_text() == "Raising up to 40")
    omar.press(order(omar))
    omar.press(omar.button("Remove"))
    eventually(omar.page, lambda: order(omar).inner_text() == "Raise for me…")
    amina.press(amina.button("Bid 5"))
    amina.press(amina.button("Confirm"))
    eventually(omar.page, lambda: omar.prompt == "Raise or pass?")
    omar.page.wait_for_timeout(200)
    assert omar.prompt == "Raise or pass?", "he decides himself"


def test_an_order_can_be_edited_while_others_bid(two_players):
    amina, omar = two_players
    omar.press(order(omar))
    field(omar).fill("35")
    amina.page.wait_for_timeout(SETTLED)
    amina.press(amina.button("Bid 10"))
    amina.press(amina.button("Confirm"))
    eventually(omar.page, lambda: "bids 0 10 0 0" in omar.story())
    assert omar.prompt == "Raise for me up to"
    assert field(omar).input_value() == "35"
    omar.press(omar.button("Up to 35"))
    eventually(amina.page, lambda: "bids 1 15 0 0" in amina.story())
