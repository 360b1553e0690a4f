"""Text is large enough to read and targets are large enough to tap, in every game."""

from __future__ import annotations

import pytest

from souq.engine import registry
from tests.browser.conftest import ENLARGED, PHONE, SIZES, crossed, eventually

pytestmark = pytest.mark.browser

GAMES = sorted(registry.installed())
LEAST, FINGER = 9, 44

LETTERS = """() => {
  const size = (element, matrix) => parseFloat(getComputedStyle(element).fontSize) * Math.hypot(matrix.c, matrix.d);
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { data, parentElement: element } = walk.currentNode;
    if (!data.trim() || element.closest('title, script, symbol, defs, .unseen') || !shown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    if (!range.getBoundingClientRect().width) continue;
    found.push([data, element.ownerSVGElement ? size(element, element.getScreenCTM()) : size(element, { c: 0, d: 1 })]);
  }
  for (const use of document.querySelectorAll('use[href^="#"]')) {
    const symbol = document.querySelector(use.getAttribute('href')), matrix = use.getScreenCTM();
    if (!symbol || !matrix || use.closest('symbol') || !shown(use) || !use.getBoundingClientRect().width) continue;
    const whole = symbol.viewBox.baseVal?.width || 1, grown = (use.width.baseVal.value || whole) / whole;
    const scale = grown * Math.hypot(matrix.c, matrix.d);
    for (const text of symbol.querySelectorAll('text')) {
      found.push([`${symbol.id} ${text.textContent}`, parseFloat(text.getAttribute('font-size')) * scale]);
    }
  }
  return found;
}"""

SMALL = """([area, finger]) => {
  const all = new Map();
  for (const element of document.querySelectorAll(`${area} .sprite.can`)) {
    const { left, top, right, bottom } = element.getBoundingClientRect(), said = element.ariaLabel, old = all.get(said);
    const box = { left: Math.min(left, old?.left ?? left), top: Math.min(top, old?.top ?? top),
      right: Math.max(right, old?.right ?? right), bottom: Math.max(bottom, old?.bottom ?? bottom) };
    all.set(said, { key: element.dataset.key, ...box, x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });
  }
  const beside = (one, other) => one !== other && Math.hypot(Math.max(other.left - one.x, 0, one.x - other.right),
    Math.max(other.top - one.y, 0, one.y - other.bottom)) < finger / 2 - 1;
  const least = ({ left, top, right, bottom }) => Math.min(right - left, bottom - top);
  const those = [...all.values()];
  return those.filter((one) => least(one) < finger - 1 && those.some((other) => beside(one, other)));
}"""
"""Targets smaller than a fingertip with another choice within its reach."""


def played(player, acts):
    """Make some decisions: the first choice on the table, else a button."""
    for _ in range(acts):
        if player.ready(90) == "over":
            return
        yield
        if player.ready(90) == "over":
            return
        sprite, button = (
            player.page.locator(".board .sprite.can").first,
            player.page.locator(".prompt .acts .btn:enabled"),
        )
        go = player.page.locator(".prompt .acts .go:enabled")
        if go.count():
            player.press(go.first)
        elif sprite.count() and sprite.bounding_box():
            player.press(sprite)
        elif button.count():
            player.press(button.first)
        else:
            player.press(player.page.locator(".sprite.can:visible").first)
        player.page.wait_for_timeout(60)


@crossed(game={game: game for game in GAMES}, size=SIZES)
def test_all_text_is_large_enough_to_read(person, server, game, size):
    seats = ["me", *["greedy"] * (max(2, registry.games()[game].min_players) - 1), "greedy"]
    player = person(size).sit(server.table(*seats, game=game))
    for _ in played(player, 12):
        letters = player.page.evaluate(LETTERS)
        assert len(letters) > 20
        small = {(words, round(size, 1)) for words, size in letters if size < LEAST}
        assert not small, f"{player.prompt}: {sorted(small)}"


@pytest.mark.parametrize("game", GAMES)
def test_every_tap_target_is_large_enough_or_is_enlarged_first(person, server, game):
    seats = ["me", *["greedy"] * (max(2, registry.games()[game].min_players) - 1), "greedy"]
    player, tried = person(PHONE).sit(server.table(*seats, game=game)), 0
    page = player.page
    for _ in played(player, 8):
        if not page.locator(".prompt .acts .swatch").count():
            beside = [each for area in (".hand", ".tray", ".insets") for each in page.evaluate(SMALL, [area, FINGER])]
            assert not beside, player.prompt
        crowded = page.evaluate(SMALL, [".board", FINGER])
        if not crowded or page.evaluate(ENLARGED):
            continue
        asked, (x, y) = player.prompt, (crowded[0]["x"], crowded[0]["y"])
        page.touchscreen.tap(x, y)
        eventually(page, lambda: page.evaluate(ENLARGED))
        assert player.prompt == asked, "nothing is chosen yet"
        box = page.locator(f".board .sprite.can[data-key='{crowded[0]['key']}']").first.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= FINGER - 1
        page.touchscreen.tap(x, y)
        tried += 1
    assert tried or game not in ("kairo", "grand_bazaar")


def test_a_zoomed_board_follows_the_focus_and_can_be_zoomed_out(person, server):
    player = person(PHONE).sit(server.table("me", "greedy", "greedy", game="kairo"))
    page, whole = player.page, player.page.get_by_role("button", name="Whole board")
    player.until(lambda: page.evaluate(SMALL, [".board", FINGER]))
    assert not whole.count()
    crowded = page.evaluate(SMALL, [".board", FINGER])
    page.touchscreen.tap(crowded[0]["x"], crowded[0]["y"])
    eventually(page, lambda: page.evaluate(ENLARGED))
    page.keyboard.press("Shift+Tab")
    inside = """() => {
      const box = (element) => element.getBoundingClientRect(), frame = box(document.querySelector('.board'));
      const { left, right, top, bottom } = box(document.activeElement);
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom;
    }"""
    page.locator(".board .sprite.can[tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp") * 4:
        page.keyboard.press(key)
        page.wait_for_timeout(20)
        assert page.evaluate(inside), key
    whole.tap()
    eventually(page, lambda: not page.evaluate(ENLARGED))
    assert not whole.is_visible()


@pytest.mark.parametrize("size", SIZES)
def test_a_zoom_button_that_goes_away_hands_the_focus_on(person, server, size):
    player = person(SIZES[size]).sit(server.table("me", "greedy", "greedy"))
    page, held = player.page, "document.activeElement.closest('.whole, .enlarge, .board .sprite')?.classList[0]"
    player.ready()
    if size == "phone":
        page.locator(".enlarge").focus()
        for there in ("icon", "btn"):
            page.keyboard.press("Enter")
            assert page.evaluate(held) == there
    else:
        page.locator(".board").hover()
        page.keyboard.down("Control")
        page.mouse.wheel(0, -200)
        page.keyboard.up("Control")
        page.locator(".whole").focus()
    page.keyboard.press("Enter")
    assert page.evaluate(held) == ("icon" if size == "phone" else "sprite")


def swipe(player, *path):
    """Move a finger along a path of points."""
    touch = player.page.context.new_cdp_session(player.page)
    for kind, at in zip(("touchStart", *["touchMove"] * (len(path) - 1)), path, strict=True):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_scrolls_the_page_from_a_whole_board_and_moves_an_enlarged_one(person, server):
    opened = server.table("me", "random", "random", game="grand_bazaar")
    player = person({"width": 390, "height": 560}).sit(opened)
    page = player.page
    player.ready(90)
    box = page.locator(".board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.8
    up = [(x, y - by) for by in range(0, 121, 20)]
    scrolled = "document.querySelector('.table').scrollTop"
    swipe(player, *up)
    eventually(page, lambda: page.evaluate(scrolled) > 50)
    page.locator(".tools .enlarge").tap()
    eventually(page, lambda: page.evaluate(ENLARGED))
    before, there = page.evaluate(ENLARGED), page.evaluate(scrolled)
    swipe(player, (x, y), (x, y - 8), (x, y - 8))
    assert page.evaluate(ENLARGED) == before, "a finger that taps is not quite still"
    swipe(player, *up)
    eventually(page, lambda: page.evaluate(ENLARGED) != before)
    assert page.evaluate(scrolled) == there
