"""Accessibility: pages pass axe at two sizes, in the light and the dark theme."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import GAME, LOOKS, PHONE, TURN, eventually
from tests.heaps import GAME as HEAPS
from tests.server.test_every_route import routes

pytestmark = pytest.mark.browser

PAGES = ["/", f"/new/{GAME}", f"/new/{HEAPS.name}", "/learn", f"/rules/{GAME}", "/fair", "/check", "/about", "/join"]
PAGES += ["/you", "/sign-in", "/sign-in/letter", "/sign-in/link", "/library", "/hours", "/offline", "/privacy"]
PAGES += ["/records", "/leaderboard"]
PAGES += ["/tournaments", "/tournaments/new", f"/tournaments/new?game={GAME}"]
PAGES += ["/rules", "/practice", f"/practice/{GAME}", f"/learn/{GAME}"]
FILES = ("/favicon.ico", "/apple-touch-icon", "/robots.txt", "/sw.js")
NO_PAGES = ("/api/", "/health", *FILES, "/next", "/notice", "/you/data", "/admin")
"""Routes that are no pages, and moderators' pages, which are checked with content elsewhere."""


def check(page, where):
    """Assert that axe finds no violation."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    told = [f"{where}: {v['id']}: {node['target']} {node['failureSummary']}" for v in found for node in v["nodes"]]
    assert not told, "\n".join(told)


def test_every_page_is_checked():
    assert {path for path in routes("GET") if "{" not in path and not path.startswith(NO_PAGES)} <= set(PAGES)


@LOOKS
def test_pages_without_content_pass_axe(person, server, size, scheme):
    page = person(size, color_scheme=scheme, forgive="404").page
    page.goto(f"{server.url}/nowhere")
    page.get_by_role("heading", name="Nothing here").wait_for()
    check(page, "nothing")


@LOOKS
def test_pages_pass_axe(person, server, size, scheme):
    player = person(size, color_scheme=scheme)
    page = player.page
    for path in PAGES:
        page.goto(server.url + path)
        check(page, path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} scrolls sideways"
    player.sit(server.table("me", "open", "greedy"))
    page.locator(".waiting").wait_for()
    check(page, "waiting room")
    page.get_by_role("button", name="Start with bots").click()
    player.until(lambda: player.prompt.startswith(TURN))
    check(page, "table")
    player.press(player.can("tile-").first)
    player.ready()
    player.press(player.can("site-").first)
    check(page, "a site selected")
    page.locator(".menu").click()
    check(page, "menu")
    page.keyboard.press("Escape")


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (844, 390), (390, 844), (360, 640)])
def test_pages_do_not_overflow_at_any_size(person, server, size):
    phone = min(size) < 500
    player = person({"width": size[0], "height": size[1]}, has_touch=phone, is_mobile=phone)
    player.sit(server.table("me", "greedy", "greedy"))
    player.until(lambda: player.prompt.startswith(TURN))
    page = player.page
    for selector in (".board", ".prompt", ".hand", ".prompt .btn"):
        box = page.locator(selector).first.bounding_box()
        assert box is not None
        assert box["x"] >= 0 and box["x"] + box["width"] <= size[0] + 0.5, selector
        assert box["y"] >= 0 and box["y"] + box["height"] <= size[1] + 0.5, selector
    assert page.evaluate("[document.documentElement.scrollWidth <= innerWidth, scrollY]") == [True, 0]
    if phone:
        for box in [button.bounding_box() for button in page.locator(".prompt .btn, .tools .icon:visible").all()]:
            assert min(box["width"], box["height"]) >= 43.5


def test_the_theme_and_the_sound_are_remembered(person, server):
    player = person().sit(server.table("me", "greedy", "greedy"))
    player.ready()
    page = player.page
    page.locator(".menu").click()
    page.get_by_label("Theme").select_option("dark")
    page.get_by_role("switch", name="Sound").uncheck()
    page.keyboard.press("Escape")
    page.reload()
    player.ready()
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"
    assert page.locator(".hush").get_attribute("aria-pressed") == "false"


def test_sound_is_off_on_phones_until_switched_on(person, server):
    player = person(PHONE).sit(server.table("me", "greedy", "greedy"))
    player.ready()
    player.page.locator(".menu").click()
    assert not player.page.get_by_role("switch", name="Sound").is_checked()


def test_pinching_zooms_the_board_and_not_the_page(person, server):
    player = person(PHONE).sit(server.table("me", "greedy", "greedy"))
    player.ready()
    touch = player.page.context.new_cdp_session(player.page)

    def send(kind, *points):
        at = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    send("touchStart", (180, 300), (210, 300))
    for step in range(1, 9):
        send("touchMove", (180 - 8 * step, 300), (210 + 8 * step, 300))
    send("touchEnd")
    larger = "document.querySelector('.board .stage').style.transform.includes('scale')"
    eventually(player.page, lambda: player.page.evaluate(larger))
    assert player.page.evaluate("visualViewport.scale") == 1
    board, stage = player.page.locator(".board").bounding_box(), player.page.locator(".board .stage").bounding_box()
    assert stage["x"] <= board["x"] and stage["x"] + stage["width"] >= board["x"] + board["width"]
    assert player.ready() in ("can", "button")


STAGE = "document.querySelector('.board .stage').style.transform"


def test_a_button_enlarges_the_board_on_a_phone_and_shows_all_of_it_again(person, server):
    """One finger moves an enlarged board; on a piece it drags the piece and leaves the board where it is."""
    player = person(PHONE).sit(server.table("me", "greedy", "greedy", game="grand_bazaar"))
    player.ready()
    button = player.page.locator(".tools .enlarge")
    button.tap()
    assert "scale(1.75)" in player.page.evaluate(STAGE)
    button.tap()
    assert "scale(3)" in player.page.evaluate(STAGE)
    assert button.is_disabled()
    before = player.page.evaluate(STAGE)
    board = player.page.locator(".board").bounding_box()
    x, y = board["x"] + 195, board["y"] + 200
    touch = player.page.context.new_cdp_session(player.page)
    for kind, at in (("touchStart", (x, y)), ("touchMove", (x + 60, y - 60)), ("touchMove", (x + 150, y - 90))):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at[0], "y": at[1]}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    moved = player.page.evaluate(STAGE)
    assert "scale(3)" in moved
    assert moved != before
    for _ in range(2):  # to the upper right corner, where the cubes are
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 300, "y": y}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": 150, "y": y + 120}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": 10, "y": y + 300}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    corner = player.page.evaluate(STAGE)
    player.carry("supply-3", (200, y))
    assert player.page.locator(".carried").count() == 1
    assert player.page.evaluate(STAGE) == corner
    player.let_go()
    player.page.locator(".btn.whole").tap()
    assert player.page.evaluate(STAGE) == ""
