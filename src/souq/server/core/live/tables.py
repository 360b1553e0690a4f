"""The tables in memory. A table is loaded from the database on demand, and dropped when it has been idle for long."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import TypeVar

from souq.compiling import is_to_come
from souq.engine import registry
from souq.engine.game import Game
from souq.engine.match.match import Match
from souq.server.core.cluster import Cluster
from souq.server.core.events import Bus, TableOutdated, TableRefreshed, TableWritten, UpdatesMissed
from souq.server.core.live.catching_up import catch_up, sound
from souq.server.core.live.live import Live, Now
from souq.server.core.live.replaying import rebuilt
from souq.server.core.live.world_time import WorldTime
from souq.server.core.store.interface import TableStore
from souq.server.core.threads import in_thread
from souq.server.core.workers.compiling import Compiling
from souq.server.errors import NoTable, OutOfReach, Overtaken

Done = TypeVar("Done")

ANSWERED = 0.2
"""Seconds to wait before viewers are informed of another server's write that made a command here fail.

The sender of that command gets the error first.
"""

RESTS = 5.0
"""Seconds without use after which a table's cached values are deleted; the table itself stays in memory."""

TRIES = 5
"""How often a command is tried again because another server has written to the table first."""

ID = re.compile("[a-z0-9]{1,16}")
"""Pattern of table IDs; nothing else is looked up in the database."""


class Tables:
    """The tables in memory, from the least to the most recently used; others are loaded from the database on demand."""

    def __init__(
        self,
        storage: TableStore,
        idle: float,
        capacity: int,
        now: Now = time.time,
        compiling: Compiling | None = None,
        world: WorldTime | None = None,
        cluster: Cluster | None = None,
    ) -> None:
        self._storage, self._idle, self._capacity, self._now = storage, idle, capacity, now
        self._compiling, self._world, self._cluster = compiling or Compiling(), world, cluster or Cluster(Bus())
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live]] = {}
        self._missed: set[str] = set()
        """Tables to load once more, since another server's write was announced while they were being loaded."""
        self._ready: dict[str, asyncio.Task[None]] = {}

    async def ready(self, game: str, *, wanted: bool = True) -> None:
        """Load a game. If its rules aren't compiled yet, interpret them, and queue the game to be compiled.

        Args:
            game: its name.
            wanted: whether a player needs it, so that it is compiled before others.

        Raises:
            UnknownGame: it is not installed.
        """
        found = registry.find(game)
        task = self._ready.get(found.name)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            task = self._ready[found.name] = asyncio.create_task(in_thread(load, found))
        await asyncio.shield(task)
        if found.bindings.interpreted:
            self._compiling.add(found.name, wanted=wanted)

    def __len__(self) -> int:
        return len(self._live)

    @asynccontextmanager
    async def hold(self, table_id: str) -> AsyncIterator[Live]:
        """Hold a table's lock during the block, and yield the table after bringing it up to date.

        Raises:
            NoTable: the table doesn't exist.
        """
        while True:
            live = await self._get(table_id)
            async with live.lock:
                if live.gone or not await self._current(live):
                    continue  # it was dropped from memory while this task waited for the lock: load it again
                live.touched = time.monotonic()
                try:
                    yield live
                except Overtaken:
                    self.forget(live)
                    asyncio.get_running_loop().call_later(ANSWERED, self._cluster.bus.publish, TableOutdated(table_id))
                    raise
                return

    async def refresh(self, live: Live) -> None:
        """Compare a table with the database and bring it up to date; the caller holds the table's lock.

        A caller needs this after seeing a newer revision, since another server's announcement may arrive later.

        Raises:
            Overtaken: the whole table must be loaded again.
            OutOfReach: the database doesn't answer.
        """
        if not self._cluster.alone and not await self._catch_up(live):
            raise Overtaken

    async def retry(self, work: Callable[[], Awaitable[Done]]) -> Done:
        """Call and await ``work``. Try again if it fails because another server has written to the table first.

        Raises:
            Overtaken: another server was first every time.
        """
        for _ in range(TRIES):
            with contextlib.suppress(Overtaken):
                return await work()
        return await work()

    def note_written(self, table_id: str, revision: int, writes: int) -> bool:
        """Record that a server has written to a table; return whether this server didn't know of the write yet.

        A deleted table has revision 0.
        """
        live = self._live.get(table_id)
        if live is None:
            if table_id in self._loading:
                self._missed.add(table_id)
            return True
        if not revision:
            self.forget(live)
            return True
        newer = revision > max(live.latest[0], live.row.revision) or writes > max(live.latest[1], live.row.writes)
        live.note_update(revision, writes)
        return newer

    def written(self, event: TableWritten) -> None:
        """Handle the announcement of a write to a table. If it is news here, publish that the table is outdated."""
        if self.note_written(event.table_id, event.revision, event.writes):
            self._cluster.bus.publish(TableOutdated(event.table_id))

    def missed(self, event: UpdatesMissed) -> None:
        """Handle a loss of announcements by comparing every table with the database before its next use."""
        self.forget_all()

    def forget_all(self) -> None:
        """Have every table compared with the database before its next use."""
        self._missed.update(self._loading)
        for live in list(self._live.values()):
            live.unsure = True

    def forget(self, live: Live) -> None:
        """Drop a table from memory; its next user loads it from the database."""
        live.gone = True
        if self._live.get(live.row.id) is live:
            del self._live[live.row.id]

    def is_of_bots(self, table_id: str) -> bool:
        """Return whether only bots play at a table in memory. They stop playing when nobody watches."""
        live = self._live.get(table_id)
        playing = live is not None and live.row.state == "playing"
        return live is not None and playing and all(seat.kind != "person" for seat in live.row.seats)

    def knows(self, table_id: str) -> bool:
        """Return whether a table is in memory or being loaded."""
        return table_id in self._live or table_id in self._loading

    async def reread(self, table_id: str, change: Callable[[], Awaitable[None]]) -> None:
        """Change the stored data of a table while nobody uses it, then drop the table from memory to load it again.

        ``change`` must be idempotent. It is called again if the table was being loaded in the meantime, perhaps with
        the old data.
        """
        while True:
            loading = self._loading.get(table_id)
            if loading is not None:
                await asyncio.wait([loading])
            live = self._live.get(table_id)
            if live is not None:
                async with live.lock:
                    if not live.gone:
                        await change()
                        self.forget(live)
                        return
            else:
                await change()
                if not self.knows(table_id):
                    return

    def tidy(self) -> None:
        """Drop idle tables, and the least recently used while there are too many.

        Clear the caches of tables that haven't been used for `RESTS` seconds.
        """
        now = time.monotonic()
        for live in list(self._live.values()):
            crowded = len(self._live) > self._capacity
            if live.lock.locked():
                continue
            if crowded or now - live.touched > self._idle:
                self.forget(live)
            elif now - live.touched > RESTS:
                live.rest()

    async def _get(self, table_id: str) -> Live:
        live = self._live.get(table_id)
        if live is None:
            task = self._loading.get(table_id)
            if task is None:
                task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
                task.add_done_callback(lambda _: self._loading.pop(table_id, None))
            # One task loads the table for everyone who waits; cancelling one of them must not cancel it.
            live = await asyncio.shield(task)
        if table_id in self._live:
            self._live.move_to_end(table_id)
        return live

    async def _load(self, table_id: str) -> Live:
        """Load a table into memory. Load it again if another server has written to it meanwhile."""
        while True:
            self._missed.discard(table_id)
            live = await self._read(table_id)
            # A load takes several queries, and another server may write in between. Its announcement may arrive during
            # the load, when there is no table to note it in (`_missed`), or later: so the counts are compared as well.
            counts = live.row.revision, live.row.writes
            if self._cluster.alone or (await self._storage.counts(table_id) == counts and table_id not in self._missed):
                break
        self._live[table_id] = live
        if len(self._live) > self._capacity:
            self.tidy()
        return live

    async def _current(self, live: Live) -> bool:
        """Bring a table up to date if that may be needed; return False if the whole table must be loaded again.

        If the database doesn't answer, viewers see the table as it was. Nothing can be written to it at such a time.
        """
        if not live.behind and self._cluster.hears:
            return True
        try:
            return await self._catch_up(live)
        except OutOfReach:
            return True

    async def _catch_up(self, live: Live) -> bool:
        """Bring a table up to date; return False if the whole table must be loaded again.

        Raises:
            NoTable: it has been deleted.
            OutOfReach: the database doesn't answer.
        """
        unsure, live.unsure = live.unsure, False  # an announcement during the read sets it again
        before, announced = (live.row.revision, live.row.writes), live.has_newer
        try:
            known = await catch_up(self._storage, live)
        except OutOfReach:
            live.unsure = live.unsure or unsure
            raise
        except BaseException:  # it has been deleted, or cannot be read
            self.forget(live)
            raise
        if known:
            self._cluster.bus.publish(TableRefreshed(live.row))
        else:
            self.forget(live)
        if not announced and (not known or (live.row.revision, live.row.writes) != before):
            # When the announcement arrives, its revision will already be known here, so it won't notify the viewers.
            self._cluster.bus.publish(TableOutdated(live.row.id))
        return known

    async def _read(self, table_id: str) -> Live:
        row = await self._storage.table(table_id) if ID.fullmatch(table_id) else None
        if row is None:
            raise NoTable
        log = [] if row.state == "waiting" else await self._storage.decisions(table_id)
        marks = await self._storage.marks(table_id)
        await self.ready(row.game)
        orders = await self._storage.orders(table_id) if row.state == "playing" else {}
        live = Live(row, None if row.state == "waiting" else await rebuilt(row, log, marks), orders, self._now)
        if (world := self._world) is not None:
            live.world, live.offsets = world.now, lambda: world.offsets
        live.answers = await self._storage.answers(table_id) if row.state == "playing" else {}
        live.lines = sound(live.game, await self._storage.lines(table_id)) if live.match else {}
        live.notes = await self._storage.notes(table_id) if live.match else ()
        live.next = await self._storage.following(table_id) if live.finished else None
        live.mutes = await self._storage.mutes(table_id)
        return live


def load(game: Game) -> None:
    """Load what is needed to play a game at a table: its rules, its story and its scenes.

    The rules are interpreted unless they are already compiled.
    """
    bindings = game.bindings
    if is_to_come(game):
        bindings.interpret()
    else:
        bindings.load()
    state = bindings.setup(game.min_players, game.option_numbers(game.check_options({})), (1, 2))
    bindings.hidden(state, 0)
    seat_looks(game.name, game.min_players)


@cache
def seat_looks(game: str, players: int) -> tuple[tuple[int, str], ...]:
    """Return the colour and the emblem of each seat, as the game's scenes draw them."""
    panels = Match(registry.find(game), players, seed=0).scene().panels
    return tuple((panel.tone, panel.emblem) for panel in sorted(panels, key=lambda panel: panel.seat))
