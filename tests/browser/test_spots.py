"""Lines of the story ring the places that they name."""

import pytest

from tests.browser.conftest import PHONE, eventually

pytestmark = pytest.mark.browser

RINGS = "[...document.querySelectorAll('.board .spot .ring:not(.under)')].map((ring) => ring.getAttribute('x'))"


@pytest.fixture
def told(server):
    """A table on which a caravan and a wedge have been named."""
    return server.table("me", "greedy", "greedy", game="grand_bazaar", options={"trading": "off"})


def until_named(player):
    """Play until the story names a caravan; return that line."""
    line = player.page.locator(".story li", has_text="caravan").last
    for _ in range(6):
        player.ready(90)
        if line.count():
            return line
        player.press(player.can("caravan-").first)
        eventually(player.page, lambda: player.buttons)
        player.page.wait_for_timeout(500)
        player.press(player.page.locator(".prompt .btn.go").first)
        player.page.wait_for_timeout(300)
    raise AssertionError("no caravan is named")


def test_a_line_that_is_pointed_at_or_focused_rings_what_it_names(person, told):
    player = person().sit(told)
    line = until_named(player)
    line.scroll_into_view_if_needed()
    line.hover()
    assert len(player.page.evaluate(RINGS)) == 1
    player.page.mouse.move(700, 300)
    assert player.page.evaluate(RINGS) == []
    player.page.locator("#story").focus()
    for _ in range(30):
        player.page.keyboard.press("ArrowUp")
        if "caravan" in player.page.evaluate("document.activeElement.textContent"):
            break
    assert len(player.page.evaluate(RINGS)) == 1
    player.page.keyboard.press("Tab")
    assert player.page.evaluate(RINGS) == []


def test_a_tap_on_a_line_shows_the_place_on_a_phone(person, told):
    player = person(PHONE).sit(told)
    line = until_named(player)
    player.page.locator(".tools .logs").tap()
    line.scroll_into_view_if_needed()
    line.tap()
    assert player.page.locator(".log.open").count() == 0, "the story covers the board no more"
    assert len(player.page.evaluate(RINGS)) == 1
    eventually(player.page, lambda: player.page.evaluate(RINGS) == [])
