"""Progress of the lesson at a table: the current step, and whether the table plays or waits for the learner.

The table stores only the lesson's name and the number of finished steps; the rest follows from its log, so a learner
can leave and go on later. A table whose log doesn't follow the lesson, or whose lesson no longer exists, is an ordinary
table.
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
from souq.puzzles import mistake
from souq.puzzles.lesson import daily, practice, storm
from souq.server.core.store.origins import DAILY, LESSON, PUZZLE, STORM
from souq.server.core.store.rows import TableRow
from souq.server.errors import NotAsked

KINDS: Mapping[str, Callable[[Game, str], Lesson]] = {
    LESSON: lessons.find,
    PUZZLE: practice,
    DAILY: daily,
    STORM: storm,
}
"""Functions that find a table's lesson by name. The key is the kind in the table's origin, such as ``lesson:first``."""


@dataclass(frozen=True, slots=True)
class Teaching:
    """The progress of a lesson: ``nth`` is the number of the current step, ``ply`` of the decisions made so far."""

    lesson: Lesson
    course: Course
    nth: int
    ply: int

    @property
    def step(self) -> Step:
        """The current step."""
        return self.lesson.steps[self.nth]

    @property
    def stretch(self) -> Stretch:
        """The range of decisions that the step covers."""
        return self.course.stretches[self.nth]

    @property
    def next(self) -> tuple[int, int] | None:
        """The next decision, as seat and choice, that the table makes by itself to prepare the step.

        It is None if the table waits for the player.
        """
        return self.course.log[self.ply] if self.ply < self.stretch.speaks else None

    @property
    def asks(self) -> bool:
        """Whether the step waits for a choice."""
        return self.stretch.speaks <= self.ply < self.stretch.ends

    @property
    def read(self) -> bool:
        """Whether all decisions of the step are made, so that the player only has to read the text and continue."""
        return self.ply == self.stretch.ends

    def check(self, game: Game, seat: int, numbers: Sequence[int], missed: int = 0) -> None:
        """Refuse choices that the current step doesn't ask for, after ``missed`` other wrong tries.

        Raises:
            NotAsked: the step asks for other choices, or for none; the message is the lesson's response.
        """
        if not self.asks:
            raise NotAsked(WAIT)
        wanted = self.course.log[self.ply : self.stretch.ends]
        for nth, number in enumerate(numbers):
            if nth >= len(wanted) or wanted[nth] != (seat, number):
                raise NotAsked(self.step.answer(game.choices.name(number), missed) or LATER)


WAIT = "Read what the lesson says first."
"""Error message for a choice while the player should read the step's text."""

LATER = "That comes later."
"""Error message for a choice that the step doesn't ask for and about which the lesson says nothing."""


def is_learned(lesson: Lesson, step: int) -> bool:
    """Return whether a player at this step has finished the lesson.

    That is true after the last step, and also at it if the step only has to be read and isn't the only one.
    """
    last = len(lesson.steps) - 1
    return step > last or (step == last > 0 and not lesson.steps[last].choose)


def teaching(row: TableRow, match: Match | None) -> Teaching | None:
    """Return the progress of a table's lesson.

    Return None if the table has no lesson, or if the player has finished it, given it up or departed from it.
    """
    return progress(row, match, taught(row))


def progress(row: TableRow, match: Match | None, found: tuple[Lesson, Course] | None) -> Teaching | None:
    """Return the same as :func:`teaching`, if the table's lesson and its course (:func:`taught`) are known."""
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
    """Return a table's lesson and its course (the decisions that it consists of), whether finished or not.

    Return None without a lesson, or if the lesson doesn't fit the game's rules any more.
    """
    lesson = lesson_of(row)
    if lesson is None:
        return None
    try:
        return lesson, lessons.course(lesson, registry.find(row.game))
    except SouqError:
        return None


def lesson_of(row: TableRow) -> Lesson | None:
    """Return a table's lesson, whether finished or not; None if it never had one, or the lesson has been removed."""
    kind, _, name = row.origin.partition(":")
    try:
        if row.posed is not None:
            return mistake.lesson_of(registry.find(row.game), row.posed)
        return KINDS[kind](registry.find(row.game), name) if kind in KINDS else None
    except SouqError:
        return None
