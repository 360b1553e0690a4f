"""Every lesson is played to its end with the controls of the table: by mouse, touch, or keyboard."""

import json
import random

import pytest

from souq.engine import registry
from souq.engine.teach.lesson import course, find, lessons
from tests.browser.conftest import CLICKED, LOOKS, PHONE, SETTLED, SIZES, SPOT, Player, crossed, eventually
from tests.browser.test_access import check
from tests.support import ours

pytestmark = pytest.mark.browser

EVERY = {f"{game.name}-{name}": (game.name, name) for game in ours() for name in lessons(game)}
FIRST = next(iter(EVERY.values()))
SMALL = [(1366, 768), (1280, 720), (1024, 768), (844, 390), (320, 640)]
EFFECTS = "document.querySelector('.lesson').getAnimations({ subtree: true }).length"


class Learner:
    """A player in a lesson, with the choices that the page received."""

    def __init__(self, player: Player, game: str, lesson: str) -> None:
        self.player, self.page = player, player.page
        self.lesson, self.course = (
            find(registry.find(game), lesson),
            course(find(registry.find(game), lesson), registry.find(game)),
        )
        self.scene = {}
        self.page.on("websocket", lambda line: line.on("framereceived", self.heard))
        self.page.goto(f"{player.server.url}/learn/{game}")
        self.page.locator(f'form[action$="/{lesson}"] .btn').last.click()
        self.page.locator(".lesson:not([hidden])").wait_for()

    def heard(self, text):
        message = json.loads(text)
        if message["type"] == "frames":
            self.scene = message["frames"][-1]["scene"]

    @property
    def card(self):
        return self.page.locator(".lesson")

    def comes(self, nth, *, done=False):
        """Wait until the card shows a step's text, or what was done."""
        step = self.lesson.steps[nth - 1]
        wanted = (step.done if done else step.say).replace("**", "")

        def says():
            self.page.keyboard.press("Shift")
            return wanted in self.card.inner_text()

        eventually(self.page, says, 30)

    def choose(self, *wanted):
        """Choose by the pick that covers most of these choices, and return how many it covers."""
        eventually(self.page, lambda: self.ways(wanted))
        self.player.ready()
        before, ways = self.scene, self.ways(wanted)
        for pick in ways:
            self.click(pick)
            if pick.get("commit"):
                self.page.wait_for_timeout(SETTLED)
                self.player.press(self.player.button(pick["commit"]))
        return before, 1 + len(ways[-1].get("then", []))

    def make(self, wanted):
        """Make these choices one after another."""
        while wanted:
            before, made = self.choose(*wanted)
            eventually(self.page, lambda before=before: self.scene is not before)
            wanted = wanted[made:]

    def ways(self, wanted):
        """Return the clicks that choose: what opens a choice, and then the choice."""
        picks = self.scene.get("picks", [])
        fitting = [pick for pick in picks if (said := said_by(pick)) == list(wanted[: len(said)])]
        if not fitting:
            return []
        pick = max(fitting, key=lambda pick: len(said_by(pick)))
        ways = [pick]
        while opener := next((each for each in picks if each.get("opens", "") == ways[0].get("group")), None):
            ways.insert(0, opener)
        return ways

    def click(self, pick):
        lit = [key for key in pick.get("on", []) if self.page.locator(f'.sprite.can[data-key="{key}"]').count()]
        free = [key for key in lit if self.page.evaluate(SPOT, [key, CLICKED])]
        if free:
            self.player.hit(free[0])
        else:
            self.player.press(self.page.get_by_role("button", name=pick["label"], exact=True).first)

    def next(self):
        self.player.press(self.card.locator(".next"))


@crossed(lesson=EVERY, size=SIZES)
def test_a_lesson_can_be_played_with_the_tables_controls(person, server, lesson, size):
    learner = Learner(person(size), *lesson)
    steps = learner.lesson.steps
    for nth, step in enumerate(steps, 1):
        learner.comes(nth)
        for key in step.point:
            assert learner.page.locator(".pointed").count(), f"step {nth} points at {key}"
        stretch = learner.course.stretches[nth - 1]
        learner.make([choice for _, choice in learner.course.log[stretch.speaks : stretch.ends]])
        if step.done:
            learner.comes(nth, done=True)
        if step.done or not step.choose:
            learner.next()
    eventually(learner.page, learner.card.is_hidden)
    learner.page.goto(f"{server.url}/learn/{lesson[0]}")
    assert learner.page.locator(".offer.done").count() == 1


def said_by(pick):
    """Return the choices that a pick stands for."""
    return [pick["choice"], *pick.get("then", [])]


@pytest.mark.parametrize("size", SIZES)
def test_an_unexpected_choice_is_explained_immediately(person, server, size):
    game, name = FIRST
    learner = Learner(person(SIZES[size]), game, name)
    nth = next(nth for nth, step in enumerate(learner.lesson.steps, 1) if step.choose)
    for before in range(1, nth):
        learner.comes(before)
        learner.next()
    learner.comes(nth)
    step, stretch = learner.lesson.steps[nth - 1], learner.course.stretches[nth - 1]
    _, awaited = learner.course.log[stretch.speaks]
    plain = [pick for pick in learner.scene["picks"] if pick["choice"] not in (awaited, -1) and not pick.get("group")]
    learner.player.ready()
    learner.choose(plain[0]["choice"])
    box = learner.page.locator(".callout")
    box.wait_for()
    said = step.answer(registry.find(game).choices.name(plain[0]["choice"]))
    assert box.inner_text().split("\n")[0] == "Have another look" and said.replace("**", "") in box.inner_text()
    learner.page.keyboard.press("Escape")
    learner.comes(nth)


@LOOKS
def test_a_lesson_is_accessible(person, server, size, scheme):
    learner = Learner(person(size, color_scheme=scheme), *FIRST)
    learner.comes(1)
    check(learner.page, "a lesson")
    assert learner.page.evaluate(EFFECTS) == 0, "nothing pulses for who wants it calm"
    first = learner.lesson.steps[0]
    spoken = learner.page.locator("#live").text_content()
    assert first.say.replace("**", "") in spoken and spoken.startswith(f"{learner.lesson.title}, 1 of")


@crossed(lesson=EVERY)
def test_a_lesson_can_be_played_by_keyboard(person, server, lesson):
    learner = Learner(person(), *lesson)
    page = learner.page
    for nth, step in enumerate(learner.lesson.steps, 1):
        learner.comes(nth)
        stretch = learner.course.stretches[nth - 1]
        wanted = [choice for _, choice in learner.course.log[stretch.speaks : stretch.ends]]
        while wanted:
            eventually(page, lambda wanted=wanted: learner.ways(wanted))
            before, ways = learner.scene, learner.ways(wanted)
            for pick in ways:
                reach(page, pick)
                if pick.get("commit"):
                    reach(page, {"label": pick["commit"]})
            eventually(page, lambda before=before: learner.scene is not before)
            wanted = wanted[1 + len(ways[-1].get("then", [])) :]
        if step.done:
            learner.comes(nth, done=True)
        if step.done or not step.choose:
            eventually(page, lambda: page.evaluate("document.activeElement.matches('.lesson .next')"))
            page.keyboard.press("Enter")
    eventually(page, learner.card.is_hidden)


def test_glossary_words_of_a_lesson_are_explained_by_a_tap(person, server):
    learner = Learner(person(PHONE), "kairo", "first")
    learner.comes(1)
    word = learner.card.locator(".said .term").first
    word.tap()
    box = learner.page.locator("dialog.meaning")
    box.wait_for()
    assert box.locator("b").inner_text().lower() == "stall" and word.inner_text() == "stalls"
    learner.page.keyboard.press("Escape")
    box.wait_for(state="hidden")
    learner.next()
    learner.comes(2)


WHERE = """([keys, label]) => {
  const at = document.activeElement, here = at.getBoundingClientRect();
  if (keys.includes(at.dataset.key) || (at.textContent.trim() === label && !at.matches(".term"))) return [];
  const goal = keys.map((key) => document.querySelector(`.board .sprite.can[data-key="${key}"]`)).find(Boolean);
  if (!at.dataset.key || !goal || !at.closest(".board")) return ["Tab"];
  const { x, y, width, height } = goal.getBoundingClientRect();
  const dx = x + width / 2 - here.x - here.width / 2, dy = y + height / 2 - here.y - here.height / 2;
  const along = dx > 8 ? ["ArrowRight"] : dx < -8 ? ["ArrowLeft"] : [];
  return [...along, ...(dy > 8 ? ["ArrowDown"] : dy < -8 ? ["ArrowUp"] : [])];
}"""
"""The keys that lead from where the focus is towards a choice; none if it is there."""


def reach(page, pick):
    """Move the focus to a choice with the arrow keys and press Enter."""
    pick_one = random.Random(1)
    for _ in range(120):
        keys = page.evaluate(WHERE, [pick.get("on", []), pick["label"]])
        page.keyboard.press(pick_one.choice(keys) if keys else "Enter")
        if not keys:
            return
    raise AssertionError(f"{pick['label']} cannot be reached by keys")


@pytest.mark.parametrize("size", SMALL)
def test_a_lesson_is_readable_at_any_size(person, server, size):
    phone = min(size) < 500
    learner = Learner(person({"width": size[0], "height": size[1]}, has_touch=phone, is_mobile=phone), *FIRST)
    learner.comes(1)
    for selector in (".lesson", ".lesson .next", ".board"):
        box = learner.page.locator(selector).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= size[0] + 0.5, selector
        assert box["y"] >= 0 and box["y"] + box["height"] <= size[1] + 0.5, selector
    assert learner.page.locator(".board").bounding_box()["height"] > 120
    card, onward = learner.card.bounding_box(), learner.card.locator(".next").bounding_box()
    assert onward["y"] + onward["height"] <= card["y"] + card["height"], "the way on is not scrolled out of the card"
    learner.next()
    learner.comes(2)


def test_the_focus_starts_where_the_lesson_points(person):
    learner = Learner(person(), "chatuchak", "puzzle")
    learner.comes(1)
    learner.next()
    learner.comes(2)
    where = "document.activeElement.matches('.sprite.can.pointed') && document.activeElement.dataset.key"
    eventually(learner.page, lambda: learner.page.evaluate(where) == "booth-25")
