"""Membership of servers in a cluster by heartbeats, and leases for work that only one server should do.

Every server writes a heartbeat to the database about every second. Work for a single server, such as bots' decisions at
a table, is done under a lease, which is valid as long as its holder's heartbeats. Leases only avoid duplicate work.
They aren't needed for correctness, which comes from the compare-and-swap on a table's revision
(:mod:`souq.server.core.db.storage`): of two servers that change the same revision, one fails.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import platform
import secrets
import time
from collections.abc import Callable

from sqlalchemy import delete, or_, select
from sqlalchemy.dialects.postgresql import insert

import souq
from souq.server.core.cluster import Cluster
from souq.server.core.db.engines import Database
from souq.server.core.db.models import LEASES, SERVERS
from souq.server.core.events import Bus, LeadershipTaken
from souq.server.core.jobs.startup import BEAT
from souq.server.errors import OutOfReach

LOG = logging.getLogger("souq.server")
SERVE = logging.getLogger("souq.serve")

LASTS = 5.0
"""Seconds for which a heartbeat is valid."""

HOUSE = "house"
"""Name of the lease that decides which server is the leader."""


class Membership(Cluster):
    """The members of the cluster, and this server's leases.

    Args:
        database: where heartbeats and leases are stored.
        bus: where an event is published when this server becomes the leader.
        works: whether this server does background work, such as bots' turns.
        shows: whether this server serves pages.
        clock: a monotonic clock, in seconds.
    """

    alone = False

    def __init__(
        self,
        database: Database,
        bus: Bus,
        works: bool,
        shows: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(bus)
        self.id = secrets.token_hex(8)
        self.works, self.shows = works, shows
        self.others: frozenset[str] = frozenset()
        """IDs of the other live servers."""
        self.others_work = False
        """Whether any other server does background work."""
        self._database, self._clock = database, clock
        self._until = 0.0
        self._retired = False
        """Whether this server is stopping and no longer acquires leases."""
        self._terms: dict[str, str] = {}
        """The leases that this server believes it holds, by name. The value is a random ID of that acquisition."""
        self._users: dict[str, int] = {}
        self._taking: dict[str, asyncio.Lock] = {}

    @property
    def sure(self) -> bool:
        """Whether this server's last heartbeat hasn't expired. Only then do other servers respect its leases."""
        return self._clock() < self._until

    @property
    def leads(self) -> bool:
        """Whether this server is the leader."""
        return self.holds(HOUSE)

    def holds(self, name: str) -> bool:
        """Return whether this server holds a lease."""
        return self.sure and name in self._terms

    async def run(self) -> None:
        """Send heartbeats until cancelled."""
        logged = False
        while True:
            try:
                await self.beat()
                logged = False
            except OutOfReach as error:
                if not logged:
                    LOG.warning("This server could not be announced to the others: %s", error)
                logged = True
            await asyncio.sleep(BEAT)

    async def beat(self) -> None:
        """Write a heartbeat to the database, and read which other servers are alive.

        If there is no leader, a server that does background work becomes the leader.

        Raises:
            OutOfReach: the database doesn't answer.
        """
        before, known, now = self._clock(), dict(self._terms), self._database.now
        mine = {"name": f"{platform.node()[:60]} {os.getpid()}", "version": souq.__version__, "works": self.works}
        mine["shows"] = self.shows
        there = insert(SERVERS).values(id=self.id, since=now, until=now + LASTS, **mine)
        again = {"until": now + LASTS, "works": self.works}
        stayed = select(SERVERS.c.until > now).where(SERVERS.c.id == self.id)
        alive = select(SERVERS.c.id, SERVERS.c.name, SERVERS.c.shows, SERVERS.c.works).where(
            SERVERS.c.until > now, SERVERS.c.id != self.id
        )
        leases = select(LEASES.c.name, LEASES.c.term).where(LEASES.c.holder == self.id)
        async with self._database.write() as db:
            left = not (await db.execute(stayed)).scalar()
            await db.execute(there.on_conflict_do_update(index_elements=["id"], set_=again))
            found = {row.id: row for row in await db.execute(alive)}
            await db.execute(delete(SERVERS).where(SERVERS.c.until < now - 60 * LASTS))
            held = {row.name: row.term for row in await db.execute(leases)}
        self._forget_taken(known, held)
        self._until = before + LASTS
        for row in (found[each] for each in found.keys() - self.others):
            SERVE.info("%s %s is here.", "Server" if row.shows else "Worker", row.name)
        gone, self.others = self.others - found.keys(), frozenset(found)
        self.others_show = any(row.shows for row in found.values())
        self.others_work = any(row.works for row in found.values())
        if gone:
            self._forget_gone()
        if left:
            self._come_back()
        if self.works and HOUSE not in self._terms and await self.take(HOUSE):
            self.bus.publish(LeadershipTaken())

    def _forget_gone(self) -> None:
        """Discard what servers that are gone have reported about their viewers. A hook for subclasses."""

    def _come_back(self) -> None:
        """Report this server's viewers to the other servers again. A hook for subclasses.

        The other servers discarded the previous reports when this server's heartbeat expired.
        """

    def _forget_taken(self, known: dict[str, str], held: dict[str, str]) -> None:
        """Forget the leases that other servers acquired while this server's heartbeat had expired.

        Args:
            known: this server's leases before the query. A lease acquired since then has another ID, and isn't
                forgotten.
            held: this server's leases in the database.
        """
        for name, term in known.items():
            if held.get(name) != term and self._terms.get(name) == term:
                del self._terms[name]

    async def take(self, name: str) -> bool:
        """Acquire a lease, and return whether this server holds it; see :meth:`Cluster.take`.

        Raises:
            OutOfReach: the database doesn't answer.
        """
        if not self.sure or self._retired:
            return False
        self._users[name] = self._users.get(name, 0) + 1
        try:
            async with self._taking.setdefault(name, asyncio.Lock()):
                mine = name in self._terms or await self._take(name)
        except BaseException:
            self._leave(name)
            raise
        if not mine:
            self._leave(name)
        return mine

    async def _take(self, name: str) -> bool:
        term = secrets.token_hex(8)
        alive = select(SERVERS.c.id).where(SERVERS.c.until > self._database.now)
        wanted = insert(LEASES).values(name=name, holder=self.id, term=term)
        free = or_(LEASES.c.holder == self.id, LEASES.c.holder.not_in(alive))
        taken = wanted.on_conflict_do_update(
            index_elements=["name"], set_={"holder": self.id, "term": term}, where=free
        ).returning(LEASES.c.term)
        async with self._database.write() as db:
            mine = bool((await db.execute(taken)).scalar() == term)
        if mine:
            self._terms[name] = term
        return mine

    async def give(self, name: str) -> None:
        """End one use of a lease. After the last use, release the lease so that another server may acquire it."""
        if self._leave(name):
            return
        term = self._terms.pop(name, None)
        if term is None:
            return  # others have acquired it
        try:
            await self._database.run(delete(LEASES).where(LEASES.c.name == name, LEASES.c.term == term))
        except OutOfReach:
            return  # the lease lasts until this server's heartbeat expires; it can acquire it again

    def _leave(self, name: str) -> int:
        """Count down the uses of a lease on this server, and return how many are left."""
        left = self._users.get(name, 1) - 1
        if left > 0:
            self._users[name] = left
        else:
            self._users.pop(name, None)
            self._taking.pop(name, None)
        return left

    async def leave(self) -> None:
        """Release all leases and acquire no more, so that other servers take over the work."""
        self.works, self._retired = False, True
        self._terms.clear()
        with contextlib.suppress(OutOfReach):  # if not, they expire with the heartbeat
            await self._database.run(delete(LEASES).where(LEASES.c.holder == self.id))

    async def close(self) -> None:
        """Remove this server and its leases from the database."""
        self._until = 0.0
        try:
            async with self._database.write() as db:
                await db.execute(delete(LEASES).where(LEASES.c.holder == self.id))
                await db.execute(delete(SERVERS).where(SERVERS.c.id == self.id))
        except OutOfReach:
            return  # the heartbeat expires in a few seconds
