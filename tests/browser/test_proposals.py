"""Open trading at a table of the barter game: composed proposals, standing answers, and the timer."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.barter import GAME as BARTER
from tests.barter import clock
from tests.browser.conftest import DESK, PHONE, SETTLED, eventually

pytestmark = pytest.mark.browser


@pytest.fixture
def table(server):
    """A table with two minutes of trading."""
    return server.table("me", "open", game=BARTER.name)


@pytest.fixture
def two_traders(person, table):
    """Amina and Omar, who trade."""
    return begin(person, table)


def begin(person, table, size=DESK):
    amina, omar = person(size).sit(table), person().sit(table, 1)
    omar.page.locator(".waiting form button").click()
    for player in (amina, omar):
        player.ready()
        player.page.wait_for_timeout(SETTLED)
        player.press(player.button("Pass"))
        eventually(player.page, lambda player=player: "Pass" not in player.buttons)
        if "Confirm" in player.buttons:  # the last one hands no turn on: everybody trades then
            player.press(player.button("Confirm"))
    for player in (amina, omar):
        eventually(player.page, lambda player=player: part(player, "close").count())
    return amina, omar


def part(player, name):
    """Return a button of the composer."""
    return player.page.locator(f'.compose [data-focus="{name}"]')


def said(player):
    return player.page.locator(".say span").inner_text()


def gain(player):
    return player.page.locator(".compose .gain").inner_text()


def there(player):
    """Return the goods on both sides."""
    cards = "well => [...well.querySelectorAll('[data-focus^=\"in \"]')].map((card) => card.ariaLabel.split(':')[0])"
    return player.page.locator(".well").evaluate_all(f"wells => wells.map({cards})")


def test_a_proposal_is_composed_and_accepted(two_traders):
    amina, omar = two_traders
    assert (amina.buttons, amina.prompt, said(amina)) == (["Post", "Leave"], "Post to Guest", "Say what you give.")
    assert amina.button("Post").is_disabled()
    assert amina.page.locator(".compose h2").inner_text() == "Offer to Guest"
    amina.hit("hand-0-0")
    amina.hit("hand-0-1")
    assert said(amina) == "Say what you ask for."
    part(amina, "add 1").click()
    part(amina, "put get-1").click()
    part(amina, "more 0").click()
    part(amina, "tag get-3").click()
    assert said(amina) == "2 Salt and 1 coins for Rugs and the seal."
    assert amina.page.locator(".sprite.chosen").count() == 2, "the cards of the hand rise"
    eventually(amina.page, lambda: gain(amina).startswith("+"))
    assert there(amina) == [["Salt", "Salt"], ["Rugs"]]
    amina.press(amina.button("Post"))
    eventually(amina.page, lambda: there(amina) == [[], []])
    eventually(omar.page, lambda: "Take 1" in omar.buttons)
    omar.page.wait_for_timeout(SETTLED)
    omar.press(omar.button("Take 1"))
    eventually(omar.page, lambda: "Take 1" not in omar.buttons)
    assert omar.page.locator('.seat[data-seat="1"] .pts').inner_text() == "7"


def test_a_good_that_cannot_be_added_says_why(two_traders):
    amina, _ = two_traders
    part(amina, "add 1").click()
    salt = part(amina, "put get-0")
    assert salt.get_attribute("aria-disabled") == "true"
    assert salt.get_attribute("title") == "Guest has no salt."
    amina.press(salt)
    assert amina.page.locator(".callout p").first.inner_text() == "Guest has no salt."
    part(amina, "put get-1").click()
    assert part(amina, "put get-1").get_attribute("aria-disabled") is None
    assert not amina.keys("hand-1"), "no good goes both ways"
    amina.page.keyboard.press("Escape")
    assert amina.page.locator(".palette").count() == 0
    assert there(amina) == [[], ["Rugs"]], "only what was open is closed"
    part(amina, "in get-1 0").click()
    assert there(amina) == [[], []]
    assert amina.keys("hand-1"), "now it can be given"


def test_money_can_be_on_one_side_only(two_traders):
    amina, _ = two_traders
    for _ in range(2):
        part(amina, "more 0").click()
    part(amina, "more 1").click()
    assert [part(amina, f"sum {side}").input_value() for side in (0, 1)] == ["0", "1"]
    part(amina, "sum 0").fill("99")
    part(amina, "sum 0").press("Enter")
    assert [part(amina, f"sum {side}").input_value() for side in (0, 1)] == ["5", "0"]
    part(amina, "clear").click()
    assert [part(amina, f"sum {side}").input_value() for side in (0, 1)] == ["0", "0"]


def test_a_composition_survives_other_players_moves(two_traders):
    amina, omar = two_traders
    amina.hit("hand-0-0")
    amina.hit("hand-1-0")
    omar.hit("hand-2-0")
    part(omar, "add 1").click()
    part(omar, "put get-0").click()
    part(omar, "put get-0").click()
    part(omar, "put get-0").click()
    omar.press(omar.button("Post"))
    eventually(amina.page, lambda: "Take 2" in amina.buttons)
    assert there(amina) == [["Salt", "Rugs"], []], "it is still what it was"
    amina.page.wait_for_timeout(SETTLED)
    amina.press(amina.button("Take 2"))
    eventually(amina.page, lambda: "Take 2" not in amina.buttons)
    eventually(amina.page, lambda: there(amina) == [["Rugs"], []])


def test_a_counter_proposal_begins_with_the_sides_exchanged(two_traders):
    amina, omar = two_traders
    amina.hit("hand-0-0")
    part(amina, "add 1").click()
    part(amina, "put get-1").click()
    part(amina, "more 0").click()
    amina.press(amina.button("Post"))
    eventually(omar.page, lambda: there(omar) == [["Rugs"], ["Salt"]])
    assert part(omar, "sum 1").input_value() == "1"
    part(omar, "more 1").click()
    assert said(omar) == "Rugs for Salt and 2 coins."


def post(player, give, get):
    """Compose a post of one good for another, and make it."""
    player.hit(f"hand-{give}-0")
    part(player, "add 1").click()
    part(player, f"put get-{get}").click()
    player.press(player.button("Post"))


def test_one_tap_puts_in_an_offer_turned_round(two_traders):
    amina, omar = two_traders
    omar.hit("hand-2-0")
    post(amina, 0, 1)
    eventually(omar.page, lambda: omar.keys("post-0-1"))
    assert there(omar) == [["Figs"], []], "what was begun stays"
    omar.hit("post-0-1")
    assert there(omar) == [["Rugs"], ["Salt"]]
    assert said(omar) == "Rugs for Salt."
    omar.page.wait_for_timeout(SETTLED)
    omar.press(omar.button("Post"))
    eventually(amina.page, lambda: amina.keys("post-1-0"))


def test_the_last_offer_can_be_made_again(two_traders):
    amina, omar = two_traders
    assert part(amina, "again").count() == 0
    post(amina, 0, 1)
    eventually(omar.page, lambda: "Take 1" in omar.buttons)
    again = part(amina, "again")
    assert again.inner_text() == "Last offer: Salt for Rugs."
    amina.page.reload()
    again.click()
    assert there(amina) == [["Salt"], ["Rugs"]], "also when the page has been loaded again"
    assert again.count() == 0
    omar.page.wait_for_timeout(SETTLED)
    omar.press(omar.button("Take 1"))
    eventually(amina.page, lambda: "Withdraw 2" not in amina.buttons)
    part(amina, "clear").click()
    assert again.count() == 1, "there is another Salt"
    amina.hit("hand-0-0")
    assert again.count() == 0, "something lies there"


def test_a_list_stands_at_its_players_seat_until_it_is_cleared(two_traders):
    amina, omar = two_traders
    omar.page.locator(".compose .well").first.evaluate("well => well.marked = true")
    amina.page.get_by_role("button", name="Say what you want and have").click()
    form = amina.page.get_by_role("dialog", name="What you want and have")
    want, have = (form.get_by_role("group", name=title, exact=True) for title in ("I want", "I have"))
    want.get_by_role("button", name="Rugs").click()
    want.get_by_role("button", name="Salt").click()
    have.get_by_role("button", name="Salt").click()
    assert want.get_by_role("button", name="Salt").get_attribute("aria-pressed") == "false", (
        "nobody wants what they have"
    )
    form.get_by_role("button", name="Tell the table").click()
    told = omar.page.locator('.seat[data-seat="0"] .says')
    eventually(omar.page, lambda: told.all_inner_texts() == ["“I want Rugs. I have Salt.”"])
    assert omar.page.locator(".compose .says").inner_text().endswith(": “I want Rugs. I have Salt.”")
    assert omar.page.locator(".compose .well").first.evaluate("well => well.marked"), "what is composed is left alone"
    assert omar.page.locator("#said").text_content().endswith(": I want Rugs. I have Salt.")
    omar.page.reload()
    eventually(omar.page, lambda: told.count() == 1)
    amina.page.get_by_role("button", name="My list. Everyone can see it").click()
    found = Axe().run(amina.page, options={"runOnly": ["wcag2a", "wcag2aa"]})
    assert not found.response["violations"], found.generate_report()
    form.get_by_role("button", name="Clear").click()
    eventually(omar.page, lambda: not told.count())


def test_who_plays_against_bots_tells_no_list(person, server):
    player = person().sit(server.table("me", "random", game=BARTER.name))
    player.ready()
    assert player.page.get_by_role("button", name="Say what you want and have").count() == 0


def test_a_proposal_can_be_composed_by_keyboard(two_traders):
    amina, omar = two_traders
    page = amina.page
    part(amina, "add 0").focus()
    page.keyboard.press("Enter")
    part(amina, "put give-0").focus()
    page.keyboard.press("Enter")
    page.keyboard.press(" ")
    assert there(amina)[0] == ["Salt", "Salt"]
    focus = "document.activeElement.dataset.focus"
    assert page.evaluate(focus) == "put give-0", "the focus stays where it was"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focus) == "put give-1"
    page.keyboard.press("Escape")
    assert page.evaluate(focus) == "add 0"
    for key, there_now in (("add 1", "Enter"), ("put get-1", "Enter")):
        part(amina, key).focus()
        page.keyboard.press(there_now)
    assert "2 Salt for Rugs." in page.locator("#live").text_content()
    amina.button("Post").focus()
    page.keyboard.press("Enter")
    eventually(omar.page, lambda: "Take 1" in omar.buttons)


def test_the_composer_can_be_closed_and_reopened(two_traders):
    amina, _ = two_traders
    amina.hit("hand-0-0")
    part(amina, "close").click()
    assert amina.buttons == ["Leave", "Post…"]
    assert amina.prompt == "Trade"
    assert not amina.keys("hand-"), "nothing is put in then"
    amina.page.wait_for_timeout(SETTLED)
    amina.press(amina.button("Post…"))
    assert there(amina) == [["Salt"], []], "it is as it was left"


def test_a_refusal_does_not_change_the_composition(two_traders):
    amina, omar = two_traders
    amina.hit("hand-0-0")
    part(amina, "add 1").click()
    part(amina, "put get-1").click()
    amina.page.evaluate(
        "() => { const send = WebSocket.prototype.send; WebSocket.prototype.send = function (text) {"
        " send.call(this, text.replace('want rugs', 'want rugs, rugs, rugs, rugs')); }; }"
    )
    amina.press(amina.button("Post"))
    eventually(amina.page, lambda: amina.page.locator(".callout").is_visible())
    assert "One of you does not have that." in amina.page.locator(".callout").inner_text()
    assert there(amina) == [["Salt"], ["Rugs"]]
    assert "Take 1" not in omar.buttons


def test_on_a_phone_the_composer_replaces_the_board(person, table):
    amina, omar = begin(person, table, PHONE)
    page = amina.page
    assert not page.locator(".board").is_visible()
    part(amina, "add 0").tap()
    part(amina, "put give-0").tap()
    part(amina, "add 1").tap()
    part(amina, "put get-1").tap()
    for each in page.locator('.compose [data-focus]:not([data-focus^="put"], [data-focus^="in"])').all():
        box = each.bounding_box()
        assert box["height"] >= 36 and box["width"] >= 36, each.get_attribute("data-focus")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    part(amina, "close").tap()
    assert page.locator(".board").is_visible()
    page.wait_for_timeout(SETTLED)
    amina.press(amina.button("Post…"))
    amina.press(amina.button("Post"))
    eventually(omar.page, lambda: "Take 1" in omar.buttons)
    eventually(page, lambda: page.locator(".board").is_visible())


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_composer_is_readable(person, table, scheme):
    amina, _ = begin(person, table)
    amina.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    amina.hit("hand-0-0")
    part(amina, "add 1").click()
    part(amina, "put get-1").click()
    part(amina, "tag get-3").click()
    eventually(amina.page, lambda: gain(amina))
    amina.page.locator(".standing > [aria-controls]").click()
    found = Axe().run(amina.page, options={"runOnly": ["wcag2a", "wcag2aa"]})
    assert not found.response["violations"], found.generate_report()


def test_standing_answers_can_be_set_while_nothing_is_offered(person, table):
    amina, omar = person().sit(table), person().sit(table, 1)
    omar.page.locator(".waiting form button").click()
    amina.ready()
    button = omar.page.locator(".standing > [aria-controls]")
    eventually(omar.page, button.is_visible)
    button.click()
    switch = omar.page.get_by_role("switch", name="Pass in this round")
    switch.click()
    eventually(omar.page, lambda: button.inner_text() == "For me: 1")
    assert switch.is_checked()
    assert amina.page.locator(".standing > [aria-controls]").inner_text() == "For me…"
    omar.page.keyboard.press("Escape")
    assert not switch.is_visible()
    amina.page.wait_for_timeout(SETTLED)
    amina.press(amina.button("Pass, whatever comes"))
    for player in (amina, omar):
        eventually(player.page, lambda player=player: part(player, "close").count())
    assert button.inner_text() == "For me…", "the round’s asking is over"


def test_all_players_see_the_time_run_out(person, table, monkeypatch):
    monkeypatch.setattr(clock, "SECONDS", 4.0)
    amina, omar = begin(person, table)
    for player in (amina, omar):
        assert player.page.locator(".clock").inner_text().startswith("Trading 0:0")
    eventually(amina.page, lambda: amina.prompt == "Draw or pass?")
    assert not amina.page.locator(".clock").is_visible()
    assert amina.page.locator(".undo").count() == 0
