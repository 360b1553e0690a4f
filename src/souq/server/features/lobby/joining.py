"""Taking a seat at a table that is for anybody: it is given to whoever asks, and invites nobody else.

Who comes with a browser is led to the table, where a seat is kept for them: their page takes it, and adds its share to
chance. A seat that nobody comes to is open to anybody again. A program sits down at once, and is told its token.
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
from souq.server.core.db.models import LISTINGS, SeatRow
from souq.server.core.db.storage import Storage
from souq.server.core.live import absence, leaving, removals, seats, sharing
from souq.server.core.live.live import Live
from souq.server.core.live.people import fresh_token, named
from souq.server.core.live.tables import Tables
from souq.server.errors import NoTable, Refused
from souq.server.features.lobby.hall import Hall

LOG = logging.getLogger("souq.server")

PATIENCE = 45.0
"""Seconds for which a seat is kept for somebody who is on the way."""
LOOKS = 5.0
"""Seconds between two looks at the seats that are kept."""
WITHOUT_HOST = 30.0
"""Seconds between two looks for tables whose host has gone."""
AT_ONCE = 5
"""At how many tables of others, that wait for more players, one may sit."""


class Gone(Refused):
    """There is no such table to join: it never was, is full, has gone, or is for friends."""

    status = 404

    def __init__(self) -> None:
        super().__init__("You can’t join that table any more: it’s full, or closed. Others may be open.")


@dataclass(frozen=True, slots=True)
class Joined:
    """Where somebody sits now; ``token`` is None for who is led to a seat that is kept."""

    table: str
    seat: int
    token: str | None = None
    seq: int = 0


class Joining:
    """Gives seats to whoever asks.

    Args:
        tables: those in memory.
        storage: what remembers who was answered.
        listings: what remembers under which codes.
        hall: which tables may be joined.
        committer: who stores who sits where.
        connected: says who looks at a table.
    """

    def __init__(
        self,
        tables: Tables,
        storage: Storage,
        listings: Listings,
        hall: Hall,
        committer: Committer,
        connected: Callable[[str], Collection[int]],
    ) -> None:
        self._tables, self._storage, self._listings = tables, storage, listings
        self._hall, self._committer, self._connected = hall, committer, connected
        self._kept: dict[str, tuple[float, frozenset[str]]] = {}
        """Until when seats are kept at a table, and who sits there or is on the way."""
        self._looks_again = 0.0

    async def reserve(self, code: str, person_id: str, name: str) -> Joined:
        """Keep a seat for somebody who is led to the table; who sits there already is led to their own.

        Raises:
            Gone: nobody may join it, any more.
            Refused: they wait at too many tables already, or its host has removed them.
        """
        return await self._tables.again(partial(self._reserve, code, person_id, name))

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
        """Seat a program at once. Said again with the same key, it is told its token again, as long as that may be.

        Raises:
            Gone: nobody may join it, any more.
        """
        return await self._tables.again(partial(self._sit, code, name, key, seal, person_id))

    async def _sit(self, code: str, name: str, key: str | None, seal: str | None, person_id: str | None) -> Joined:
        proof = _proof(key) if key else fresh_token()
        told = await self._told_again(code, key, proof) if key else None
        if told is not None:
            return told
        async with self._at(code, person_id) as live:
            told = await self._told(live, key, proof) if key else None
            if told is not None:
                return told
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

    async def _told_again(self, code: str, key: str, proof: str) -> Joined | None:
        """The seat that was taken with this key before, if its token may still be told."""
        for listing in await self._listings.where(LISTINGS.c.code == code):
            async with self._tables.hold(listing.table_id) as live:
                return await self._told(live, key, proof)
        return None

    async def _told(self, live: Live, key: str, proof: str) -> Joined | None:
        for seat in live.row.seats:
            token = seats.told_again(seat, proof)
            answer = token and await self._storage.answer(live.row.id, seat.seat, key, live.world() - seats.AGAIN)
            if token and answer:
                return Joined(live.row.id, seat.seat, token, answer["seq"])
        return None

    @asynccontextmanager
    async def _at(self, code: str, person_id: str | None) -> AsyncIterator[Live]:
        """The table that is called so in the lobby, with nobody else at it meanwhile."""
        entry = await self._hall.find(code, person_id)
        if entry is None:
            raise Gone
        try:
            async with self._tables.hold(entry.listing.table_id) as live:
                if self._hall.coded(code, person_id) is None:  # while we waited for it
                    raise Gone
                yield live
        except NoTable:
            self._hall.forget(entry.listing.table_id)
            raise Gone from None

    def _check_waits(self, person_id: str | None) -> None:
        """Whether somebody does not wait at many tables already.

        Raises:
            Refused: they do.
        """
        if self._hall.seated(person_id) >= AT_ONCE:
            raise Refused(f"You’re waiting at {AT_ONCE} tables already. Give up a seat at one of them first.")

    async def _check_welcome(self, live: Live, person_id: str | None) -> None:
        """Whether the host has not removed somebody.

        Raises:
            Removed: they have.
        """
        if person_id and await removals.removed(self._storage.database, live.row.id, person_id, None):
            raise removals.Removed

    async def _commit(self, live: Live, seat: int, kind: str, key: str, outcome: Outcome) -> dict[str, Any]:
        with self._committer.thrown_away_on_failure(live):
            return await self._committer.commit(live, seat, kind, key, outcome)

    # seats that are kept

    def keep_seats(self, table_id: str, people: Collection[str] = ()) -> None:
        """Seats are kept at a table for somebody on the way, for a while."""
        self._kept[table_id] = time.monotonic() + PATIENCE, frozenset(people)

    async def keep(self) -> None:
        """Open the seats again that nobody comes to; for ever."""
        self._kept.clear()  # whoever did this before knew better
        while True:
            await asyncio.sleep(LOOKS)
            for entry in self._hall.known():  # who was led there by another server, or before a start
                table_id = entry.listing.table_id
                strangers = entry.listing.company == "anybody"  # friends keep each other's seats for longer
                if strangers and entry.kept and not entry.people <= self._kept.get(table_id, (0.0, frozenset()))[1]:
                    self.keep_seats(table_id, entry.people)
            for table_id, (until, _) in list(self._kept.items()):
                if until < time.monotonic():
                    del self._kept[table_id]
                    try:
                        await self._tables.again(partial(self.reopen, table_id))
                    except Refused as error:
                        LOG.warning("A seat that nobody came to stays kept for now: %s", error)
            if time.monotonic() >= self._looks_again:
                self._looks_again = time.monotonic() + WITHOUT_HOST
                await self._inherit()

    async def _inherit(self) -> None:
        """At tables for anybody whose host has gone, somebody who waits there becomes the host, and may begin."""
        for entry in self._hall.known():
            table_id, people = entry.listing.table_id, sum(seat.kind == "person" for seat in entry.seats)
            if entry.listing.company == "anybody" and entry.state == "waiting" and people > 1:
                try:
                    await self._tables.again(partial(self.pass_on, table_id))
                except Refused as error:
                    LOG.warning("A table stays without its host for now: %s", error)

    async def pass_on(self, table_id: str) -> None:
        """Make somebody who is there the host of a table that waits, if its host is not and has not been for long.

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
        """Let anybody have the seats to which nobody came; who is there becomes the host if the host is not.

        Raises:
            Refused: it could not be stored.
        """
        async with self._tables.hold(table_id) as live:
            row = live.row
            missing = [seat for seat in row.seats if seat.kind == "open" and seat.kept]
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
                self._hall.forget(row.id)


def _free(live: Live) -> SeatRow:
    """The first seat that is nobody's."""
    found = next((seat for seat in live.row.seats if seat.kind == "open" and not seat.kept), None)
    if found is None or live.row.state != "waiting" or live.row.sealed_at:
        raise Gone
    return found


def _people(of: Iterable[SeatRow]) -> frozenset[str]:
    """Who sits in some seats, or is on the way."""
    return frozenset(seat.person_id for seat in of if seat.person_id)


def _called(live: Live, free: SeatRow, name: str) -> str:
    """What somebody is called beside the others at a table."""
    others = {seat.name for seat in live.row.seats if seat.seat != free.seat}
    return seats.taken_by(free, named(name), None, others)[0].name


def _proof(key: str) -> str:
    """What stands for the invitation of a seat that is taken without one: only who knows the key can say it again."""
    return base64.urlsafe_b64encode(hashlib.sha256(f"join {key}".encode()).digest()).decode()
