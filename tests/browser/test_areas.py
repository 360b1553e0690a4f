"""Drawings in the seats' panels and above the story at every size, with the toy game."""

import pytest

from tests.browser.conftest import DESK, PHONE
from tests.toy import GAME as TOY

pytestmark = pytest.mark.browser

SIZES = {
    "desk": DESK,
    "laptop": {"width": 1024, "height": 768},
    "phone": PHONE,
    "laid down": {"width": 844, "height": 390},
}


def box(player, query):
    found = player.page.locator(query).bounding_box()
    assert found, query
    return found


@pytest.fixture
def table(server):
    return server.table("me", "random", "random", game=TOY.name)


@pytest.mark.parametrize("size", SIZES)
def test_every_area_is_in_its_place(person, table, size):
    player = person(SIZES[size]).sit(table)
    player.ready()
    assert player.page.locator("[data-area=card-of-0]").count() == 0, "one’s own card is on the table"
    assert player.page.get_by_role("banner").count() == 1, "what heads a drawing is no head of the page"
    one, two = box(player, "[data-area=card-of-1] svg.drawing"), box(player, "[data-area=card-of-2] svg.drawing")
    above, prompt = box(player, "[data-area=highest] svg.drawing"), box(player, ".prompt")
    if size in ("phone", "laid down"):
        assert one["y"] == two["y"] >= prompt["y"] + prompt["height"], "they stand in a row under the prompt"
        assert above["y"] > one["y"] + one["height"]
        assert player.page.locator(".insets .whose").all_inner_texts()[0].split() == [table_name(player, 1), "0"]
    else:
        seat = box(player, ".seat[data-seat='1']")
        assert seat["x"] <= one["x"] and one["x"] + one["width"] <= seat["x"] + seat["width"]
        assert seat["y"] < one["y"] and one["y"] + one["height"] <= seat["y"] + seat["height"]
        board = box(player, ".board")
        assert above["x"] >= board["x"] + board["width"]
        assert not player.page.locator(".insets .whose").count()
    if size == "desk":  # elsewhere the story is a sheet
        assert above["y"] + above["height"] <= box(player, ".log")["y"]
    across = player.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert across <= 0, "nothing is wider than the window"


def table_name(player, seat):
    return player.page.locator(".chip").nth(seat).get_attribute("title")


def test_sprites_in_a_panel_can_be_chosen_and_keep_their_place(person, table):
    player = person().sit(table)
    player.ready()
    mini = player.page.locator(".sprite[data-key=mini-1]")
    mini.evaluate("element => { element.kept = true; }")
    player.press(player.page.locator(".sprite[data-key=card-0]"))
    player.page.wait_for_timeout(450)
    player.press(player.button("Peek"))
    player.press(mini)
    player.ready()
    assert mini.evaluate("element => element.kept"), "the drawing is not made anew when the seats are"
    assert mini.locator("text").text_content() != "?"


def test_resizing_the_window_moves_the_drawings(person, table):
    player = person().sit(table)
    player.ready()
    player.page.set_viewport_size(PHONE)
    player.page.locator(".insets [data-area=card-of-1]").wait_for()
    player.page.set_viewport_size(DESK)
    player.page.locator(".seat[data-seat='1'] [data-area=card-of-1]").wait_for()
