"""Cache of the tables that strangers may join or watch, with notification of changes.

The cache is built from listings and their tables' rows. It is rebuilt every minute, which also removes deleted tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from sqlalchemy import and_

from souq.bots.characters import CHARACTERS
from souq.engine import registry
from souq.engine.errors import BadOption, UnknownGame
from souq.server.core.clocks.terms import from_json, in_brief, in_words
from souq.server.core.cluster import Cluster
from souq.server.core.db.listings import Listings, unfinished, unwritten, written
from souq.server.core.db.models import LISTINGS, TABLES
from souq.server.core.db.storage import Storage
from souq.server.core.jobs.chores import Chores
from souq.server.core.live.blocks import Blocks
from souq.server.core.store.rows import Listing, SeatRow, TableRow
from souq.server.errors import OutOfReach, Overtaken
from souq.server.features.lobby.time_controls import Clock

LOG = logging.getLogger("souq.server")

FADES = 6 * 3600.0
"""Seconds without activity after which the lobby no longer shows a table."""
MOST = 100
"""Maximum number of tables that the lobby shows to join, and as many again to watch."""
EVERY = 60.0
"""Seconds between two full reads of the database."""

Offer = Literal["join", "watch", ""]


@dataclass(frozen=True, slots=True)
class SeatSeen:
    """A seat as strangers may see it."""

    kind: Literal["person", "bot", "open"]
    name: str
    level: str
    title: str
    """Title of a bot's level."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in the lobby: what strangers may see of it, and fields that only the server uses."""

    listing: Listing
    offer: Offer
    game: str
    title: str
    terms: tuple[str, ...]
    options: tuple[tuple[str, bool | int | str], ...]
    seats: tuple[SeatSeen, ...]
    created_at: float
    touched: float
    state: str = "waiting"
    clock: Clock = "none"
    timing: str = ""
    """Time control in words; empty without a clock."""
    brief: str = ""
    """Time control in short form."""
    kept: bool = False
    """Whether a seat is reserved for a player who hasn't arrived yet."""
    people: frozenset[str] = frozenset()
    """Person IDs of the players; never sent to clients."""
    host: str | None = None
    address: str = ""
    """IP address from which the table was opened, if known."""
    writes: int = 0
    """Number of times that the table had been written to the database when this entry was built."""

    @property
    def open(self) -> int:
        """The number of open seats."""
        return sum(seat.kind == "open" for seat in self.seats)

    @property
    def same(self) -> Listed:
        """Copy in which invisible fields are cleared: copies differ only if viewers would see a change."""
        return replace(self, touched=0.0, address="", writes=0, listing=replace(self.listing, agreed=0))


def listed(listing: Listing, table: TableRow) -> Listed | None:
    """Return a table as the lobby lists it, or None if the server doesn't know its game or options."""
    try:
        game = registry.find(table.game)
        terms = (*game.terms(table.players, table.options), *(["Rated"] if table.rated else []))
    except (UnknownGame, BadOption):
        return None
    seats = tuple(map(_seen, table.seats))
    free = sum(seat.kind == "open" for seat in seats)
    joins = table.state == "waiting" and not table.sealed_at and listing.company == "anybody" and free
    played = any(seat.kind == "person" or seat.reserved for seat in table.seats)  # nobody comes to see bots alone
    watched = table.state == "playing" and listing.watch and played
    agreed = from_json(table.timing)
    people = frozenset(seat.person_id for seat in table.seats if seat.person_id)
    return Listed(
        listing,
        "join" if joins else "watch" if watched else "",
        table.game,
        game.title,
        terms,
        tuple(sorted(table.options.items())),
        seats,
        table.created_at,
        table.updated_at,
        table.state,
        agreed.kind if agreed else "none",
        in_words(agreed) if agreed else "",
        in_brief(agreed) if agreed else "",
        any(seat.kind == "open" and seat.reserved for seat in table.seats),
        people,
        table.seats[table.host].person_id if table.host is not None else None,
        writes=table.writes,
    )


def _seen(seat: SeatRow) -> SeatSeen:
    kind = "person" if seat.reserved else seat.kind
    title = next((each.title for each in CHARACTERS if each.name == seat.level), seat.level) if kind == "bot" else ""
    return SeatSeen(kind, seat.name, seat.level if kind == "bot" else "", title)


class OpenTables:
    """Cache of the tables that strangers may join or watch.

    Args:
        storage: the tables' storage.
        listings: the listings' storage.
        chores: runs background writes of finished games to the library.
        blocks: which players have blocked each other.
        cluster: tells whether this server leads and so writes to the library.
    """

    def __init__(
        self,
        storage: Storage,
        listings: Listings,
        chores: Chores,
        blocks: Blocks,
        cluster: Cluster,
    ) -> None:
        self._storage, self._listings, self._chores, self.blocks = storage, listings, chores, blocks
        self._cluster = cluster
        self._known: dict[str, Listed] = {}
        self._changed_ids: dict[str, None] = {}
        self._watchers: set[asyncio.Event] = set()
        self._read = asyncio.Event()
        self.version = 0
        """Number of visible changes so far, by which outdated HTML of the tables is recognized."""
        self.page: tuple[tuple[int, list[str]], str] = (-1, []), ""
        """Cached HTML of the tables, with the version and codes it was rendered from."""

    async def run(self) -> None:
        """Read all listings immediately and then every minute. Never returns."""
        while True:
            try:
                await self.read()
            except OutOfReach as error:
                LOG.warning("The lobby could not be updated: %s", error)
            await asyncio.sleep(EVERY if self._read.is_set() else 1.0)

    async def ready(self) -> None:
        """Wait until the tables have been read from the database since the server's start, for up to two seconds."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._read.wait(), 2.0)

    async def read(self) -> None:
        """Read the listings of unfinished tables; the leader also publishes finished games missing from the library.

        Raises:
            OutOfReach: the database is unavailable.
        """
        version = self.version
        tables: dict[str, TableRow] = {}
        for state in ("waiting", "playing"):
            rows = await self._storage.tables_where(and_(unfinished(), TABLES.c.state == state), 4 * MOST)
            tables |= {table.id: table for table in rows}
        found = await self._listings.where(LISTINGS.c.table_id.in_(tables))
        if self.version == version:  # else it changed meanwhile: the next read has it
            now = {each.table_id: listed(each, tables[each.table_id]) for each in found}
            self._replace({id: self._as_opened(each) for id, each in now.items() if each is not None})
            self._read.set()
        for table in await self._storage.tables_where(unwritten(), MOST) if self._cluster.leads else ():
            await self._write(table)

    def mark_changed(self, table_id: str) -> None:
        """Mark a table's listing as changed, to be read by `catch_up`."""
        self._changed_ids[table_id] = None

    async def catch_up(self) -> None:
        """Read the listings that were marked as changed.

        Raises:
            OutOfReach: the database is unavailable.
        """
        while self._changed_ids:
            await self._catch_up()

    async def _catch_up(self) -> None:
        changed_ids, self._changed_ids = self._changed_ids, {}
        try:
            rows = await self._storage.tables_where(TABLES.c.id.in_(changed_ids), len(changed_ids))
            stored = {each.table_id: each for each in await self._listings.where(LISTINGS.c.table_id.in_(changed_ids))}
        except OutOfReach:
            self._changed_ids = changed_ids | self._changed_ids
            raise
        for row in rows:
            listing, known = stored.get(row.id), self._known.get(row.id)
            if known is not None and row.writes < known.writes:
                self.mark_changed(row.id)  # our query is older than what we know
            elif listing is not None and (listing.company == "anybody" or listing.watch):
                self.set(listing, row)
                self.table_changed(row)
            else:
                self.forget(row.id)
        for table_id in changed_ids.keys() - {row.id for row in rows}:
            self.forget(table_id)

    def knows(self, table_id: str) -> bool:
        """Return whether the lobby's cache has a table."""
        return table_id in self._known

    def _as_opened(self, fresh: Listed) -> Listed:
        known = self._known.get(fresh.listing.table_id)
        return replace(fresh, address=known.address) if known else fresh

    def _replace(self, fresh: dict[str, Listed]) -> None:
        changed = {id: each.same for id, each in fresh.items()} != {id: each.same for id, each in self._known.items()}
        self._known = fresh
        if changed:
            self.changed()

    def changed(self) -> None:
        """Record a visible change: increment the version, and wake the pages that show the lobby."""
        self.version += 1
        self.wake()

    def wake(self) -> None:
        """Wake the pages that show the lobby without recording a visible change."""
        for watcher in self._watchers:
            watcher.set()

    def join(self, watcher: asyncio.Event) -> None:
        """Register the event of a page that shows the lobby; the event is set on every change."""
        self._watchers.add(watcher)

    def leave(self, watcher: asyncio.Event) -> None:
        """Remove the event of a page that has been closed."""
        self._watchers.discard(watcher)

    def set(self, listing: Listing, table: TableRow, address: str = "") -> None:
        """Add or update the cached entry of a table whose listing has just been stored."""
        fresh = listed(listing, table)
        known = self._known.get(table.id)
        if fresh is not None and table.state != "finished":
            self._known[table.id] = replace(fresh, address=address or (known.address if known else ""))
            if known is None or fresh.same != known.same:
                self.changed()

    def table_changed(self, table: TableRow) -> None:
        """Update the cache after a table has changed; ignore tables that aren't listed."""
        known = self._known.get(table.id)
        if known is None:
            return
        if table.state == "finished":
            del self._known[table.id]
            self.changed()
            if self._cluster.leads:
                self._chores.start(self._write(table))
            return
        fresh = listed(known.listing, table)
        if fresh is None:
            return
        self._known[table.id] = replace(fresh, address=known.address)
        if fresh.same != known.same:
            self.changed()

    def forget(self, table_id: str) -> None:
        """Remove a table from the cache."""
        if self._known.pop(table_id, None) is not None:
            self.changed()

    async def _write(self, table: TableRow) -> None:
        """Add a finished game that was open to anyone to the library."""
        listing = await self._listings.of(table.id)
        if listing is not None and listing.company == "anybody" and listing.ended_at is None:
            with contextlib.suppress(Overtaken):  # the next read tries again
                await self._listings.keep(replace(listing, **written(listing, table)), listing)

    def tables(self, offer: Offer, person_id: str | None = None) -> list[Listed]:
        """Return the tables that a person may join or watch, the latest first."""
        since = time.time() - FADES
        found = [each for each in self._known.values() if each.offer == offer and each.touched > since]
        found = [each for each in found if not self._shut(each, person_id)]
        return sorted(found, key=lambda each: (-each.created_at, each.listing.code))[:MOST]

    def coded(self, code: str, person_id: str | None = None) -> Listed | None:
        """Return the cached table with this lobby code if the person may join it, otherwise None."""
        since = time.time() - FADES
        there = (each for each in self._known.values() if each.touched > since)
        found = (each for each in there if each.offer == "join" and each.listing.code == code)
        return next((each for each in found if not self._shut(each, person_id)), None)

    async def find(self, code: str, person_id: str | None = None) -> Listed | None:
        """Return the table to join with this code; read the database if another server has just opened it.

        Raises:
            OutOfReach: the database is unavailable.
        """
        if (found := self.coded(code, person_id)) is None:
            for listing in await self._listings.where(LISTINGS.c.code == code):
                self.mark_changed(listing.table_id)
            await self.catch_up()
        return found or self.coded(code, person_id)

    def sees_all(self, person_id: str | None) -> bool:
        """Return whether a person may see every table, because no player at any of them has blocked the person."""
        return not any(self._shut(each, person_id) for each in self._known.values())

    def _shut(self, entry: Listed, person_id: str | None) -> bool:
        """Return whether a table is hidden from a person because a player there has blocked that person."""
        return person_id not in entry.people and self.blocks.shuts_out(entry.people, person_id)

    def known(self) -> Iterable[Listed]:
        """Return every table in the cache, including those that were inactive for too long to be shown."""
        return tuple(self._known.values())

    def yours(self, person_id: str | None) -> list[str]:
        """Return the lobby codes of the tables at which a person sits."""
        return [
            each.listing.code for each in self._known.values() if person_id is not None and person_id in each.people
        ]

    def hosted(self, person_id: str | None, address: str) -> tuple[int, int]:
        """Count the public tables waiting for players that a person hosts, and those opened from an IP address."""
        waiting = [each for each in self._waiting() if each.listing.company == "anybody"]
        mine = sum(person_id is not None and each.host == person_id for each in waiting)
        return mine, Counter(each.address for each in waiting)[address]

    def seated(self, person_id: str | None) -> int:
        """Count the waiting tables at which a person sits without being the host."""
        others = [each for each in self._waiting() if each.host != person_id]
        return sum(person_id is not None and person_id in each.people for each in others)

    def _waiting(self) -> list[Listed]:
        since = time.time() - FADES
        return [each for each in self._known.values() if each.state == "waiting" and each.touched > since]
