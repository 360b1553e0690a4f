"""The story of a long game: its end at once, and the rest on demand."""

import pytest

from tests import plain
from tests.browser.conftest import eventually

pytestmark = pytest.mark.browser

PAGE = "document.querySelector('#story')"


def test_earlier_story_lines_load_on_scrolling(person, server):
    opened = server.table(*["random"] * 5, game="grand_bazaar")
    assert server.finish(opened)["plies"] > 100
    player = person().sit(opened, "watch")
    player.ready()
    more, end = player.page.get_by_role("button", name="Show earlier"), player.story()
    assert more.count() == 1 and end
    player.page.locator(".tally .close").click()
    player.page.evaluate(f"{PAGE}.scrollTop = 0")
    eventually(player.page, lambda: len(player.story()) > len(end))
    assert player.page.evaluate(f"{PAGE}.scrollTop") > 0, "the reader stays where they were"
    while more.count():
        before = len(player.story())
        more.click()
        eventually(player.page, lambda before=before: len(player.story()) > before)
    whole = player.story()
    assert whole[-len(end) :] == end and len(set(whole)) > len(set(end))
    decisions = plain.get(f"{server.url}/api/tables/{opened['table']}/log").json()["decisions"]
    assert len(whole) >= sum(len(each["lines"]) for each in decisions)
    kept = player.page.locator(".story li").evaluate_all("(all) => all.map((line) => Number(line.dataset.ply))")
    assert kept == sorted(kept)


def test_a_link_to_an_early_moment_loads_its_story(person, server):
    opened = server.table(*["random"] * 5, game="grand_bazaar")
    plies = server.finish(opened)["plies"]
    assert plies > 140
    player = person()
    player.page.goto(f"{server.url}/t/{opened['table']}#12")
    line = player.page.locator(".story li[aria-current]")
    eventually(player.page, lambda: line.count() and int(line.get_attribute("data-ply")) <= 12)
    eventually(player.page, lambda: player.page.locator(".replay output").inner_text() == f"12 of {plies}")
    box, page = line.bounding_box(), player.page.locator("#story").bounding_box()
    assert page["y"] <= box["y"] and box["y"] + box["height"] <= page["y"] + page["height"]
