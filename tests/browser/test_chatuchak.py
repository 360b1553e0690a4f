"""Chatuchak by clicking: a whole game, previews, refusals, and the puzzle."""

import re

import pytest

from souq.games.chatuchak.state import STOP
from tests import plain
from tests.browser.conftest import PHONE, eventually

pytestmark = pytest.mark.browser

GAME = "chatuchak"
SIDE, ORDER = "3", (18, 19, 13, 16, 12, 18, 21, 3, 27, 26, 2, 20, 23, 19, 7, 11, 8, 10, 28, 4)
"""A start grid and a solution of it."""

OVER = "() => document.querySelectorAll('.board .over .sprite').length"
RISEN = "() => [...document.querySelectorAll('.sprite.rising')].map((sprite) => sprite.dataset.key)"
GAP = """() => new DOMMatrix(getComputedStyle(document.querySelector('.board [data-key="hole"]')).transform)"""


def hint(player):
    return player.page.locator(".prompt .say span").inner_text()


def greedy(player):
    """Move the booth with the longest description."""
    best = max(player.keys("booth-"), key=lambda key: worth(player, key))
    player.hit(best)
    eventually(player.page, lambda: any(label.startswith("Move the") for label in player.buttons))
    player.press(player.button("Move the"))


def worth(player, key):
    said = player.page.locator(f'.board .sprite:not(.leaving)[data-key="{key}"]').get_attribute("aria-label")
    return 4 * ("Wins" in said) - 2 * ("no longer count" in said) + ("together" in said)


@pytest.mark.wide
def test_a_whole_game_against_two_bots(person, server, same):
    same(3)
    player = person().sit(server.table("me", "greedy", "greedy", game=GAME))
    for _ in range(90):
        if player.ready(90) == "over":
            break
        greedy(player)
    tally = player.page.locator(".tally")
    tally.wait_for()
    rows = {row.locator("th").first.inner_text().split("\n")[0]: row for row in tally.locator("tbody tr").all()}
    totals = [int(cell.replace("−", "-")) for cell in rows["Total"].locator("td").all_inner_texts()[:3]]
    points = [int(text.replace("−", "-")) for text in player.page.locator(".seat .pts").all_inner_texts()]
    assert totals == sorted(totals, reverse=True), "the winner comes first"
    assert totals == sorted(points, reverse=True)
    assert any(line.startswith("You ") and " marker" in line for line in player.story())


def test_a_booth_shows_what_its_move_would_do_and_a_button_moves_it(person, server, same):
    same(1)
    player = person().sit(server.table("me", "greedy", game=GAME, options={"start_player": "seat 1"}))
    player.ready(90)
    keys = player.keys("booth-")
    assert len(keys) == 9
    assert player.buttons == ["Pass for good"]
    best = max(keys, key=lambda key: worth(player, key))
    player.point(best)
    assert "Wins" in hint(player)
    assert player.page.evaluate(OVER) >= 4
    assert any(key.startswith("goal-") for key in player.page.evaluate(RISEN))
    before = player.page.evaluate(GAP)
    player.hit(best)
    eventually(player.page, lambda: len(player.buttons) == 2)
    assert player.prompt.endswith("?")
    player.press(player.button("Move the"))
    eventually(player.page, lambda: player.page.evaluate(GAP) != before)
    assert player.page.locator('.board [data-key^="chip-"]').count() == 1


def test_an_immovable_booth_says_why_it_cannot_move(person, server, same):
    same(1)
    player = person().sit(server.table("me", "greedy", game=GAME, options={"start_player": "seat 1"}))
    player.ready(90)
    player.point("booth-14")
    assert "isn’t in the gap’s row or column" in hint(player)
    player.hit("booth-14")
    eventually(player.page, lambda: "CH-T03" in player.page.locator("body").inner_text())


def test_passing_for_the_rest_of_the_game_needs_confirmation(person, server, same):
    same(1)
    player = person().sit(server.table("me", "greedy", game=GAME, options={"start_player": "seat 1"}))
    player.ready(90)
    player.page.wait_for_timeout(500)
    player.press(player.button("Pass for good"))
    eventually(player.page, lambda: "Yes, pass for good" in player.buttons)
    assert player.keys("booth-")
    player.page.wait_for_timeout(500)
    player.press(player.button("Yes, pass for good"))
    eventually(player.page, lambda: any("You pass for good" in line for line in player.story()))


def test_the_puzzle_is_solved_by_single_clicks_which_can_be_undone(person, server):
    player = person(PHONE).sit(server.table("me", game=GAME, options={"side": SIDE}))
    player.ready(90)
    moves = player.page.locator('.board [data-key="moves"]')
    for nth, cell in enumerate(ORDER[:-1], 1):
        player.ready()
        player.hit(f"booth-{cell}")
        eventually(player.page, lambda nth=nth: f"{nth} move" in moves.text_content())
    player.press(player.page.locator(".prompt .undo"))
    eventually(player.page, lambda: f"{len(ORDER) - 2} move" in moves.text_content())
    for cell in ORDER[-2:]:
        player.ready()
        eventually(player.page, lambda cell=cell: f"booth-{cell}" in player.keys("booth-"))
        player.hit(f"booth-{cell}")
        player.page.wait_for_timeout(100)
    player.page.locator(".tally").wait_for()
    assert not re.search(r"\b(true|false|null|undefined|NaN|None)\b", player.page.locator(".tally").inner_text())
    assert "Market Master" in player.page.locator("body").inner_text()


PLACES = """(names) => names.map((name) => {
  const { x, y, right, bottom } = document.querySelector(name).getBoundingClientRect();
  return { x, y, right, bottom };
})"""


def test_a_race_of_two_fits_a_phone(person, server):
    """The rival's market is smaller than one's own, and at the end nothing covers the replay."""
    opened = server.table("me", "open", game=GAME, options={"play": "speed"})
    token = server.guest(opened, 1, "Omar")
    player = person(PHONE).sit(opened)
    player.ready(90)
    tools, own, rival = player.page.evaluate(
        PLACES, [".top .tools", '.board [data-key="booth-29"]', '[data-key="s1-booth-29"]']
    )
    assert PHONE["width"] - tools["right"] < 12
    assert rival["right"] - rival["x"] < own["right"] - own["x"]
    assert rival["bottom"] <= PHONE["height"]
    for seat, bearer in ((0, opened["token"]), (1, token)):
        url = f"{server.url}/api/tables/{opened['table']}"
        headers = {"Authorization": f"Bearer {bearer}"}
        seq = plain.get(f"{url}/view", headers=headers, timeout=60).json()["seq"]
        body = {"id": f"gives-up-{seat}", "seq": seq, "choice": STOP}
        assert plain.post(f"{url}/choose", json=body, headers=headers, timeout=60).status_code == 200
    player.page.locator(".tally .close").click()
    replay, slider, below = player.page.evaluate(PLACES, [".replay", ".replay input", ".insets"])
    assert slider["bottom"] <= replay["bottom"] <= below["y"]
