"""Publishing of a finished game in the public library, for as long as all its players agree."""

from __future__ import annotations

from dataclasses import replace

from souq.server.core.db.listings import Listings, written
from souq.server.core.live.live import Live
from souq.server.core.store.rows import Listing, TableRow
from souq.server.errors import NoSeat, NoTable, Refused


def people(row: TableRow) -> int:
    """Return a bit mask of the seats whose players have to agree before a game is published; bots needn't."""
    return sum(1 << seat.seat for seat in row.seats if seat.kind == "person" or seat.reserved)


async def publish(listings: Listings, live: Live, seat: int, agree: bool) -> Listing:
    """Store whether a seat's player agrees to publish a finished game. It is public as long as all players agree.

    Raises:
        Refused: they didn't play, the game isn't over, or it was open to anybody and is published already.
        Overtaken: another player's answer was stored by another server at the same moment.
        NotSaved: the database could not store it.
    """
    row = live.row
    if seat < 0:
        raise NoSeat
    if not live.finished:
        raise Refused("The game is still going on. Once it’s over, you can publish it.")
    if row.origin:
        raise Refused("Lessons, puzzles and games that began elsewhere don’t go to the library.")
    if not people(row) >> seat & 1:
        raise NoTable
    before = listing = await listings.of(row.id) or Listing(row.id)
    if listing.company == "anybody":
        raise Refused("This game was open to anybody, so it’s in the library anyway.")
    agreed = listing.agreed | 1 << seat if agree else listing.agreed & ~(1 << seat)
    listing = replace(listing, agreed=agreed)
    everybody = people(row) & ~agreed == 0
    listing = replace(listing, **written(listing, row)) if everybody else replace(listing, ended_at=None, ended="")
    await listings.keep(listing, before)
    return listing
