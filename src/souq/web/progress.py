"""The person's progress with puzzles, as the browser stores it: tries, ratings and storms."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any

from souq.engine import registry
from souq.puzzles.puzzle import Puzzle, puzzles
from souq.server.core.rating_scale import Rating
from souq.server.core.store.rows import TableRow
from souq.server.features.practice.puzzle_ratings import (
    Standing,
    Streak,
    after_try,
    puzzle_of,
    result_of,
    standing,
    streak,
)
from souq.server.features.practice.storm import LENGTH, Storm, storm_of
from souq.web.storage import BrowserStorage, Shelf

LOG = logging.getLogger("souq.web")

Record = dict[str, Any]
"""The stored progress, as data for JSON.

``tries`` are those at each puzzle, by game and name (``kairo/0a1b2c3d``, :class:`Try`); ``ratings`` the person's, by
game (:class:`~souq.server.core.rating_scale.Rating`); ``standings`` the same as they are shown
(:class:`~souq.server.features.practice.puzzle_ratings.Standing`); ``storms`` a list of all storms. The
``stopped_at`` of a storm is when its clock stopped because the next page began to load, in seconds since 1970, or 0.
"""


@dataclass(frozen=True, slots=True)
class Try:
    """The person's tries at a puzzle."""

    at: float
    """When the first one was made, in seconds since 1970."""
    missed: int
    """Number of wrong tries."""
    solved_at: float = 0.0
    """When it was solved first; 0 if it hasn't been."""
    gained: int = 0
    """Points of rating that the first try brought."""


class Progress:
    """Stores tries and storms, and computes ratings."""

    def __init__(self, stored: BrowserStorage, shelf: Shelf) -> None:
        self._stored, self._shelf = stored, shelf
        self._lock = asyncio.Lock()

    async def missed(self, row: TableRow) -> None:
        """Store a wrong first choice in a storm, or a wrong try at a table's puzzle."""
        await self._store(row, right=False)

    async def committed(self, row: TableRow) -> None:
        """Store that a table's puzzle is solved, if it is; doing so again changes nothing."""
        if row.ply > 0 and row.step == 0:
            await self._store(row, right=True)

    async def tries(self, game: str, puzzle: str) -> Try | None:
        """Return the tries at a puzzle; None if there are none."""
        found = (await self._read())["tries"].get(f"{game}/{puzzle}")
        return Try(**found) if found else None

    async def solved(self, game: str) -> frozenset[str]:
        """Return the puzzles of a game that are solved."""
        found = ((*key.split("/"), made) for key, made in (await self._read())["tries"].items())
        return frozenset(puzzle for of, puzzle, made in found if of == game and made["solved_at"])

    async def streak(self, today: date) -> Streak:
        """Return on how many days in a row something was solved; puzzles of the day count again."""
        times = [each["solved_at"] for each in (await self._read())["tries"].values() if each["solved_at"]]
        times += [each["at"] for each in await self._shelf.entries() if each["solved_day"]]
        return streak([date.fromtimestamp(at) for at in times], today)

    async def result(self, row: TableRow) -> dict[str, Any]:
        """Return what a solved puzzle's table says to its player."""
        name = puzzle_of(row.origin)
        if not name:
            return {}
        await self.committed(row)
        found = (await self._read())["standings"].get(row.game)
        shown = Standing(**found) if found else None
        return result_of(await self.tries(row.game, name), shown, await self.streak(date.today()), row.created_at)

    # storms

    async def begin_storm(self, person_id: str, game: str) -> Storm:
        """Begin a storm."""
        async with self._changing() as record:
            number = max((each["n"] for each in record["storms"]), default=0) + 1
            now = time.time()
            begun = Storm(number, person_id, game, now + LENGTH, 0, 0)
            record["storms"].append(asdict(begun) | {"stopped_at": now})
        return begun

    async def storm(self, number: int | None) -> Storm | None:
        """Return a storm; None if there is none with this number."""
        return _storm(_find(await self._read(), number))

    async def stop_storm(self, number: int) -> None:
        """Stop a storm's clock while the page of its next puzzle loads, which may take seconds."""
        async with self._changing() as record:
            if found := _find(record, number):
                found["stopped_at"] = time.time()

    async def go_on(self, number: int) -> Storm | None:
        """Let a storm's clock run again, now that its puzzle is shown, and return the storm."""
        async with self._changing() as record:
            found = _find(record, number)
            if found and found["stopped_at"]:
                found["ends_at"] += time.time() - found["stopped_at"]
                found["stopped_at"] = 0
        return _storm(found)

    # what is stored

    async def _store(self, row: TableRow, right: bool) -> None:
        puzzle = puzzles(registry.find(row.game)).get(puzzle_of(row.origin))
        number = storm_of(row.origin)
        if puzzle is None and number is None:
            return
        async with self._changing() as record:
            if puzzle is not None:
                _tried(record, row.game, puzzle, right)
            elif (storm := _storm(found := _find(record, number))) and found and storm.counts(row):
                found.update(asdict(storm.after(right)))

    async def _read(self) -> Record:
        known: Record = json.loads(await self._stored.practice() or "{}")
        return {"tries": {}, "ratings": {}, "standings": {}, "storms": []} | known

    @asynccontextmanager
    async def _changing(self) -> AsyncIterator[Record]:
        """Yield the stored progress, which another tab may have changed, and store it again afterwards."""
        async with self._lock:
            record = await self._read()
            yield record
            if problem := await self._stored.store_practice(json.dumps(record)):
                LOG.warning("%s", problem)


def _tried(record: Record, game: str, puzzle: Puzzle, right: bool) -> None:
    """Store a try; the first one changes the rating."""
    key, now = f"{game}/{puzzle.name}", time.time()
    if known := record["tries"].get(key):
        made = Try(**known)
        if not made.solved_at:
            made = replace(made, solved_at=now) if right else replace(made, missed=made.missed + 1)
    else:
        own = record["ratings"].get(game)
        rating, _, gained = after_try(Rating(**own) if own else None, None, puzzle, right)
        record["ratings"][game], record["standings"][game] = asdict(rating), asdict(standing(rating))
        made = Try(now, int(not right), now if right else 0.0, gained)
    record["tries"][key] = asdict(made)


def _find(record: Record, number: int | None) -> dict[str, Any] | None:
    return next((each for each in record["storms"] if each["n"] == number), None)


def _storm(found: dict[str, Any] | None) -> Storm | None:
    if found is None:
        return None
    return Storm(**{name: value for name, value in found.items() if name != "stopped_at"})
