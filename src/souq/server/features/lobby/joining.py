"""Joining a public table: give one open seat to the caller.

A browser is redirected to the table, where a seat is reserved until its page takes it and contributes to the random
seed. Reserved seats that are not taken in time are opened again. A program is seated immediately and receives its
token.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from souq.engine.match.decision import SPECTATOR
from souq.server.core.commands import protocol
from souq.server.core.commands.committing import Committer
from souq.server.core.commands.outcome import Outcome
from souq.server.core.db.listings import Listings
from souq.server.core.db.models import LISTINGS
from souq.server.core.db.storage import Storage
from souq.server.core.live import absence, leaving, removals, seats, sharing
from souq.server.core.live.live import Live
from souq.server.core.live.people import fresh_token, named
from souq.server.core.live.tables import Tables
from souq.server.core.store.rows import SeatRow
from souq.server.errors import NoTable, Refused
from souq.server.features.lobby.open_tables import OpenTables

LOG = logging.getLogger("souq.server")

PATIENCE = 45.0
"""Seconds for which a seat stays reserved."""
LOOKS = 5.0
"""Seconds between two checks for reserved seats whose time is up."""
WITHOUT_HOST = 30.0
"""Seconds between two checks for public tables whose host is absent and must be replaced."""
AT_ONCE = 5
"""Maximum number of waiting tables of other hosts at which one person may sit."""


class Gone(Refused):
    """Error: the table can't be joined because it is unknown, full, closed or for friends only."""

    status = 404

    def __init__(self) -> None:
        super().__init__("Choose another table. That one is full or closed now.")


@dataclass(frozen=True, slots=True)
class Joined:
    """The caller's new seat; ``token`` is None if the seat is only reserved."""

    table: str
    seat: int
    token: str | None = None
    seq: int = 0


class Joining:
    """Gives seats at public tables to callers.

    Args:
        tables: tables in memory.
        storage: stored answers, for retries.
        listings: the listings' storage, by code.
        open_tables: the tables that may be joined.
        committer: stores the changes.
        connected: returns the seats of a table whose players are connected.
    """

    def __init__(
        self,
        tables: Tables,
        storage: Storage,
        listings: Listings,
        open_tables: OpenTables,
        committer: Committer,
        connected: Callable[[str], Collection[int]],
    ) -> None:
        self._tables, self._storage, self._listings = tables, storage, listings
        self._open_tables, self._committer, self._connected = open_tables, committer, connected
        self._reserved: dict[str, tuple[float, frozenset[str]]] = {}
        """By table ID: the deadline of its reserved seats, and the people seated or expected when it was set."""
        self._looks_again = 0.0

    async def reserve(self, code: str, person_id: str, name: str) -> Joined:
        """Reserve a seat for a person; return their own seat if they have one there.

        Raises:
            Gone: the table can't be joined.
            Refused: they wait at too many tables already, or the host has removed them.
        """
        return await self._tables.retry(partial(self._reserve, code, person_id, name))

    async def _reserve(self, code: str, person_id: str, name: str) -> Joined:
        async with self._at(code, person_id) as live:
            mine = next((seat for seat in live.row.seats if seat.person_id == person_id), None)
            if mine is not None:
                return Joined(live.row.id, mine.seat)
            self._check_waits(person_id)
            await self._check_welcome(live, person_id)
            free = _free(live)
            kept = replace(free, name=_called(live, free, name), person_id=person_id, invitation=fresh_token())
            await self._commit(live, free.seat, "keep", protocol.fresh_key(), Outcome(seats=[kept]))
            self.keep_seats(live.row.id, _people(live.row.seats))
            return Joined(live.row.id, free.seat)

    async def sit(
        self, code: str, name: str, key: str | None, seal: str | None = None, person_id: str | None = None
    ) -> Joined:
        """Seat a program immediately. For a limited time, a retry with the same key returns the same token.

        Raises:
            Gone: the table can't be joined.
        """
        return await self._tables.retry(partial(self._sit, code, name, key, seal, person_id))

    async def _sit(self, code: str, name: str, key: str | None, seal: str | None, person_id: str | None) -> Joined:
        proof = _proof(key) if key else fresh_token()
        recovered = await self._recover(code, key, proof) if key else None
        if recovered is not None:
            return recovered
        async with self._at(code, person_id) as live:
            recovered = await self._recover_seat(live, key, proof) if key else None
            if recovered is not None:
                return recovered
            self._check_waits(person_id)
            await self._check_welcome(live, person_id)
            free = _free(live)
            others = {seat.name for seat in live.row.seats if seat.seat != free.seat}
            taken, token = seats.taken_by(replace(free, invitation=proof), name, None, others)
            if seal:
                taken = sharing.sealed(live.row, taken, seal)
            full = all(seat.kind != "open" for seat in live.row.seats if seat.seat != free.seat)
            outcome = Outcome(seats=[taken], full=full, answer={"seat": free.seat, "token": token})
            answer = await self._commit(live, free.seat, "sit", key or protocol.fresh_key(), outcome)
            return Joined(live.row.id, free.seat, token, answer["seq"])

    async def _recover(self, code: str, key: str, proof: str) -> Joined | None:
        """Return the seat that an earlier request with this retry key took.

        Return None if no such request is stored, or it was too long ago.
        """
        for listing in await self._listings.where(LISTINGS.c.code == code):
            async with self._tables.hold(listing.table_id) as live:
                return await self._recover_seat(live, key, proof)
        return None

    async def _recover_seat(self, live: Live, key: str, proof: str) -> Joined | None:
        for seat in live.row.seats:
            token = seats.recover_token(seat, proof)
            answer = token and await self._storage.answer(live.row.id, seat.seat, key, live.world() - seats.RECOVERABLE)
            if token and answer:
                return Joined(live.row.id, seat.seat, token, answer["seq"])
        return None

    @asynccontextmanager
    async def _at(self, code: str, person_id: str | None) -> AsyncIterator[Live]:
        """Find the table with this lobby code, and yield it while its lock is held."""
        entry = await self._open_tables.find(code, person_id)
        if entry is None:
            raise Gone
        try:
            async with self._tables.hold(entry.listing.table_id) as live:
                if self._open_tables.coded(code, person_id) is None:  # it closed while we waited for the lock
                    raise Gone
                yield live
        except NoTable:
            self._open_tables.forget(entry.listing.table_id)
            raise Gone from None

    def _check_waits(self, person_id: str | None) -> None:
        """Reject a person who already waits at `AT_ONCE` tables of other hosts.

        Raises:
            Refused: they have reached that limit.
        """
        if self._open_tables.seated(person_id) >= AT_ONCE:
            raise Refused(f"You’re already waiting at {AT_ONCE} tables. Give up a seat at one of them first.")

    async def _check_welcome(self, live: Live, person_id: str | None) -> None:
        """Reject a person who was removed from the table by the host.

        Raises:
            Removed: the host has removed them.
        """
        if person_id and await removals.removed(self._storage, live.row.id, person_id, None):
            raise removals.Removed

    async def _commit(self, live: Live, seat: int, kind: str, key: str, outcome: Outcome) -> dict[str, Any]:
        with self._committer.thrown_away_on_failure(live):
            return await self._committer.commit(live, seat, kind, key, outcome)

    # reserved seats

    def keep_seats(self, table_id: str, people: Collection[str] = ()) -> None:
        """Keep a table's reserved seats for `PATIENCE` seconds from now."""
        self._reserved[table_id] = time.monotonic() + PATIENCE, frozenset(people)

    async def run(self) -> None:
        """Reopen expired reservations and replace absent hosts. Never returns."""
        self._reserved.clear()  # they are stale: another server led in the meantime
        while True:
            await asyncio.sleep(LOOKS)
            for entry in self._open_tables.known():  # seats reserved by another server, or before a restart
                table_id = entry.listing.table_id
                strangers = entry.listing.company == "anybody"  # friends reserve seats for longer
                if strangers and entry.kept and not entry.people <= self._reserved.get(table_id, (0.0, frozenset()))[1]:
                    self.keep_seats(table_id, entry.people)
            for table_id, (until, _) in list(self._reserved.items()):
                if until < time.monotonic():
                    del self._reserved[table_id]
                    try:
                        await self._tables.retry(partial(self.reopen, table_id))
                    except Refused as error:
                        LOG.warning("A reserved seat could not be reopened: %s", error)
            if time.monotonic() >= self._looks_again:
                self._looks_again = time.monotonic() + WITHOUT_HOST
                await self._inherit()

    async def _inherit(self) -> None:
        """Give every public waiting table whose host is absent a connected player as its new host."""
        for entry in self._open_tables.known():
            table_id, people = entry.listing.table_id, sum(seat.kind == "person" for seat in entry.seats)
            if entry.listing.company == "anybody" and entry.state == "waiting" and people > 1:
                try:
                    await self._tables.retry(partial(self.pass_on, table_id))
                except Refused as error:
                    LOG.warning("A table could not get a new host: %s", error)

    async def pass_on(self, table_id: str) -> None:
        """Make a connected player the host if the current host has been absent for long.

        Raises:
            Refused: it could not be stored.
        """
        async with self._tables.hold(table_id) as live:
            row, here = live.row, self._connected(table_id)
            if row.state != "waiting" or row.sealed_at or row.host is None:
                return
            heirs = [seat.seat for seat in row.seats if seat.kind == "person" and seat.seat in here]
            if heirs and row.host not in heirs and absence.missing(row, row.host, here, live.world()):
                await self._commit(live, SPECTATOR, "host", protocol.fresh_key(), Outcome(host=heirs[0]))

    async def reopen(self, table_id: str) -> None:
        """Open a table's reserved seats; appoint a new host if needed, and delete a table that nobody came to.

        Raises:
            Refused: it could not be stored.
        """
        async with self._tables.hold(table_id) as live:
            row = live.row
            missing = [seat for seat in row.seats if seat.kind == "open" and seat.reserved]
            if row.state != "waiting" or row.sealed_at or not missing:
                return
            here = [seat.seat for seat in row.seats if seat.kind == "person"]
            heir = here[0] if here and row.host in {seat.seat for seat in missing} else None
            opened = [leaving.opened(seat) for seat in missing]
            outcome = Outcome(seats=opened, host=heir)
            await self._commit(live, SPECTATOR, "reopen", protocol.fresh_key(), outcome)
            if not here and row.host is not None:  # company was found, and nobody came
                await self._storage.drop(row.id)
                self._tables.forget(live)
                self._open_tables.forget(row.id)


def _free(live: Live) -> SeatRow:
    """Return the first open seat that isn't reserved, or raise `Gone` if there is none."""
    found = next((seat for seat in live.row.seats if seat.kind == "open" and not seat.reserved), None)
    if found is None or live.row.state != "waiting" or live.row.sealed_at:
        raise Gone
    return found


def _people(of: Iterable[SeatRow]) -> frozenset[str]:
    """Return the IDs of the people who have taken or reserved these seats."""
    return frozenset(seat.person_id for seat in of if seat.person_id)


def _called(live: Live, free: SeatRow, name: str) -> str:
    """Return a player's name for a seat, with a number appended if another player at the table has that name."""
    others = {seat.name for seat in live.row.seats if seat.seat != free.seat}
    return seats.taken_by(free, named(name), None, others)[0].name


def _proof(key: str) -> str:
    """Derive a seat's invitation from a retry key, so that a retry with the same key gets the same seat and token."""
    return base64.urlsafe_b64encode(hashlib.sha256(f"join {key}".encode()).digest()).decode()
