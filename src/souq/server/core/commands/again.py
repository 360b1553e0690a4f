"""Rematches: the first player of a finished table who asks for one opens a new table for all its players.

The database guarantees that a table has at most one rematch. The new table's row contains the ID of the finished table,
and this column has a unique constraint.
"""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.match.decision import SPECTATOR
from souq.server.core.commands.committing import Committer
from souq.server.core.live import seats
from souq.server.core.live.live import Live
from souq.server.core.live.people import fresh_token
from souq.server.core.live.tables import Tables
from souq.server.core.realtime.hub import Hub
from souq.server.core.store.interface import TableStore
from souq.server.core.store.rows import NextRow
from souq.server.errors import NoSeat, Refused, Stale


@dataclass(frozen=True, slots=True)
class Again:
    """One player's access to a rematch: the table, their seat, and a seat token or a personal invitation as proof."""

    table: str
    seat: int
    proof: str | None


async def play_again(
    tables: Tables, storage: TableStore, hub: Hub, committer: Committer, table_id: str, asks: int
) -> Again:
    """Return a player's seat at the rematch of a finished table, and open that table if they are the first to ask.

    Args:
        tables: the tables in memory.
        storage: looks up whether a rematch exists already.
        hub: shows viewers of the finished table where the rematch is.
        committer: stores the new table.
        table_id: the finished table.
        asks: the seat of the player who asks.

    Raises:
        Refused: they have no seat, or the game isn't over.
        NotSaved: the database could not store it.
    """
    if asks == SPECTATOR:
        raise NoSeat
    async with tables.hold(table_id) as live:
        if not live.finished:
            raise Refused("The game is still going on.")
        token = await _opened(storage, committer, live, asks)
        assert live.next is not None
        follows = live.next.id
    hub.publish(table_id, about=True)
    if token is not None:
        return Again(follows, asks, token)
    async with tables.hold(follows) as live:
        seat = live.seat(asks)
        return Again(follows, seat.seat, seat.invitation if seat.kind == "open" else None)


async def _opened(storage: TableStore, committer: Committer, live: Live, seat: int) -> str | None:
    """Open the rematch of a finished table, and return the new seat token; return None if it has been opened before."""
    live.next = live.next or await storage.following(live.row.id)
    if live.next is not None:
        return None
    token = fresh_token()
    row = seats.rematch(live.row, seat, token)
    try:
        await committer.open(seats.Opened(row, seat, token))
    except Stale:  # somebody was faster, at another server
        live.next = await storage.following(live.row.id)
        if live.next is None:  # one of the others has been deleted in this moment
            raise
        return None
    live.row.writes += 1
    live.next = NextRow(row.id, live.seat(seat).name)
    return token
