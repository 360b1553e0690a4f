"""Hints with reasons, analyses of finished games, and the pace of bots."""

import json
import re

import pytest

from tests import plain
from tests.browser.conftest import GAME, PHONE, eventually
from tests.browser.test_access import check
from tests.chance import chance

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", [None, PHONE], ids=["desk", "phone"])
def test_a_hint_highlights_a_choice_and_gives_a_reason(person, server, size):
    player = (person(size) if size else person()).sit(server.table("me", "random", "random"))
    player.ready()
    player.page.keyboard.press("h")
    eventually(player.page, lambda: player.prompt.startswith("Hint: "), 30)
    page = player.page
    why = page.locator(".prompt .say span").inner_text()
    assert why.endswith(".")
    assert page.locator("#live").text_content() == f"{player.prompt}. {why}"
    assert page.locator(".prompt .btn.hinted, .sprite.hinted").count() >= 1
    check(page, "a sheet")


class Slow:
    """A proxy that holds back the server's hints until they are released."""

    def __init__(self, page):
        self.held, self.lines, self.asked = [], [], 0
        page.route_web_socket(re.compile("/ws/"), self.connect)

    def connect(self, client):
        self.client, server = client, client.connect_to_server()
        self.lines.append(client)
        client.on_message(lambda text: self.count(text) or server.send(text))
        server.on_message(lambda text: self.held.append(text) if '"type":"hint"' in text else client.send(text))

    def count(self, text):
        self.asked += '"type":"hint"' in text

    def let_go(self):
        for text in self.held:
            self.client.send(text)
        self.held.clear()


@pytest.fixture
def slow(person, server):
    player = person()
    hints = Slow(player.page)
    player.sit(server.table("me", "random", "random")).ready()
    return player, hints


def test_a_pending_hint_is_indicated(slow):
    player, hints = slow
    player.page.keyboard.press("h")
    button = player.page.locator(".prompt .hint")
    assert button.inner_text() == "Thinking …"
    assert button.get_attribute("aria-label") == "Looking for a hint. Go on without"
    assert player.page.locator("#live").text_content() == "Looking for a hint …"
    check(player.page, "a sheet")
    eventually(player.page, lambda: hints.held, 30)
    hints.let_go()
    eventually(player.page, lambda: player.prompt.startswith("Hint: "))
    assert button.inner_text() == "Hint"


def test_a_hint_stays_when_its_key_moves_the_focus_to_a_piece(person, server):
    player = person()
    hints = Slow(player.page)
    player.sit(server.table("me", "random", game="kairo")).ready()
    piece = player.page.locator(".sprite:is(.can, .telling)").first
    player.page.keyboard.press("Tab")  # keys are used
    said = {"choice": -9, "then": [], "amount": None, "text": "Look here", "why": "It pays.", "drawn": []}
    hints.client.send(json.dumps({"type": "hint", "id": "", "on": [piece.get_attribute("data-key")], **said}))
    eventually(player.page, lambda: piece.evaluate("piece => piece === document.activeElement"))
    assert player.prompt == "Hint: Look here"
    assert player.page.locator(".prompt .say span").inner_text() == "It pays."


WITHIN = """() => {
  const [bar, words] = [".prompt", ".prompt .say"].map((each) => document.querySelector(each).getBoundingClientRect());
  return bar.top <= words.top && words.bottom <= document.querySelector(".prompt .acts").getBoundingClientRect().top;
}"""
"""Whether what is asked covers neither the board nor the buttons."""
READABLE = """say => say.scrollHeight <= say.clientHeight
  || (say.tabIndex === 0 && getComputedStyle(say).overflowY === 'auto')"""
LONG = (
    "It joins your booths into 1 fewer piece. It also puts the lamp marker one move away. Compared with the next "
    "choice, over the next few turns, it usually leaves the other players 3 fewer points, though it leaves your "
    "pieces 13 steps farther apart. About 66% to win; the next choice, 57%."
)


def test_a_long_hint_is_scrolled_in_its_place(person, server):
    player = person(PHONE)
    page, hints = player.page, Slow(player.page)
    player.sit(server.table("me", "random", "random")).ready()
    said = {"choice": -9, "then": [], "amount": None, "text": "Move the lamp from row 1, column 3", "why": LONG}
    hints.client.send(json.dumps({"type": "hint", "id": "", "on": [], "drawn": [], **said}))
    eventually(page, lambda: player.prompt.startswith("Hint: "))
    assert page.evaluate(WITHIN)
    words = page.locator(".prompt .say")
    assert words.evaluate("words => words.scrollHeight > words.clientHeight")
    words.focus()
    page.keyboard.press("End")
    eventually(page, lambda: words.evaluate("words => words.scrollTop + words.clientHeight >= words.scrollHeight - 1"))
    check(page, "a long hint")
    page.locator(".prompt").evaluate("prompt => { prompt.style.gridTemplateRows = '200px 44px'; }")
    eventually(page, lambda: words.get_attribute("tabindex") is None)
    assert not words.evaluate("words => words.classList.contains('tight')"), "with more room it is set as usual"


def test_a_slow_hint_does_not_time_out_the_connection(slow):
    player, hints = slow
    player.page.clock.install()
    player.page.keyboard.press("h")
    eventually(player.page, lambda: hints.held, 30)
    lines = len(hints.lines)
    for _ in range(12):
        player.page.clock.run_for(1_000)
    assert len(hints.lines) == lines and player.page.locator(".prompt .hint").inner_text() == "Thinking …"
    hints.let_go()
    eventually(player.page, lambda: player.prompt.startswith("Hint: "))
    assert hints.asked == 1


def test_a_player_can_move_without_waiting_for_the_hint(slow):
    player, hints = slow
    button, before = player.page.locator(".prompt .hint"), player.prompt
    player.press(button)
    eventually(player.page, lambda: hints.held, 30)
    button.click()
    assert button.inner_text() == "Hint"
    button.click()
    assert button.inner_text() == "Thinking …", "the one that is looked for will do"
    button.click()
    hints.let_go()
    player.page.wait_for_timeout(100)
    assert player.prompt == before
    assert hints.asked == 1
    player.page.keyboard.press("h")
    eventually(player.page, lambda: hints.held, 30)
    hints.let_go()
    eventually(player.page, lambda: player.prompt.startswith("Hint: "))


def test_an_outdated_hint_is_not_shown(slow):
    player, hints = slow
    player.page.keyboard.press("h")
    eventually(player.page, lambda: hints.held, 30)
    player.move()
    player.ready()
    before = player.prompt
    hints.let_go()
    player.page.wait_for_timeout(100)
    assert player.prompt == before
    assert player.page.locator(".callout").is_hidden()


def test_a_suggested_bid_is_filled_in(person, server):
    options = {"start_player": "seat 1"}
    player = person().sit(server.table("me", "random", "random", game="marracash", options=options))
    player.ready(90)
    field = player.page.locator(".prompt .amount input")
    for _ in range(20):
        player.page.keyboard.press("h")
        eventually(player.page, lambda: player.prompt.startswith("Hint: "), 30)
        if field.count():
            break
        lit = player.page.locator(".prompt .btn.hinted")
        if not lit.count():
            player.hit(player.page.locator(".sprite.hinted").first.get_attribute("data-key"))
        player.page.wait_for_timeout(500)
        button = lit if lit.count() else player.page.locator(".prompt .btn.go")
        if button.count():
            player.press(button.first)
        player.page.wait_for_timeout(300)
        player.ready(90)
    advised = player.prompt
    assert advised == f"Hint: Bid {int(field.input_value()):,}"
    assert player.page.locator(".say").evaluate(READABLE), (
        f"the reason is not cut off: {player.page.locator('.say').inner_text()}"
    )
    field.focus()
    field.press("1")
    assert not player.prompt.startswith("Hint: ")
    field.press("h")
    eventually(player.page, lambda: player.prompt == advised, 30)
    assert advised == f"Hint: Bid {int(field.input_value()):,}", (
        "in the same position the same advice, also from the field"
    )
    field.fill("999999")
    assert not player.prompt.startswith("Hint: "), "another number is one’s own"


def test_there_is_no_hint_between_human_players(person, server):
    opened = server.table("me", "open", "random", game="marracash", options={"start_player": "seat 1"})
    server.guest(opened, 1, "Omar")
    player = person().sit(opened)
    player.ready()
    assert player.page.locator(".prompt .hint").count() == 0


@pytest.fixture(scope="module")
def finished(server):
    with chance(1):
        opened = server.table("greedy", "random", "greedy")
        server.finish(opened)
    return opened


@pytest.mark.parametrize("how", [{}, {"size": PHONE, "color_scheme": "dark"}], ids=["desk", "dark phone"])
def test_an_analysis_links_to_the_turning_points(person, server, finished, how):
    player = person(**how)
    page = player.page
    page.goto(f"{server.url}/t/{finished['table']}")
    page.locator(".tally [data-analysis]").click()
    page.locator(".analysis .chances").wait_for(timeout=60_000)
    chart = page.locator(".analysis .chances")
    assert chart.get_attribute("aria-label").startswith("Chances of winning. At the start ")
    box = chart.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= page.viewport_size["width"]
    check(page, "a sheet")
    first = page.locator(".analysis .turns a").first
    ply = first.get_attribute("href")[1:]
    first.click()
    eventually(page, lambda: page.locator(".replay output").inner_text().startswith(f"{ply} of "))
    assert page.locator(".analysis").is_hidden()
    page.locator(".replay [data-analysis]").click()
    assert chart.is_visible(), "it is there at once"
    page.keyboard.press("Escape")
    assert page.locator(".analysis").is_hidden()
    page.go_back()
    end = page.locator(".replay input").get_attribute("max")
    eventually(page, lambda: page.locator(".replay output").inner_text() == f"{end} of {end}")


@pytest.mark.parametrize("how", [{}, {"size": PHONE, "color_scheme": "dark"}], ids=["desk", "dark phone"])
def test_mistakes_are_listed_per_player_and_shown_on_the_board(person, server, finished, how):
    player = person(**how)
    page = player.page
    page.goto(f"{server.url}/t/{finished['table']}")
    page.locator(".tally [data-analysis]").press("Enter")
    people = page.locator(".review .whose button")
    people.first.wait_for(timeout=120_000)
    check(page, "a sheet")
    assert people.count() == 3
    assert page.locator(".review .whose [aria-pressed=true]").get_attribute("data-seat") == "0"
    lines = page.locator(".review li:not([hidden])")
    random = people.nth(1)
    random.press("Enter")
    assert random.get_attribute("aria-pressed") == "true"
    assert lines.count() >= 1, "who plays at random makes mistakes"
    assert set(lines.evaluate_all("all => all.map(each => each.dataset.seat)")) == {"1"}
    counted = [int(n) for n in re.findall(r"\d+", random.locator("small").inner_text())]
    assert sum(counted) == lines.count()
    first = page.locator(".review li:not([hidden]):not([data-ply='0'])").first
    ply, better = first.get_attribute("data-ply"), first.locator(".instead > :last-child").inner_text()
    why = first.locator(".why > :last-child")
    reason = f"Why? {why.inner_text()}" if why.count() else better[-20:]
    first.locator("a").press("Enter")
    eventually(page, lambda: page.locator(".replay output").inner_text().startswith(f"{ply} of "))
    eventually(page, lambda: page.locator(".prompt .say b").inner_text() == "Better here")
    assert page.locator(".prompt .say span").inner_text().startswith(better[:40] if len(better) < 120 else "Why?")
    assert page.locator(".prompt .say span").inner_text().endswith(reason)
    assert page.locator(".top .meta").inner_text().endswith(f"move {ply}"), "one number everywhere"
    marked = set(page.locator(".sprite.better").evaluate_all("all => all.map(each => each.dataset.key)"))
    assert marked <= set(json.loads(first.get_attribute("data-on")))
    go = page.locator(".prompt .acts .go")
    eventually(page, lambda: go.count() and go.inner_text() == "Play the better line", 60)
    page.locator(".replay [data-step='-1']").click()
    eventually(page, lambda: page.locator(".prompt .say b").inner_text() != "Better here")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1"))
    page.locator(".replay [data-play]").click()
    eventually(page, lambda: go.count() and go.inner_text() == "Play the better line", 60)
    go.press("Enter")
    page.clock.run_for(5000)
    page.clock.resume()
    eventually(page, lambda: page.locator(".prompt .say b").inner_text().startswith("Better line, 1 of "))
    assert page.locator(".replay [data-play]").get_attribute("aria-label") == "Play", "the game does not go on"
    while go.inner_text() == "Next step":
        said = page.locator(".prompt .say b").inner_text()
        go.press("Enter")
        eventually(page, lambda said=said: page.locator(".prompt .say b").inner_text() != said)
    assert go.inner_text() == "Back to the game"
    go.press("Enter")
    eventually(page, lambda: page.locator(".prompt .say b").inner_text() == "Better here")
    page.locator(".replay [data-step='1']").click()
    eventually(page, lambda: page.locator(".prompt .say b").inner_text() != "Better here")
    assert page.locator(".sprite.better").count() == 0
    page.locator(".replay [data-analysis]").click()
    assert random.get_attribute("aria-pressed") == "true", "it is as it was left"
    first.locator("a").click()
    eventually(page, lambda: page.locator(".prompt .say b").inner_text() == "Better here")


def test_the_chart_is_shown_while_mistakes_are_computed(person, server, finished):
    player = person()
    page = player.page
    found = plain.post(f"{server.url}/api/tables/{finished['table']}/analysis").json()
    told = {"state": "reviewing", "done": 12, "of": 60, "points": [{"ply": 0, "chances": [1, 0, 0]}]}
    page.route("**/analysis", lambda route: route.fulfill(json=told))
    page.goto(f"{server.url}/t/{finished['table']}")
    page.locator(".tally [data-analysis]").click()
    page.locator(".analysis .chances").wait_for(timeout=60_000)
    eventually(page, lambda: "Looking for better turns: 20%" in page.locator(".review").inner_text())
    assert page.locator(".review progress").get_attribute("value") == "12"
    check(page, "a sheet")
    page.keyboard.press("Escape")
    page.unroute("**/analysis")
    page.locator(".replay [data-analysis]").click()
    page.locator(".review .whose").wait_for(timeout=120_000)
    assert page.locator(".review progress").count() == 0
    assert found["state"] in ("done", "reviewing", "looking")


@pytest.mark.parametrize("size", [None, PHONE], ids=["desk", "phone"])
def test_any_moment_can_be_forked(person, server, finished, size):
    player = person(size) if size else person()
    page = player.page
    page.goto(f"{server.url}/t/{finished['table']}#14")
    eventually(page, lambda: page.locator(".replay output").inner_text().startswith("14 of "))
    button = page.locator(".replay .try")
    box = button.bounding_box()
    assert box["x"] + box["width"] <= page.viewport_size["width"]
    button.press("Enter")
    dialog = page.locator("dialog.trying")
    assert "after move 14" in dialog.inner_text()
    check(page, "a dialog")
    page.keyboard.press("Escape")
    assert dialog.is_hidden()
    button.click()
    dialog.locator("select.place").select_option("1")
    dialog.locator("select.level").select_option("apprentice")
    dialog.locator(".btn.go").click()
    page.wait_for_url(lambda url: finished["table"] not in url)
    player.ready(60)
    table = re.search(r"/t/(\w+)", page.url)[1]
    info = plain.get(f"{server.url}/api/tables/{table}").json()
    assert [seat["kind"] for seat in info["seats"]] == ["bot", "person", "bot"]
    assert {seat["level"] for seat in info["seats"] if seat["kind"] == "bot"} == {"apprentice"}
    if size:
        page.locator(".menu").click()
    origin = page.locator("dialog.settings a" if size else ".top a", has_text="From move 14")
    assert origin.is_visible()
    assert origin.get_attribute("href") == f"/t/{finished['table']}#14"
    page.goto(f"{server.url}/t/{finished['table']}")
    page.locator(".replay").wait_for()
    assert page.locator(".replay .try").is_disabled(), "the end is nothing to try from"


def test_an_analysis_whose_chart_fails_to_load_can_be_retried(person, server, finished):
    player = person(forgive="ERR_FAILED")
    page = player.page
    chart = re.compile(r"/t/\w+/analysis\?")
    page.route(chart, lambda route: route.abort())
    page.goto(f"{server.url}/t/{finished['table']}#42")
    page.locator(".replay [data-analysis]").click()
    page.locator(".analysis [role=alert]").wait_for(timeout=60_000)
    page.unroute(chart)
    page.locator(".analysis button", has_text="Try again").click()
    page.locator(".analysis .chances").wait_for(timeout=60_000)
    assert page.locator(".analysis [role=alert]").count() == 0


def test_an_analysis_can_be_cancelled(person, server, finished):
    player = person()
    page = player.page
    told = {"state": "looking", "done": 3, "of": 160}
    page.route("**/analysis", lambda route: route.fulfill(json=told))
    page.goto(f"{server.url}/t/{finished['table']}#42")
    page.locator(".replay [data-analysis]").click()
    eventually(page, lambda: "3 of 160" in page.locator(".analysis").inner_text())
    page.locator(".analysis button", has_text="Cancel").click()
    assert page.locator(".analysis").is_hidden()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(1200)
    assert not asked, "who does not wait does not ask"


def test_bot_pace_can_be_chosen(person, server):
    player = person()
    page = player.page
    page.goto(server.url)
    page.locator(f"#{GAME} .btn.do").click()
    page.locator(".seat .note", has_text="Apprentice").first.wait_for()
    page.locator(".menu").click()
    page.locator("select[name=pace]").select_option("quick")
    table = page.url.rpartition("/")[2]
    eventually(page, lambda: plain.get(f"{server.url}/api/tables/{table}").json()["pace"] == "quick")
