"""Lessons: a game played step by step with explanations; data in ``lessons/*.toml`` of a game.

A file holds ``title``, ``about``, ``minutes``, ``[setting]`` (:mod:`souq.engine.teach.setting`), ``seat`` (the
learner's, 0 by default) and ``[[steps]]``. A step

- plays decisions of the other seats (``play``, such as ``"1 site E4"``), possibly of the learner's too,
- explains one thing (``say``, with a ``title`` and related ``rules``) and points at sprites (``point``),
- waits for the choices of ``choose``, one by one; without them, until the learner continues,
- explains the result (``done``).

Any other legal choice is answered by the first of ``others`` whose ``choice`` matches (``*`` is a wildcard), else by
``otherwise``. Illegal choices are explained by the rule that forbids them, as in every game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from souq.engine.errors import SouqError
from souq.engine.game import Game
from souq.engine.rules import datafile
from souq.engine.rules.rulebook import ID
from souq.engine.teach import setting
from souq.engine.teach.setting import Said, Setting
from souq.engine.teach.unknown import NotTaught

if TYPE_CHECKING:
    from souq.engine.match.match import Match

FOLDER = "lessons"
"""Name of the folder with a game's lessons."""

COURSES = 2_000
"""Maximum number of lessons whose decisions are kept in memory; puzzles are lessons too."""

LONGEST = 320
"""Maximum length of a step's text, in characters; reading it takes about ten seconds."""

_WORDS = {"type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": r"[.!?…”]\s*$"}
_TITLE = {"type": "string", "minLength": 1, "maxLength": 40}
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["title", "about", "minutes", "setting", "steps"],
    "properties": {
        "title": _TITLE,
        "about": _WORDS,
        "minutes": {"type": "integer", "minimum": 1},
        "place": {"type": "integer"},
        "seat": {"type": "integer", "minimum": 0},
        "setting": setting.SCHEMA,
        "steps": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/step"}},
    },
    "$defs": {
        "step": {
            "type": "object",
            "additionalProperties": False,
            "required": ["say"],
            "dependentRequired": {"others": ["choose"], "otherwise": ["choose"], "done": ["choose"]},
            "properties": {
                "title": _TITLE,
                "say": _WORDS,
                "point": {"type": "array", "items": {"type": "string", "minLength": 1}},
                "rules": {"type": "array", "items": {"type": "string", "pattern": f"^{ID.pattern}$"}},
                "play": {"type": "array", "items": setting.DECISION},
                "choose": {"type": "array", "minItems": 1, "items": {"type": "string", "minLength": 1}},
                "done": _WORDS,
                "otherwise": _WORDS,
                "others": {"type": "array", "items": {"$ref": "#/$defs/other"}},
            },
        },
        "other": {
            "type": "object",
            "additionalProperties": False,
            "required": ["choice", "say"],
            "properties": {"choice": {"type": "string", "minLength": 1}, "say": _WORDS},
        },
    },
}


class BadLesson(SouqError, ValueError):
    """A lesson that can't be read, violates its schema, or can't be played."""


class UnknownLesson(NotTaught):
    """The game has no lesson with that name."""


@dataclass(frozen=True, slots=True)
class Other:
    """The teacher's answer to a choice that isn't the one asked for.

    It is given if the name of the choice matches the pattern ``choice`` (``*`` is a wildcard).
    """

    choice: str
    say: str
    further: tuple[str, ...] = ()
    """Answers after the first wrong try at the step, one for each try; the last one is given from then on."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """A way in which the game could go on from a step's position, to be looked at once the step's choices are made."""

    title: str
    log: tuple[tuple[int, int], ...]
    """Decisions from the position in which the step asks, as pairs (seat, choice number)."""
    seed: int
    """The seed of their chance."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a lesson: other seats play, a text explains something, and the learner may have to choose."""

    say: str
    title: str = ""
    point: tuple[str, ...] = ()
    """Keys of the sprites that the text points at, in any area; ``*`` is a wildcard, ``seat 1`` that seat's panel."""
    rules: tuple[str, ...] = ()
    play: tuple[Said, ...] = ()
    """Decisions that the lesson makes for seats before it shows the step's text."""
    choose: tuple[str, ...] = ()
    """Choices that the learner has to make, in order."""
    done: str = ""
    otherwise: str = ""
    others: tuple[Other, ...] = ()
    continuations: tuple[Continuation, ...] = ()

    def answer(self, choice: str, missed: int = 0) -> str:
        """Return the teacher's answer to a legal choice that isn't the one asked for.

        Args:
            choice: the name of the choice.
            missed: the number of wrong tries at this step before it.
        """
        found = (other for other in self.others if fnmatchcase(choice.lower(), other.choice.lower()))
        other = next(found, Other("*", self.otherwise))
        answers = other.say, *other.further
        return answers[min(missed, len(answers) - 1)]


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson: steps that teach a game, from a certain moment of a match (its setting)."""

    name: str
    title: str
    about: str
    minutes: int
    setting: Setting
    steps: tuple[Step, ...]
    seat: int = 0
    place: int = 0
    """Number by which the lessons of a game are sorted."""

    @classmethod
    def read(cls, path: Path) -> Lesson:
        """Read a lesson from a file; its name is the file's.

        Raises:
            BadLesson: the file can't be read or violates its schema; the message says where.
        """
        data = datafile.read(path, _SCHEMA, BadLesson)
        steps = tuple(_step(each) for each in data.pop("steps"))
        begins = Setting.read(data.pop("setting"))
        return cls(path.stem, steps=steps, setting=begins, **{**data, "about": _plain(data["about"])})


@dataclass(frozen=True, slots=True)
class Stretch:
    """The decisions in a lesson's log that belong to one step.

    Each number counts the decisions made at a moment: when the step ``begins``, when its text appears (``speaks``), and
    when it ``ends``.
    """

    begins: int
    speaks: int
    ends: int


@dataclass(frozen=True, slots=True)
class Course:
    """All decisions of a lesson, as pairs (seat, choice number), and which of them belong to which step."""

    log: tuple[tuple[int, int], ...]
    stretches: tuple[Stretch, ...]

    def at(self, step: int) -> Stretch:
        """Return the part of the log that belongs to a step; for steps beyond the last, an empty part at the end."""
        end = len(self.log)
        return self.stretches[step] if step < len(self.stretches) else Stretch(end, end, end)


def play(lesson: Lesson, game: Game) -> tuple[Match, Course]:
    """Play a lesson from its first to its last step, making the choices asked for; return the match and the course.

    Raises:
        BadLesson: the setting or a decision is illegal; the message names the step.
    """
    try:
        match = lesson.setting.begin(game)
    except SouqError as error:
        raise BadLesson(f"{lesson.name}: its setting: {error}") from error
    log, stretches = list[tuple[int, int]](), list[Stretch]()
    for nth, step in enumerate(lesson.steps, 1):
        begins = match.ply
        try:
            for seat, choice in step.play:
                _decide(match, choice, seat)
            match.confirm()
            speaks = match.ply
            for choice in step.choose:
                _decide(match, choice, lesson.seat)
            match.confirm()
        except SouqError as error:
            raise BadLesson(f"{lesson.name}, step {nth}: {error}") from error
        stretches.append(Stretch(begins, speaks, match.ply))
    log = [(made.seat, made.choice) for made in match.log]
    return match, Course(tuple(log), tuple(stretches))


def _decide(match: Match, choice: int | str, seat: int) -> None:
    for number in match.read((choice,), seat):
        match.replay(number, seat)


@lru_cache(maxsize=COURSES)
def course(lesson: Lesson, game: Game) -> Course:
    """Return all decisions of a lesson and the steps they belong to; the latest are cached."""
    return play(lesson, game)[1]


@cache
def lessons(game: Game) -> Mapping[str, Lesson]:
    """Return the lessons of a game by name, in the order in which they are listed for players.

    Raises:
        BadLesson: a lesson can't be read.
    """
    found = [Lesson.read(path) for path in sorted((game.folder / FOLDER).glob("*.toml"))]
    return {lesson.name: lesson for lesson in sorted(found, key=lambda lesson: lesson.place)}


def find(game: Game, name: str) -> Lesson:
    """Return a lesson by name.

    Raises:
        UnknownLesson: there is none; the message lists the names.
    """
    known = lessons(game)
    if name not in known:
        raise UnknownLesson(f"{game.title} has no lesson {name[:40]!r}; it has: {', '.join(known) or 'none'}.")
    return known[name]


def _step(data: Mapping[str, Any]) -> Step:
    known: dict[str, Any] = {name: _plain(data[name]) for name in ("say", "done", "otherwise") if name in data}
    known |= {name: tuple(data[name]) for name in ("point", "rules", "choose") if name in data}
    known["others"] = tuple(Other(each["choice"], _plain(each["say"])) for each in data.get("others", ()))
    known["play"] = tuple(setting.decision(each) for each in data.get("play", ()))
    return Step(title=data.get("title", ""), **known)


def _plain(text: str) -> str:
    return " ".join(text.split())
