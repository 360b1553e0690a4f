"""The house: everything a running server is made of, handed to whoever serves a request."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import time
from collections import Counter
from collections.abc import Awaitable
from dataclasses import replace
from typing import Any, TypeVar

from souq.engine import registry
from souq.engine.errors import SouqError
from souq.table import views
from souq.table.analysing import Analysing
from souq.table.compiling import Compiling
from souq.table.errors import NoTable, OutOfReach, refusal_json
from souq.table.health import Doctor
from souq.table.hub import Hub, Watcher, dump
from souq.table.info import about, signature
from souq.table.limits import Buckets
from souq.table.pausing import Pauses
from souq.table.people import People
from souq.table.rations import Lines
from souq.table.settings import Settings
from souq.table.solving import Solving
from souq.table.storage import Storage
from souq.table.tables import RESTS, Live, Tables
from souq.table.timekeeping import HouseTime
from souq.table.turns import Turns
from souq.table.workers import HINTS, Workers

LOG = logging.getLogger("souq.table")

Made = TypeVar("Made")


class House:
    """One server's state. Everything durable is in :attr:`storage`; the rest may be lost at any moment."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.since = time.time()
        """When the server started."""
        self.storage = Storage(settings)
        self.doctor = Doctor(self)
        self.time = HouseTime(self.storage)
        self.compiling = Compiling()
        self.tables = Tables(self.storage, settings.idle, settings.kept, self.time.now, self.compiling)
        self.hub = Hub()
        self.people = People(self.storage)
        self.workers = Workers(settings.workers, settings.thinking)
        self.solvers = Workers(min(settings.workers, 1), settings.thinking, HINTS, self.compiling.wait)
        self.turns = Turns(self)
        self.solving = Solving(self)
        self.analysing = Analysing(self)
        self.hinting: set[tuple[str, int]] = set()
        """Tables and seats for which a hint is looked for now."""
        self.closing = False
        fast = 1.0 if settings.limited else 1e6
        self.requests = Buckets(settings.ration * fast, 15 * settings.ration * fast)
        """Milliseconds by address, as :mod:`souq.table.rations` counts them."""
        self.players = Buckets(settings.ration / 2 * fast, 5 * settings.ration * fast)
        """Of them, by the seat or guest that somebody has proven to be."""
        self.lines = Lines(settings)
        self.openings = Buckets(0.2 * fast, 20 * fast)
        self.talk = Buckets(0.5 * fast, 6 * fast)
        self.weighing = Buckets(5 * fast, 20 * fast)
        self.hints = Buckets(0.5 * fast, 4 * fast)
        self._seeking = True
        """Whether it is not yet known which tables were in play at the start."""
        self._chores: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Bring the database up to date, and let the tables that wait for nobody go on."""
        await self.storage.open()
        await self.time.start(self.settings.countdown)
        self.chore(self.time.keep(lambda: self._seeking or bool(self.turns.timed), self._time_stood))
        self.chore(self._load())
        self.chore(self._go_on())
        self.chore(self._tidy())

    async def close(self) -> None:
        """Tell everybody, and stop. What was acknowledged is in the database already."""
        self.farewell()
        timed = bool(self.turns.timed)
        await self.turns.close()
        with contextlib.suppress(OutOfReach):
            await self.time.beat(timed)
        for chore in tuple(self._chores):
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        await self.compiling.close()
        await self.workers.close()
        await self.solvers.close()
        await self.analysing.close()
        await self.storage.close()

    def farewell(self) -> None:
        """Tell every open socket that the server stops."""
        self.closing = True
        for watcher in self.hub.everybody():
            watcher.tell({"type": "bye", "message": "The server is stopping. Your game is safe and will go on."})
            watcher.close(1012, "The server is stopping.")

    def chore(self, work: Any) -> None:
        """Do something beside everything else; what goes wrong is logged."""
        task = asyncio.ensure_future(work)
        self._chores.add(task)
        task.add_done_callback(self._done)

    async def to_its_end(self, work: Awaitable[Made]) -> Made:
        """What comes of a piece of work, which goes on even when whoever waits for it is gone."""
        task = asyncio.ensure_future(work)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._chores.discard(task)
        if not task.cancelled() and task.exception() is not None:
            LOG.error("A chore of the house failed.", exc_info=task.exception())

    async def look(self, watcher: Watcher) -> list[str]:
        """The messages that bring a watcher up to date."""
        try:
            async with self.tables.hold(watcher.table_id) as live:
                self.solving.know(live)
                return await self._messages(live, watcher)
        except SouqError as error:
            watcher.close(4404 if isinstance(error, NoTable) else 1011, "This table can’t be shown.")
            return [dump({"type": "refused", "id": "", "fatal": True, **refusal_json(error)})]

    async def _messages(self, live: Live, watcher: Watcher) -> list[str]:
        news, tell_about = watcher.news, watcher.about
        watcher.news = watcher.about = False
        messages = []
        viewer, now = watcher.viewer, views.shown(live, watcher.viewer.seat)
        if tell_about:
            now_about = signature(self, live, viewer.seat, watcher.invited)
            if now_about != watcher.last_about:
                messages.append(dump(about(self, live, viewer.seat, watcher.invited)))
                watcher.last_about = now_about
        if news and live.match is not None:
            scope = views.scope(live, viewer)
            if scope != watcher.scope:
                seen = live.left(watcher.since.seen, watcher.revision)
                since = replace(watcher.since, seen=min(seen, now))
                text, watcher.behind = await views.frames_text(live, viewer, since, watcher.behind)
                messages.append(text)
                watcher.since, watcher.scope, watcher.revision = views.Since(now), scope, live.row.revision
        return messages

    def looked(self, table_id: str, address: str) -> None:
        """Somebody looks at a table: it goes on, if it waits for nobody."""
        self.hub.look(table_id, address)
        self.turns.wake(table_id)

    def _time_stood(self) -> None:
        """Clocks have more time left than whoever looks at them believes."""
        for table_id in self.turns.timed:
            self.hub.publish(table_id, about=True)

    async def _load(self) -> None:
        """Load every game, or have it compiled. One that fails is tried again by whoever opens a table of it."""
        for game in registry.games():
            try:
                await self.tables.ready(game, wanted=False)
            except Exception:
                LOG.exception("The game %s could not be loaded.", game)
        gc.freeze()  # what is loaded now stays: looking through it for garbage would stop every table for a moment

    async def _go_on(self) -> None:
        """Start the bots' processes, and continue what a stop interrupted, as soon as the database can be asked."""
        pauses = Pauses()
        while True:
            try:
                going = await self.storage.unattended()
                break
            except OutOfReach as error:
                LOG.warning("The tables in play wait: %s", error)
                if pauses.first:
                    self.workers.warm()
                await pauses.take()
        if pauses.first:
            self.workers.warm([game for game, _ in Counter(game for _, game in going).most_common()])
        for table_id, _ in going:
            self.turns.stir(table_id)
            await asyncio.sleep(0)
        self._seeking = False

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(min(RESTS, max(self.settings.idle / 2, 0.05)))
            try:
                self.tables.tidy()
                self.workers.revive()
            except Exception:
                LOG.exception("The house could not be tidied.")
