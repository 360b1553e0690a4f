"""People's progress with puzzles: what they tried and solved, their ratings, and the days on which they practised."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date

from sqlalchemy import ColumnElement, Insert, Table, Update, insert, select, union_all, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.engine import registry
from souq.puzzles.puzzle import Puzzle, puzzles
from souq.server.core.db.engines import Database
from souq.server.core.db.models import SEATS, TABLES
from souq.server.core.db.origins import of_kind
from souq.server.core.rating_scale import Rating
from souq.server.core.store.origins import DAILY
from souq.server.core.store.rows import TableRow
from souq.server.features.practice.daily import option_of
from souq.server.features.practice.models import ATTEMPTS, MISTAKES, PUZZLE_DIFFICULTIES, PUZZLE_RATINGS, AttemptRow
from souq.server.features.practice.puzzle_ratings import (
    Standing,
    Streak,
    after_try,
    puzzle_of,
    solver_of,
    standing,
    streak,
)

TRIES = 5
"""How often a try is stored again because other servers have stored something first."""


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
        return {game: standing(each) for game, each in ratings.items()}

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
    one, two, gained = after_try(own, known, puzzle, right)
    await db.execute(_put(PUZZLE_RATINGS, mine, own is None).values(at=now, **asdict(one)))
    await db.execute(_put(PUZZLE_DIFFICULTIES, its, known is None).values(**asdict(two)))
    return gained


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
