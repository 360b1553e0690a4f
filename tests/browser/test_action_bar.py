"""The bar with the prompt, its choices and its tools: on a phone it keeps its shape in every situation."""

import pytest

from tests.barter import GAME as BARTER
from tests.browser.conftest import PHONE, eventually

pytestmark = pytest.mark.browser

PARTS = {
    "prompt": ".prompt",
    "say": ".prompt .say",
    "acts": ".prompt .acts > *",
    "aids": ".prompt :is(.aids > *, .standing:not([hidden]) > button)",
}
BOXES = """(parts) => Object.fromEntries(Object.entries(parts).map(([name, query]) =>
  [name, [...document.querySelectorAll(query)].map((element) => {
    const { x, y, right, height } = element.getBoundingClientRect();
    return [x, y, right, height].map(Math.round);
  })]))"""

LAID = {"width": 844, "height": 390}


def shape(player, width=PHONE["width"]):
    """Return the bar's height, the end of its tools, and the contents of its two rows; every row is one line."""
    boxes = player.page.evaluate(BOXES, PARTS)
    ((_, _, end, height),) = boxes["prompt"]
    for row in (boxes["acts"], boxes["aids"]):
        assert len({y for _, y, _, _ in row}) <= 1, "what is in a row stands in one"
        assert all(high >= 44 for *_, high in row)
    assert all(right <= width for _, _, right, _ in (*boxes["acts"], *boxes["aids"]))
    assert all(right - left >= 44 for left, _, right, _ in boxes["aids"])
    last = max((right for _, _, right, _ in boxes["aids"]), default=end - 6)
    assert not boxes["acts"] or boxes["acts"][0][1] >= boxes["say"][0][1] + boxes["say"][0][3]
    return height, end - last, len(boxes["acts"]), len(boxes["aids"])


@pytest.mark.parametrize("size", [PHONE, LAID, {"width": 320, "height": 640}])
def test_the_bar_keeps_its_shape_in_an_auction(person, server, size):
    player = person(size, has_touch=True, is_mobile=True).sit(server.table("me", "random", "random", game="marracash"))
    seen, width = set(), size["width"]
    for _ in range(30):
        player.ready()
        seen.add(shape(player, width))
        if "Other…" in player.buttons and len({acts for *_, acts, _ in seen}) > 2:
            break
        player.press(player.page.locator(".prompt .acts .btn, .sprite.can").first)
    player.press(player.button("Other"))
    seen.add(shape(player, width))
    assert len({height for height, *_ in seen}) == 1
    assert len({right for _, right, *_ in seen}) == 1, "the last of what helps stands in one place"
    assert len({acts for *_, acts, _ in seen}) > 2


def test_without_a_choice_the_text_fills_the_bar(person, server):
    player = person(PHONE).sit(server.table("me", "random", "random", game="grand_bazaar"))
    player.ready(90)
    height, _, choices, helps = shape(player)
    assert (choices, helps) == (0, 1)
    say = player.page.locator(".say").bounding_box()
    assert say["height"] > height - 20
    player.press(player.can("caravan-").first)
    eventually(player.page, lambda: player.page.locator(".prompt .acts .btn").count())
    assert shape(player)[0] == height


CROWD = """() => {
  const row = document.querySelector(".prompt .acts"), button = '<button class="btn">Hold back for caravan 1</button>';
  row.innerHTML = button.repeat(4);
  const inside = ({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth;
  const { width } = document.querySelector(".prompt .say").getBoundingClientRect();
  return [width, [...row.children].every(inside), inside(document.querySelector(".prompt"))];
}"""
"""Fills the bar with long buttons, and tells how wide its text is and whether everything stands in its place."""


@pytest.mark.parametrize("width", [1440, 1024])
def test_long_buttons_leave_room_for_the_question(person, server, width):
    player = person({"width": width, "height": 768}).sit(server.table("me", "random", game=BARTER.name))
    player.ready()
    said, *inside = player.page.evaluate(CROWD)
    assert said > 150 and all(inside)


OVERFULL = """() => {
  const bar = document.querySelector(".prompt"), word = bar.querySelector(".standing span");
  const seen = () => word.getClientRects().length, before = seen();
  const row = bar.querySelector(".acts"), outside = () => bar.scrollWidth - bar.clientWidth;
  row.innerHTML = '<button class="btn">Sell</button>';
  row.firstChild.style.flex = "none";
  for (let width = 200; outside() <= 0; width += 4) row.firstChild.style.width = `${width}px`;
  return new Promise((done) => setTimeout(() => done([before, seen(), outside()]), 200));
}"""
"""Fills the bar a little too much; tells whether an aid had and has its word, and what stands outside."""


def test_what_helps_is_an_icon_where_its_word_would_stand_outside(person, server):
    player = person({"width": 1280, "height": 720}).sit(server.table("me", "random", game=BARTER.name))
    player.ready()
    assert player.page.evaluate(OVERFULL) == [1, 0, 0]


def test_standing_answers_are_an_icon_with_an_accessible_name(person, server):
    other = person(PHONE).sit(server.table("me", "random", game=BARTER.name))
    eventually(other.page, lambda: other.page.locator(".standing:visible").count())
    button = other.page.get_by_role("button", name="Answer for me: nothing switched on")
    assert button.locator("span").is_hidden()
    assert button.locator("svg").is_visible()
    button.click()
    box = other.page.locator(".switches").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]


def test_colours_are_chosen_by_swatches(person, server):
    for size in (PHONE, None):
        player = (
            person(size).sit(server.table("me", "random", game="kairo"))
            if size
            else person().sit(server.table("me", "random", game="kairo"))
        )
        player.ready(90)
        assert player.prompt.startswith("Choose a colour")
        assert player.buttons == ["W", "R", "P", "G", "Y", "B"]
        swatch = player.page.get_by_role("button", name="Green stall", exact=True).first
        box = swatch.bounding_box()
        assert min(box["width"], box["height"]) >= 44
        player.press(player.page.locator(".swatch").nth(3))
        eventually(player.page, lambda page=player: not page.prompt.startswith("Choose a colour"))
