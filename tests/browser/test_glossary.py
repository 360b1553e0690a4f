"""Glossary words and interactive figures: by keyboard, mouse and touch."""

import pytest

from tests.browser.conftest import DESK, LOOKS, PHONE, eventually
from tests.browser.test_access import check

pytestmark = pytest.mark.browser

RULES = "/rules/kairo"
BOX = "dialog.meaning"


@LOOKS
def test_the_rules_with_their_figures_are_accessible(person, server, size, scheme):
    page = person(size, color_scheme=scheme).page
    page.goto(server.url + RULES)
    page.locator(".primer .term").first.wait_for()
    check(page, RULES)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for drawing in page.locator(".drawing").all():
        box = drawing.bounding_box()
        assert box["width"] <= size["width"] and min(box["width"], box["height"]) > 60, drawing.get_attribute(
            "aria-label"
        )
    page.locator(".primer .term").first.click()
    check(page, "a word explained")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_word_is_explained_by_keyboard(person, server, size):
    page = person(size).page
    page.goto(server.url + RULES)
    word = page.locator(".primer .term").first
    word.focus()
    page.keyboard.press("Enter")
    page.locator(BOX).wait_for()
    assert word.get_attribute("aria-expanded") == "true"
    assert page.evaluate("document.activeElement.matches('dialog.meaning')")
    box = page.locator(BOX).bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.href").startswith(f"{server.url}{RULES}#KA-")
    page.keyboard.press("Escape")
    page.locator(BOX).wait_for(state="hidden")
    eventually(page, lambda: word.get_attribute("aria-expanded") == "false")
    eventually(page, lambda: page.evaluate("document.activeElement.matches('.primer .term')"))


def test_a_word_is_explained_by_touch_until_a_tap_elsewhere(person, server):
    page = person(PHONE, has_touch=True, is_mobile=True).page
    page.goto(server.url + RULES)
    first, second = page.locator(".primer .term").nth(0), page.locator(".primer .term").nth(1)
    first.tap()
    page.locator(BOX).wait_for()
    assert page.locator(f"{BOX} b").inner_text().lower() in ("stall", "lure", "expansion")
    said = page.locator(BOX).inner_text()
    second.tap()
    page.wait_for_function("(said) => document.querySelector('dialog.meaning').innerText !== said", arg=said)
    page.locator(".primer h1").tap()
    page.locator(BOX).wait_for(state="hidden")


def test_searching_keeps_glossary_links_intact(person, server):
    page = person().page
    page.goto(server.url + RULES)
    page.locator(".chapter .term").first.wait_for()
    words, text = page.locator(".term").count(), page.locator("article.rules").inner_text()
    page.locator("#find").fill("barker")
    assert page.locator(".rule:not([hidden]) mark").count() > 3
    assert page.locator("#words").is_hidden()
    page.locator("#find").fill("")
    assert page.locator("mark").count() == 0
    assert page.locator(".term").count() == words
    assert page.locator("article.rules").inner_text() == text


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_figure_is_tried_and_the_prompt_explains_its_words(person, server, size):
    player = person(size)
    page = player.page
    page.goto(server.url + RULES)
    page.locator("#figure-barkers").get_by_role("button", name="Try it").click()
    page.wait_for_url("**/t/*")
    word = page.locator(".prompt .term").first
    word.wait_for()
    player.ready()
    asked, buttons = page.locator(".prompt .say").inner_text(), page.locator(".prompt .acts").inner_text()
    word.focus()
    page.keyboard.press("Enter")
    page.locator(BOX).wait_for()
    assert page.locator(f"{BOX} a").get_attribute("target") == "_blank"
    page.keyboard.press("Escape")
    page.locator(BOX).wait_for(state="hidden")
    eventually(page, lambda: page.evaluate("document.activeElement.matches('.prompt .term')"))
    assert page.locator(".prompt .say").inner_text() == asked
    assert page.locator(".prompt .acts").inner_text() == buttons
    player.press(page.get_by_role("button", name="Lure", exact=True))
    page.wait_for_function("(asked) => document.querySelector('.prompt .say').innerText !== asked", arg=asked)
