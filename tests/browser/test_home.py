"""The home page, the form for a new table, and settings that every page remembers."""

import pytest

from tests.browser.conftest import DESK, GAME, PHONE

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", [DESK, {"width": 1366, "height": 768}], ids=["desk", "laptop"])
def test_every_game_can_be_played_from_the_first_screen(person, server, size):
    """With and without tables; all cards of a row have the same height."""
    page = person(size).page
    page.goto(server.url)
    for tables in (0, 1, 4):
        while page.locator("#tables a.t").count() < tables:
            page.locator(f"#{GAME} .btn.do").click()
            page.wait_for_url("**/t/*")
            page.goto(server.url)
        buttons = page.locator(".card .acts > *")
        ends = buttons.evaluate_all("all => all.map((one) => one.getBoundingClientRect().bottom)")
        assert len(set(ends)) == 1 and ends[0] <= size["height"], tables


def test_a_new_visitor_sees_what_the_games_are_like(person, server):
    page = person(PHONE).page
    page.goto(server.url)
    for card in page.locator(".card:not(.later)").all():
        assert card.locator(".line").is_visible()
        assert card.locator(".level").inner_text().endswith("to learn")
        assert card.get_by_role("link", name="Learn it").is_visible()
    assert page.locator(".plate").all_inner_texts() == ["Start here"]
    assert page.locator(f"#{GAME} .plate").is_visible()
    for name in ("Fair play", "How fair play works", "Rules"):
        link = page.get_by_role("link", name=name, exact=True)
        assert name == "Fair play" or link.is_visible()


def test_a_name_is_saved_by_enter_and_used_at_the_table(person, server):
    page = person().page
    page.goto(server.url)
    name = page.get_by_role("textbox", name="Your name").first
    name.press("Enter")
    assert page.url == f"{server.url}/", "without a name nothing is wrong"
    name.fill("Amina")
    name.press("Enter")
    page.locator(".me summary", has_text="Amina").wait_for()
    assert page.locator(".rivals input").count() == 0, "it is asked for once"
    page.get_by_role("button", name="Play Desert Bazaar").click()
    page.locator(".seat", has_text="Amina").wait_for()


def test_a_typed_name_is_submitted_with_play(person, server):
    page = person(PHONE).page
    page.goto(server.url)
    page.locator(".rivals input").fill("Mei")
    page.get_by_role("button", name="Play Desert Bazaar").click()
    page.wait_for_url("**/t/*")
    page.goto(server.url)
    assert page.locator(".me summary").inner_text().strip() == "Mei"


def test_theme_and_sound_can_be_changed_on_every_page(person, server):
    page = person().page
    dark = "getComputedStyle(document.body).colorScheme"
    page.goto(f"{server.url}/rules")
    theme, sound = page.get_by_role("button", name="Dark theme"), page.get_by_role("button", name="Sound")
    assert [theme.get_attribute("aria-pressed"), sound.get_attribute("aria-pressed")] == ["false", "true"]
    theme.click()
    sound.click()
    assert page.evaluate(dark) == "dark"
    page.goto(f"{server.url}/new/{GAME}")
    assert [theme.get_attribute("aria-pressed"), sound.get_attribute("aria-pressed")] == ["true", "false"]
    assert page.evaluate(dark) == "dark"
    theme.click()
    assert page.evaluate(dark) == "light"


def test_the_guests_emblem_is_the_same_on_every_page(person, server):
    page, seen = person().page, set()
    for path in ("/", f"/new/{GAME}", "/new/kairo", "/rules/marracash", "/fair"):
        page.goto(server.url + path)
        coin = page.locator(".me .coin")
        tone = coin.evaluate("coin => getComputedStyle(coin).getPropertyValue('--tone')")
        seen.add((tone, coin.locator(".sign").get_attribute("href")))
    assert len(seen) == 1
    assert seen.pop()[1] == "#e-crescent"


def test_a_double_click_opens_one_table(new_server, person):
    page = person(at=new_server).page
    page.goto(new_server.url)
    posts = []
    page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    page.locator(f"#{GAME} .btn.do").dblclick()
    page.wait_for_url("**/t/*")
    assert len(posts) == 1, posts


def test_the_two_kinds_of_table_fill_the_seats(person, server):
    page = person().page
    page.goto(server.url)
    page.get_by_role("link", name="Open a table of Desert Bazaar").click()
    page.wait_for_url("**/new/*")
    friends, bots = page.get_by_role("link", name="Invite friends"), page.get_by_role("link", name="Play against bots")
    go, second, third = page.locator(".btn.go"), page.get_by_label("Seat 2"), page.get_by_label("Seat 3")

    def stands():
        current = [door.get_attribute("aria-current") == "true" for door in (friends, bots)]
        return second.input_value(), third.input_value(), go.inner_text(), current

    assert stands() == ("open", "open", "Open the table", [True, False])
    bots.click()
    assert stands() == ("bot:trader", "bot:trader", "Play against bots", [False, True])
    third.select_option("open")
    assert stands() == ("bot:trader", "open", "Open the table", [True, False])
    friends.click()
    second.select_option("me")
    assert page.get_by_label("Seat 1").input_value() == "open", "who moves leaves the seat as the others are"
    go.click()
    page.get_by_text("Send each open seat’s link to a friend").wait_for()
