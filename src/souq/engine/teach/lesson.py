"""A lesson: a game played on the table to the end of its words. Lessons are data, ``lessons/*.toml`` of a game.

A file holds ``title``, ``about``, ``minutes``, ``[setting]`` (:mod:`souq.engine.teach.setting`), ``seat`` (who
learns, 0 if left out) and ``[[steps]]``. A step

- plays what the others do (``play``, such as ``"1 site E4"``; the learner's own seat may be among them),
- says one thing (``say``, under a ``title``, of which ``rules`` are about it) and points at sprites (``point``),
- waits for ``choose``, one choice after another; without it, until it has been read,
- says what that did (``done``).

Any other choice is answered by the first of ``others`` whose ``choice`` fits (``*`` stands for anything), else by
``otherwise``. What a rule forbids is explained by the rule, as at every table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
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
"""Where a game keeps its lessons."""

LONGEST = 320
"""Characters a step may say at once: one thing, read in ten seconds."""

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
    """A lesson that cannot be read, breaks its schema, or cannot be played."""


class UnknownLesson(NotTaught):
    """A game has no lesson of that name."""


@dataclass(frozen=True, slots=True)
class Other:
    """What is said to choices that are not asked for: those whose names fit ``choice``, where ``*`` is anything."""

    choice: str
    say: str


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is taught."""

    say: str
    title: str = ""
    point: tuple[str, ...] = ()
    """Keys of sprites, on any area; ``*`` in a key stands for anything, ``seat 1`` for that seat's panel."""
    rules: tuple[str, ...] = ()
    play: tuple[Said, ...] = ()
    """What is decided before it speaks."""
    choose: tuple[str, ...] = ()
    """What the learner is to choose, one after another."""
    done: str = ""
    otherwise: str = ""
    others: tuple[Other, ...] = ()

    def answer(self, choice: str) -> str:
        """What is said to a choice that is not asked for, by its name."""
        said = (other.say for other in self.others if fnmatchcase(choice.lower(), other.choice.lower()))
        return next(said, self.otherwise)


@dataclass(frozen=True, eq=False)
class Lesson:
    """Steps one after another, from a moment of a game."""

    name: str
    title: str
    about: str
    minutes: int
    setting: Setting
    steps: tuple[Step, ...]
    seat: int = 0
    place: int = 0
    """Lessons of a game are offered in this order."""

    @classmethod
    def read(cls, path: Path) -> Lesson:
        """The lesson in a file, called as the file is.

        Raises:
            BadLesson: it cannot be read or breaks its schema; the message names the place.
        """
        data = datafile.read(path, _SCHEMA, BadLesson)
        steps = tuple(_step(each) for each in data.pop("steps"))
        begins = Setting.read(data.pop("setting"))
        return cls(path.stem, steps=steps, setting=begins, **{**data, "about": _plain(data["about"])})


@dataclass(frozen=True, slots=True)
class Stretch:
    """Which decisions of a lesson's game a step is about: what is played before it speaks, and what is chosen."""

    begins: int
    speaks: int
    ends: int


@dataclass(frozen=True, slots=True)
class Course:
    """A lesson played to its end: every decision of its game as (seat, choice number), and each step's stretch."""

    log: tuple[tuple[int, int], ...]
    stretches: tuple[Stretch, ...]

    def at(self, step: int) -> Stretch:
        """The stretch of a step; beyond the last one, that of nothing."""
        end = len(self.log)
        return self.stretches[step] if step < len(self.stretches) else Stretch(end, end, end)


def play(lesson: Lesson, game: Game) -> tuple[Match, Course]:
    """The lesson played by its own answers, and the match it leads to.

    Raises:
        BadLesson: something in it is not legal; the message names the step.
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


@cache
def course(lesson: Lesson, game: Game) -> Course:
    """The course of a lesson, worked out once."""
    return play(lesson, game)[1]


@cache
def lessons(game: Game) -> Mapping[str, Lesson]:
    """The lessons of a game by name, in the order in which they are offered.

    Raises:
        BadLesson: one cannot be read.
    """
    found = [Lesson.read(path) for path in sorted((game.folder / FOLDER).glob("*.toml"))]
    return {lesson.name: lesson for lesson in sorted(found, key=lambda lesson: lesson.place)}


def find(game: Game, name: str) -> Lesson:
    """A lesson by its name.

    Raises:
        UnknownLesson: there is none; the message lists those there are.
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
    """Words on one line."""
    return " ".join(text.split())
