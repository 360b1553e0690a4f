"""How far the world's time is ahead of the house's: by all the hours in which the house was away."""

from __future__ import annotations

import time
from collections.abc import Callable

from souq.server.core.clocks.reckoning import Wall
from souq.server.core.db.clocking import Clocking

WORTH = 60.0
"""Seconds that nights and holidays may be off."""


class WorldTime:
    """The world's time, and how far it was ahead when.

    Args:
        storage: where that is kept.
        house: the house's time.
        clock: the world's.
    """

    def __init__(self, storage: Clocking, house: Callable[[], float], clock: Callable[[], float] = time.time) -> None:
        self._storage, self._house, self._clock = storage, house, clock
        self.wall = Wall()
        """As far as it is known: at the start not yet."""

    def now(self) -> float:
        """What time it is in the world."""
        return self._clock()

    async def start(self) -> None:
        """Know what was known, and by how much more the world is ahead now.

        Raises:
            OutOfReach: nobody can say.
        """
        self.wall = await self._storage.wall()
        await self.look()

    async def look(self) -> None:
        """Write it down, if it has changed: the house was away, or a clock was put right.

        Raises:
            NotSaved: it could not be.
        """
        at = self._house()
        ahead = self._clock() - at
        if self.wall.ahead and abs(ahead - self.wall.by(at)) <= WORTH:
            return
        await self._storage.keep_wall(at, ahead)
        self.wall = Wall((*(mark for mark in self.wall.ahead if mark[0] < at), (at, ahead)))
