"""Tasks that play on a table by themselves: bots' turns, standing orders and answers, lessons, and games' clocks.

Each task makes one decision after another, until a person must choose. Decisions are stored and shown like those of
people. In a race every bot plays independently at its own pace; if a clock runs too, at the normal pace. A table of
bots only continues while it has viewers.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from souq.engine.errors import SouqError
from souq.server.core.cluster import Cluster
from souq.server.core.events import LookedElsewhere, TableCommitted, TableWritten
from souq.server.core.jobs.backoff import Pauses
from souq.server.core.jobs.chores import Chores
from souq.server.core.jobs.decisions import Decisions
from souq.server.core.jobs.due import ALL, QUIET, next_turn, nothing_comes, pace, quiet_for, racing_bots, taught_from
from souq.server.core.live.live import Live
from souq.server.core.live.tables import Tables
from souq.server.core.realtime.hub import Hub
from souq.server.core.workers.thinking import Bots
from souq.server.errors import NoTable, OutOfReach, Stale
from souq.server.ops.telemetry import context
from souq.server.ops.telemetry.observer import NOBODY, Observer

if TYPE_CHECKING:
    from souq.server.core.live.pauses import TableSettings

LOG = logging.getLogger("souq.server")

FOREIGN = 1.0
"""Seconds for which this server ignores changes to a table after it found that another server runs the table."""
MANY = 10_000
"""Maximum number of tables remembered as run by another server."""

TIME = -2
"""Value of a seat parameter that means the game's own clock."""


class Turns:
    """The service that runs every table which doesn't wait for a person.

    A table has one task, in a race one more for each bot, and one for a running clock, all of them on the same server.

    Args:
        tables: the tables in memory.
        hub: knows the viewers.
        bots: choose for the bots.
        decisions: makes the decisions.
        chores: says whether the server is shutting down.
        settings: bots' pauses.
        cluster: leases each table to one server.
        observer: measures the bots' thinking times.
    """

    def __init__(
        self,
        tables: Tables,
        hub: Hub,
        bots: Bots,
        decisions: Decisions,
        chores: Chores,
        settings: TableSettings,
        cluster: Cluster,
        observer: Observer = NOBODY,
    ) -> None:
        self._tables, self._hub, self._bots, self._decisions = tables, hub, bots, decisions
        self._chores, self._settings, self._cluster = chores, settings, cluster
        self._others: dict[str, float] = {}
        """Tables that another server runs, each with the time at which that was found."""
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._again: set[tuple[str, int]] = set()
        self._failing: dict[tuple[str, int], Pauses] = {}
        self._reported: set[str] = set()
        """IDs of tables that can't go on because of an error that has already been logged."""
        self._observer = observer

    def schedule(self, table_id: str, seat: int = ALL) -> None:
        """Start the task that makes the next decisions at a table, because the table has changed.

        With ``seat``, start another task of the table: that of a bot in a race or, for :data:`TIME`, that of the game's
        clock. If the task is running already, start it again when it ends.
        """
        if self._chores.closing or not self._cluster.works:
            return
        key = table_id, seat
        if key in self._tasks:
            self._again.add(key)  # its task may have checked the table just before this change
            return
        task = asyncio.create_task(self._play(table_id, seat))
        self._tasks[key] = task
        task.add_done_callback(lambda _: self._done(key))

    def committed(self, event: TableCommitted) -> None:
        """Start a task for a table that was committed, since it may now continue without a person's decision."""
        self.schedule(event.row.id)

    @property
    def timed(self) -> list[str]:
        """The IDs of the tables at which a game's clock runs."""
        return [table_id for table_id, seat in self._tasks if seat == TIME]

    @property
    def going(self) -> int:
        """The number of tables with a decision in progress."""
        return len({table_id for table_id, seat in self._tasks if seat != TIME})

    @property
    def stuck(self) -> int:
        """The number of tables that wait because of an error."""
        return len({table_id for table_id, _ in self._failing} | self._reported)

    def wake(self, table_id: str) -> None:
        """Let a table play on because it has a viewer. If it waits before a retry, retry immediately."""
        pauses = [pauses for (at, _), pauses in self._failing.items() if at == table_id]
        for each in pauses:
            each.hurry()
        if not pauses:
            self.schedule(table_id)

    def viewed(self, table_id: str, address: str) -> None:
        """Record that a client at an address views a table, and let the table continue."""
        self._hub.note_view(table_id, address)
        self.wake(table_id)

    def clocks_stopped(self) -> None:
        """Send viewers the time left on games' clocks again, because server time has stood still."""
        for table_id in self.timed:
            self._hub.publish(table_id, about=True)

    def looked_elsewhere(self, event: LookedElsewhere) -> None:
        """Let a table play on that has a viewer on another server."""
        self.wake(event.table_id)

    def written(self, event: TableWritten) -> None:
        """Let a table continue that another server has changed, unless another server was just found to run it."""
        at = self._others.get(event.table_id)
        if event.unasked and (at is None or time.monotonic() - at > FOREIGN):
            self.schedule(event.table_id)

    async def close(self) -> None:
        """Cancel all tasks. Decisions that were due are made after the next start."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _done(self, key: tuple[str, int]) -> None:
        del self._tasks[key]
        if key in self._again:
            self._again.discard(key)
            self.schedule(*key)

    async def _play(self, table_id: str, seat: int) -> None:
        context.begin_job("turns", table=table_id)
        lease, held = f"table {table_id}", False
        try:
            held = await self._cluster.take(lease)
        except OutOfReach:
            return  # `startup.adopt_tables` schedules the table again
        if not held:
            self._note_other(table_id)
            return
        try:
            await self._go_on(table_id, seat, lease)
        finally:
            await self._cluster.give(lease)

    def _note_other(self, table_id: str) -> None:
        """Remember that another server runs a table."""
        self._others[table_id] = time.monotonic()
        if len(self._others) > MANY:
            del self._others[next(iter(self._others))]

    async def _go_on(self, table_id: str, seat: int, lease: str) -> None:
        pauses = Pauses()
        while self._cluster.holds(lease) and not self._chores.closing:
            try:
                if not await (self._let_pass(table_id) if seat == TIME else self._decide(table_id, seat)):
                    return
                self._reported.discard(table_id)
                pauses.over()
            except NoTable:
                return
            except Stale:
                continue
            except OutOfReach as error:
                LOG.warning("Table %s is delayed: %s", table_id, error)
                await self._pause(table_id, seat, pauses)
            except SouqError as error:  # a retry can't help
                if table_id not in self._reported:
                    LOG.error("Table %s cannot go on: %s", table_id, error)
                self._reported.add(table_id)
                return
            except Exception as error:
                LOG.error("Table %s is delayed because something failed: %r", table_id, error, exc_info=pauses.first)
                await self._pause(table_id, seat, pauses)

    async def _pause(self, table_id: str, seat: int, pauses: Pauses) -> None:
        """Wait before a retry."""
        self._failing[table_id, seat] = pauses
        try:
            await pauses.take()
        finally:
            del self._failing[table_id, seat]

    async def _decide(self, table_id: str, seat: int) -> bool:
        """Make one decision after the usual pause, or wait until a bot may decide again.

        Return False if the table can't continue by itself.
        """
        if seat == ALL and await self._decisions.wait_for_shares(table_id):
            return True
        async with self._tables.hold(table_id) as live:
            if self._rests(live):
                return False
            turn, wait = next_turn(live, seat), live.begins_in + pace(live, self._settings, seat)
            plays = taught_from(live) if seat == ALL else None
            quiet = quiet_for(live, seat)
            others = [*racing_bots(live), *([TIME] if live.clock else [])]
        if seat == ALL:
            for other in others:
                self.schedule(table_id, other)
        if plays is not None:
            await asyncio.sleep(wait)
            await self._decisions.choose_as_taught(table_id, plays)
            return True
        if turn is None:
            if quiet:  # after it, the bot may propose something
                await self._hub.next_change(table_id, quiet)
            return bool(quiet)
        if turn.request is None:
            await asyncio.sleep(wait)
            await self._decisions.choose_as_left(table_id, turn.seat, turn.stamp)
            return True
        pause = asyncio.create_task(asyncio.sleep(wait))  # runs while the bot thinks: the longer of both counts
        with self._observer.turn(table_id, turn.request.level, turn.request.game):
            try:
                choices = await self._bots.choose(turn.request, self._hub.asker(table_id))
                await pause
            finally:
                pause.cancel()
            await self._decisions.choose_for_bot(table_id, turn.seat, choices, turn.stamp, QUIET * self._settings.pause)
        return True

    async def _let_pass(self, table_id: str) -> bool:
        """If a game's clock has run out, or nobody will decide before it does, make the decision that is due then.

        Otherwise wait until it runs out or the table changes. Return False if no clock runs, or if the table rests.
        """
        async with self._tables.hold(table_id) as live:
            if self._rests(live):
                return False
            clock, left = live.clock, 0.0 if nothing_comes(live) else live.time_left
        if clock is None:
            return False
        if left:
            await self._hub.next_change(table_id, left)
        else:
            await self._decisions.choose_for_time(table_id, clock.key)
        return True

    def _rests(self, live: Live) -> bool:
        """Return whether a table of bots pauses, because it has no viewers and belongs to no tournament."""
        wanted = live.row.tournament or any(seat.kind == "person" for seat in live.row.seats)
        return not wanted and not self._hub.asker(live.row.id).looking
