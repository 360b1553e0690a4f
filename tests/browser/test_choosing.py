"""Choosing: previews, refusals, undo, confirmation, and the keyboard."""

import re

import pytest

from tests.browser.conftest import DESK, PHONE, SETTLED, TURN, eventually

pytestmark = pytest.mark.browser


@pytest.fixture
def player(person, server):
    """A player at the start of their first turn."""
    player = person().sit(server.table("me", "greedy", "greedy"))
    player.until(lambda: player.prompt.startswith(TURN))
    return player


def pick_tile(player):
    player.press(player.can("tile-").first)
    player.ready()
    assert player.prompt.startswith("Choose a site")


def test_pointing_at_a_choice_previews_and_describes_it(player):
    pick_tile(player)
    detail = player.page.locator(".prompt .say span")
    before = detail.inner_text()
    player.can("site-").first.hover()
    assert player.page.locator(".over .sprite").count() > 0
    assert detail.inner_text() != before
    player.page.mouse.move(5, 5)
    assert player.page.locator(".over .sprite").count() == 0
    assert detail.inner_text() == before


def test_the_first_click_selects_and_the_second_chooses(player):
    pick_tile(player)
    site = player.can("site-").first
    player.press(site)
    assert site.get_attribute("aria-pressed") == "true"
    assert "tent on" in player.prompt
    assert "Build here" in player.buttons
    assert player.page.locator(".prompt .btn.go").count() == 1
    player.page.keyboard.press("Escape")
    assert site.get_attribute("aria-pressed") == "false"
    player.press(site)
    player.press(site)
    player.ready()
    assert not player.prompt.startswith("Choose a site")


def test_undo_and_escape_undo_one_decision(player):
    pick_tile(player)
    player.press(player.button("Undo"))
    player.ready()
    assert player.prompt.startswith(TURN)
    pick_tile(player)
    player.page.keyboard.press("Escape")
    player.ready()
    assert player.prompt.startswith(TURN)


def test_undo_first_clears_the_selection(player):
    pick_tile(player)
    site = player.can("site-").first
    player.press(site)
    player.press(player.button("Undo"))
    assert site.get_attribute("aria-pressed") == "false"
    assert player.prompt.startswith("Choose a site")


def test_another_tile_can_be_chosen_instead_of_a_site(player):
    def tiles():
        return [tile.get_attribute("data-key") for tile in player.can("tile-").all()]

    player.until(lambda: player.prompt.startswith(TURN) and len(tiles()) > 1)
    first, *others = tiles()
    player.press(player.page.locator(f"[data-key={first}]"))
    player.ready()
    refused = player.page.locator(", ".join(f".sprite.refused[data-key={key}]" for key in others)).first
    refused.evaluate("tile => tile.classList.add('swap')")
    wanted = refused.get_attribute("data-key")
    player.press(refused)
    eventually(player.page, lambda: player.page.locator(f".sprite.lifted[data-key={wanted}]").count() == 1)
    player.ready()
    assert player.prompt.startswith("Choose a site")


def test_a_second_tap_on_a_button_that_just_changed_is_ignored(player):
    """A button that appears under a resting pointer is neither pressed by a second click nor previewed."""
    page, ordinary = player.page, player.page.locator(".prompt .btn:not(.go, .quiet)")
    page.evaluate("""() => {
      const look = () => {
        const button = document.querySelector('.prompt .btn:not(.go, .quiet):enabled');
        if (!button || window.tapped) return;
        window.tapped = document.querySelector('.say b').textContent;
        button.dispatchEvent(new PointerEvent('pointerenter'));
        window.previewed = document.querySelector('.over .sprite') !== null;
        button.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true }));
        window.sent = document.querySelector('.prompt').ariaBusy;
      };
      new MutationObserver(look).observe(document.querySelector('.prompt .acts'), { childList: true });
    }""")
    player.until(lambda: page.evaluate("window.tapped") is not None and ordinary.count() > 0)
    assert page.evaluate("[window.sent, window.previewed]") == ["false", False]
    page.wait_for_timeout(SETTLED)
    asked, story = player.prompt, player.story()
    player.press(ordinary.first)
    eventually(page, lambda: (player.prompt, player.story()) != (asked, story))


def test_a_double_click_on_an_answer_undoes_nothing(player):
    """*Undo* appears where the answer was, and shows that it was clicked too early."""
    page = player.page
    page.evaluate("""() => {
      const look = () => {
        const undo = document.querySelector('.aids .undo');
        if (!undo || window.early !== undefined) return;
        undo.dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true }));
        window.early = undo.matches('.early') && document.querySelector('.prompt').ariaBusy === 'false';
      };
      new MutationObserver(look).observe(document.querySelector('.prompt .aids'), { childList: true });
    }""")
    pick_tile(player)
    eventually(page, lambda: page.evaluate("window.early"))
    assert player.prompt.startswith("Choose a site")
    player.press(player.button("Undo"))
    eventually(page, lambda: player.prompt.startswith(TURN))


def test_the_whole_turn_can_be_undone(player):
    before = player.story()
    pick_tile(player)
    player.press(player.can("site-").first)
    player.press(player.button("Build here"))
    player.ready()
    assert player.story() != before
    player.press(player.page.locator(".undo"), held="Shift")
    eventually(player.page, lambda: player.prompt.startswith(TURN))
    assert player.page.locator(".undo").count() == 0
    assert player.story() == before, "what was taken back is not told any more"


def test_the_end_of_a_turn_waits_for_confirmation(player):
    player.until(lambda: "Confirm" in player.buttons)
    assert player.prompt.endswith("?"), "the choice that ends it"
    turn = player.turn
    player.press(player.button("Undo"))
    player.ready()
    assert "Confirm" not in player.buttons
    assert player.turn == turn


def test_confirmation_can_be_switched_off(player):
    player.page.locator(".menu").click()
    player.page.get_by_role("switch", name="Confirm at the end of a turn").uncheck()
    player.page.keyboard.press("Escape")
    for _ in range(8):
        assert player.move() != "over"
        player.ready()
        assert "Confirm" not in player.buttons


def test_a_forbidden_choice_names_the_rule_that_forbids_it(player):
    pick_tile(player)
    callout, dead = player.page.locator(".callout"), player.page.locator(".sprite.refused:not(.swap)")
    player.until(lambda: player.prompt.startswith("Choose a site") and dead.count() > 0)
    player.press(dead.first)
    callout.wait_for()
    assert re.fullmatch(r"DB-\w+", callout.locator("small").inner_text())
    assert dead.first.get_attribute("aria-label").lower() == callout.locator("b").inner_text().lower(), "what it is"
    assert all(len(told) > 20 for told in callout.locator("p").all_inner_texts())
    box, view = callout.bounding_box(), player.page.viewport_size
    assert box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= view["width"]
    player.page.keyboard.press("Escape")
    assert not callout.is_visible()
    assert player.prompt.startswith("Choose a site"), "closing it takes nothing back"


def test_a_turn_can_be_played_by_keyboard(player):
    page, focused = player.page, "document.activeElement.closest('.sprite')?.dataset.key ?? ''"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused).startswith("tile-")
    assert page.locator(".board [tabindex='0']").count() == 1, "the board is one stop of the tab key"
    page.keyboard.press("?")
    assert page.locator(".callout b").inner_text()
    page.keyboard.press("Enter")
    player.ready()
    assert player.prompt.startswith("Choose a site")
    seen = set()
    for key in ("ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
        seen.add(page.evaluate(focused))
    assert any(key.startswith("site-") for key in seen)
    if not page.evaluate(focused).startswith("site-"):
        page.locator(".sprite.can[data-key^='site-'][tabindex='0']").focus()
    page.keyboard.press("Enter")
    assert "tent on" in player.prompt
    page.keyboard.press("Enter")
    player.ready()
    assert not player.prompt.startswith("Choose a site")
    eventually(
        page, lambda: page.evaluate("document.activeElement.matches('.sprite.can, .sprite.refused, .prompt .btn')")
    )
    turn = player.turn
    for _ in range(12):
        if player.turn != turn:
            break
        page.locator(".prompt .btn").first.focus()
        page.keyboard.press("Enter")
        player.ready()
    else:
        raise AssertionError("the turn does not end")


def test_the_focus_stays_at_the_prompt_while_there_is_no_choice(player):
    page = player.page
    page.evaluate("""() => {
      window.lost = 0;
      const look = () => { window.lost += document.activeElement === document.body; requestAnimationFrame(look); };
      document.addEventListener('focusin', look, { once: true });
    }""")
    for _ in range(12):
        player.ready()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.wait_for_timeout(50)
    assert page.evaluate("window.lost") == 0


def test_the_focus_begins_at_the_prompt_and_is_never_lost(player):
    page = player.page
    player.until(lambda: player.prompt.startswith(TURN))
    at_prompt = "document.activeElement.matches('.prompt')"
    assert page.evaluate(at_prompt)
    assert page.locator(".prompt").evaluate("(prompt) => getComputedStyle(prompt).outlineStyle") == "none"
    pick_tile(player)
    player.press(player.button("Back") if "Back" in player.buttons else player.button("Undo"))
    eventually(page, lambda: player.prompt.startswith(TURN))
    assert page.evaluate(at_prompt), "the button has gone, the focus has not"


def test_a_click_without_a_pointer_leads_to_the_next_choice(player):
    player.until(lambda: player.prompt.startswith(TURN))
    page = player.page
    player.can("tile-").first.evaluate("""(tile) => {
      const { x, y, width, height } = tile.getBoundingClientRect();
      const middle = { clientX: x + width / 2, clientY: y + height / 2 };
      tile.dispatchEvent(new PointerEvent('click', { bubbles: true, detail: 0, ...middle }));
    }""")
    eventually(page, lambda: player.prompt.startswith("Choose a site"))
    eventually(page, lambda: page.evaluate("document.activeElement.matches('.sprite.can')"))


def test_a_key_held_down_confirms_nothing(player):
    page = player.page
    pick_tile(player)
    page.locator(".sprite.can[data-key^='site-']").first.focus()
    for _ in range(6):
        page.keyboard.down("Enter")  # the first, and then those by which the system says that it is still down
    assert "tent on" in player.prompt
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    player.ready()
    assert not player.prompt.startswith("Choose a site")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_escape_closes_the_story_and_undoes_nothing(person, server, size):
    player = person(size).sit(server.table("me", "greedy", "greedy"))
    player.until(lambda: player.prompt.startswith(TURN))
    pick_tile(player)
    page, sheet = player.page, player.page.locator(".log.open")
    if size == PHONE:
        page.locator(".logs").click()
    page.locator("#tab-talk").click()
    page.get_by_label("Say something to the table").focus()
    page.keyboard.press("Escape")
    if size == PHONE:
        eventually(page, lambda: not sheet.count())
        assert page.evaluate("document.activeElement.matches('.logs')")
    else:
        assert page.evaluate("document.activeElement === document.body")
    page.wait_for_timeout(300)
    assert player.prompt.startswith("Choose a site")
    page.keyboard.press("Escape")
    player.ready()
    assert player.prompt.startswith(TURN), "once it is closed, it undoes"


def test_question_mark_shows_the_keys(player):
    player.page.keyboard.press("?")
    assert player.page.get_by_role("dialog", name="Keys").is_visible()


def test_the_focus_moves_to_a_choice_never_to_a_hint(person, server):
    player = person().sit(server.table("me", "random", game="kairo"))
    page, hands = player.page, 0
    for _ in range(24):
        player.ready()
        if page.evaluate("document.activeElement.matches('body, .prompt')"):
            page.keyboard.press("ArrowRight")
        else:
            page.wait_for_timeout(50)
        focused = page.evaluate(
            "[document.activeElement.className.baseVal ?? document.activeElement.className, "
            "!!document.activeElement.closest('.hand, .seats')]"
        )
        assert "hint" not in focused[0].split()
        assert "can" in focused[0].split() or "btn" in focused[0].split()
        hands += focused[1]
        page.keyboard.press("Enter")
    assert hands > 1, "some of it was asked in the hand"


def test_a_table_is_exactly_as_high_as_the_screen(person, server):
    for size in (DESK, PHONE):
        page = person(size).sit(server.table("me", "random", "random")).page
        page.locator(".sprite").first.wait_for()
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
