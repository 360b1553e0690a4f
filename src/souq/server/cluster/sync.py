"""What a server makes of the news from others: events, by which whatever it keeps in memory is brought up to date."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from typing import Any

from souq.server.cluster.following import Following
from souq.server.cluster.membership import Roster
from souq.server.cluster.presence import Presence
from souq.server.cluster.pubsub import News
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
"""Seconds in which others are told once that somebody looks at a table."""

PATIENCE = 2.0
"""Seconds that the database has to hear that this server goes."""


class Others(Roster):
    """The other servers of the house, as this one hears of them.

    Args:
        storage: in whose database they meet.
        bus: where it is published what they do.
        chores: beside what their tables are read.
        works: whether this server does what nobody has asked for.
        shows: whether it has pages to show.
        observer: who measures what answers take.
    """

    def __init__(
        self, storage: Storage, bus: Bus, chores: Chores, works: bool, shows: bool, observer: Observer
    ) -> None:
        super().__init__(storage.database, bus, works, shows)
        self._observer = observer
        self.news = News(storage.database, self._hear, self._back)
        self.presence = Presence(bus, self.id, self.tell)
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
            "here": self.presence.heard,
            "all": self.presence.heard_all,
            "who": self._who,
            "look": self._look,
            "part": self._part,
            "out": self._out,
        }
        """What is done about a message, by its kind."""
        self._looked: dict[str, float] = {}
        bus.subscribe(TableLookedAt, self._tell_look)
        bus.subscribe(SeatFreed, self._tell_part)
        bus.subscribe(SignedOut, self._tell_out)

    # what the core asks

    @property
    def hears(self) -> bool:
        """Whether whatever others write is heard of."""
        return self.news.hears

    @property
    def echoes(self) -> bool:
        """Whether what this server writes is heard of as well."""
        return self.news.hears

    @property
    def count(self) -> int:
        """How many servers there are, as far as this one knows, itself included."""
        return len(self.others) + 1

    def tell(self, *message: object) -> None:
        """Tell the others something that is not written down."""
        self.news.tell(*message)

    def follow(self, wanted: Callable[[str], bool]) -> None:
        """Follow the tables, by id, that are ``wanted`` here though this server does not lead."""
        self._wanted.append(wanted)

    def then(self, table_id: str, work: Callable[[], None]) -> None:
        """Do something once what was heard of a table before is known."""
        self._following.then(table_id, work)

    def committed(self, event: TableCommitted) -> None:
        """Publish what has become of a table, unless another server's later change is known already."""
        self._following.told(event.row)

    def share(self, pools: Pools, patience: float) -> Thinking | None:
        """Put questions into a queue from which every server that works takes its share."""
        self._thinkers = Thinkers(self._database, self, pools, patience, self._observer)
        return self._thinkers.jobs

    async def questions(self) -> dict[str, int]:
        """How many questions wait for a server, by queue.

        Raises:
            OutOfReach: the database cannot be asked.
        """
        return await self._thinkers.jobs.waiting() if self._thinkers else {}

    async def open(self, chores: Chores, loaded: asyncio.Event) -> None:
        """Be there for the others, and think for them once the games are ``loaded``: until then others are quicker."""
        with contextlib.suppress(OutOfReach):  # it tries again, every other second
            await self.beat()
        for work in (self.run(), self.news.run()):
            chores.start(work)
        if self._thinkers:
            await self._thinkers.open()
            chores.start(self._thinkers.take(loaded))

    async def lead(self) -> None:
        """See to questions that are left over; for ever."""
        if self._thinkers:
            await self._thinkers.keep()

    async def leave(self) -> None:
        """Give to others what they can go on with: this server is going to stop."""
        await _in_time(super().leave())
        if self._thinkers:
            await _in_time(self._thinkers.leave())

    async def close(self) -> None:
        """Tell the others that this server goes: whatever it did is theirs."""
        await _in_time(super().close())
        if self._thinkers:
            await _in_time(self._thinkers.close())

    def _forget_gone(self) -> None:
        self.presence.keep(self.others)

    def _come_back(self) -> None:
        self.presence.tell_all()

    def _wants(self, table_id: str) -> bool:
        return self.leads or any(wanted(table_id) for wanted in self._wanted)

    # what others tell

    def _hear(self, message: list[Any]) -> None:
        kind, *what = message
        take = self._kinds.get(kind)
        if take is not None:  # else a newer version of souq has told it
            take(*what)

    def _back(self) -> None:
        """Something may have been missed."""
        self.tell("who", self.id)
        self.presence.tell_all()
        self.bus.publish(UpdatesMissed())

    def _table(self, table_id: str, revision: int, writes: int, unasked: bool, timed: bool, *_: Any) -> None:
        self.bus.publish(TableWritten(table_id, revision, writes, unasked, timed))
        self._following.heard(table_id, writes)

    def _who(self, server: str) -> None:
        if server != self.id:
            self.presence.tell_all()

    def _look(self, server: str, table_id: str) -> None:
        if server != self.id:
            self.bus.publish(LookedElsewhere(table_id, server))

    def _part(self, server: str, table_id: str, seat: int) -> None:
        if server != self.id:
            self.bus.publish(SeatFreed(table_id, seat, elsewhere=True))

    def _out(self, server: str, sessions: list[str]) -> None:
        if server != self.id:
            self.bus.publish(SignedOut(tuple(sessions), elsewhere=True))

    # what others are told

    def _tell_look(self, event: TableLookedAt) -> None:
        now, table_id = time.monotonic(), event.table_id
        if now - self._looked.get(table_id, -LOOKED) >= LOOKED:
            self._looked[table_id] = now
            self.tell("look", self.id, table_id)
            if len(self._looked) > 10_000:
                self._looked = {of: at for of, at in self._looked.items() if now - at < LOOKED}

    def _tell_part(self, event: SeatFreed) -> None:
        if not event.elsewhere:
            self.tell("part", self.id, event.table_id, event.seat)

    def _tell_out(self, event: SignedOut) -> None:
        sessions = [] if event.elsewhere else list(event.sessions)
        for at in range(0, len(sessions), 100):
            self.tell("out", self.id, sessions[at : at + 100])


async def _in_time(work: Awaitable[object]) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(work, PATIENCE)
