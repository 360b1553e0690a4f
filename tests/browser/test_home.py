"""The home page, the form for a new table, and settings that every page remembers."""

import pytest

from tests.browser.conftest import DESK, GAME, PHONE, Server, close

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", [DESK, {"width": 1366, "height": 768}], ids=["desk", "laptop"])
def test_every_game_can_be_played_from_the_first_screen(person, server, size):
    """With and without tables; the buttons of a row are level."""
    page = person(size).page
    page.goto(server.url)
    for tables in (0, 1, 4):
        while page.locator("#tables a.t").count() < tables:
            page.locator(f"#{GAME} .btn.do").click()
            page.wait_for_url("**/t/*")
            page.goto(server.url)
        buttons = page.locator(".card .acts .do")
        ends = buttons.evaluate_all("all => all.map((one) => one.getBoundingClientRect().bottom)")
        assert len(set(ends)) == 1 and ends[0] <= size["height"], tables


def test_nothing_comes_before_the_games_on_a_first_visit(new_server, person):
    """On a phone the first game can be played without scrolling; tables and company follow below."""
    page = person(PHONE, at=new_server).page
    page.goto(new_server.url)
    games = page.locator(".games")
    assert page.locator(".card .do").first.bounding_box()["y"] < PHONE["height"] / 2
    for later in (page.locator(".company"), page.locator(".join")):
        assert later.bounding_box()["y"] > games.bounding_box()["y"] + games.bounding_box()["height"]
    assert page.locator("#tables").count() == 0
    assert page.locator("main input:visible").count() == 1, "only the table’s code"


def test_a_new_visitor_sees_what_the_games_are_like(person, server):
    page = person(PHONE).page
    page.goto(server.url)
    ease = ["Easy to learn", "A bit to learn", "A lot to learn"]
    levels = page.locator(".card:not(.later) .level").all_inner_texts()
    assert levels == sorted(levels, key=ease.index), "the easiest first"
    for card in page.locator(".card:not(.later)").all():
        assert card.locator(".line").is_visible()
        assert card.get_by_role("button", name="Learn").is_visible()
    assert page.locator(".plate").all_inner_texts() == ["Start here"]
    assert page.locator(f"#{GAME} .plate").is_visible()
    for name in ("Fair play", "How fair play works", "Rules"):
        link = page.get_by_role("link", name=name, exact=True)
        assert name == "Fair play" or link.is_visible()


@pytest.mark.parametrize("name", ["Start here", "Learn Desert Bazaar in 6 minutes"])
def test_a_lesson_starts_from_the_first_card(person, server, name):
    page = person().page
    page.goto(server.url)
    page.get_by_role("button", name=name).click()
    page.wait_for_url("**/t/*")
    page.locator("section.lesson").wait_for()
    page.goto(server.url)
    assert page.get_by_role("button", name="Learn Desert Bazaar: continue").is_visible()


def test_a_name_is_saved_by_enter_and_used_at_the_table(person, server):
    page = person().page
    page.goto(server.url)
    page.locator(".me summary").click()
    page.locator(".me").get_by_label("Your name").fill("Amina")
    page.locator(".me").get_by_label("Your name").press("Enter")
    page.locator(".me summary", has_text="Amina").wait_for()
    page.get_by_role("button", name="Play Desert Bazaar").click()
    page.locator(".seat", has_text="Amina").wait_for()


@pytest.fixture
def own_machine(tmp_path, contexts):
    """A server as ``souq play`` starts it."""
    made = Server(tmp_path, company=False)
    made.start()
    yield made
    close(contexts)
    made.stop()


def test_pages_of_ones_own_machine_offer_no_company(person, own_machine):
    """Where nobody else comes, they offer only what one can do alone."""
    page = person(at=own_machine).page
    for path in ("/", f"/new/{GAME}", "/new/chatuchak?preset=speed"):
        page.goto(own_machine.url + path)
        text = page.locator("body").inner_text()
        for word in ("anybody", "Tournament", "Leaderboard", "friends", "Stranger", "Open seat", "Table code"):
            assert word not in text, (path, word)
    page.get_by_role("button", name="Play against bots").click()
    page.wait_for_url("**/t/*")
    page.locator(".seat", has_text="Apprentice").wait_for()
    page.locator(".menu").click()
    menu = page.locator("dialog.settings").inner_text()
    for word in ("phrases", "watch link", "my turn", "link to my seat", "Report"):
        assert word not in menu, word


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
    assert stands() == ("bot:apprentice", "bot:apprentice", "Play against bots", [False, True])
    third.select_option("open")
    assert stands() == ("bot:apprentice", "open", "Open the table", [True, False])
    friends.click()
    second.select_option("me")
    assert page.get_by_label("Seat 1").input_value() == "open", "who moves leaves the seat as the others are"
    go.click()
    page.get_by_text("Send each open seat’s link to a friend").wait_for()
