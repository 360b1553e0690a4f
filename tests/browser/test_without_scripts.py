"""Pages without some or all of their scripts: no page is empty, and none has buttons without explanation."""

from __future__ import annotations

import pytest

from tests.browser.conftest import DESK, PHONE, SIZES, Player, eventually

pytestmark = pytest.mark.browser

UNSCRIPTED = {
    "/": "Tables and a few buttons here need JavaScript",
    "/learn": "Tables and a few buttons here need JavaScript",
    "/practice": "Tables and a few buttons here need JavaScript",
    "/check": "Checking a game needs JavaScript",
    "/you": "Passkeys, notices and settings need JavaScript",
    "/sign-in": "Passkeys need JavaScript",
    "/sign-in/link": "This link needs JavaScript",
}


@pytest.fixture
def come(chromium, server):
    """Open a page whose script errors are ignored."""
    contexts = []

    def come(size=DESK, **how):
        contexts.append(chromium.new_context(viewport=size, reduced_motion="reduce", **how))
        return contexts[-1].new_page()

    yield come
    for context in contexts:
        context.close()


def script_notices(page):
    """Return the page's notices that scripts are needed."""
    said = page.locator("noscript p")
    assert said.is_visible()
    return said.text_content()


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_without_scripts_every_page_says_what_needs_them(come, server, size):
    page = come(size, java_script_enabled=False)
    for path, said in UNSCRIPTED.items():
        page.goto(server.url + path)
        assert said in script_notices(page), path
    page.goto(f"{server.url}/t/{server.table('me', 'trader', 'trader')['table']}")
    assert "Tables need JavaScript" in script_notices(page)


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("lost", ["tally", "log", "main"])
def test_a_table_with_a_missing_module_says_so_until_reloaded(come, server, size, lost):
    page = come(size)
    page.route(f"**/js/{lost}.js*", lambda route: route.abort())
    opened = server.table("me", "trader", "trader")
    page.goto(f"{server.url}/t/{opened['table']}#seat={opened['token']}")
    page.get_by_text("Part of the page didn’t load").wait_for()
    assert page.get_by_text("Setting the table").is_visible()
    page.unroute_all()
    page.reload()
    Player(page, server).ready()
    assert not page.locator(".loading").count()


def test_a_foreign_proxy_response_and_a_startup_error_are_reported(come, server):
    opened = server.table("me", "trader", "trader")
    page = come()
    page.route("**/js/scene.js*", lambda route: route.fulfill(content_type="text/html", body="<p>Sign in first</p>"))
    page.goto(f"{server.url}/t/{opened['table']}")
    page.get_by_text("Part of the page didn’t load").wait_for()
    page = come(PHONE)
    page.add_init_script("delete globalThis.WebSocket")
    page.goto(f"{server.url}/t/{opened['table']}")
    page.get_by_text("Part of the page didn’t load").wait_for()


def test_a_page_with_a_missing_script_says_so(come, server):
    page = come()
    page.goto(server.url)
    eventually(page, lambda: page.locator(".switch.theme").is_visible())
    assert not page.locator("#broken").is_visible()
    page.route("**/js/lobby.js*", lambda route: route.abort())
    page.reload()
    page.get_by_text("Part of this page didn’t load").wait_for()
