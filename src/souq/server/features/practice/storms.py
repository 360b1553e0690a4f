"""People's storms, as they are stored."""

from __future__ import annotations

import asyncio
import time

from sqlalchemy import func, insert, select, update

from souq.server.core.db.engines import Database
from souq.server.core.store.rows import TableRow
from souq.server.features.practice.models import STORMS
from souq.server.features.practice.puzzle_ratings import solver_of
from souq.server.features.practice.storm import LENGTH, Storm, storm_of


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
        await self._count(row, right=False)

    async def committed(self, row: TableRow) -> None:
        """Count a storm's table as solved if its puzzle is, unless it has been counted."""
        if row.ply > 0:
            await self._count(row, right=True)

    async def _count(self, row: TableRow, right: bool) -> None:
        number = storm_of(row.origin)
        if number is None:
            return
        async with self._lock:  # every puzzle counts once, with the first choice
            storm = await self.find(number, solver_of(row))
            if storm is None or not storm.counts(row):
                return
            after = storm.after(right)
            change = {"counted": row.id, "solved": after.solved, "missed": after.missed, "ends_at": after.ends_at}
            place = STORMS.c.n == storm.n, STORMS.c.solved + STORMS.c.missed == storm.solved + storm.missed
            await self._database.run(update(STORMS).where(*place).values(change))  # unless another server has
