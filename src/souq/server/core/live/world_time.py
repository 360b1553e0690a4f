"""Wall-clock time and how far it is ahead of server time, which doesn't count the server's downtimes."""

from __future__ import annotations

import time
from collections.abc import Callable

from souq.server.core.clocks.reckoning import ClockOffsets
from souq.server.core.store.interface import ClockStore

WORTH = 60.0
"""Change of the offset, in seconds, that is too small to be stored. Nights and holidays may be off by that much."""


class WorldTime:
    """Wall-clock time and the history of its offset from server time.

    Args:
        storage: where the offsets are stored.
        server_time: returns the server time.
        clock: returns the wall-clock time.
    """

    def __init__(
        self, storage: ClockStore, server_time: Callable[[], float], clock: Callable[[], float] = time.time
    ) -> None:
        self._storage, self._server_time, self._clock = storage, server_time, clock
        self.offsets = ClockOffsets()
        """Offsets of wall-clock time from server time, past and present; empty before :meth:`start`."""

    def now(self) -> float:
        """Return the wall-clock time."""
        return self._clock()

    async def start(self) -> None:
        """Load the stored offsets. Then store the current offset if it has changed (:meth:`sync`).

        Raises:
            OutOfReach: the database doesn't answer.
        """
        self.offsets = await self._storage.offsets()
        await self.sync()

    async def sync(self) -> None:
        """Store the current offset, unless it is within `WORTH` seconds of the last one stored.

        The offset changes with a downtime of the server or a correction of the machine's clock.

        Raises:
            NotSaved: the database doesn't accept it.
        """
        at = self._server_time()
        ahead = self._clock() - at
        if self.offsets.ahead and abs(ahead - self.offsets.at(at)) <= WORTH:
            return
        await self._storage.store_offset(at, ahead)
        self.offsets = ClockOffsets((*(mark for mark in self.offsets.ahead if mark[0] < at), (at, ahead)))
