"""Animations, unless reduced motion is preferred: played one after another, and skipped by a click."""

import time

import pytest

from tests.browser.conftest import PHONE, SETTLED, TURN, eventually

pytestmark = pytest.mark.browser

RUNNING = "document.getAnimations().filter((a) => a.playState === 'running')"
MOVING = f"{RUNNING}.filter((a) => a.effect.target.closest('.drawing, .float')).length"
TURNED = f"{RUNNING}.some((a) => a.effect.target.closest('.sprite') && 'transform' in a.effect.getKeyframes()[0])"

CLICK = """() => {
  const sprite = document.querySelector('.sprite.can'), box = sprite.getBoundingClientRect(), start = performance.now();
  const middle = { bubbles: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  sprite.dispatchEvent(new PointerEvent('click', middle));
  return [performance.now() - start, sprite.classList.contains('sent'), document.querySelector('.prompt').ariaBusy];
}"""


def test_a_sprite_moves_by_transform_alone_and_keeps_its_element(person, server):
    player = person(reduced_motion="no-preference").sit(server.table("me", "greedy", "greedy"))
    player.until(lambda: player.prompt.startswith(TURN))
    player.page.evaluate("for (const s of document.querySelectorAll('.board .sprite')) s.marked = true")
    player.press(player.can("tile-").first)
    eventually(player.page, lambda: player.page.evaluate("document.querySelector('.prompt').ariaBusy") == "false")
    player.press(player.can("site-").first)
    player.press(player.button("Build here"))
    eventually(player.page, lambda: player.prompt and "Choose a site" not in player.prompt)
    kept = "[...document.querySelectorAll('.board .sprite[data-key^=\"tile-\"]')].filter((s) => s.marked).length"
    assert player.page.evaluate(kept) >= 7


def test_a_click_skips_the_animation(person, server):
    player = person(reduced_motion="no-preference").sit(server.table("me", "greedy", "greedy"))
    player.until(lambda: "Confirm" in player.buttons or any(label.startswith("Stop") for label in player.buttons))
    player.press(player.page.locator(".prompt .acts .btn").first)
    eventually(player.page, lambda: player.page.evaluate(MOVING) > 0)
    click = "document.querySelector('.board').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))"
    assert player.page.evaluate(f"() => {{ {click}; return {MOVING}; }}") == 0
    assert player.ready() != "over"


def test_the_whole_board_is_shown_while_something_moves(person, server):
    player = person(PHONE, reduced_motion="no-preference").sit(server.table("me", "greedy", "greedy"))
    player.until(lambda: "Confirm" in player.buttons or any(label.startswith("Stop") for label in player.buttons))
    player.page.locator(".tools .enlarge").tap()
    player.press(player.page.locator(".prompt .acts .btn").first)
    eventually(player.page, lambda: player.page.evaluate(MOVING) > 0)
    events = "new PointerEvent('pointerdown', { bubbles: true }), new PointerEvent('click', { bubbles: true })"
    tap = f"for (const event of [{events}]) document.querySelector('.whole').dispatchEvent(event)"
    assert player.page.evaluate(f"() => {{ {tap}; return document.querySelector('.whole').hidden; }}")


FLOATING = """async () => {
  const { Motion } = await import("/static/js/motion.js"), box = (at) => at.getBoundingClientRect();
  const home = (seat) => document.querySelector(`.chip[data-seat="${seat}"]`);
  new Motion({ home }, {}).float({ kind: "fly", text: "silver for blue", seat: 0, giver: 1 }, 0);
  const words = document.querySelector(".float"), [flight] = words.getAnimations();
  flight.pause();
  flight.currentTime = 400;
  const level = (at) => Number(getComputedStyle(at).zIndex);
  const sheet = document.querySelector(".tally.sheet");
  return [box(document.querySelector(".top")).bottom, box(words).top, level(words) < level(sheet)];
}"""
"""Has words rise from a seat, and tells how high they come, and whether the sheet of the end lies over them."""


def test_words_from_a_seat_cover_neither_the_top_of_the_page_nor_the_result(person, server):
    player = person(PHONE, reduced_motion="no-preference").sit(server.table("me", "greedy", "greedy"))
    player.ready()
    head, words, under = player.page.evaluate(FLOATING)
    assert words >= head and under


ROLLED = """window.rolled = []; new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes)
    if (node.matches?.('.rolling')) window.rolled.push(document.querySelector('.say b').textContent);
}).observe(document.querySelector('.board'), { childList: true, subtree: true })"""
"""Notes what is asked whenever a die begins to roll."""


def roll(player):
    """Play to a roll of this player's, and take a card, which throws the dice."""
    player.until(lambda: player.prompt.startswith(TURN) and "Roll" in player.buttons)
    player.press(player.button("Roll"))
    eventually(player.page, lambda: player.prompt.startswith("Take a card"))
    player.page.evaluate(ROLLED)
    player.press(player.page.locator(".prompt .acts .btn").first)


def test_dice_roll_before_their_result_is_told(person, server):
    player = person(reduced_motion="no-preference").sit(server.table("me", "greedy", "greedy"))
    roll(player)
    eventually(player.page, lambda: player.page.evaluate("window.rolled.length") == 3)
    assert all(title.startswith("Take a card") for title in player.page.evaluate("window.rolled"))
    eventually(player.page, lambda: not player.page.locator(".rolling").count())
    eventually(player.page, lambda: not player.prompt.startswith("Take a card"))


FINALE = """async () => {
  const { celebrate } = await import("/static/js/finale.js"), { setTimeout } = window;
  window.setTimeout = () => 0;
  const seats = [{ name: "Amina" }, { name: "Omar" }], panels = seats.map((_, seat) => ({ seat, tone: 1 }));
  void celebrate({ panels, tally: { ranks: [1, 2] } }, seats);
  window.setTimeout = setTimeout;
  window.got = [];
  addEventListener("keydown", ({ key, defaultPrevented }) => window.got.push([key, defaultPrevented]));
}"""
"""Shows a finale that only a click or key ends, and notes the keys that get past it."""


def test_a_finale_is_ended_by_a_click_but_leaves_the_rest_usable(person, server):
    player = person(reduced_motion="no-preference").sit(server.table("me", "greedy", "greedy"))
    player.until(lambda: player.prompt.startswith(TURN))
    page, finale = player.page, player.page.locator(".finale")
    tile = player.spot(player.keys("tile-")[0], [".can"])
    page.evaluate(FINALE)
    for key in ("Tab", "Control", "Control+c"):
        page.keyboard.press(key)
    page.locator(".menu").click()
    page.keyboard.press("Escape")
    page.locator("dialog.settings").wait_for(state="hidden")
    assert finale.count() == 1
    assert page.evaluate("window.got") == [[key, False] for key in ("Tab", "Control", "Control", "c", "Escape")]
    page.mouse.click(*tile)
    assert finale.count() == 0
    assert player.prompt.startswith(TURN), "the click means nothing else"


def test_a_die_is_kept_by_tapping_it_twice(person, server):
    player = person().sit(server.table("me", "greedy", "greedy"))
    player.until(lambda: player.keys("die-"))
    key = player.keys("die-")[0]
    player.hit(key)
    eventually(player.page, lambda: player.prompt.startswith("Keep "))
    player.page.wait_for_timeout(SETTLED)
    player.page.evaluate(ROLLED)
    player.hit(key)
    eventually(player.page, lambda: not player.prompt.startswith("Keep "))
    assert not player.page.evaluate("window.rolled"), "nothing rolls for who asked for calm"


def test_feedback_comes_within_a_frame(person, server):
    player = person().sit(server.table("me", "greedy", "greedy"))
    player.until(lambda: player.prompt.startswith(TURN))
    took = player.page.evaluate(CLICK)
    assert took[1:] == [True, "true"]
    assert took[0] < 50  # a frame is 16 ms; this machine may be busy


def test_reduced_motion_is_respected(person, server):
    player = person(reduced_motion="reduce").sit(server.table("me", "greedy", "greedy"))
    player.until(lambda: player.prompt.startswith(TURN))
    player.press(player.can("tile-").first)
    until = time.monotonic() + 1
    while time.monotonic() < until:
        assert not player.page.evaluate(TURNED)


def test_missed_events_are_replayed_once(person, server):
    opened = server.table("me", "greedy", "greedy")
    player = person(reduced_motion="no-preference").sit(opened)
    player.until(lambda: player.prompt.startswith(TURN))
    player.page.goto(f"{server.url}/about")
    other = person().sit(opened)
    other.ready()
    turn = other.turn
    other.until(lambda: other.turn != turn)
    player.sit(opened)
    player.ready()
    away = [i for i, line in enumerate(player.story()) if line == "While you were away"]
    assert len(away) == 1
    assert [line for line in player.story() if line != "While you were away"] == other.story()
    assert 0 < away[0] < len(player.story()) - 1
    player.page.reload()
    player.ready()
    assert "While you were away" not in player.story()
