"""A game's lessons for tests: their events and their texts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from souq.engine.game import Game
from souq.engine.match.decision import SPECTATOR
from souq.engine.match.match import Match
from souq.engine.rules.events import Kind, Row
from souq.engine.rules.kinds import rows, visible_events
from souq.engine.teach.lesson import Course, Lesson, Step, find, play


@dataclass(frozen=True)
class PlayedLesson:
    """A lesson played by its own answers."""

    game: Game
    name: str
    events: type[Kind]

    @cached_property
    def lesson(self) -> Lesson:
        """The loaded lesson."""
        return find(self.game, self.name)

    @cached_property
    def played(self) -> tuple[Match, Course]:
        """Return the match it leads to, and its history."""
        return play(self.lesson, self.game)

    @property
    def match(self) -> Match:
        """Return the match it leads to."""
        return self.played[0]

    @cached_property
    def happened(self) -> list[Row]:
        """Return all its events."""
        seen = (visible_events(step.after[0], SPECTATOR) for step in self.match.steps())
        return [row for events in seen for row in rows(self.events, events)]

    def events_of(self, kind: Kind, **fields: int) -> list[Row]:
        """Return every event of a kind whose fields have these values, in order."""
        found = (row for row in self.happened if row.kind == kind)
        return [row for row in found if all(getattr(row, name) == value for name, value in fields.items())]

    def step(self, title: str) -> Step:
        """Return a step by its title."""
        return self.lesson.steps[self._nth(title)]

    def before(self, title: str) -> Any:
        """Return the position in which a step's text is shown."""
        match, course = self.played
        return match.at(course.at(self._nth(title)).speaks)[0]

    def after(self, title: str) -> Any:
        """Return the position once a step's choices are made."""
        match, course = self.played
        return match.at(course.at(self._nth(title)).ends)[0]

    def _nth(self, title: str) -> int:
        return [step.title for step in self.lesson.steps].index(title)
