"""Queue in which players wait for others: they say which games they like, and with how many players.

Entries are stored and survive a restart; an entry whose player has been silent for too long is deleted. A match stores
the table and takes its members out of the queue in one transaction. All servers of a cluster know the queue and report
which players contacted them recently; the leader matches players and removes silent ones.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Row, delete, insert, select, update

from souq.engine import registry
from souq.server.core.cluster import Cluster
from souq.server.core.commands.committing import Committer
from souq.server.core.db.engines import Database
from souq.server.core.db.listings import stored
from souq.server.core.db.models import SEATS
from souq.server.core.db.storage import ROWS
from souq.server.core.live import seats
from souq.server.core.live.people import fresh_token, named
from souq.server.core.live.talking import usual
from souq.server.core.store.rows import Listing, SeatRow, TableRow
from souq.server.errors import Malformed, NoSeat, OutOfReach, Refused, SignedOut, Stale
from souq.server.features.lobby import identity
from souq.server.features.lobby.joining import Joining
from souq.server.features.lobby.matching import Apart, Party, Wish, party
from souq.server.features.lobby.models import WAITS
from souq.server.features.lobby.open_tables import OpenTables
from souq.server.features.lobby.time_controls import USUAL, Clock, clock_of, terms_of

LOG = logging.getLogger("souq.server")

SILENT = 20.0
"""Seconds without contact after which an entry is deleted."""
LOOKS = 1.0
"""Seconds between two checks of the queue."""
REPORT_EVERY = 5.0
"""Seconds between two reports to the other servers."""
ALONE = 60.0
"""Seconds of waiting after which a game against bots is offered."""
TOLD = 600.0
"""Seconds for which a silent player's entry is stored after a table was found, so that they still learn of it."""
EACH = 15
"""Maximum number of players from one IP address who may wait in the queue at the same time."""
MOST_GAMES = 12


@dataclass(slots=True)
class Waiter:
    """A player's entry in the queue, from joining until they arrive at the table that was found."""

    id: str
    person_id: str | None
    token_hash: bytes | None
    name: str
    wish: Wish
    since: float
    table: str | None = None
    seat: int | None = None
    address: str = ""
    last_contact: float = field(default_factory=time.monotonic)
    asked: float = float("-inf")
    """Time of the player's last contact with this server, not another of the cluster (monotonic, in seconds)."""


@dataclass(frozen=True, slots=True)
class State:
    """A player's progress in the queue, as pages and the API show it."""

    wish: Wish
    place: int
    """Position in the queue, from 1; 0 once a table was found for the player."""
    waiting: int
    """Number of players in the queue."""
    alike: int
    """Number of other players in the queue who have chosen at least one of the same games."""
    waited: float
    table: str | None = None
    seat: int | None = None

    @property
    def offers_bots(self) -> bool:
        """Whether to offer a game against bots."""
        return self.place > 0 and self.waited >= ALONE


def sizes() -> dict[str, list[int]]:
    """Return, for each game that several people can play, its recommended numbers of players."""
    games = registry.games().values()
    return {game.name: list(range(max(2, game.fewest), game.max_players + 1)) for game in games if game.max_players > 1}


def wish(games: list[str], numbers: list[int], clock: Clock = USUAL) -> Wish:
    """Convert a form or request to a player's wish, ignoring unknown games and impossible numbers of players.

    Raises:
        Malformed: no game or no number of players is left; the message says which.
    """
    known = sizes()
    chosen = tuple(dict.fromkeys(game for game in games if game in known))[:MOST_GAMES]
    if not chosen:
        raise Malformed("Choose at least one game you’d like to play.")
    fits = tuple(sorted({n for n in numbers if any(n in known[game] for game in chosen)}))
    if numbers and not fits:
        raise Malformed("Choose another number of players, or another game. None of these takes that many.")
    return Wish(chosen, fits, clock)


class Waiting:
    """The queue in which players wait for others.

    Args:
        database: where entries are stored.
        open_tables: wakes pages after a change.
        joining: keeps seats reserved for matched players.
        committer: opens tables.
        cluster: says whether this server leads, and sends messages to the other servers.
    """

    def __init__(
        self,
        database: Database,
        open_tables: OpenTables,
        joining: Joining,
        committer: Committer,
        cluster: Cluster,
    ) -> None:
        self._database, self._open_tables, self._joining, self._committer = database, open_tables, joining, committer
        self._cluster = cluster
        self._reported_at = 0.0
        self._waiters: dict[str, Waiter] = {}
        self._pages: Counter[str] = Counter()
        """Number of open lobby pages of each player, by the ID of the player's queue entry."""
        self._lock = asyncio.Lock()

    async def read(self) -> None:
        """Load the stored queue; the times of last contact in memory are preserved.

        Raises:
            OutOfReach: the database is unavailable.
        """
        async with self._lock:
            known = await self._stored()
            for id in self._waiters.keys() - known.keys():
                del self._waiters[id]
            for id, fresh in known.items():
                mine = self._waiters.setdefault(id, fresh)
                mine.name, mine.wish, mine.since = fresh.name, fresh.wish, fresh.since
                mine.token_hash, mine.table, mine.seat = fresh.token_hash, fresh.table, fresh.seat
        self._open_tables.wake()

    async def _stored(self) -> dict[str, Waiter]:
        found: dict[str, Waiter] = {}
        async with self._database.read() as db:
            rows = list(await db.execute(select(WAITS).order_by(WAITS.c.since)))
            at = SEATS.c.table_id.in_([row.table_id for row in rows if row.table_id])
            sits = {(seat.table_id, _who(seat)): seat for seat in await db.execute(select(SEATS).where(at))}
        for row in rows:
            kept = Wish(tuple(row.games), tuple(row.sizes), clock_of(row.clock))
            known = Waiter(row.id, row.person_id, row.token_hash, row.name, kept, row.since, row.table_id)
            seat = sits.get((row.table_id, _who(row)))
            known.seat = seat.seat if seat else None
            arrived = row.table_id and (seat is None or (seat.kind != "open" and row.person_id))
            if not arrived:
                found[row.id] = known
        return found

    async def catch_up(self) -> None:
        """Load the queue after a change and match players.

        Raises:
            OutOfReach: the database is unavailable.
        """
        await self.read()
        await self._match()

    async def find(self, id: str | None) -> State | None:
        """Return a player's state; first load the queue if another server may have the entry.

        Raises:
            OutOfReach: the database is unavailable.
        """
        if id and id not in self._waiters and not self._cluster.alone:
            await self.read()
        return self.state(id)

    def refresh_contacts(self, ids: Iterable[str]) -> None:
        """Count the players that another server has seen as in contact now, so that they stay in the queue."""
        for id in ids:
            if id in self._waiters:
                self._waiters[id].last_contact = time.monotonic()

    def _report_contacts(self) -> None:
        now = time.monotonic()
        if now - self._reported_at >= REPORT_EVERY:
            lately, self._reported_at = now - self._reported_at, now
            here = [id for id, each in self._waiters.items() if self._pages[id] or now - each.asked < lately]
            for at in range(0, len(here), 50):
                self._cluster.broadcast("waiting", here[at : at + 50])

    def sends_to(self, table_id: str) -> bool:
        """Return whether a player from the queue is expected at a table."""
        return any(each.table == table_id for each in self._waiters.values())

    async def run(self) -> None:
        """Remove silent players, match the others and report to the cluster. Never returns."""
        read, said = False, 0.0
        while True:
            try:
                if not read:
                    await self.read()
                    read = True
                self._report_contacts()
                await self._sweep()
                await self._match()
            except OutOfReach as error:
                if time.monotonic() - said > 60:
                    LOG.warning("The lobby's queue could not be read: %s", error)
                    said = time.monotonic()
            except Exception:  # one bad entry must not stop the queue for everybody
                LOG.exception("The lobby's queue failed.")
            await asyncio.sleep(LOOKS)

    async def _sweep(self) -> None:
        clock = time.time()
        gone = [each.id for each in self._waiters.values() if self._is_gone(each)]
        if gone and self._cluster.leads:
            async with self._lock:
                await self._delete(gone)
        if any(0 <= clock - each.since - ALONE < 2 * LOOKS for each in self._waiters.values()):
            self._open_tables.wake()

    def _is_gone(self, waiter: Waiter) -> bool:
        silent = time.monotonic() - waiter.last_contact
        if waiter.table is not None:
            return silent > TOLD
        return not self._pages[waiter.id] and silent > SILENT

    async def _delete(self, ids: list[str]) -> None:
        await self._database.run(delete(WAITS).where(WAITS.c.id.in_(ids)))
        for id in ids:
            self._waiters.pop(id, None)
        self._open_tables.wake()

    async def wait(
        self,
        id: str,
        person_id: str | None,
        token_hash: bytes | None,
        name: str,
        wish: Wish,
        address: str,
        drawn: bool = False,
    ) -> None:
        """Add an entry, or change an existing one, which keeps its position.

        A program's ticket is accepted only if it was issued just now (``drawn``) or is already in the queue.

        Raises:
            NoSeat: the ticket is not valid.
            Refused: too many players from this address are waiting.
            NotSaved: it could not be stored.
        """
        if not self._cluster.alone:
            await self.read()
        async with self._lock:
            known = self._waiters.get(id)
            waits = known is not None and known.table is None
            if token_hash is not None and not (waits or drawn):
                raise NoSeat(identity.WORTHLESS)
            from_there = Counter(each.address for each in self._waiters.values() if each.table is None)[address]
            if not waits and from_there >= EACH:
                raise Refused("Try again in a moment. Too many people from your network are already waiting.")
            since = known.since if known and waits else time.time()
            fresh = Waiter(id, person_id, token_hash, named(name), wish, since, address=address)
            async with self._database.write() as db:
                await db.execute(delete(WAITS).where(WAITS.c.id == id))
                await db.execute(insert(WAITS).values(**_row(fresh)))
            self._waiters[id] = fresh
        self._open_tables.wake()
        await self._match()

    def resolved(self, table: TableRow) -> list[str]:
        """Return the IDs of the queue entries whose players have arrived at this table or lost their seat there."""
        here = [each for each in self._waiters.values() if each.table == table.id and each.person_id]
        return [each.id for each in here if not _expected(table, each)]

    async def leave(self, *ids: str) -> None:
        """Remove entries from the queue by ID.

        Raises:
            NotSaved: it could not be stored.
        """
        async with self._lock:
            known = [id for id in ids if id in self._waiters or not self._cluster.alone]
            if known:
                await self._delete(known)

    def state(self, id: str | None) -> State | None:
        """Return a player's progress in the queue, or None if they aren't in it; record that they are still there."""
        mine = self._waiters.get(id or "")
        if mine is None:
            return None
        mine.last_contact = mine.asked = time.monotonic()
        queue = self._queue()
        place = next((at for at, each in enumerate(queue, 1) if each is mine), 0)
        alike = sum(each is not mine and bool({*each.wish.games} & {*mine.wish.games}) for each in queue)
        return State(mine.wish, place, len(queue), alike, time.time() - mine.since, mine.table, mine.seat)

    def opened(self, id: str, pages: int) -> None:
        """Count a lobby page that a player has opened (1) or closed (-1); an open page keeps them in the queue."""
        self._pages[id] += pages
        if not self._pages[id]:
            del self._pages[id]
        if id in self._waiters:
            self._waiters[id].last_contact = self._waiters[id].asked = time.monotonic()

    @property
    def waiting(self) -> int:
        """The number of waiting players."""
        return len(self._queue())

    def _queue(self) -> list[Waiter]:
        return sorted((each for each in self._waiters.values() if each.table is None), key=lambda each: each.since)

    # company is found

    async def _match(self) -> None:
        """Seat every party that can be matched; only the leader does so."""
        async with self._lock:
            while self._cluster.leads:
                queue = self._queue()
                found = party([each.wish for each in queue], sizes(), self._apart(queue))
                if found is None:
                    return
                members = [queue[at] for at in found.members]
                try:
                    await self._seat(found, members)
                except (Stale, SignedOut) as error:  # one of them cannot be seated
                    if await self._have_changed(members):
                        return  # deleted, or seated by another server, in this moment: the others are matched again
                    LOG.warning("Players from the queue could not be seated: %s", error)
                    await self._delete([member.id for member in members])
                self._open_tables.wake()

    async def _have_changed(self, members: list[Waiter]) -> bool:
        """After a failed match, return whether a member has left the queue or was matched elsewhere.

        Entries of members who have left are removed from memory.
        """
        known = await self._stored()
        for member in members:
            if member.id not in known:
                self._waiters.pop(member.id, None)
        return any((now := known.get(member.id)) is None or now.table is not None for member in members)

    def _apart(self, queue: list[Waiter]) -> Apart:
        """Return a function that says whether one of two players in the queue has blocked the other."""
        apart = self._open_tables.blocks.apart
        return lambda one, other: apart(queue[one].person_id, queue[other].person_id)

    async def _seat(self, found: Party, members: list[Waiter]) -> None:
        """Open a table for a group of matched players and mark their entries as matched, in one transaction."""
        timing = terms_of(clock_of(members[0].wish.clock))
        opened = seats.new_table(found.game, [seats.Wish("open")] * len(members), {}, None, timing=timing)
        table, taken = opened.table, set[str]()
        table.talk = usual("anybody")
        for number, member in enumerate(members):
            table.seats[number] = _seat_for(number, member, taken)
            taken.add(table.seats[number].name)
        table.host = 0
        listing = Listing(table.id, "anybody", True)
        ids = [member.id for member in members]
        out = update(WAITS).where(WAITS.c.id.in_(ids), WAITS.c.table_id.is_(None)).values(table_id=table.id)
        await self._committer.open(opened, [stored(listing), out.execution_options(**{ROWS: len(ids)})])
        for number, member in enumerate(members):
            member.table, member.seat, member.last_contact = table.id, number, time.monotonic()
        self._joining.keep_seats(table.id, [member.person_id for member in members if member.person_id])
        self._open_tables.set(listing, table)


def _seat_for(number: int, member: Waiter, taken: set[str]) -> SeatRow:
    """Return a matched player's seat: reserved until a person's page takes it, or already taken for a program."""
    name = member.name
    if name in taken:
        name = next(f"{name[:20]} {n}" for n in range(2, 99) if f"{name[:20]} {n}" not in taken)
    if member.token_hash is not None:
        return SeatRow(number, "person", "", name, None, member.token_hash)
    return SeatRow(number, "open", "", name, member.person_id, invitation=fresh_token())


def _who(row: Row[Any]) -> str | bytes | None:
    """Return the person ID or the token's hash by which a seat or a queue entry is matched to its player."""
    found: str | bytes | None = row.person_id or row.token_hash
    return found


def _expected(table: TableRow, waiter: Waiter) -> bool:
    """Return whether a table still keeps a reserved seat for this player."""
    return table.state == "waiting" and any(
        seat.kind == "open" and seat.person_id == waiter.person_id for seat in table.seats
    )


def _row(waiter: Waiter) -> dict[str, Any]:
    return {
        "id": waiter.id,
        "person_id": waiter.person_id,
        "token_hash": waiter.token_hash,
        "name": waiter.name,
        "games": list(waiter.wish.games),
        "sizes": list(waiter.wish.sizes),
        "clock": waiter.wish.clock,
        "since": waiter.since,
        "table_id": waiter.table,
    }
