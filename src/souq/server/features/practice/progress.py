"""People's progress with puzzles: what they tried and solved, their ratings, and the days on which they practised.

A rating changes with the first try at a puzzle, as after a game between the person and the puzzle: who finds the best
choice at once wins. A puzzle's own rating begins with how often bots miss it (:mod:`souq.puzzles.grading`).
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, timedelta

from sqlalchemy import ColumnElement, Insert, Table, Update, insert, select, union_all, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.engine import registry
from souq.puzzles.grading import difficulty
from souq.puzzles.puzzle import Puzzle, puzzles
from souq.server.core.db.engines import Database
from souq.server.core.db.models import SEATS, TABLES
from souq.server.core.db.origins import of_kind
from souq.server.core.rating_scale import Party, Rating, fixed, points, provisional, rated, spread
from souq.server.core.store.origins import DAILY, PUZZLE
from souq.server.core.store.rows import TableRow
from souq.server.features.practice.daily import option_of
from souq.server.features.practice.models import ATTEMPTS, MISTAKES, PUZZLE_DIFFICULTIES, PUZZLE_RATINGS, AttemptRow

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
TRIES = 5
"""How often a try is stored again because other servers have stored something first."""


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


class Progress:
    """Stores people's tries at puzzles, and computes ratings."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = asyncio.Lock()

    async def missed(self, row: TableRow) -> None:
        """Store a wrong try at a table's puzzle."""
        await self._store(row, right=False)

    async def committed(self, row: TableRow) -> None:
        """Store that a table's puzzle is solved, if it is; doing so again changes nothing."""
        if row.ply > 0 and row.step == 0:
            await self._store(row, right=True)

    async def _store(self, row: TableRow, right: bool) -> None:
        name, person = puzzle_of(row.origin), solver_of(row)
        puzzle = puzzles(registry.find(row.game)).get(name) if name else None
        if puzzle is None or person is None:
            return
        async with self._lock:  # tries at a puzzle are stored in the order in which they were made
            for _ in range(TRIES):
                # an error: another server has stored the same person's or puzzle's first try, or the person is deleted
                with contextlib.suppress(IntegrityError):
                    async with self._database.write() as db:
                        await _tried(db, person, row.game, puzzle, right)
                    break

    async def attempt(self, person_id: str, game: str, puzzle: str) -> AttemptRow | None:
        """Return a person's tries at a puzzle; None if there are none."""
        found = await self._database.first(select(ATTEMPTS).where(*_of(person_id, game, puzzle)))
        return AttemptRow(**found._mapping) if found else None

    async def solved(self, person_id: str) -> dict[str, dict[str, int]]:
        """Return the puzzles that a person has solved, by game, with the number of wrong tries."""
        query = select(ATTEMPTS.c.game, ATTEMPTS.c.puzzle, ATTEMPTS.c.missed)
        found = dict[str, dict[str, int]]()
        for row in await self._database.rows(query.where(ATTEMPTS.c.person_id == person_id, ATTEMPTS.c.solved_at > 0)):
            found.setdefault(row.game, {})[row.puzzle] = row.missed
        return found

    async def standings(self, person_id: str) -> dict[str, Standing]:
        """Return a person's puzzle ratings, by game."""
        query = select(PUZZLE_RATINGS).where(PUZZLE_RATINGS.c.person_id == person_id)
        ratings = {row.game: Rating(row.mu, row.sigma, row.games) for row in await self._database.rows(query)}
        return {
            game: Standing(points(each.mu, SCALE), spread(each.sigma, SCALE), provisional(each, SCALE))
            for game, each in ratings.items()
        }

    async def streak(self, person_id: str, today: date) -> Streak:
        """Return on how many days in a row a person has solved a puzzle of any game, or one of their own mistakes.

        Puzzles of the day count again if they were solved before.
        """
        mine = TABLES.c.id.in_(select(SEATS.c.table_id).where(SEATS.c.person_id == person_id))
        query = union_all(
            select(ATTEMPTS.c.solved_at).where(ATTEMPTS.c.person_id == person_id, ATTEMPTS.c.solved_at > 0),
            select(MISTAKES.c.solved_at).where(MISTAKES.c.person_id == person_id, MISTAKES.c.solved_at > 0),
            select(TABLES.c.updated_at).where(mine, of_kind(DAILY), TABLES.c.ply > 0),
        )
        times = [float(at) for (at,) in await self._database.rows(query)]
        own = {name: option for name in registry.games() if (option := option_of(registry.find(name)))}
        alone = mine, TABLES.c.game.in_(own), TABLES.c.players == 1, TABLES.c.state == "finished"
        ended = select(TABLES.c.game, TABLES.c.options, TABLES.c.result, TABLES.c.updated_at).where(*alone)
        for row in await self._database.rows(ended):
            if row.options.get(own[row.game]) and (row.result or {}).get("winners"):
                times.append(row.updated_at)
        return streak([date.fromtimestamp(at) for at in times], today)


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


async def _tried(db: AsyncConnection, person_id: str, game: str, puzzle: Puzzle, right: bool) -> None:
    """Store a try; the first one changes both ratings."""
    own, now = _of(person_id, game, puzzle.name), time.time()
    found = (await db.execute(select(ATTEMPTS).where(*own).with_for_update())).first()
    if found is not None:
        changed = {"solved_at": now} if right else {"missed": found.missed + 1}
        if not found.solved_at:
            await db.execute(update(ATTEMPTS).where(*own).values(**changed))
        return
    gained = await _rate(db, person_id, game, puzzle, right, now)
    attempt = AttemptRow(person_id, game, puzzle.name, now, int(not right), now if right else 0.0, gained)
    await db.execute(insert(ATTEMPTS).values(**asdict(attempt)))


async def _rate(db: AsyncConnection, person_id: str, game: str, puzzle: Puzzle, right: bool, now: float) -> int:
    """Update the ratings of a person and of a puzzle after the first try; return the points that the person gains."""
    mine, its = {"person_id": person_id, "game": game}, {"game": game, "puzzle": puzzle.name}
    own, known = await _locked(db, PUZZLE_RATINGS, mine), await _locked(db, PUZZLE_DIFFICULTIES, its)
    person, other = own or fixed(NEWCOMER, SPREAD, SCALE), known or starting(puzzle)
    parties: Sequence[Party] = (Party(person, 1 if right else 2), Party(other, 2 if right else 1))
    one, two = rated(SCALE, parties)
    await db.execute(_put(PUZZLE_RATINGS, mine, own is None).values(at=now, **asdict(one)))
    await db.execute(_put(PUZZLE_DIFFICULTIES, its, known is None).values(**asdict(two)))
    return points(one.mu, SCALE) - points(person.mu, SCALE)


async def _locked(db: AsyncConnection, table: Table, key: Mapping[str, str]) -> Rating | None:
    """Return the rating in a row, which is locked until the end of the transaction; None if there is no such row."""
    row = (await db.execute(select(table).filter_by(**key).with_for_update())).first()
    return Rating(row.mu, row.sigma, row.games) if row else None


def _put(table: Table, key: Mapping[str, str], new: bool) -> Insert | Update:
    """Return a statement that inserts a new row or updates a known one.

    A row that another transaction has inserted meanwhile makes the insertion fail, instead of being overwritten.
    """
    return insert(table).values(**key) if new else update(table).filter_by(**key)


def _of(person_id: str, game: str, puzzle: str) -> tuple[ColumnElement[bool], ...]:
    return ATTEMPTS.c.person_id == person_id, ATTEMPTS.c.game == game, ATTEMPTS.c.puzzle == puzzle
