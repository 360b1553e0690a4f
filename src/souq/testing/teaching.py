"""Checks of lessons: they can be played to the end, point at things that exist, and respond to every choice.

A game without lessons passes all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import groupby, product

from souq.bots.levels import LEVELS
from souq.engine.game import Game
from souq.engine.match.match import Match
from souq.engine.present.scene import Layout, to_json
from souq.engine.teach.lesson import BadLesson, Course, Lesson, Step, lessons, play
from souq.testing.base import contract
from souq.testing.broken import Watch, called, counted, fail, listed
from souq.testing.drawing import texts

LAYOUTS: tuple[Layout, ...] = ("wide", "tall")
FEWEST, MOST = 8, 14
"""Minimum and maximum number of steps of a lesson, which should take five to eight minutes."""

SUBJECT = re.compile(
    r"(?:^|[.!?:;,…] |\b(?:and|but|when|if|that|what|because|so|once|until|before|as) )"
    r"you (?!always|as|this)[a-z]*[^\Wsu]s\b",
    re.IGNORECASE,
)
"""Pattern of "you" as a subject with a third-person verb ("you takes"), but not as in "this brings you points"."""
OTHERS = re.compile(r"\b(?:he|she|him|his|himself|her|hers|herself)\b", re.IGNORECASE)
STRAIGHT = re.compile(r"""["']""")
COLONS = re.compile(r":\s[^.!?]*:\s")
NAME = re.compile(r"(?<![.!?…:“] )(?<![.!?…]” )(?<!^)(?<!“)\b([A-Z]\w*)")
"""Pattern of a capitalised word that doesn't begin a sentence, and so is probably a name."""
WORD = re.compile(r"\w+")
STRANGE = re.compile(r"\b(?:colors?|centers?|gray|neighbors?|favorites?)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Moment:
    """A moment in a lesson: a step's text appears (``first``), or the step waits for a choice (``awaited``)."""

    nth: int
    step: Step
    match: Match
    awaited: int | None
    first: bool


def taught(game: Game) -> tuple[Lesson, ...]:
    """Return the lessons of a game.

    Raises:
        Broken: one cannot be read.
    """
    try:
        return tuple(lessons(game).values())
    except BadLesson as error:
        fail(str(error))


def played(lesson: Lesson, game: Game) -> tuple[Match, Course]:
    """Play a lesson to its end with the choices it waits for; return the match, and the decisions of each step.

    Raises:
        Broken: it cannot be played; the message names the step.
    """
    try:
        return play(lesson, game)
    except BadLesson as error:
        fail(f"The lesson {error}")


def moments(lesson: Lesson, game: Game) -> Iterator[Moment]:
    """Play a lesson with the choices it waits for, and yield every moment in which the learner reads or chooses."""
    _, course = played(lesson, game)
    match = Watch.match = lesson.setting.begin(game)
    for nth, (step, stretch) in enumerate(zip(lesson.steps, course.stretches, strict=True), 1):
        for seat, choice in course.log[stretch.begins : stretch.speaks]:
            match.replay(choice, seat)
        match.confirm()
        made = course.log[stretch.speaks : stretch.ends]
        if not made:
            yield Moment(nth, step, match, None, True)
        for at, (seat, choice) in enumerate(made):
            yield Moment(nth, step, match, choice, at == 0)
            match.replay(choice, seat)
        match.confirm()


@contract
def lessons_can_be_played(game: Game) -> None:
    """Check that every lesson can be played to its end, and that the learner can then go on with the match."""
    for lesson in taught(game):
        setting = lesson.setting
        if not FEWEST <= len(lesson.steps) <= MOST:
            fail(
                f"The lesson {lesson.name} has {counted(len(lesson.steps), 'step')}; it should have {FEWEST} to {MOST}."
            )
        if lesson.seat >= setting.players or len(setting.names) != setting.players:
            fail(
                f"The lesson {lesson.name} is for {counted(setting.players, 'player')}; it should name each of them, "
                f"and not seat {lesson.seat} or {counted(len(setting.names), 'name')}."
            )
        match, _ = played(lesson, game)
        if not match.over and not match.deciders >> lesson.seat & 1:
            fail(
                f"At the end of the lesson {lesson.name} seat {lesson.seat}, the learner, cannot choose; it should be "
                "able to go on, or the game should be over."
            )


@contract
def lessons_point_at_what_exists(game: Game) -> None:
    """Check that the learner sees what a step points at: some of it at once, all of it during the step."""
    for lesson, layout in product(taught(game), LAYOUTS):
        for _, step_moments in groupby(moments(lesson, game), lambda moment: moment.nth):
            drawn = [(each, _pointable(each, lesson.seat, layout)) for each in step_moments if each.step.point]
            if not drawn:
                continue
            moment, at_once = drawn[0]
            in_time = set[str]().union(*(there for _, there in drawn))
            lost = [key for key in moment.step.point if not _among(key, in_time)]
            if not any(_among(key, at_once) for key in moment.step.point):
                lost = list(moment.step.point)
            if lost:
                fail(
                    f"{_step(lesson, moment)} points at {lost[0]!r}, which is not there when its text appears "
                    f"({layout}); there are {listed(sorted(at_once), 40)}."
                )


def _among(key: str, there: set[str]) -> bool:
    """Return whether any name in a set matches a name or pattern, such as ``card*``."""
    return any(fnmatchcase(each, key) for each in there)


def _pointable(moment: Moment, seat: int, layout: Layout) -> set[str]:
    """Return the names of everything on the table that a lesson can point at: sprites, and panels as ``seat 1``."""
    scene = moment.match.scene(seat, layout)
    there = {sprite.key for area in scene.areas for sprite in area.sprites}
    return there | {f"seat {panel.seat}" for panel in scene.panels}


@contract
def lessons_answer_every_choice(game: Game) -> None:
    """Check that a lesson responds to every choice a learner may make instead, and that no response is unused."""
    for lesson in taught(game):
        used, said = set[tuple[int, str]](), dict[tuple[int, str], str]()
        for moment in moments(lesson, game):
            if moment.awaited is None:
                continue
            legal = moment.match.legal(lesson.seat)
            names = [game.choices.name(int(choice)) for choice in legal if int(choice) != moment.awaited]
            if silent := [name for name in names if not moment.step.answer(name)]:
                fail(
                    f"{_step(lesson, moment)} waits for {called(game, [moment.awaited])} and says nothing to "
                    f"{listed([f'“{name}”' for name in silent])}; each needs one of `others`, or `otherwise`."
                )
            for other in moment.step.others:
                said[moment.nth, other.choice] = _step(lesson, moment)
                if any(fnmatchcase(name.lower(), other.choice.lower()) for name in names):
                    used.add((moment.nth, other.choice))
        if unused := sorted(said.keys() - used):
            fail(f"{said[unused[0]]} has an answer to “{unused[0][1]}”, which cannot be chosen there.")


@contract
def lessons_cite_their_rules(game: Game) -> None:
    """Check that every cited rule exists, and that a game's lessons together cover every chapter of its rulebook."""
    cited = set[str]()
    for lesson in taught(game):
        for nth, step in enumerate(lesson.steps, 1):
            cited.update(step.rules)
            if unknown := [rule for rule in step.rules if rule not in game.rulebook]:
                fail(f"The lesson {lesson.name}, step {nth}, is about {listed(unknown)}, which the rulebook lacks.")
    chapters = game.rulebook.chapters if taught(game) else ()
    if untaught := [chapter.title for chapter in chapters if not cited & {rule.id for rule in chapter.rules}]:
        fail(
            f"The lessons of {game.title} teach nothing of {listed(untaught)}; together they should touch every "
            "chapter of the rulebook, by the `rules` of their steps."
        )


@contract
def lessons_keep_to_the_voice(game: Game) -> None:
    """Check the style of lessons: "you", nobody is "he", British spelling, at most one colon a sentence."""
    for lesson in taught(game):
        for where, text in _texts(lesson):
            for found, right in odd(text):
                fail(f"The lesson {lesson.name}, {where}, says “{found}” in “{text}”; {right}.")


@contract
def lessons_name_what_exists(game: Game) -> None:
    """Check that names in a lesson's texts occur on the table, in the rulebook, or among the choices.

    Bots may be called by the names of their levels, too.
    """
    rules = [text for rule in game.rulebook for text in (rule.title, rule.text)]
    bots = [bot.title for bot in LEVELS.values()]
    choices = map(game.choices.name, range(game.n_choices))
    known = words(game.title, game.rulebook.text, game.rulebook.aim, *rules, *bots, *choices)
    for lesson in taught(game):
        for moment in moments(lesson, game):
            scene = moment.match.scene(lesson.seat)
            there = known | words(*lesson.setting.names, *(text for _, text in texts(to_json(scene))))
            step = moment.step if moment.first else Step("")
            for said in (step.say, step.otherwise, *(other.say for other in step.others)):
                if strange := [name for name in named(said) if name.lower() not in there]:
                    fail(
                        f"{_step(lesson, moment)} speaks of {listed(strange)} in “{said}”, but nothing is so called on "
                        "the table at that moment, in the rulebook, or among the choices."
                    )


def named(said: str) -> list[str]:
    """Return the names in a text: capitalised words that don't begin a sentence.

    >>> named("You hold **Deglets**. Take one from Rosa’s tray: “Dates!” Now go on.")
    ['Deglets', 'Rosa']
    """
    return [found[1] for found in NAME.finditer(said.replace("**", ""))]


def words(*said: str) -> set[str]:
    """Return all words of some texts in lower case, both with and without a final s, so that plurals are found."""
    found = {word for text in said for word in WORD.findall(text.lower())}
    return found | {f"{word}s" for word in found} | {word.removesuffix("s") for word in found}


def _step(lesson: Lesson, moment: Moment) -> str:
    return f"The lesson {lesson.name}, step {moment.nth},"


def _texts(lesson: Lesson) -> Iterator[tuple[str, str]]:
    """Yield every text in a lesson, after a description of where it is."""
    yield "at its head", lesson.about
    yield "at its head", lesson.title
    for nth, step in enumerate(lesson.steps, 1):
        for said in (step.title, step.say, step.done, step.otherwise, *(other.say for other in step.others)):
            yield f"step {nth}", said


def odd(text: str) -> Iterator[tuple[str, str]]:
    """Yield each passage of a text that breaks souq's rules of style, with advice on what would be right."""
    checks = (
        (SUBJECT, "a verb has the form that goes with “you”"),
        (OTHERS, "avoid he and she: repeat the name, or say “they”"),
        (STRAIGHT, "quotation marks and apostrophes are “ ” and ’"),
        (COLONS, "a sentence has one colon"),
        (STRANGE, "souq uses British spelling"),
    )
    for form, right in checks:
        if found := form.search(text):
            yield found[0].strip(), right
    if text.count("**") % 2:
        yield "**", "what is bold ends with ** too"
