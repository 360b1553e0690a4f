"""Sprites that open choices, make several at once, describe themselves, or walk, with the toy game."""

from itertools import pairwise

import pytest

from tests.browser.conftest import SETTLED, eventually
from tests.toy import GAME as TOY

pytestmark = pytest.mark.browser

TITLE = TOY.name


@pytest.fixture
def table(server):
    """A table of the toy game with two seats, the first one for the player."""
    return server.table("me", "random", game=TITLE)


@pytest.fixture
def player(person, table):
    player = person().sit(table)
    player.ready()
    return player


def sprite(player, key):
    return player.page.locator(f".sprite[data-key={key}]")


def test_a_sprite_opens_its_choices(player):
    card, token = sprite(player, "card-0"), sprite(player, "token")
    assert player.buttons == ["Swap", "Keep"]
    assert card.get_attribute("aria-expanded") == "false"
    assert "can" not in token.get_attribute("class").split()
    player.press(card)
    assert player.prompt == "Your card"
    assert "What will you do with it?" in player.page.locator(".say span").inner_text()
    assert card.get_attribute("aria-expanded") == "true"
    assert {"chosen", "aside"} <= set(card.get_attribute("class").split())
    assert "can" in token.get_attribute("class").split(), "a pick of the group is on a sprite"
    assert player.buttons == ["Show", "Mark and keep", "Peek …", "Back"]
    player.page.wait_for_timeout(SETTLED)
    player.press(player.button("Peek"))
    assert player.prompt == "Peek …"
    assert player.can("card-1").count() == 1
    player.press(card)
    assert player.prompt == "Choose.", "what has opened things closes them"
    assert player.buttons == ["Swap", "Keep"]


@pytest.mark.parametrize("how", ["Escape", "Back", "elsewhere"])
def test_open_choices_are_closed_step_by_step(player, how):
    def close():
        if how == "Escape":
            player.page.keyboard.press("Escape")
        elif how == "Back":
            player.press(player.button("Back"))
        else:
            box = player.page.locator(".board .drawing").bounding_box()
            player.page.mouse.click(box["x"] + box["width"] * 0.9, box["y"] + box["height"] * 0.9)

    player.press(sprite(player, "card-0"))
    player.page.wait_for_timeout(SETTLED)
    player.press(player.button("Peek"))
    assert player.prompt == "Peek …"
    close()
    assert player.prompt == "Your card"
    close()
    assert player.prompt == "Choose."
    assert player.page.locator(".undo").count() == 0, "nothing was done, and nothing taken back"


def test_choices_can_be_opened_by_keyboard(player):
    page = player.page
    sprite(player, "card-0").focus()
    page.keyboard.press("Enter")
    assert player.prompt == "Your card"
    assert "Your card" in page.locator("#live").text_content()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.key") == "token"
    page.keyboard.press("Enter")
    eventually(page, lambda: page.locator(".undo").count() == 1)
    player.ready()
    assert player.prompt == "Choose.", "once chosen, what was open is closed"
    page.keyboard.press("Escape")
    eventually(page, lambda: page.locator(".undo").count() == 0)


def test_several_decisions_of_one_click_are_undone_together(player):
    player.press(sprite(player, "card-0"))
    player.page.wait_for_timeout(SETTLED)
    player.press(player.button("Mark and keep"))
    eventually(player.page, lambda: "Confirm" in player.buttons)
    assert sprite(player, "token").is_visible()
    assert player.page.locator(".seat[data-seat='0'] .purse .stat b").first.inner_text() == "1"
    player.press(player.button("Undo"))
    eventually(player.page, lambda: player.buttons == ["Swap", "Keep"])
    assert player.page.locator(".seat[data-seat='0'] .purse .stat b").first.inner_text() == "0"
    assert player.page.locator(".undo").count() == 0


def test_pointing_at_a_sprite_describes_it(player):
    page, detail = player.page, player.page.locator(".say span")
    sprite(player, "card-1").hover()
    assert player.prompt.endswith("card")
    assert player.prompt != "Your card"
    assert detail.inner_text() == "A line shows it."
    assert page.locator(".over .sprite").count() == 1
    sprite(player, "card-0").hover()
    assert player.prompt == "Choose.", "a pick’s own words come first"
    assert detail.inner_text() == "What will you do with it?"
    page.mouse.move(5, 5)
    assert player.prompt == "Choose."
    assert page.locator(".over .sprite").count() == 0
    page.keyboard.press("Shift+ArrowRight")
    for _ in range(4):
        if page.evaluate("document.activeElement.dataset?.key") == "card-1":
            break
        page.keyboard.press("Shift+ArrowRight")
    assert detail.inner_text() == "A line shows it."
    assert "A line shows it." in sprite(player, "card-1").get_attribute("aria-label")
    page.keyboard.press("?")
    assert page.locator(".callout p:not(.why)").inner_text() == "A line shows it."


def test_a_forbidden_sprite_is_described_and_a_click_gives_the_reason(player):
    bell, callout = sprite(player, "bell"), player.page.locator(".callout")
    bell.hover()
    assert player.prompt == "The bell"
    assert sprite(player, "own").evaluate("own => own.matches('.rising')")
    player.press(bell)
    callout.wait_for()
    assert callout.locator(".why").inner_text().endswith("still have to keep.")
    assert "Shout when everybody has kept" in callout.locator("p:not(.why)").inner_text()
    assert callout.locator("small").inner_text() == "TO-T03"


def test_tapping_a_sprite_describes_it(person, table):
    player = person({"width": 390, "height": 844}).sit(table)
    player.ready()
    player.press(sprite(player, "card-1"))
    assert player.page.locator(".say span").inner_text() == "A line shows it."
    player.press(sprite(player, "card-0"))
    eventually(player.page, lambda: player.prompt == "Your card")
    assert player.page.locator(".hand").is_visible()
    assert not player.page.locator(".seats .hand").count()


def test_a_walking_sprite_stays_at_its_destination(person, server):
    player = person(reduced_motion="no-preference").sit(server.table("me", "random", "random", game=TITLE))
    player.ready()
    page = player.page
    page.evaluate("""() => {
      const token = document.querySelector('[data-key=token]'), trail = window.trail = [];
      const look = () => {
        const { x, y } = token.getBoundingClientRect();
        trail.push([x, y]);
        requestAnimationFrame(look);
      };
      look();
    }""")
    player.press(player.button("Keep"))
    eventually(page, lambda: "Confirm" in player.buttons)
    page.wait_for_timeout(300)
    trail = page.evaluate("window.trail")
    (x, y), (to_x, to_y) = trail[0], trail[-1]
    assert to_x > x
    assert abs(to_y - y) < 1
    assert max(at[1] for at in trail) > y + 30, "it goes round by the edge"
    assert all(b[0] >= a[0] - 0.5 for a, b in pairwise(trail)), "and never back"


def test_panels_next_to_the_board_have_choices(player):
    page = player.page
    assert page.locator(".seats .hand").is_visible()
    assert page.locator(".log .facts .box h2").all_inner_texts() == ["Cards"]
    assert [box.is_visible() for box in page.locator(".seats .facts .box").all()] == [False, True]
    chip = page.locator(".seat[data-seat='0'] .purse .stat").first
    assert chip.get_attribute("aria-label") == "0 marked"
    assert chip.locator("i").inner_text() == "M"
    page.set_viewport_size({"width": 1024, "height": 768})
    assert page.locator(".seats .hand").is_visible()
    eventually(page, lambda: [box.is_visible() for box in page.locator(".seats .facts .box").all()] == [True, True])
