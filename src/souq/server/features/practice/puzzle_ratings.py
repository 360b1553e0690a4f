"""Ratings of people and puzzles, days in a row, and what a solved puzzle's table says of them.

A rating changes with the first try at a puzzle, as after a game between the person and the puzzle: who finds the best
choice at once wins. A puzzle's own rating begins with how often bots miss it (:mod:`souq.puzzles.grading`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Protocol

from souq.engine.present.wording import counted
from souq.puzzles.grading import difficulty
from souq.puzzles.puzzle import Puzzle
from souq.server.core.rating_scale import Party, Rating, fixed, points, provisional, rated, spread
from souq.server.core.store.origins import DAILY, PUZZLE
from souq.server.core.store.rows import TableRow

GRADES = {1: 0.2, 2: 0.45, 3: 0.75}
"""Difficulties that are assumed of puzzles of each level, if it isn't known how often bots miss them."""
EASIEST, RANGE = 1000, 1000
"""Points of a puzzle that no bot misses, and how many more has one that all bots miss."""
MARGIN = 300
"""Margin of error of a new puzzle's rating, in points."""
NEWCOMER, SPREAD = 1300, 450
"""Points of a person who hasn't tried a puzzle yet, and their margin of error."""
SCALE = ""
"""Name that stands for a game in :mod:`souq.server.core.rating_scale`: puzzles need an ordinary amount of luck."""
DAY = timedelta(days=1)


class Tries(Protocol):
    """A person's tries at a puzzle."""

    @property
    def missed(self) -> int:
        """Number of wrong tries."""

    @property
    def solved_at(self) -> float:
        """When it was solved first, in seconds since 1970; 0 if it hasn't been."""

    @property
    def gained(self) -> int:
        """Points of rating that the first try brought."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's puzzle rating in a game."""

    points: int
    margin: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class Streak:
    """Numbers of days in a row on which a person has solved a puzzle: up to now, and the most ever."""

    now: int = 0
    best: int = 0
    today: bool = False


def puzzle_of(origin: str) -> str:
    """Return the puzzle that a table with this origin poses, if it counts for the rating; otherwise "".

    >>> puzzle_of("puzzle:0a1b"), puzzle_of("daily:2026-11-23/0a1b"), puzzle_of("lesson:first")
    ('0a1b', '0a1b', '')
    """
    kind, _, name = origin.partition(":")
    return name.rpartition("/")[2] if kind in (PUZZLE, DAILY) else ""


def solver_of(row: TableRow) -> str | None:
    """Return the ID of the person who solves the puzzle at a table; None without a cookie."""
    return next((seat.person_id for seat in row.seats if seat.kind == "person"), None)


def standing(rating: Rating) -> Standing:
    """Return a puzzle rating as it is shown."""
    return Standing(points(rating.mu, SCALE), spread(rating.sigma, SCALE), provisional(rating, SCALE))


def after_try(own: Rating | None, known: Rating | None, puzzle: Puzzle, right: bool) -> tuple[Rating, Rating, int]:
    """Return the ratings after a person's first try at a puzzle.

    Args:
        own: the person's puzzle rating in the game; None if they haven't tried a puzzle yet.
        known: the puzzle's rating; None if nobody has tried it yet.
        puzzle: the puzzle.
        right: whether the person has found the best choice.

    Returns:
        The person's rating, the puzzle's, and the points that the person has gained.
    """
    person, other = own or fixed(NEWCOMER, SPREAD, SCALE), known or starting(puzzle)
    one, two = rated(SCALE, (Party(person, 1 if right else 2), Party(other, 2 if right else 1)))
    return one, two, points(one.mu, SCALE) - points(person.mu, SCALE)


def streak(days: Collection[date], today: date) -> Streak:
    """Return the lengths of the current and the longest streak.

    A streak goes on until a day is over on which nothing was solved.

    >>> monday = date(2026, 11, 23)
    >>> streak([monday, monday + DAY, monday + 3 * DAY], monday + 4 * DAY)
    Streak(now=1, best=2, today=False)
    """
    known = set(days)

    def until(day: date) -> int:
        length = 0
        while day - length * DAY in known:
            length += 1
        return length

    now = until(today) or until(today - DAY)
    return Streak(now, max((until(day) for day in known), default=0), today in known)


def starting(puzzle: Puzzle) -> Rating:
    """Return the rating of a puzzle that nobody has tried yet."""
    share = difficulty(puzzle.missed) if puzzle.missed else GRADES[puzzle.level]
    return fixed(EASIEST + RANGE * share, MARGIN, SCALE)


def result_of(tries: Tries | None, standing: Standing | None, streak: Streak, opened_at: float) -> dict[str, Any]:
    """Return what a solved puzzle's table says to its player; {} if they haven't solved it.

    It is the number of tries, and rating and streak in words. If they had solved the puzzle before the table was opened
    (seconds since 1970), the number is that of then, and ``before`` is true.
    """
    if tries is None or standing is None or not tries.solved_at:
        return {}
    before = tries.solved_at < opened_at
    words = said(standing, streak, None if before else tries.gained)
    return {"tries": tries.missed + 1, "said": words, "before": before}


def said(standing: Standing, streak: Streak, gained: int | None) -> str:
    """Return a player's rating, with the points that they gained now, and their streak in words."""
    row = f" Solved something {counted(streak.now)} days in a row." if streak.now > 1 else ""
    sure = "" if not standing.provisional else f" ± {standing.margin}"
    change = "" if gained is None else f" ({gained:+d})"
    return f"Puzzle rating {standing.points}{sure}{change}.{row}".replace("-", "−")
