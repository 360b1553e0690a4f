"""Bots that play for absent players who hold up a tournament's round, at the host's request."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from souq.engine.match.decision import seats as asked
from souq.server.core.commands.committing import Committer
from souq.server.core.commands.protocol import fresh_key
from souq.server.core.commands.seating import replaced
from souq.server.core.live import leaving
from souq.server.core.live.live import Live
from souq.server.core.live.tables import Tables
from souq.server.core.realtime.hub import Hub
from souq.server.core.store.rows import TableRow
from souq.server.errors import Refused

PATIENCE = 300.0
"""Seconds without a connection after which a player counts as absent.

At a new table, nobody counts as absent until that time has passed since it was opened.
"""


class StandIns:
    """Hands absent players' seats to bots; the players get them back on their return.

    Args:
        tables: tables in memory.
        committer: stores the changes.
        hub: knows who is connected.
        world: returns the current time.
    """

    def __init__(self, tables: Tables, committer: Committer, hub: Hub, world: Callable[[], float]) -> None:
        self._tables, self._committer, self._hub, self._world = tables, committer, hub, world

    async def take_over(self, table_id: str, level: str) -> int:
        """Let bots play for absent players whose turn it is at a table; return the number of seats taken over.

        Raises:
            Refused: every player whose turn it is was there within the last `PATIENCE` seconds.
        """
        return await self._tables.retry(partial(self._take_over, table_id, level))

    async def _take_over(self, table_id: str, level: str) -> int:
        async with self._tables.hold(table_id) as live:
            away = self._away(live)
            if not away:
                raise Refused("Give them more time. Everybody this table is waiting for was there a few minutes ago.")
            for seat in away:
                with self._committer.thrown_away_on_failure(live):
                    outcome = replaced(live, seat, level, leaving.COVERED)
                    await self._committer.commit(live, seat, "cover", fresh_key(), outcome)
        return len(away)

    def _away(self, live: Live) -> list[int]:
        return waits_for_long(live.row, self._world(), self._hub.connected(live.row.id))


def waits_for_long(row: TableRow, now: float, here: Collection[int] = ()) -> list[int]:
    """Return the seats of the people whose turn it is although they have been absent for `PATIENCE` seconds."""
    if row.state != "playing" or now < row.created_at + PATIENCE:
        return []
    waits = [seat for seat in asked(row.deciders) if row.seats[seat].kind == "person"]
    return [seat for seat in waits if seat not in here and now >= row.seats[seat].here_at + PATIENCE]
