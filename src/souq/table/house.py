"""The house: everything a running server is made of, made here and handed to whoever needs it."""

from __future__ import annotations

import asyncio
import contextlib
import time

from souq.table.background.analysing import Analysing
from souq.table.background.chores import Chores
from souq.table.background.decisions import Decisions
from souq.table.background.hinting import Hints
from souq.table.background.solving import Solving
from souq.table.background.startup import go_on, load_games, lull, tidy
from souq.table.background.timekeeping import HouseTime
from souq.table.background.turns import Turns
from souq.table.commands.commands import Commands
from souq.table.commands.committing import Committer
from souq.table.commands.standing import StandingOrders
from souq.table.errors import OutOfReach
from souq.table.limits import Buckets
from souq.table.playing.people import People
from souq.table.playing.tables import Tables
from souq.table.processes.compiling import Compiling
from souq.table.processes.workers import HINTS, LAST, Workers
from souq.table.settings import Settings
from souq.table.shown.hub import Hub
from souq.table.shown.updates import Updates
from souq.table.stored.storage import Storage


class House:
    """One server's parts. Everything durable is in :attr:`storage`; the rest may be lost at any moment.

    Nothing below this module knows it: each part is given what it needs.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.chores = Chores()
        self.storage = Storage(settings)
        self.time = HouseTime(self.storage)
        self.compiling = Compiling()
        self.tables = Tables(self.storage, settings.idle, settings.kept, self.time.now, self.compiling)
        self.hub = Hub()
        self.people = People(self.storage)
        self.workers = Workers(settings.workers, settings.thinking)
        few, compiled = min(settings.workers, 1), self.compiling.wait
        self.solvers = Workers(few, settings.thinking, HINTS, compiled)
        self.analysts = Workers(few, settings.thinking, LAST, compiled)
        self._make_players(settings)
        self._make_thinkers(settings)
        self.shown = asyncio.Event()
        """Set once a page has been made."""
        self._seeking = True
        """Whether it is not yet known which tables were in play at the start."""

    def _make_players(self, settings: Settings) -> None:
        """What changes tables: commands, and the decisions that nobody sends."""
        self.standing = StandingOrders(self.storage, self.hub)
        self.committer = Committer(
            self.tables, self.storage, self.hub, self.time.now, settings.countdown, self._schedule
        )
        self.commands = Commands(self.tables, self.storage, self.hub, self.committer, self.standing, self._schedule)
        decisions = Decisions(self.tables, self.hub, self.committer, self.standing, settings.sharing, time.time())
        self.turns = Turns(self.tables, self.hub, self.workers, decisions, self.chores, settings)

    def _make_thinkers(self, settings: Settings) -> None:
        """What only looks at tables: solutions, hints, analyses, and the news for who watches."""
        fast = 1.0 if settings.limited else 1e6
        storage, hub, solvers = self.storage, self.hub, self.solvers
        self.solving = Solving(self.tables, storage, hub, solvers, self.chores, settings.solving)
        self.hints = Hints(self.tables, storage, hub, solvers, Buckets(0.5 * fast, 4 * fast), settings.hinting)
        self.analysing = Analysing(self.tables, storage, self.analysts, self.chores)
        self.updates = Updates(self.tables, hub, lambda: self.time.stops, self.solving.know)

    def _schedule(self, table_id: str) -> None:
        self.turns.schedule(table_id)

    async def open(self) -> None:
        """Bring the database up to date, and let the tables that wait for nobody go on."""
        await self.storage.open()
        await self.time.start(self.settings.countdown)
        self.chores.start(self.time.keep(lambda: self._seeking or bool(self.turns.timed), self.turns.time_stood))
        self.chores.start(self._load())
        self.chores.start(self._go_on())
        self.chores.start(tidy(self.tables, self.workers, self.settings.idle))

    async def _load(self) -> None:
        await lull(self.shown)
        await load_games(self.tables)
        self.compiling.looked = True

    async def _go_on(self) -> None:
        await lull(self.shown)
        await go_on(self.storage, self.workers, self.turns)
        self._seeking = False

    async def close(self) -> None:
        """Tell everybody, and stop. What was acknowledged is in the database already."""
        self.farewell()
        timed = bool(self.turns.timed)
        await self.turns.close()
        with contextlib.suppress(OutOfReach):
            await self.time.beat(timed)
        await self.chores.close()
        await self.compiling.close()
        for workers in (self.workers, self.solvers, self.analysts):
            await workers.close()
        await self.storage.close()

    def farewell(self) -> None:
        """Tell every open socket that the server stops."""
        self.chores.closing = True
        for watcher in self.hub.everybody():
            watcher.tell({"type": "bye", "message": "The server is stopping. Your game is safe and will go on."})
            watcher.close(1012, "The server is stopping.")
