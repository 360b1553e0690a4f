"""Races: no move waits for another player's, or disturbs pointer, focus or clicks."""

from __future__ import annotations

import random
import secrets

import httpx
import pytest

from souq.engine import registry
from tests import plain
from tests.browser.conftest import Server, eventually
from tests.dash import GAME as DASH

pytestmark = pytest.mark.browser

RACES = {DASH.name: {}, "chatuchak": {"play": "speed"}}
MOVING = {"reduced_motion": "no-preference"}


@pytest.fixture(params=[name for name in RACES if name in registry.games()])
def race(request):
    return {"game": request.param, "options": RACES[request.param]}


class Rival:
    """An opponent in a race without a screen."""

    def __init__(self, server, opened, seat=1):
        self.url = f"{server.url}/api/tables/{opened['table']}"
        self.http = httpx.Client(
            verify=False, headers={"Authorization": f"Bearer {server.guest(opened, seat, 'Omar')}"}, timeout=30
        )

    def view(self):
        return self.http.get(f"{self.url}/view").json()

    def move(self, nth=0):
        """Make one of the legal moves, except the last, which gives up."""
        view = self.view()
        choice = view["legal"][nth % (len(view["legal"]) - 1)]["choice"]
        body = {"id": secrets.token_hex(8), "seq": view["seq"], "choice": choice}
        answer = self.http.post(f"{self.url}/choose", json=body)
        assert answer.status_code == 200, answer.text

    def made(self):
        """Return the number of decisions of each seat."""
        decisions = self.http.get(f"{self.url}/log").json()["decisions"]
        return [sum(each["seat"] == seat for each in decisions) for seat in (0, 1)]


OFFERED = """() => [...document.querySelectorAll(".board .sprite.can:not([aria-pressed])")]
  .map((sprite) => sprite.dataset.key).sort()"""


def one_click_keys(player):
    """Return the keys of sprites that are chosen with one click."""
    eventually(player.page, lambda: player.ready() and player.page.evaluate(OFFERED))
    return player.page.evaluate(OFFERED)


def make_a_move(player, nth=0):
    """Make one of the possible moves by clicking."""
    keys = one_click_keys(player)
    player.hit(keys[nth % len(keys)])


def test_two_pages_race_and_no_click_is_lost(person, server, race):
    opened = server.table("me", "open", **race)
    amina, omar = person(**MOVING).sit(opened), person(**MOVING)
    token = server.guest(opened, 1, "Omar")
    omar.sit({**opened, "token": token})
    pick = random.Random(5)
    for turn in range(3):
        for player in (amina, omar):
            for _ in range(2 - turn % 2):
                make_a_move(player, pick.randrange(2))
    log = f"{server.url}/api/tables/{opened['table']}/log"
    eventually(amina.page, lambda: [each["seat"] for each in plain.get(log).json()["decisions"]].count(0) == 5)
    eventually(omar.page, lambda: [each["seat"] for each in plain.get(log).json()["decisions"]].count(1) == 5)
    for player in (amina, omar):
        assert not player.page.locator(".callout").is_visible(), "nothing was refused"
        assert not player.page.locator(".undo").count()


def test_another_players_move_does_not_disturb_pointer_focus_or_clicks(person, server, race):
    opened = server.table("me", "open", **race)
    rival = Rival(server, opened)
    player = person(**MOVING).sit(opened)
    page, keys = player.page, one_click_keys(player)
    shown = "document.querySelector('.over').childElementCount + document.querySelector('.prompt .say').textContent"
    player.point(keys[0])
    before = page.evaluate(shown)
    rival.move()
    eventually(page, lambda: len(player.story()) and rival.made()[1] == 1)
    page.wait_for_timeout(300)
    assert page.evaluate(shown) == before, "what is pointed at is still told of"
    page.mouse.move(5, 5)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    focused = page.evaluate("document.activeElement.dataset.key")
    assert focused
    rival.move()
    page.wait_for_timeout(300)
    assert page.evaluate("document.activeElement.dataset.key") == focused
    assert rival.made() == [0, 2]
    page.mouse.move(*player.spot(keys[0], [".can"]))
    page.mouse.down()
    rival.move()
    page.wait_for_timeout(200)
    page.mouse.up()
    eventually(page, lambda: rival.made() == [1, 3])


def test_clicks_during_other_players_animations_count(person, server):
    """Their animation takes a second."""
    opened = server.table("me", "open", game=DASH.name)
    rival = Rival(server, opened)
    player = person(**MOVING).sit(opened)
    player.ready()
    for turn in range(1, 4):
        rival.move()
        eventually(player.page, lambda: player.page.locator(".float").count())
        stone = player.page.locator(f".sprite.can[data-key='stone-{turn}']")
        eventually(player.page, stone.count)  # what one did oneself is on the table
        player.hit(f"stone-{turn}")
        eventually(player.page, lambda turn=turn: rival.made() == [turn, turn])


def test_buttons_are_not_replaced_by_other_players_moves(person, server):
    """A button that is pressed or focused keeps its element."""
    opened = server.table("me", "open", game=DASH.name)
    rival = Rival(server, opened)
    player = person(**MOVING).sit(opened)
    player.ready()
    button = player.button("Give up")
    button.focus()
    button.evaluate("element => { element.kept = true; }")
    rival.move()
    eventually(player.page, lambda: rival.made() == [0, 1])
    player.page.wait_for_timeout(300)
    assert player.button("Give up").evaluate("element => element.kept && element === document.activeElement")
    player.page.keyboard.press("Enter")
    assert player.buttons == ["Yes, give up"], "asks once more"
    rival.move()
    player.page.wait_for_timeout(300)
    assert player.buttons == ["Yes, give up"], "what is selected stays so"


def test_a_race_starts_after_a_shared_countdown(person, tmp_path):
    own = Server(tmp_path, countdown=6.0)
    own.start()
    try:
        opened = own.table("me", "open", game=DASH.name)
        amina, omar = (person(at=own, forgive="ailed") for _ in range(2))
        amina.sit(opened).page.locator(".waiting").wait_for()
        token, seen = own.guest(opened, 1, "Omar"), []
        omar.sit({**opened, "token": token})
        count = amina.page.locator(".countdown")
        eventually(amina.page, count.is_visible)
        assert amina.can("stone").count() == 0
        amina.page.mouse.click(*amina.page.evaluate(MIDDLE))
        while count.is_visible():
            seen.append(count.text_content())
            amina.page.wait_for_timeout(40)
        assert list(dict.fromkeys(seen))[-3:] == ["3", "2", "1"]
        amina.ready()
        assert [seat.inner_text() for seat in amina.page.locator(".seat .pts").all()] == ["0", "0"], "nothing was early"
        amina.hit("stone-3")
        eventually(amina.page, lambda: amina.page.locator(".seat .pts").first.inner_text() == "1")
        eventually(omar.page, lambda: omar.page.locator(".seat .pts").first.inner_text() == "1")
    finally:
        own.stop()


MIDDLE = """() => {
  const { x, y, width, height } = document.querySelector('[data-key=stone-3]').getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
