"""How far the lesson at a table is: which step, whether it plays, waits for a choice, or for being read.

Of this a table keeps the name of the lesson and how many steps are over; the rest follows from the decisions made. Who
learns goes on where he left. A table whose log is not the lesson's, or whose lesson is gone, is a table like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from souq.engine import registry
from souq.engine.errors import SouqError
from souq.engine.game import Game
from souq.engine.match.match import Match
from souq.engine.teach import lesson as lessons
from souq.engine.teach.lesson import Course, Lesson, Step, Stretch
from souq.puzzles.lesson import daily, practice
from souq.server.core.db.models import TableRow
from souq.server.errors import NotAsked

KINDS: Mapping[str, Callable[[Game, str], Lesson]] = {
    "lesson": lessons.find,
    "puzzle": practice,
    "daily": daily,
}
"""What finds the lesson of a table, by the kind of its origin."""


@dataclass(frozen=True, slots=True)
class Teaching:
    """A lesson that is not over: the step it is at, and how many decisions have been made."""

    lesson: Lesson
    course: Course
    nth: int
    ply: int

    @property
    def step(self) -> Step:
        """The step it is at."""
        return self.lesson.steps[self.nth]

    @property
    def stretch(self) -> Stretch:
        """Which decisions that step is about."""
        return self.course.stretches[self.nth]

    @property
    def next(self) -> tuple[int, int] | None:
        """What the table decides itself before the step speaks: the seat and the choice; None: it speaks."""
        return self.course.log[self.ply] if self.ply < self.stretch.speaks else None

    @property
    def asks(self) -> bool:
        """Whether it waits for a choice."""
        return self.stretch.speaks <= self.ply < self.stretch.ends

    @property
    def read(self) -> bool:
        """Whether the step has nothing left but to be read: what it says, or what was done."""
        return self.ply == self.stretch.ends

    def check(self, game: Game, seat: int, numbers: Sequence[int]) -> None:
        """Whether these choices are the ones the step asks for.

        Raises:
            NotAsked: they are not; in the lesson's words.
        """
        if not self.asks:
            raise NotAsked(WAIT)
        wanted = self.course.log[self.ply : self.stretch.ends]
        for nth, number in enumerate(numbers):
            if nth >= len(wanted) or wanted[nth] != (seat, number):
                raise NotAsked(self.step.answer(game.choices.name(number)) or LATER)


WAIT = "First read on: the lesson has something to say."
"""To who chooses while nothing is asked."""

LATER = "That comes later."
"""To who chooses more than is asked."""


def is_learned(lesson: Lesson, step: int) -> bool:
    """Return whether a lesson counts as finished at a step: nothing is left, or only its parting words."""
    last = len(lesson.steps) - 1
    return step > last or (step == last > 0 and not lesson.steps[last].choose)


def teaching(row: TableRow, match: Match | None) -> Teaching | None:
    """What is taught at a table now; None once the lesson is over, and where there is none."""
    found = taught(row)
    if found is None or match is None or (row.result or {}).get("agreed"):
        return None
    lesson, course = found
    if row.step >= len(lesson.steps) or row.seats[lesson.seat].kind != "person":
        return None
    made = tuple((decided.seat, decided.choice) for decided in match.log)
    stretch = course.stretches[row.step]
    if not stretch.begins <= len(made) <= stretch.ends or made != course.log[: len(made)]:
        return None
    return Teaching(lesson, course, row.step, match.ply)


def taught(row: TableRow) -> tuple[Lesson, Course] | None:
    """The lesson a table was opened for, over or not, and how its game goes; None if it cannot be played any more."""
    lesson = lesson_of(row)
    if lesson is None:
        return None
    try:
        return lesson, lessons.course(lesson, registry.find(row.game))
    except SouqError:
        return None


def lesson_of(row: TableRow) -> Lesson | None:
    """The lesson a table was opened for, over or not; None if there is none, or it is not taught any more."""
    kind, _, name = row.origin.partition(":")
    try:
        return KINDS[kind](registry.find(row.game), name) if kind in KINDS else None
    except SouqError:
        return None
