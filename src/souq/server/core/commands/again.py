"""Playing again: one new table for the people of a finished one, whoever of them asks first.

That there is only one is the database's business: a table says which one it follows, and no two say the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.match.decision import SPECTATOR
from souq.server.core.commands.committing import Committer
from souq.server.core.db.models import NextRow
from souq.server.core.db.storage import Storage
from souq.server.core.live import seats
from souq.server.core.live.live import Live
from souq.server.core.live.people import fresh_token
from souq.server.core.live.tables import Tables
from souq.server.core.realtime.hub import Hub
from souq.server.errors import NoSeat, Refused, Stale


@dataclass(frozen=True, slots=True)
class Again:
    """Where somebody plays again, and what proves their seat there: a token, or an invitation that is theirs alone."""

    table: str
    seat: int
    proof: str | None


async def play_again(
    tables: Tables, storage: Storage, hub: Hub, committer: Committer, table_id: str, asks: int
) -> Again:
    """Lead somebody from a finished table to the next one; the first who asks opens it.

    Args:
        tables: those in memory.
        storage: what knows whether somebody was faster.
        hub: who is told at the finished table where the next one is.
        committer: who opens it.
        table_id: the finished table.
        asks: whose seat.

    Raises:
        Refused: they have no seat, or the game still goes on.
        NotSaved: it could not be stored.
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


async def _opened(storage: Storage, committer: Committer, live: Live, seat: int) -> str | None:
    """See to it that there is a next table; the token of who has just opened it."""
    live.next = live.next or await storage.following(live.row.id)
    if live.next is not None:
        return None
    token = fresh_token()
    row = seats.again(live.row, seat, token)
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
