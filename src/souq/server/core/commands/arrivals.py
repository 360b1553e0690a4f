"""What clocks have to do with a command that has come: when that was, whether it was in time, and who is there.

What came before the clock had run out counts, however long it then waited for the table; what came later does not, even
if nobody has looked at the clock since. Both go by the house's time at which it came, and by no client's.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from souq.server.core.commands.committing import Committer
from souq.server.core.commands.protocol import fresh_key
from souq.server.core.commands.seating import replaced
from souq.server.core.db.clocking import Clocking
from souq.server.core.events import Bus, SeatSeen
from souq.server.core.live import leaving
from souq.server.core.live.banks import overdue
from souq.server.core.live.live import Live
from souq.server.core.live.wall import WorldTime
from souq.server.errors import OutOfReach

SELDOM = 60.0
"""Seconds between two times that it is written down that somebody is here."""


class Arrivals:
    """Settles what has run out before anything else is done at a table.

    Args:
        storage: where it is written down that somebody was here.
        committer: who stores that somebody has run out of time.
        now: the house's time.
        world: the world's.
        bus: where it is published at once that somebody is here.
    """

    def __init__(
        self, storage: Clocking, committer: Committer, now: Callable[[], float], world: WorldTime, bus: Bus
    ) -> None:
        self._storage, self._committer, self.now, self._world, self._bus = storage, committer, now, world, bus

    async def settle(self, live: Live, now: float) -> bool:
        """Let bots play for those at a table who ran out of time until ``now``; whether there was anybody.

        Raises:
            Refused: that could not be stored.
        """
        found = overdue(live.row, now, live.wall())
        for seat in found:
            with self._committer.thrown_away_on_failure(live):
                outcome = replaced(live, seat, (live.row.timing or {})["level"], leaving.OUT)
                outcome.at = now
                await self._committer.commit(live, seat, "out", fresh_key(), outcome)
        return bool(found)

    def sees(self, table_id: str, seat: int) -> None:
        """A seat's player is at a table, or was until now."""
        self._bus.publish(SeatSeen(table_id, seat))

    async def seen(self, live: Live, seat: int) -> None:
        """Somebody is here, or was until now; it is no matter if that cannot be stored."""
        now = self._world.now()
        self.sees(live.row.id, seat)
        if seat < 0 or live.seat(seat).kind == "open" or abs(now - live.seat(seat).here_at) < SELDOM:
            return
        with contextlib.suppress(OutOfReach):
            await self._storage.seen(live.row, seat, now)
