"""Storms: as many puzzles as possible in three minutes. Every puzzle is a table, and its first choice counts."""

from __future__ import annotations

import asyncio
import hashlib
import time
from dataclasses import dataclass

from sqlalchemy import func, insert, select, update

from souq.engine import registry
from souq.engine.game import Game
from souq.puzzles.puzzle import Puzzle, puzzles
from souq.server.core.db.engines import Database
from souq.server.core.store.origins import STORM
from souq.server.core.store.rows import TableRow
from souq.server.features.practice.models import STORMS
from souq.server.features.practice.progress import solver_of

LENGTH = 180.0
"""Length of a storm, in seconds."""
PENALTY = 10.0
"""Seconds that a wrong choice costs."""
LATE = 2.0
"""Seconds after the end within which a choice still counts, because it may have been on its way."""


@dataclass(frozen=True, slots=True)
class Storm:
    """One person's storm."""

    n: int
    person_id: str
    game: str
    ends_at: float
    solved: int
    missed: int

    @property
    def left(self) -> float:
        """Seconds left."""
        return max(0.0, self.ends_at - time.time())


def storm_of(origin: str) -> int | None:
    """Return the number of the storm to which a table with this origin belongs.

    >>> storm_of("storm:12/0a1b2c3d"), storm_of("puzzle:0a1b2c3d")
    (12, None)
    """
    kind, _, rest = origin.partition(":")
    number = rest.partition("/")[0]
    return int(number) if kind == STORM and number.isdecimal() else None


def order(game: Game, number: int) -> list[Puzzle]:
    """Return the puzzles of a storm in random order, the easier ones first."""

    def place(puzzle: Puzzle) -> tuple[int, bytes]:
        return puzzle.level, hashlib.blake2b(f"{number} {puzzle.name}".encode()).digest()

    return sorted(puzzles(game).values(), key=place)


def upcoming(game: Game, storm: Storm) -> Puzzle | None:
    """Return a storm's next puzzle; None if it has used all."""
    return next(iter(order(game, storm.n)[storm.solved + storm.missed :]), None)


class Storms:
    """Stores storms, and counts what happens at their tables."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = asyncio.Lock()

    async def begin(self, person_id: str, game: str) -> Storm:
        """Begin a storm."""
        now = time.time()
        values = {"person_id": person_id, "game": game, "began_at": now, "ends_at": now + LENGTH}
        async with self._database.write() as db:
            made = await db.execute(insert(STORMS).values(**values, solved=0, missed=0, counted=""))
            number = made.inserted_primary_key[0]  # type: ignore[index]
        return Storm(number, person_id, game, now + LENGTH, 0, 0)

    async def find(self, number: int, person_id: str | None) -> Storm | None:
        """Return a person's storm with this number; None if they have none."""
        row = await self._database.first(select(STORMS).where(STORMS.c.n == number, STORMS.c.person_id == person_id))
        return Storm(row.n, row.person_id, row.game, row.ends_at, row.solved, row.missed) if row else None

    async def best(self, person_id: str, game: str) -> int:
        """Return the most puzzles of a game that a person has solved in a storm."""
        mine = STORMS.c.person_id == person_id, STORMS.c.game == game
        return await self._database.scalar(select(func.max(STORMS.c.solved)).where(*mine)) or 0

    async def missed(self, row: TableRow) -> None:
        """Count a storm's table as missed, unless it has been counted."""
        await self._count(row, solved=0)

    async def committed(self, row: TableRow) -> None:
        """Count a storm's table as solved if its puzzle is, unless it has been counted."""
        if row.ply > 0:
            await self._count(row, solved=1)

    async def _count(self, row: TableRow, solved: int) -> None:
        number = storm_of(row.origin)
        if number is None:
            return
        names = [puzzle.name for puzzle in order(registry.find(row.game), number)]
        place = names.index(name) if (name := row.origin.rpartition("/")[2]) in names else -1
        this = STORMS.c.n == number, STORMS.c.person_id == solver_of(row), STORMS.c.game == row.game
        running = STORMS.c.ends_at > time.time() - LATE, STORMS.c.solved + STORMS.c.missed == place
        change = {
            STORMS.c.counted: row.id,
            STORMS.c.solved: STORMS.c.solved + solved,
            STORMS.c.missed: STORMS.c.missed + 1 - solved,
            STORMS.c.ends_at: STORMS.c.ends_at - PENALTY * (1 - solved),
        }
        async with self._lock:  # every puzzle counts once, with the first choice
            await self._database.run(update(STORMS).where(*this, *running).values(change))
