"""The cluster of servers on one PostgreSQL database, which keep each other up to date by messages.

Messages from other servers become events on this server's bus, which refresh its caches. Some of its own events become
messages to the others.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Any

from souq.server.cluster.following import Following
from souq.server.cluster.membership import Membership
from souq.server.cluster.presence import Presence
from souq.server.cluster.pubsub import PubSub
from souq.server.cluster.thinkers import Thinkers
from souq.server.core.db.storage import Storage
from souq.server.core.events import (
    Bus,
    ListingWritten,
    LookedElsewhere,
    MessageStored,
    RowsWritten,
    SeatFreed,
    SeatSeen,
    SignedOut,
    TableCommitted,
    TableLookedAt,
    TableWritten,
    ThoughtStored,
    UpdatesMissed,
    WaitersHeard,
)
from souq.server.core.jobs.chores import Chores
from souq.server.core.workers.pools import Pools
from souq.server.core.workers.thinking import Thinking
from souq.server.errors import OutOfReach
from souq.server.ops.telemetry.observer import Observer

LOOKED = 4.0
"""Minimum number of seconds between two messages that the same table has a viewer on this server."""

PATIENCE = 2.0
"""Timeout in seconds for each step of leaving the cluster."""


class PostgresCluster(Membership):
    """The cluster of the servers that share a PostgreSQL database.

    Args:
        storage: the storage of the shared database.
        bus: where other servers' changes are published.
        chores: runs the reading of changed tables in the background.
        works: whether this server does background work, such as bots' turns.
        shows: whether this server serves pages.
        observer: measures response times.
    """

    def __init__(
        self, storage: Storage, bus: Bus, chores: Chores, works: bool, shows: bool, observer: Observer
    ) -> None:
        super().__init__(storage.database, bus, works, shows)
        self._observer = observer
        self.pubsub = PubSub(storage.database, self._receive, self._reconnected)
        self.presence = Presence(bus, self.id, self.broadcast)
        self._following = Following(storage, self._wants, bus, chores)
        self._wanted: list[Callable[[str], bool]] = []
        self._thinkers: Thinkers | None = None
        self._kinds: dict[str, Callable[..., None]] = {
            "table": self._table,
            "list": lambda name: bus.publish(RowsWritten(name)),
            "listed": lambda table_id: bus.publish(ListingWritten(table_id)),
            "said": lambda table_id, number: bus.publish(MessageStored(table_id, number)),
            "seen": lambda table_id, seat: bus.publish(SeatSeen(table_id, seat, elsewhere=True)),
            "waiting": lambda ids: bus.publish(WaitersHeard(tuple(ids))),
            "thought": lambda thought: bus.publish(ThoughtStored(thought)),
            "here": self.presence.received,
            "all": self.presence.received_all,
            "who": self._who,
            "look": self._looked_at,
            "part": self._seat_freed,
            "out": self._signed_out,
        }
        """Functions that handle messages from other servers, by the kind of message (its first element)."""
        self._looked: dict[str, float] = {}
        bus.subscribe(TableLookedAt, self._send_look)
        bus.subscribe(SeatFreed, self._send_freed)
        bus.subscribe(SignedOut, self._send_signed_out)

    # what the core uses

    @property
    def hears(self) -> bool:
        """Whether this server is notified of other servers' writes."""
        return self.pubsub.hears

    @property
    def echoes(self) -> bool:
        """Whether this server is notified of its own writes, too. It is, because PostgreSQL notifies every listener."""
        return self.pubsub.hears

    @property
    def count(self) -> int:
        """Number of live servers, including this one."""
        return len(self.others) + 1

    def broadcast(self, *message: object) -> None:
        """Send a message to the other servers, about something that isn't stored. It may be lost."""
        self.pubsub.publish(*message)

    def follow(self, wanted: Callable[[str], bool]) -> None:
        """Have this server read the changes of tables for whose ID ``wanted`` returns True.

        The leader reads the changes of all tables anyway.
        """
        self._wanted.append(wanted)

    def then(self, table_id: str, work: Callable[[], None]) -> None:
        """Call ``work`` once all pending changes to a table have been read."""
        self._following.then(table_id, work)

    def committed(self, event: TableCommitted) -> None:
        """Publish a table's row that this server has stored, unless a newer version has already been published."""
        self._following.publish(event.row)

    def share(self, pools: Pools, patience: float) -> Thinking | None:
        """Create and return this server's client of the job queue, so that any server can do its jobs.

        A server that does background work also takes jobs from the queue and does them in the processes of ``pools``.
        """
        self._thinkers = Thinkers(self._database, self, pools, patience, self._observer)
        return self._thinkers.jobs

    async def questions(self) -> dict[str, int]:
        """Return the number of questions waiting in the queue, by the queue's name.

        Raises:
            OutOfReach: the database doesn't answer.
        """
        return await self._thinkers.jobs.waiting() if self._thinkers else {}

    async def open(self, chores: Chores, loaded: asyncio.Event) -> None:
        """Join the cluster, and once the games are ``loaded``, begin to answer questions from the job queue.

        Until then, other servers, which have already loaded the games, answer faster.
        """
        with contextlib.suppress(OutOfReach):  # the heartbeat in the background retries
            await self.beat()
        for work in (self.run(), self.pubsub.run()):
            chores.start(work)
        if self._thinkers:
            await self._thinkers.open()
            chores.start(self._thinkers.take(loaded))

    async def lead(self) -> None:
        """Retry jobs of crashed servers and delete old ones, until cancelled. Only the leader calls this."""
        if self._thinkers:
            await self._thinkers.maintain()

    async def leave(self) -> None:
        """Release leases and requeue unfinished jobs, so that other servers take over before this one stops."""
        await _in_time(super().leave())
        if self._thinkers:
            await _in_time(self._thinkers.leave())

    async def close(self) -> None:
        """Remove this server from the list of servers, and close its connections to the queue."""
        await _in_time(super().close())
        if self._thinkers:
            await _in_time(self._thinkers.close())

    def _forget_gone(self) -> None:
        self.presence.keep(self.others)

    def _come_back(self) -> None:
        self.presence.report_all()

    def _wants(self, table_id: str) -> bool:
        return self.leads or any(wanted(table_id) for wanted in self._wanted)

    # messages from other servers

    def _receive(self, message: list[Any]) -> None:
        kind, *what = message
        handle = self._kinds.get(kind)
        if handle is not None:  # newer versions of souq may send kinds that this one doesn't know
            handle(*what)

    def _reconnected(self) -> None:
        """After a lost connection, exchange reports of all viewers with other servers, and reload all caches."""
        self.broadcast("who", self.id)
        self.presence.report_all()
        self.bus.publish(UpdatesMissed())

    def _table(self, table_id: str, revision: int, writes: int, unasked: bool, timed: bool, *_: Any) -> None:
        self.bus.publish(TableWritten(table_id, revision, writes, unasked, timed))
        self._following.written(table_id, writes)

    def _who(self, server: str) -> None:
        if server != self.id:
            self.presence.report_all()

    def _looked_at(self, server: str, table_id: str) -> None:
        if server != self.id:
            self.bus.publish(LookedElsewhere(table_id, server))

    def _seat_freed(self, server: str, table_id: str, seat: int) -> None:
        if server != self.id:
            self.bus.publish(SeatFreed(table_id, seat, elsewhere=True))

    def _signed_out(self, server: str, sessions: list[str]) -> None:
        if server != self.id:
            self.bus.publish(SignedOut(tuple(sessions), elsewhere=True))

    # messages to other servers

    def _send_look(self, event: TableLookedAt) -> None:
        now, table_id = time.monotonic(), event.table_id
        if now - self._looked.get(table_id, -LOOKED) >= LOOKED:
            self._looked[table_id] = now
            self.broadcast("look", self.id, table_id)
            if len(self._looked) > 10_000:
                self._looked = {of: at for of, at in self._looked.items() if now - at < LOOKED}

    def _send_freed(self, event: SeatFreed) -> None:
        if not event.elsewhere:
            self.broadcast("part", self.id, event.table_id, event.seat)

    def _send_signed_out(self, event: SignedOut) -> None:
        sessions = [] if event.elsewhere else list(event.sessions)
        for at in range(0, len(sessions), 100):
            self.broadcast("out", self.id, sessions[at : at + 100])


async def _in_time(work: Awaitable[object]) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(work, PATIENCE)
