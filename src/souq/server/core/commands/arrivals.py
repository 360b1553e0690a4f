"""Work done when a command arrives: apply clocks that ran out before it, and record that its player is present.

Whether a command came in time depends only on when the server received it, not on a client's clock. The command may
then wait for the table's lock. If the clock ran out before the command arrived, the command is too late, even if
nothing has checked the clock since.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from souq.server.core.commands.committing import Committer
from souq.server.core.commands.protocol import fresh_key
from souq.server.core.commands.seating import replaced
from souq.server.core.events import Bus, SeatSeen
from souq.server.core.live import leaving
from souq.server.core.live.live import Live
from souq.server.core.live.player_clocks import overdue
from souq.server.core.live.world_time import WorldTime
from souq.server.core.store.interface import ClockStore
from souq.server.errors import OutOfReach

SELDOM = 60.0
"""Minimum interval in seconds between two writes of a seat's presence."""


class Arrivals:
    """Service that applies expired clocks before a command is carried out, and records that players are present.

    Args:
        storage: stores when a seat's player was last present.
        committer: stores that a player ran out of time.
        now: returns the server time, which stops while the server is down.
        world: the wall-clock time.
        bus: publishes :class:`SeatSeen` immediately, even if nothing is stored.
    """

    def __init__(
        self, storage: ClockStore, committer: Committer, now: Callable[[], float], world: WorldTime, bus: Bus
    ) -> None:
        self._storage, self._committer, self.now, self._world, self._bus = storage, committer, now, world, bus

    async def settle(self, live: Live, now: float) -> bool:
        """Replace the players whose clocks ran out by the time ``now`` with bots. Return whether there were any.

        Raises:
            Refused: the change could not be stored.
        """
        found = overdue(live.row, now, live.offsets())
        for seat in found:
            with self._committer.thrown_away_on_failure(live):
                outcome = replaced(live, seat, (live.row.timing or {})["level"], leaving.OUT)
                outcome.at = now
                await self._committer.commit(live, seat, "out", fresh_key(), outcome)
        return bool(found)

    def sees(self, table_id: str, seat: int) -> None:
        """Publish that a seat's player has just been at a table. Nothing is stored (see :meth:`seen`)."""
        self._bus.publish(SeatSeen(table_id, seat))

    async def seen(self, live: Live, seat: int) -> None:
        """Publish that a seat's player is present, and store the time, at most once a minute.

        If the database doesn't answer, only the storing is skipped.
        """
        now = self._world.now()
        self.sees(live.row.id, seat)
        if seat < 0 or live.seat(seat).kind == "open" or abs(now - live.seat(seat).here_at) < SELDOM:
            return
        with contextlib.suppress(OutOfReach):
            await self._storage.seen(live.row, seat, now)
