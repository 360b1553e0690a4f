"""The Grand Bazaar's composer on phones: nothing overlaps, and a tap presses the button under it.

The page receives positions that are made here instead of its table's.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute

from souq.engine.rules.record import Batch
from souq.engine.rules.twin import Twin
from souq.games.grand_bazaar.state import CUSTOMERS, PLAYERS, SIDE, Phase, Trading
from tests.browser.conftest import PHONE
from tests.games.grand_bazaar.sentences import cards, floor
from tests.games.grand_bazaar.test_scene import drawn

pytestmark = pytest.mark.browser

HANDS = (
    "2 Glass, Horses, Goats, Olive Oil, Dates, 2 Almonds, Salt, Ore, Alabaster, Cedar, Tents, Rugs",
    "Cut Gems, Paper, Glass, 2 Horses, Cattle, Goats, Almonds, 2 Ore, Robes, Linen",
    "Frankincense, Swords, 2 Camels, Sheep, Spices, Dates, Wool",
    "Swords, Jade, Camels, Sheep, 3 Dates, Spices, Cedar, 2 Wool",
    "Paper, Swords, Cattle, 2 Sheep, 4 Spices, Olive Oil, 2 Salt, Rugs",
    "2 Paper, Goats, Olive Oil, Almonds, Amber, Alabaster, Linen",
)
OFFERS = ((1, "Glass", "Salt"), (1, "2 Horses, Cattle", "Tents, Rugs"), (2, "Swords", "Ore"), (2, "Wool", "Dates"))
"""Offers: the seat, and the goods given and asked for."""
UPRIGHT = ((360, 640), (390, 844), (430, 932))
SIZES = (*UPRIGHT, *((height, width) for width, height in UPRIGHT))

FILLED = """(n) => {
  const part = (name) => document.querySelector(`.compose [data-focus="${name}"]`);
  part('clear').click();
  for (const side of n ? [0, 1] : []) {
    part(`add ${side}`).click();
    for (let i = 0; i < n; i++) document.querySelectorAll('.palette .card:not([aria-disabled])')[3 * i % 4]?.click();
    part(`add ${side}`).click();
  }
}"""
"""Put this many cards on each side."""

FAULTS = """() => {
  const shown = (query) => [...document.querySelectorAll(query)].filter((each) => each.checkVisibility());
  const box = (element) => element.getBoundingClientRect(), compose = document.querySelector('.compose'), faults = [];
  const others = shown('.chips, .prompt, .hand, .ledge, .top');
  const overlaps = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  for (const one of others) for (const other of [compose, ...others])
    if (one !== other && overlaps(box(one), box(other))) faults.push(`${one.className} lies over ${other.className}`);
  if (document.documentElement.scrollWidth > innerWidth) faults.push('it is wider than the window');
  for (const button of shown('.compose :is(button, input), .prompt button')) {
    button.scrollIntoView({ block: 'nearest' });
    const { left, right, top, bottom, width, height } = box(button), name = button.dataset.focus ?? button.innerText;
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!button.contains(hit)) faults.push(`a tap on ${name} hits ${hit?.outerHTML.slice(0, 60)}`);
    if (Math.min(width, height) < 36) faults.push(`${name} is ${width} by ${height}`);
  }
  return faults;
}"""


def trading(players: int, offers: int, phase: Phase) -> Batch:
    """Return a position in which Amina may offer, with this many open proposals."""
    fields: dict[str, Any] = {"negotiator": 1, "access": [1 << PLAYERS] * CUSTOMERS}
    state = floor(phase, 0, *HANDS[:players], players=players, **fields)
    view = Twin.of(state)
    view.access = [0b100101, 0b011010, 0b000011]
    if phase == Phase.OPEN:
        view.trading, view.negotiator = Trading.OPEN, (1 << players) - 1
    between = [(by, to) for by, to in itertools.permutations(range(players), 2) if by][:offers]
    for nth, (by, to) in enumerate(between):
        _, give, want = OFFERS[nth % len(OFFERS)]
        for name, side in (("give", give), ("want", want)):
            row = sorted(cards(side))
            getattr(view, name)[by][to] = [*row, *[-1] * (SIDE - len(row))]
        view.posted[by] |= 1 << to
    view.store(state)
    return state


@pytest.fixture
def show(person: Callable[..., Any], server: Any) -> Callable[[Batch], Page]:
    """Show a position to the first seat of a table of its size."""
    opened = server.table("me", *["greedy"] * (PLAYERS - 1), game="grand_bazaar", options={"start_player": "seat 1"})
    player = person(PHONE)
    sockets: list[WebSocketRoute] = []
    told: list[int] = []

    def relay(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)

        def hear(text: str | bytes) -> None:
            message = json.loads(text)
            if not told:
                socket.send(text)
            if message["type"] == "frames":
                told.append(message["seq"])

        server.on_message(hear)

    player.page.route_web_socket("**/ws/**", relay)
    player.sit(opened).page.locator(".sprite.can").first.wait_for()

    def now(state: Batch) -> Page:
        frame = {"ply": 1, "lines": [], "effects": [], "scene": drawn(state, 0, "tall").to_json()}
        message = {"type": "frames", "seq": told[0], "catchup": False, "after": 0, "frames": [frame]}
        sockets[-1].send(json.dumps(message))
        player.page.locator(".compose").wait_for()
        player.page.wait_for_function(
            "n => document.querySelectorAll('.chip').length === n", arg=int(state["players"][0])
        )
        return player.page

    return now


def faults(page: Page, many: tuple[int, ...]) -> list[str]:
    """Return the page's faults at every size, with this many cards on each side."""
    found = []
    for n, (width, height) in itertools.product(many, SIZES):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(FILLED, n)
        found += [f"{width}x{height}, {n} cards: {each}" for each in page.evaluate(FAULTS)]
    return found


CASES = [(2, 0), (4, 2), (6, 0), (6, 6)]


@pytest.mark.parametrize(("players", "offers"), CASES)
def test_buttons_of_proposals_do_not_overlap(show, players, offers):
    page = show(trading(players, offers, Phase.OPEN if offers else Phase.FLOOR))
    assert faults(page, (0, SIDE)) == []


@pytest.mark.wide
@pytest.mark.parametrize("players", range(2, PLAYERS + 1))
def test_the_composer_has_no_overlaps_for_any_number_of_traders_and_cards(show, players):
    for offers in (0, 1, 3, 6):
        page = show(trading(players, offers, Phase.OPEN if offers else Phase.FLOOR))
        assert faults(page, (0, 2, SIDE)) == [], offers


def test_clear_empties_the_composer_without_confirmation(show):
    page = show(trading(6, 0, Phase.FLOOR))
    page.evaluate(FILLED, SIDE)
    title = page.locator(".say b").inner_text()
    page.locator(".compose .clear").tap()
    assert page.locator('.compose [data-focus^="in "]').count() == 0
    assert page.locator(".say b").inner_text() == title


def test_an_added_card_and_the_available_goods_scroll_into_view(show):
    page = show(trading(6, 6, Phase.OPEN))
    page.set_viewport_size({"width": 360, "height": 640})
    seen = """(query) => {
      const { top, bottom } = document.querySelector(query).getBoundingClientRect();
      const frame = document.querySelector('.compose').getBoundingClientRect();
      return top >= frame.top - 1 && (bottom <= frame.bottom + 1 || bottom - top > frame.height / 2);
    }"""
    page.locator('.compose [data-focus="add 1"]').tap()
    assert page.evaluate(seen, ".palette")
    page.locator('.hand .sprite.can[data-key="card-3"]').tap()
    assert page.evaluate(seen, '.compose [data-focus="in give-3 0"]')
