"""Pages whose scripts don't run, or not all of them: no page is an empty shell, and none has buttons without a word."""

from __future__ import annotations

import pytest

from tests.browser.conftest import DESK, PHONE, SIZES, Player, soon

pytestmark = pytest.mark.browser

UNSCRIPTED = {
    "/": "Tables need JavaScript",
    "/learn": "Tables need JavaScript",
    "/practice": "Tables need JavaScript",
    "/check": "Checking a game needs JavaScript",
    "/you": "Passkeys, notices and settings need JavaScript",
    "/sign-in": "Passkeys need JavaScript",
    "/sign-in/link": "This link needs JavaScript",
}


@pytest.fixture
def come(chromium, house):
    """A page of somebody new, whatever its scripts complain about."""
    contexts = []

    def come(size=DESK, **how):
        contexts.append(chromium.new_context(viewport=size, reduced_motion="reduce", **how))
        return contexts[-1].new_page()

    yield come
    for context in contexts:
        context.close()


def needs(page):
    """What a page says that it needs scripts for."""
    said = page.locator("noscript p")
    assert said.is_visible()
    return said.text_content()


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_without_scripts_every_page_says_what_needs_them(come, house, size):
    page = come(size, java_script_enabled=False)
    for path, said in UNSCRIPTED.items():
        page.goto(house.url + path)
        assert said in needs(page), path
    page.goto(f"{house.url}/t/{house.table('me', 'trader', 'trader')['table']}")
    assert "Tables need JavaScript" in needs(page)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("lost", ["tally", "log", "main"])
def test_a_table_of_which_a_module_is_lost_says_so_until_it_is_loaded_again(come, house, size, lost):
    page = come(size)
    page.route(f"**/js/{lost}.js*", lambda route: route.abort())
    opened = house.table("me", "trader", "trader")
    page.goto(f"{house.url}/t/{opened['table']}#seat={opened['token']}")
    page.get_by_text("Part of the page didn’t load").wait_for()
    assert page.get_by_text("Setting the table").is_visible()
    page.unroute_all()
    page.reload()
    Player(page, house).ready()
    assert not page.locator(".loading").count()


def test_a_proxy_that_answers_with_a_page_of_its_own_and_an_error_at_the_start_are_told_too(come, house):
    opened = house.table("me", "trader", "trader")
    page = come()
    page.route("**/js/scene.js*", lambda route: route.fulfill(content_type="text/html", body="<p>Sign in first</p>"))
    page.goto(f"{house.url}/t/{opened['table']}")
    page.get_by_text("Part of the page didn’t load").wait_for()
    page = come(PHONE)
    page.add_init_script("delete globalThis.WebSocket")
    page.goto(f"{house.url}/t/{opened['table']}")
    page.get_by_text("Part of the page didn’t load").wait_for()


def test_a_page_of_which_a_script_is_lost_says_so(come, house):
    page = come()
    page.goto(house.url)
    soon(page, lambda: page.locator(".switch.theme").is_visible())
    assert not page.locator("#broken").is_visible()
    page.route("**/js/lobby.js*", lambda route: route.abort())
    page.reload()
    page.get_by_text("Part of this page didn’t load").wait_for()
