"""Solo games: hints by mouse, keyboard and touch, undo of everything, and sharing the result."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import PHONE, eventually
from tests.dash import GAME as DASH

pytestmark = pytest.mark.browser


@pytest.fixture
def table(server):
    return server.table("me", game=DASH.name)


def score(player):
    return player.page.locator(".seat .pts").first.text_content()


def run(player, *stones):
    """Step from stone to stone."""
    for stone in stones:
        before = score(player)
        player.ready()
        player.hit(f"stone-{stone}")
        eventually(player.page, lambda before=before: score(player) != before)


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_hint_highlights_its_choice(person, table, size):
    player = (person(PHONE) if size == "phone" else person()).sit(table)
    player.ready()
    hint, marked = player.page.locator(".btn.hint"), player.page.locator(".sprite.hinted")
    assert marked.count() == 0
    player.press(hint)
    marked.wait_for()
    assert marked.get_attribute("data-key") == "stone-3"
    assert "7 are left then" in player.page.locator(".prompt .say").inner_text()
    assert player.page.locator(".board .marks").evaluate("marks => marks.childElementCount") > 0
    assert "Hint: Run to 3" in player.page.locator("#live").text_content()
    run(player, 3)
    eventually(player.page, lambda: marked.count() == 0)
    assert player.page.locator(".prompt .btn.hint").is_enabled()


def test_a_hint_requested_by_keyboard_moves_the_focus(person, table):
    player = person().sit(table)
    player.ready()
    player.page.keyboard.press("h")
    eventually(player.page, lambda: player.page.evaluate("document.activeElement.dataset.key") == "stone-3")
    player.page.keyboard.press("Enter")
    eventually(player.page, lambda: score(player) == "1")


def test_there_are_no_hints_in_multiplayer_games(person, server):
    opened = server.table("me", "random", game=DASH.name)
    player = person().sit(opened)
    player.ready()
    player.page.keyboard.press("h")
    player.page.wait_for_timeout(200)
    assert player.page.locator(".hint, .hinted").count() == 0


def test_everything_can_be_undone_and_the_end_needs_no_confirmation(person, server, table):
    player, watcher = person().sit(table), person().sit(table, "watch")
    run(player, 3, 6, 9)
    eventually(watcher.page, lambda: score(watcher) == "3")
    player.page.reload()
    player.ready()
    assert score(player) == "3"
    for left in ("2", "1", "0"):
        player.press(player.page.locator(".undo"))
        eventually(player.page, lambda left=left: score(player) == left)
        player.ready()
    eventually(watcher.page, lambda: score(watcher) == "0")
    run(player, 3, 6, 9)
    player.ready()
    player.hit("stone-10")
    player.page.locator(".replay").wait_for()
    watcher.page.locator(".replay").wait_for()


def test_the_result_can_be_shared(person, server, table):
    player = person(permissions=["clipboard-read", "clipboard-write"]).sit(table)
    run(player, 3, 6, 9)
    player.ready()
    player.hit("stone-10")
    said = player.page.locator(".tally .share p")
    said.wait_for()
    text = said.inner_text()
    assert text.startswith("Dash: 4 steps, 0 hints.")
    assert text.splitlines()[-1].startswith(f"{server.url}/new/dash")
    player.press(player.page.locator(".tally .share .btn").first)
    eventually(player.page, lambda: player.page.evaluate("navigator.clipboard.readText()") == text)
    assert not [each["id"] for each in Axe().run(player.page, {"include": [[".tally"]]}).response["violations"]], (
        "whoever listens can pass it on, too"
    )
    player.press(player.page.locator(".tally .close"))
    assert player.buttons[:3] == ["Play again", "Scores", "Copy result"]
    player.page.evaluate("navigator.clipboard.writeText('')")
    player.press(player.button("Copy result"))
    eventually(player.page, lambda: player.page.evaluate("navigator.clipboard.readText()") == text)


def test_the_systems_share_dialog_is_used(person, table):
    player = person()
    player.page.add_init_script("navigator.share = async ({ text }) => { window.shared = text; }")
    player.sit(table)
    run(player, 3, 6, 9)
    player.ready()
    player.hit("stone-10")
    shown = player.page.locator(".tally .share")
    shown.wait_for()
    assert shown.locator(".btn").all_inner_texts() == ["Copy result", "Share"]
    player.press(shown.locator(".btn").nth(1))
    text = shown.locator("p").inner_text()
    eventually(player.page, lambda: player.page.evaluate("window.shared") == text)
    player.page.evaluate("window.shared = ''")
    player.press(player.page.locator(".tally .close"))
    player.press(player.button("Share"))
    eventually(player.page, lambda: player.page.evaluate("window.shared") == text)
