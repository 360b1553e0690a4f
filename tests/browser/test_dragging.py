"""Dragging pieces to where they go, with the mouse and with a finger."""

import json
import re

import pytest

from tests.browser.conftest import DESK, PHONE, TURN, eventually
from tests.browser.test_proposals import begin, said, table, there

__all__ = ["table"]
pytestmark = pytest.mark.browser

BOTH = pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
NOWHERE = (4, 4)
HOVER = "dispatchEvent(new PointerEvent('pointermove', { pointerId: 1, buttons: 0 }))"
CARRIED = "document.querySelectorAll('.carried').length"
SHOWN = "document.querySelectorAll('.board .over .sprite').length"


def gap(player):
    return player.page.locator('.board [data-key="hole"]').evaluate("hole => hole.style.transform")


def hint(player):
    return player.page.locator(".prompt .say span").inner_text()


@BOTH
def test_a_piece_that_is_dropped_where_it_goes_moves_there(person, server, same, size):
    """On the way it shows what the move would do, as it does when it is pointed at."""
    same(1)
    player = person(size).sit(server.table("me", "greedy", game="chatuchak", options={"start_player": "seat 1"}))
    player.ready(90)
    key, before = player.keys("booth-")[0], gap(player)
    player.carry(key, NOWHERE)
    assert player.page.evaluate(CARRIED) == 1
    assert player.page.evaluate(SHOWN) > 0, "what its move would do"
    player.let_go()
    eventually(player.page, lambda: player.page.evaluate(CARRIED) == 0)
    assert player.page.evaluate(SHOWN) == 0
    assert player.page.locator(".sprite.chosen").count() == 0
    assert gap(player) == before
    player.carry(key)
    player.carry_to("hole")
    assert player.page.locator(".carried.over").count() == 1
    assert player.page.locator(".sprite.can").count() == 1, "what it can be dropped on is lit alone"
    player.let_go()
    eventually(player.page, lambda: gap(player) != before)
    assert player.page.evaluate(CARRIED) == 0


@BOTH
def test_lifting_a_piece_asks_where_it_goes(person, server, size):
    """A drop elsewhere takes that back; a drop on a lit site builds there."""
    player = person(size).sit(server.table("me", "greedy", "greedy"))
    player.until(lambda: player.prompt.startswith(TURN))
    asked, key = player.prompt, player.keys("tile-")[0]
    player.carry(key)
    eventually(player.page, lambda: player.prompt.startswith("Choose a site"))
    player.carry_on(NOWHERE)
    player.let_go()
    eventually(player.page, lambda: player.prompt == asked)
    player.ready()
    player.carry(key)
    eventually(player.page, lambda: player.can("site-").count())
    before = hint(player)
    player.carry_to(player.keys("site-")[0])
    assert "ou pay" in hint(player), "as when the site is pointed at"
    assert hint(player) != before
    player.let_go()
    eventually(player.page, lambda: not player.prompt.startswith("Choose a site"))
    player.ready()
    assert player.prompt != asked


class Slow:
    """A proxy that holds back scenes once told to, and then shows each one on the way to itself."""

    def __init__(self, page):
        self.held, self.holds = [], False
        page.route_web_socket(re.compile("/ws/"), self.connect)

    def connect(self, client):
        self.client, server = client, client.connect_to_server()
        client.on_message(server.send)
        server.on_message(self.heard)

    def heard(self, text):
        message = json.loads(text)
        if self.holds and message["type"] == "frames":
            self.held.append(message)
        else:
            self.client.send(text)

    def let_go(self):
        self.holds = False
        for message in self.held:
            (frame,) = message["frames"]
            on_the_way = frame | {"lines": [{"seat": None, "text": "A tile is lifted."}]}
            self.client.send(json.dumps(message | {"frames": [on_the_way, frame]}))


def test_a_drop_is_kept_until_the_last_scene(person, server):
    """What lifting a piece leads to may take several scenes to show; only the last one says where it can go."""
    player = person()
    slow = Slow(player.page)
    player.sit(server.table("me", "greedy", "greedy"))
    player.until(lambda: player.prompt.startswith(TURN) and player.keys("tile-"))
    key = player.keys("tile-")[0]
    player.press(player.can(key))
    eventually(player.page, lambda: player.prompt.startswith("Choose a site"))
    site = player.spot(player.keys("site-")[0], [".can"])
    player.page.keyboard.press("Escape")
    eventually(player.page, lambda: player.prompt.startswith(TURN))
    player.ready()
    slow.holds = True
    player.carry(key, site)
    player.let_go()
    eventually(player.page, lambda: slow.held)
    slow.let_go()
    eventually(player.page, lambda: player.page.evaluate(CARRIED) == 0)
    player.ready()
    assert not player.prompt.startswith((*TURN, "Choose a site"))


def test_escape_puts_back_what_is_carried(person, server):
    player = person().sit(server.table("me", "greedy", "greedy"))
    player.until(lambda: player.prompt.startswith(TURN))
    asked = player.prompt
    player.carry(player.keys("tile-")[0])
    player.page.keyboard.press("Escape")
    eventually(player.page, lambda: player.prompt == asked and player.page.evaluate(CARRIED) == 0)
    player.let_go()
    player.ready()
    assert player.prompt == asked


def test_the_button_let_go_of_after_escape_clicks_nothing(person, server, same):
    same(1)
    player = person().sit(server.table("me", "greedy", game="chatuchak", options={"start_player": "seat 1"}))
    player.ready(90)
    key, other = player.keys("booth-")[:2]
    player.carry(key, NOWHERE)
    player.page.keyboard.press("Escape")
    eventually(player.page, lambda: player.page.evaluate(CARRIED) == 0)
    player.carry_on(player.spot(other, [".can"]))
    player.let_go()
    assert player.page.locator(".sprite.chosen").count() == 0
    player.hit(other)
    assert player.page.locator(".sprite.chosen").count() == 1


def test_a_piece_is_not_carried_without_a_button(person, server, same):
    """A button that is let go of outside the window may not say so."""
    same(1)
    player = person().sit(server.table("me", "greedy", game="chatuchak", options={"start_player": "seat 1"}))
    player.ready(90)
    player.carry(player.keys("booth-")[0], NOWHERE)
    assert player.page.evaluate(CARRIED) == 1
    player.page.evaluate(HOVER)
    assert player.page.evaluate(CARRIED) == 0


def test_a_key_clicks_after_a_finger_has_dragged(person, server, same):
    """A finger's drag ends without a click."""
    same(1)
    player = person(PHONE).sit(server.table("me", "greedy", game="chatuchak", options={"start_player": "seat 1"}))
    player.ready(90)
    player.carry(player.keys("booth-")[0], NOWHERE)
    player.let_go()
    eventually(player.page, lambda: player.page.evaluate(CARRIED) == 0)
    player.page.locator(".menu").press("Enter")
    assert player.page.locator("dialog.settings").is_visible()


def test_a_card_is_dropped_into_a_proposal(person, table):
    amina, _ = begin(person, table)
    amina.carry("hand-0-0", NOWHERE)
    amina.let_go()
    assert there(amina) == [[], []]
    amina.carry("hand-0-0")
    box = amina.page.locator(".compose .well").first.bounding_box()
    amina.carry_on((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    assert amina.page.locator(".compose.onto").count() == 1
    amina.let_go()
    assert there(amina) == [["Salt"], []]
    assert said(amina) == "Say what you ask for."
