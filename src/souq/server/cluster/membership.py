"""The servers that the house is made of, and who of them does what is to be done by one.

Every server writes down every second or so that it is there. Whatever is to be done by one of them, such as what bots
decide at a table, is done under a lease, which is good as long as its holder is there. That is a matter of economy:
that nothing is decided twice is the business of the tables' counts (:mod:`souq.server.core.db.storage`), which no two
servers can raise alike.
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
"""Seconds for which that is believed."""

HOUSE = "house"
"""The lease of whoever does what concerns no single table."""


class Roster(Cluster):
    """Who is there.

    Args:
        database: where that is kept.
        bus: where it is published that this server leads.
        works: whether this server does what nobody has asked for.
        shows: whether it has pages to show.
        clock: seconds that only go on.
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
        """The other servers that are there."""
        self.others_work = False
        """Whether any of them does what nobody has asked for."""
        self._database, self._clock = database, clock
        self._until = 0.0
        self._retired = False
        """Whether it takes no leases any more."""
        self._terms: dict[str, str] = {}
        """Of the leases that are this server's, as far as it knows."""
        self._users: dict[str, int] = {}
        self._taking: dict[str, asyncio.Lock] = {}

    @property
    def sure(self) -> bool:
        """Whether the others believe that this server is there."""
        return self._clock() < self._until

    @property
    def leads(self) -> bool:
        """Whether this server does what concerns no single table."""
        return self.holds(HOUSE)

    def holds(self, name: str) -> bool:
        """Whether a lease is this server's."""
        return self.sure and name in self._terms

    async def run(self) -> None:
        """Write down that it is there, for ever."""
        said = False
        while True:
            try:
                await self.beat()
                said = False
            except OutOfReach as error:
                if not said:
                    LOG.warning("The other servers do not hear of this one: %s", error)
                said = True
            await asyncio.sleep(BEAT)

    async def beat(self) -> None:
        """Write down that it is there, and see who else is; lead, if nobody does.

        Raises:
            OutOfReach: the database cannot be asked.
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
        """Forget what servers have told that are not there any more."""

    def _come_back(self) -> None:
        """Tell the others again what they have forgotten if they took this server for gone."""

    def _forget_taken(self, known: dict[str, str], held: dict[str, str]) -> None:
        """Give up the leases that others have taken while this server was away, and believed that it held them."""
        for name, term in known.items():
            if held.get(name) != term and self._terms.get(name) == term:
                del self._terms[name]

    async def take(self, name: str) -> bool:
        """Take a lease, once more if it is this server's; False: another has it, or this server is not sure of itself.

        Raises:
            OutOfReach: the database cannot be asked.
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
        """Give a lease back, once for every time that it was taken."""
        if self._leave(name):
            return
        term = self._terms.pop(name, None)
        if term is None:
            return  # it has been taken by others
        try:
            await self._database.run(delete(LEASES).where(LEASES.c.name == name, LEASES.c.term == term))
        except OutOfReach:
            return  # others take it when this server is gone, and this one whenever it likes

    def _leave(self, name: str) -> int:
        """One user of a lease less; how many are left."""
        left = self._users.get(name, 1) - 1
        if left > 0:
            self._users[name] = left
        else:
            self._users.pop(name, None)
            self._taking.pop(name, None)
        return left

    async def leave(self) -> None:
        """Take no more leases, and give back those that are held: others go on with what is done under them."""
        self.works, self._retired = False, True
        self._terms.clear()
        with contextlib.suppress(OutOfReach):  # else they end with this server
            await self._database.run(delete(LEASES).where(LEASES.c.holder == self.id))

    async def close(self) -> None:
        """Tell the others that it goes: whatever it did is theirs."""
        self._until = 0.0
        try:
            async with self._database.write() as db:
                await db.execute(delete(LEASES).where(LEASES.c.holder == self.id))
                await db.execute(delete(SERVERS).where(SERVERS.c.id == self.id))
        except OutOfReach:
            return  # they find out in a few seconds
