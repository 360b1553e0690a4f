"""Finished games: replay, links to a moment, the saved file, and the revealed secret."""

import json
import re
import time

import pytest

from souq.engine import registry
from tests import plain
from tests.browser.conftest import DESK, GAME, PHONE, eventually
from tests.browser.test_access import check
from tests.chance import chance

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def finished(server):
    """A game played by bots, and its length."""
    with chance(1):
        opened = server.table("greedy", "greedy", "greedy")
        return opened, server.finish(opened)["plies"]


def ended_game(server, game, plies=6):
    """End a game with a player's seat early, and return it with its number of moments."""
    bots = max(2, registry.games()[game].min_players) - 1
    opened = server.table("me", *["random"] * bots, game=game)
    url, bearer = f"{server.url}/api/tables/{opened['table']}", {"Authorization": f"Bearer {opened['token']}"}

    def tell(what, **body):
        plain.post(f"{url}/{what}", json=body, headers=bearer, timeout=120).raise_for_status()

    tell("hand", level="random")
    while plain.get(url, timeout=120).json()["plies"] < plies:
        time.sleep(0.1)
    tell("back")
    tell("end")
    return opened, plain.get(url, timeout=120).json()["plies"]


@pytest.mark.parametrize("game", ["desert_bazaar", "kairo", "grand_bazaar"])
def test_players_see_their_own_hand_at_every_moment(person, server, game):
    opened, plies = ended_game(server, game)
    player = person().sit(opened)
    page, output = player.page, player.page.locator(".replay output")
    eventually(page, lambda: output.inner_text() == f"{plies} of {plies}")
    page.locator(".replay input").fill(str(plies // 2))
    for size in (DESK, PHONE, {"width": 844, "height": 390}):
        page.set_viewport_size(size)
        eventually(page, lambda: page.url.endswith(f"#{plies // 2}"))
        hand, bar = page.locator(".hand"), page.locator(".replay")
        eventually(page, hand.is_visible)
        assert page.locator(".hand .sprite").count()
        eventually(page, lambda hand=hand, bar=bar: is_before(hand.bounding_box(), bar.bounding_box()))


def is_before(one, other):
    """Return whether a box is above another, or to the left of it."""
    return one["x"] + one["width"] <= other["x"] or one["y"] + one["height"] <= other["y"]


def test_hands_are_revealed_only_once_the_game_is_over(server):
    said = {"kairo": r"North|South|West|East|Centre|Middle", "grand_bazaar": "In hand:"}
    for game, words in said.items():
        running = server.table("me", "random", game=game)
        over, plies = ended_game(server, game)
        for opened, ply, open_hands in ((running, 0, False), (over, 1, True), (over, plies // 2, True)):
            url = f"{server.url}/api/tables/{opened['table']}/frames?ply={ply}"
            scene = plain.get(url, timeout=120).json()["frames"][0]["scene"]
            stats = [stat.get("title", "") for panel in scene["panels"] for stat in panel.get("stats", ())]
            tooltips = [each.get("hint", "") for each in scene.get("tooltips", ())]
            hands = [each for each in (stats if game == "kairo" else tooltips) if re.search(words, each)]
            assert bool(hands) == open_hands, (game, ply)


def test_a_link_opens_its_moment(person, server, finished):
    opened, plies = finished
    player = person()
    player.page.goto(f"{server.url}{opened['links']['watch']}#42")
    output = player.page.locator(".replay output")
    eventually(player.page, lambda: output.inner_text() == f"42 of {plies}")
    shown = plain.get(f"{server.url}/api/tables/{opened['table']}/frames?ply=42").json()["frames"][0]["scene"]
    eventually(player.page, lambda: player.prompt == shown["prompt"]["title"])
    assert player.page.locator(".seat .pts").all_inner_texts() == [panel["score"] for panel in shown["panels"]]
    player.page.locator("[data-step='1']").click()
    eventually(player.page, lambda: player.page.url.endswith("#43"))
    player.page.locator("[data-play]").click()
    eventually(player.page, lambda: output.inner_text() == f"45 of {plies}")
    player.page.locator("[data-play]").click()
    player.page.locator(".replay input").fill("0")
    eventually(player.page, lambda: output.inner_text() == f"0 of {plies}")
    eventually(player.page, lambda: player.page.url.endswith("#0"))
    player.page.evaluate("location.hash = '#7'")
    eventually(player.page, lambda: output.inner_text() == f"7 of {plies}")


def test_a_link_followed_while_a_moment_loads_is_not_lost(person, server, finished):
    opened, plies = finished
    page = person().page
    page.goto(f"{server.url}{opened['links']['watch']}#42")
    output = page.locator(".replay output")
    eventually(page, lambda: output.inner_text() == f"42 of {plies}" and page.url.endswith("#42"))
    page.evaluate("location.hash = '#7'; history.replaceState(null, '', '#42')")
    eventually(page, lambda: output.inner_text() == f"7 of {plies}" and page.url.endswith("#7"))


def test_a_moment_that_fails_to_load_is_not_announced_as_shown(person, server, finished):
    opened, plies = finished
    page = person(forgive="ERR_FAILED").page
    page.goto(f"{server.url}{opened['links']['watch']}#42")
    output, step = page.locator(".replay output"), page.locator("[data-step='1']")
    eventually(page, lambda: page.url.endswith("#42") and output.inner_text() == f"42 of {plies}")
    page.route("**/frames?*", lambda route: route.abort())
    step.click()
    eventually(page, lambda: output.inner_text() == f"42 of {plies}")
    page.unroute("**/frames?*")
    step.click()
    eventually(page, lambda: page.url.endswith("#43") and output.inner_text() == f"43 of {plies}")


def test_the_story_follows_the_moment(person, server, finished):
    opened, plies = finished
    player = person()
    page = player.page
    page.goto(f"{server.url}{opened['links']['watch']}#42")
    now, later = page.locator(".story [aria-current]"), page.locator(".story .later")
    eventually(page, lambda: now.count() == 1 and later.count() > 0 and int(now.get_attribute("data-ply")) <= 42)
    assert now.evaluate(
        "line => { const box = line.getBoundingClientRect(); return box.top > 0 && box.bottom < innerHeight; }"
    )
    assert all(int(line.get_attribute("data-ply")) > 42 for line in later.all()[:5])
    line = later.first
    ply, said = line.get_attribute("data-ply"), line.inner_text()
    line.click()
    eventually(page, lambda: page.locator(".replay output").inner_text() == f"{ply} of {plies}")
    eventually(page, lambda: page.url.endswith(f"#{ply}"))
    assert said in page.locator(f".story [data-ply='{ply}']:not(.later)").all_inner_texts()


def test_without_a_visible_story_a_moment_describes_its_decision(person, server, finished):
    opened, plies = finished
    page = person(PHONE).page
    at = f"{server.url}/api/tables/{opened['table']}/frames?layout=tall&ply="
    told = ((ply, plain.get(f"{at}{ply}").json()["frames"][0].get("lines", [])) for ply in range(42, plies))
    ply, text = next((ply, line["text"]) for ply, lines in told for line in lines[-1:] if line.get("tone") != "turn")
    page.goto(f"{server.url}{opened['links']['watch']}#{ply}")
    done = re.sub(r"\*\*|\[\[|\]\]", "", text)
    eventually(page, lambda: page.locator(".prompt .say span").first.inner_text() == done)


BELOW = """async () => {
  const { showTally } = await import("/static/js/tally.js"), cells = ["4", "5", "6"];
  const tally = { rows: [], total: "Total", totals: cells, ranks: [3, 2, 1], below: [["Cards left", cells, ""]] };
  const seats = cells.map((name) => ({ name }));
  await showTally(tally, { panels: seats, seats, you: null, again: { label: "Again" }, share: "" }, true);
  const rows = [...document.querySelector(".tally table").rows];
  return rows.map(({ cells }) => [...cells].map((cell) => cell.getBoundingClientRect().x));
}"""
"""Shows a scoring with a row below its total, and tells where the cells of each row begin."""


def test_rows_below_the_total_stand_under_the_same_heads(person, server, finished):
    page = person().sit(finished[0], "watch").page
    page.locator(".tally").wait_for()
    heads, *rows = page.evaluate(BELOW)
    assert len(rows) == 3
    assert rows == [heads] * 3


def test_the_scoring_is_shown_row_by_row_and_can_be_repeated(person, server, finished):
    player = person(PHONE).sit(finished[0], "watch")
    tally = player.page.locator(".tally")
    tally.wait_for()
    assert tally.locator("tbody tr").count() >= 7
    check(player.page, "final scoring")
    tally.get_by_role("button", name="Look at the board").click()
    check(player.page, "a finished game")
    player.press(player.button("Scores"))
    assert tally.is_visible()
    assert player.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_scoring_and_the_analysis_can_be_closed_by_keyboard(person, server, finished):
    page = person().sit(finished[0], "watch").page
    tally, analysis = page.locator(".tally"), page.locator(".analysis")
    tally.wait_for()
    tally.get_by_role("button", name="Look at the board").click()
    page.get_by_role("button", name="Scores").focus()
    page.keyboard.press("Enter")
    tally.wait_for()
    assert page.evaluate("document.activeElement.matches('.tally .close')")
    page.keyboard.press("Escape")
    tally.wait_for(state="hidden")
    assert page.evaluate("document.activeElement.textContent") == "Scores"
    page.keyboard.press("Enter")
    tally.get_by_role("button", name="Analysis").click()
    analysis.wait_for()
    page.keyboard.press("Escape")
    analysis.wait_for(state="hidden")


def test_the_game_can_be_saved_and_its_randomness_checked(person, server, finished):
    player = person().sit(finished[0], "watch")
    player.page.locator(".tally .close").click()
    player.page.locator(".menu").click()
    again = player.page.locator("dialog.settings [value=again]")
    assert again.inner_text() == "New table", "who watched plays another game"
    with player.page.expect_download() as download:
        player.page.get_by_role("link", name="Download the game").click()
    saved = json.loads(download.value.path().read_text())
    assert saved["game"] == GAME
    player.page.get_by_role("button", name="Fair play").click()
    fair = player.page.locator("dialog.fair")
    eventually(player.page, lambda: fair.locator(".verdict").inner_text().startswith("✓"))
    assert len(fair.locator(".secret").inner_text()) == 64
