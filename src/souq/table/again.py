"""Playing again: one new table for the people of a finished one, whoever of them asks first.

That there is only one is the database's business: a table says which one it follows, and no two say the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from souq.table import seats
from souq.table.commands import Caller, open_table
from souq.table.errors import NoSeat, Refused, Stale
from souq.table.people import fresh_token
from souq.table.rows import NextRow
from souq.table.views import SPECTATOR

if TYPE_CHECKING:
    from souq.table.house import House
    from souq.table.tables import Live


@dataclass(frozen=True, slots=True)
class Again:
    """Where somebody plays again, and what proves their seat there: a token, or an invitation that is theirs alone."""

    table: str
    seat: int
    proof: str | None


async def play_again(house: House, table_id: str, caller: Caller) -> Again:
    """Lead somebody from a finished table to the next one; the first who asks opens it.

    Raises:
        Refused: they have no seat, or the game still goes on.
        NotSaved: it could not be stored.
    """
    if caller.seat == SPECTATOR:
        raise NoSeat
    async with house.tables.hold(table_id) as live:
        if not live.finished:
            raise Refused("The game is still going on.")
        token = await _opened(house, live, caller.seat)
        assert live.next is not None
        follows = live.next.id
    house.hub.publish(table_id, about=True)
    if token is not None:
        return Again(follows, caller.seat, token)
    async with house.tables.hold(follows) as live:
        seat = live.seat(caller.seat)
        return Again(follows, seat.seat, seat.invitation if seat.kind == "open" else None)


async def _opened(house: House, live: Live, seat: int) -> str | None:
    """See to it that there is a next table; the token of who has just opened it."""
    live.next = live.next or await house.storage.following(live.row.id)
    if live.next is not None:
        return None
    token = fresh_token()
    row = seats.again(live.row, seat, token)
    try:
        await open_table(house, seats.Opened(row, seat, token))
    except Stale:  # somebody was faster, at another server
        live.next = await house.storage.following(live.row.id)
        return None
    live.next = NextRow(row.id, live.seat(seat).name)
    return token
