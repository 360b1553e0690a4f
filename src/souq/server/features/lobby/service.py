"""Service of the lobby."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from souq.engine.match.decision import SPECTATOR
from souq.server.core.cluster import Cluster
from souq.server.core.commands.committing import Committer
from souq.server.core.commands.openings import Openings
from souq.server.core.commands.outcome import Outcome
from souq.server.core.commands.protocol import fresh_key
from souq.server.core.db.listings import Listings, stored, wanted
from souq.server.core.db.storage import Storage
from souq.server.core.jobs.chores import Chores
from souq.server.core.live.blocks import Blocks
from souq.server.core.live.live import Live
from souq.server.core.live.seats import Opened
from souq.server.core.live.tables import Tables
from souq.server.core.live.talking import usual
from souq.server.core.store.rows import Company, Listing, TableRow, Talk
from souq.server.errors import NotAllowed, Refused
from souq.server.features.lobby.joining import Joining
from souq.server.features.lobby.open_tables import OpenTables
from souq.server.features.lobby.waiting import Waiting

EACH = 5
"""Maximum number of waiting public tables hosted by one person."""
EACH_ADDRESS = 15
"""Maximum number of waiting public tables opened from one IP address."""


class Lobby(Openings):
    """Entry point to the lobby: public tables, seats at them, and the queue."""

    def __init__(
        self,
        storage: Storage,
        tables: Tables,
        committer: Committer,
        chores: Chores,
        limited: bool,
        blocks: Blocks,
        connected: Callable[[str], Collection[int]],
        cluster: Cluster,
    ) -> None:
        super().__init__(committer)
        self._chores, self._limited, self._cluster = chores, limited, cluster
        self.listings = Listings(storage.database)
        self.open_tables = OpenTables(storage, self.listings, chores, blocks, cluster)
        self.joining = Joining(tables, storage, self.listings, self.open_tables, committer, connected)
        self.waiting = Waiting(storage.database, self.open_tables, self.joining, committer, cluster)

    def knows(self, table_id: str) -> bool:
        """Return whether a table is listed, or was found for a player in the queue."""
        return self.open_tables.knows(table_id) or self.waiting.sends_to(table_id)

    async def open_table(
        self, opened: Opened, company: Company, watch: bool | None, address: str, talk: Talk | None = None
    ) -> None:
        """Open a table, and list it if strangers may join or watch."""
        row = opened.table
        row.talk = talk or usual(company)
        listing = wanted(row.id, company, watch)
        await self.elsewhere(_host(row))
        if listing is None:
            await self._committer.open(opened)
            return
        if company == "anybody" and any(seat.kind == "open" for seat in row.seats):
            self._check(_host(row), address)
        await self._committer.open(opened, [stored(listing)])
        self.open_tables.set(listing, row, address)

    def unlist(self, table_id: str) -> None:
        """Remove a table from the lobby."""
        self.open_tables.forget(table_id)

    async def elsewhere(self, person_id: str | None) -> None:
        """Remove a person from the queue, because they have opened or joined a table.

        Raises:
            NotSaved: it could not be stored.
        """
        state = self.waiting.state(person_id)
        if person_id and state is not None and state.table is None:
            await self.waiting.leave(person_id)

    async def relist(self, live: Live, seat: int, company: Company | None, watch: bool | None, where: str) -> Listing:
        """Change who may join and watch a table; the caller holds the table's lock.

        Raises:
            NotAllowed: the caller is not the host.
            Refused: it is too late, or too many public tables wait already.
            NotSaved: it could not be stored.
        """
        row = live.row
        if seat == SPECTATOR or seat != row.host:
            raise NotAllowed("Only the host says who may come to this table.")
        if row.state == "finished":
            raise Refused("The game is over.")
        before = await self.listings.of(row.id) or Listing(row.id)
        after = replace(before, company=company or before.company, watch=before.watch if watch is None else watch)
        if after.company != before.company:
            if row.state != "waiting" or row.origin:
                raise Refused("The game has begun. Nobody else can take a seat.")
            if after.company == "anybody":
                self._check(_host(row), where)
        opens = after.company != before.company and after.company == "anybody"
        if opens:  # restrict talk before listing the table: if the second step fails, strangers can't read free talk
            await self._settle_talk(live, seat, after)
        await self.listings.keep(after, before)
        self.open_tables.set(after, row, where)
        if after.company != before.company and not opens:
            await self._settle_talk(live, seat, after)
        return after

    async def _settle_talk(self, live: Live, seat: int, listing: Listing) -> None:
        """Set a table's chat to the default of its listing: free text among friends, quick phrases among strangers."""
        if live.row.talk != usual(listing.company):
            with self._committer.thrown_away_on_failure(live):
                await self._committer.commit(live, seat, "talk", fresh_key(), Outcome(talk=usual(listing.company)))

    def _check(self, person_id: str | None, address: str) -> None:
        """Refuse to list another public table if the host, or the IP address, has too many waiting ones.

        Raises:
            Refused: too many wait already.
        """
        mine, from_there = self.open_tables.hosted(person_id, address)
        if self._limited and (mine >= EACH or from_there >= EACH_ADDRESS):
            raise Refused(
                f"You already have {mine or from_there} open tables waiting for players. Fill or close one first."
            )

    def table_changed(self, table: TableRow) -> None:
        """Update the lobby's cache and its queue after a table has changed."""
        self.open_tables.table_changed(table)
        arrived = self.waiting.resolved(table)
        if arrived and self._cluster.leads:
            self._chores.start(self.waiting.leave(*arrived))

    async def parted(self, person_id: str) -> None:
        """Remove a deleted person from the queue, and reload the open tables to update the names at them.

        Raises:
            OutOfReach: the database is unavailable.
        """
        await self.waiting.leave(person_id)
        await self.open_tables.read()


def _host(row: TableRow) -> str | None:
    return row.seats[row.host].person_id if row.host is not None else None
