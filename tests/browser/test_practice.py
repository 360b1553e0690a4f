"""Practice puzzles: a wrong try is explained, the best choice is named, and the next puzzle is linked."""

import json
import re
from datetime import date

import pytest

from souq.engine import registry
from souq.puzzles.daily import of_day
from souq.puzzles.lesson import practice
from souq.puzzles.puzzle import puzzles
from tests.browser.conftest import DESK, PHONE, SETTLED, eventually
from tests.browser.test_access import check
from tests.toy import GAME as TOY

pytestmark = pytest.mark.browser

GAME = registry.find("desert_bazaar")
SIZES = {"desk": DESK, "phone": PHONE}
ENDS = "7240293f"
"""A puzzle whose best choice ends the game."""
COPIED = "navigator.clipboard.writeText = async (text) => { window.copied = text; }"


class Solver:
    """A player at a puzzle, with the choices that the page received."""

    def __init__(self, player):
        self.player, self.page, self.scene = player, player.page, {}
        self.page.on("websocket", lambda line: line.on("framereceived", self.heard))

    def heard(self, text):
        message = json.loads(text)
        if message.get("type") == "frames":  # the home page has a line of its own
            self.scene = message["frames"][-1]["scene"]

    def comes(self):
        """Wait for a puzzle and return it."""
        self.page.wait_for_url("**/t/*")
        self.page.locator(".lesson:not([hidden]) .said").wait_for()
        self.player.ready()
        return puzzles(GAME)[self.page.locator(".lesson").get_attribute("data-puzzle").partition("/")[2]]

    def choose(self, choice):
        """Choose by the first pick offered."""
        picks = self.scene["picks"]
        pick = next(pick for pick in picks if pick["choice"] == choice and "then" not in pick)
        opener = next((each for each in picks if each.get("opens", "") == pick.get("group")), None)
        for each in (opener, pick) if opener and opener is not pick else (pick,):
            self.click(each)
            if each.get("commit"):
                self.player.press(self.player.button(each["commit"]))

    def click(self, pick):
        lit = [key for key in pick.get("on", []) if self.page.locator(f'.sprite.can[data-key="{key}"]').count()]
        if lit:
            self.player.hit(lit[0])
        else:
            self.player.press(self.page.get_by_role("button", name=pick["label"], exact=True).first)

    def solved(self):
        """Return the text of the card of a solved puzzle."""
        self.page.locator(".lesson.done .posed p:not(:empty)").wait_for()
        return self.page.locator(".lesson").inner_text()


@pytest.mark.parametrize("size", SIZES)
def test_a_wrong_try_is_explained_and_the_next_puzzle_is_linked(person, server, size):
    solver = Solver(person(SIZES[size]))
    page = solver.page
    page.goto(f"{server.url}/practice/{GAME.name}")
    page.locator("[data-puzzle]").first.click()
    puzzle = solver.comes()
    assert puzzle.name == next(iter(puzzles(GAME)))
    wrong = next(pick["choice"] for pick in solver.scene["picks"] if pick["choice"] not in (puzzle.best, -1))
    solver.choose(wrong)
    box = page.locator(".callout")
    box.wait_for()
    said = practice(GAME, puzzle.name).steps[0].answer(GAME.choices.name(wrong))
    assert box.inner_text().startswith("Have another look") and said in box.inner_text()
    page.keyboard.press("Escape")
    solver.player.ready()
    solver.choose(puzzle.best)
    told = solver.solved()
    assert puzzle.why in told and "2 tries" in told and "Play on" in told
    page.get_by_role("link", name="Next puzzle").click()
    eventually(page, lambda: solver.comes().name == list(puzzles(GAME))[1])
    page.goto(f"{server.url}/practice/{GAME.name}")
    assert page.locator(".btn.solved").count() == 1 and page.locator(".btn.starred").count() == 0


def test_after_a_choice_that_ends_the_game_nobody_is_asked_to_play_on(person, server):
    """A line that ends the game says so, and there is no way back to its first moment."""
    solver = Solver(person())
    player, page = solver.player, solver.page
    page.goto(f"{server.url}/practice/{GAME.name}/{ENDS}")
    puzzle = solver.comes()
    solver.choose(puzzle.best)
    told = solver.solved()
    assert "Scores" in told and "Play on" not in told
    player.press(page.locator(".further .btn").first)
    eventually(page, lambda: player.prompt == "Here the game would end")
    assert player.buttons == ["Back to the table"]
    assert page.locator(".prompt .say span").inner_text().endswith("with 20 points and 9 cards left.")
    assert "Markers in the desert" not in page.locator(".prompt .say").inner_text(), "the seats show the scores"
    assert page.locator(".lesson .next").is_hidden()
    player.press(player.button("Back to the table"))
    player.press(page.locator(".lesson .next"))
    page.locator(".tally").wait_for()


def test_the_daily_puzzle_has_a_result_to_share(person, server):
    solver = Solver(person())
    page = solver.page
    page.add_init_script(COPIED)
    today = date.fromisoformat(page.evaluate("new Date().toLocaleDateString('sv')"))
    page.goto(server.url)
    page.locator(f'a[href="/daily/{GAME.name}"]').click()
    puzzle = solver.comes()
    assert puzzle.name == of_day(GAME, today).name
    solver.choose(puzzle.best)
    told = solver.solved()
    assert "First try ★. Solved today. Come back tomorrow." in told
    page.get_by_role("button", name="Copy result").click()
    line = page.evaluate("window.copied")
    assert re.fullmatch(
        rf"souq · Desert Bazaar, {today.day} {today:%B %Y} · first try ★\n"
        rf"http://[^/]+/daily/desert_bazaar\?day={today.isoformat()}",
        line,
    ), line
    page.goto(f"{server.url}/practice/{GAME.name}")
    assert page.locator(".btn.starred").count() == 1
    page.goto(line.splitlines()[1])
    eventually(page, lambda: "First try ★" in solver.solved())


def test_a_daily_puzzle_solved_before_is_no_first_try(person, server):
    solver = Solver(person())
    page = solver.page
    page.add_init_script(COPIED)
    today = date.fromisoformat(page.evaluate("new Date().toLocaleDateString('sv')"))
    for path in (f"/practice/{GAME.name}/{of_day(GAME, today).name}", f"/daily/{GAME.name}"):
        page.goto(server.url + path)
        solver.choose(solver.comes().best)
        told = solver.solved()
    assert "You’ve solved this one before: first try ★. Solved today. Come back tomorrow. Puzzle rating" in told
    page.get_by_role("button", name="Copy result").click()
    assert page.evaluate("window.copied").partition("\n")[0].endswith(" · solved again")


STORM = """async () => {
  const { Storm } = await import("/static/js/storm.js"), said = [], answers = [503, 404, 200], { setTimeout } = window;
  window.setTimeout = (act) => setTimeout(act);
  window.fetch = async () => ({ status: answers.shift(), json: async () => ({ message: "Not now." }) });
  const storm = new Storm({ storm: "170", solved: "2" }, "toy", "t", (text) => said.push(text));
  storm.chosen(false);
  storm.chosen(true);
  const clock = storm.clock.textContent, { now } = Date;
  Date.now = () => now() + 160_000;
  storm.tick();
  storm.tick();
  await new Promise((done) => setTimeout(done, 100));
  return [clock, said, answers];
}"""
"""Misses a puzzle and solves it, then sleeps until time is up, while the server is down and then refuses."""


def test_a_storm_counts_first_choices_and_ends_once(person, server):
    page = person().page
    page.goto(f"{server.url}/practice")
    clock, announced, left = page.evaluate(STORM)
    assert clock == "2 solved · 2:40"
    assert announced == ["Time’s up. 2 solved.", "Not now.", "Not now."]
    assert left == [200], "who is refused does not ask again"


SOLVED = """() => {
  const card = document.querySelector(".lesson"), lines = (count) => Array(count).fill("Some words of it.").join("\\n");
  card.classList.add("done");
  card.querySelector(".said").style.whiteSpace = "pre";
  card.querySelector(".said").textContent = lines(12);
  return [card.scrollHeight, card.clientHeight];
}"""
"""Fills the card of a puzzle as if that were solved, and tells how high its contents and the card are."""


def test_a_solved_card_is_seen_whole_beside_a_long_table_of_goals(person, server):
    page = person().page
    page.goto(f"{server.url}/practice/chatuchak")
    page.locator("[data-puzzle]").nth(2).click()
    page.locator(".lesson:not([hidden]) .said").wait_for()
    contents, card = page.evaluate(SOLVED)
    assert contents == card > 320


def test_a_storm_says_that_it_goes_on(person, server):
    page = person().page
    page.goto(f"{server.url}/storm/{TOY.name}")
    page.route("**/next", lambda route: None)
    page.get_by_role("button", name="Begin").click()
    page.locator(".lesson .said").wait_for()
    wrong = puzzles(TOY)[page.locator(".lesson").get_attribute("data-puzzle").partition("/")[2]].instead
    page.wait_for_timeout(SETTLED)
    page.get_by_role("button", name=wrong, exact=True).click()
    box = page.locator(".callout")
    box.wait_for()
    heading, *said = box.inner_text().split("\n\n")
    assert heading == "On to the next puzzle" and said[0].startswith("Your chance of winning would drop from 60%")


SUGGEST = """async () => {
  const { suggest } = await import("/static/js/onward.js"), sheet = document.body.appendChild(make("div"));
  const html = '<div class="onward"><p>Next</p><form><button>Play</button></form></div>';
  window.fetch = async () => ({ ok: true, text: async () => html });
  const draw = () => sheet.replaceChildren(Object.assign(make("div"), { className: "ways", innerHTML: ways }));
  const ways = '<a class="btn">Again</a>', both = [0, 1].map(() => (draw(), suggest(sheet, "t")));
  await Promise.all(both);
  return [".onward", "form"].map((each) => sheet.querySelectorAll(each).length);
  function make(tag) { return document.createElement(tag); }
}"""
"""Makes the sheet of the end twice before the first suggestion arrives, and counts what stands there."""


def test_a_suggestion_stands_once_on_a_sheet_that_is_made_again(person, server):
    page = person().page
    page.goto(f"{server.url}/practice")
    assert page.evaluate(SUGGEST) == [1, 1]


@pytest.fixture
def solved(request, person, server):
    """A solved puzzle of the toy game, and what its page asks for to play on; that waits for an answer."""
    player = person(getattr(request, "param", DESK), forgive="503")
    page, asked = player.page, []
    page.goto(f"{server.url}/practice/{TOY.name}")
    page.locator("[data-puzzle]").first.click()
    page.locator(".lesson .said").wait_for()
    player.ready()
    player.press(player.button("Swap"))
    page.locator(".lesson.done .further").wait_for()
    page.route("**/continuations/*", lambda route: asked.append(route))
    return player, asked


HELD = "document.activeElement.innerText.trim()"


def test_the_line_asked_for_last_is_played(solved):
    """Whichever answer comes first. It is read once, and its end leads back to where it was asked for."""
    player, asked = solved
    page, said = player.page, player.page.locator(".prompt .say span")
    best, instead = page.locator(".further .btn").all()
    player.press(best)
    player.press(instead)
    eventually(page, lambda: len(asked) == 2)
    asked[1].continue_()
    eventually(page, lambda: player.prompt == "How the game could go on, 1 of 2")
    with page.expect_response("**/continuations/0?*"):
        asked[0].continue_()
    assert page.evaluate(HELD) == "Next step"
    page.keyboard.press("Enter")
    eventually(page, lambda: player.prompt == "How the game could go on, 2 of 2")
    assert said.inner_text() == "Nothing you can see happens.", "another line has words"
    assert page.locator("#live").text_content() == f"{player.prompt}. {said.inner_text()}"
    player.press(player.button("Back to the table"))
    assert page.evaluate(HELD) == "Instead: Keep"
    assert not player.prompt.startswith("How")


@pytest.mark.parametrize("solved", SIZES.values(), ids=SIZES, indirect=True)
def test_escape_ends_a_line_and_nothing_else(solved):
    player, asked = solved
    page = player.page
    player.press(page.locator(".further .btn").first)
    eventually(page, lambda: asked)
    asked[0].continue_()
    eventually(page, lambda: player.prompt.startswith("How"))
    assert player.button("Back to the table").is_visible()
    page.keyboard.press("Escape")
    assert not player.prompt.startswith("How")
    assert page.evaluate(HELD) == "Best: Swap"
    assert page.locator(".prompt").get_attribute("aria-busy") == "false", "nothing is taken back"


def test_a_line_that_cannot_be_played_says_so(solved):
    player, asked = solved
    page = player.page
    page.locator(".further .btn").first.press("Enter")
    eventually(page, lambda: asked)
    asked[0].fulfill(status=503, json={"message": "The table is busy."})
    page.locator(".callout", has_text="The table is busy.").wait_for()
    assert page.evaluate(HELD) == "Best: Swap"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [*SIZES.values(), {"width": 320, "height": 640}], ids=["desk", "phone", "small"])
def test_the_practice_page_is_accessible(person, server, size, scheme):
    page = person(size, color_scheme=scheme).page
    for path in ("/practice", f"/practice/{GAME.name}"):
        page.goto(server.url + path)
        check(page, path)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
