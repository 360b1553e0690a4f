"""The house: everything a running server is made of, made here and handed to whoever needs it."""

from __future__ import annotations

import asyncio
import contextlib

from souq.engine import registry
from souq.engine.errors import SouqError
from souq.server.cluster.membership import Roster
from souq.server.cluster.refresh import Hearing
from souq.server.cluster.refresh import Parts as Refreshed
from souq.server.cluster.sync import Others, Told
from souq.server.cluster.thinkers import Thinkers
from souq.server.core.commands.arrivals import Arrivals
from souq.server.core.commands.commands import Commands
from souq.server.core.commands.committing import Committer
from souq.server.core.commands.standing_orders import StandingOrders
from souq.server.core.db.clocking import Clocking
from souq.server.core.db.sessions import Sessions
from souq.server.core.db.storage import Storage
from souq.server.core.events import Bus, TableCommitted
from souq.server.core.jobs.analysing import Analysing
from souq.server.core.jobs.chores import Chores
from souq.server.core.jobs.decisions import Decisions
from souq.server.core.jobs.hinting import Hints
from souq.server.core.jobs.leading import Leading
from souq.server.core.jobs.solving import Solving
from souq.server.core.jobs.startup import FirstPage, go_on, load_clocked, load_games, lull, see_to, tidy
from souq.server.core.jobs.timekeeping import HouseTime, SharedTime
from souq.server.core.jobs.timers import Timers
from souq.server.core.jobs.turns import Turns
from souq.server.core.live import past
from souq.server.core.live.banks import Banks
from souq.server.core.live.people import People
from souq.server.core.live.tables import Tables
from souq.server.core.live.wall import WorldTime
from souq.server.core.parts import Parts
from souq.server.core.realtime.hub import Hub
from souq.server.core.realtime.updates import Updates
from souq.server.core.token_bucket import Buckets
from souq.server.core.workers.compiling import Compiling
from souq.server.core.workers.thinking import Thinking
from souq.server.core.workers.workers import HINTS, LAST, Workers
from souq.server.errors import OutOfReach
from souq.server.features.accounts.personal_data import Leaving
from souq.server.features.accounts.service import Accounts
from souq.server.features.library.service import Library
from souq.server.features.lobby.service import Lobby
from souq.server.features.moderation.reports import Reports
from souq.server.features.moderation.storage import Records
from souq.server.features.moderation.watch import Watch
from souq.server.features.notifications.service import Notices
from souq.server.features.privacy import retention
from souq.server.features.ratings.recording import beside
from souq.server.features.ratings.service import Book
from souq.server.features.social.blocks import Shunned
from souq.server.features.social.chat import Speaking
from souq.server.features.tournaments.running import Running
from souq.server.features.tournaments.service import Touring
from souq.server.features.tournaments.standing_in import StandIns
from souq.server.features.tournaments.storage import Tournaments
from souq.server.ops.config.settings import Settings
from souq.server.ops.telemetry.observer import NOBODY, Observer

PATIENCE = 2.0
"""Seconds that the database has to hear that this server goes."""


class House:
    """One server's parts. Everything durable is in :attr:`storage`; the rest may be lost at any moment.

    Nothing below this module knows it: each part is given what it needs.
    """

    def __init__(self, settings: Settings, observer: Observer = NOBODY) -> None:
        self.settings, self._observer = settings, observer
        self.chores = Chores()
        self.bus = Bus(self.chores.start)
        self.storage = Storage(settings, observer)
        self.roster = Roster(self.storage.database, settings.work)
        self.time = HouseTime(self.storage)
        if not self.roster.alone:
            self.time = SharedTime(self.storage, shows=lambda: self.roster.shows)
        self.book = Book(self.storage.database)
        self.compiling = Compiling()
        self.clocking = Clocking(self.storage.database)
        self.world = WorldTime(self.clocking, self.time.now, self.time.world)
        self.tables = Tables(self.storage, settings.idle, settings.kept, self.time.now, self.compiling, self.world)
        self.hub = Hub(observer)
        self.others = Others(self.storage.database, self.roster, self.tables, self.hub)
        self.sessions = Sessions(self.storage.database)
        self.people = People(self.sessions)
        self.shunned = Shunned(self.storage.database)
        self.speaking = Speaking(self.tables, self.storage, self.hub, self.shunned)
        self.workers = Workers(settings.workers, settings.thinking, observer=observer)
        compiled, alone = self.compiling.wait, self.roster.alone
        self.solvers = Workers(min(settings.workers, 1 if alone else 2), settings.thinking, HINTS, compiled, observer)
        self.analysts = Workers(min(settings.workers, 1), settings.thinking, LAST, compiled, observer)
        pools = {"hints": self.solvers, "analyses": self.analysts}
        shared = self.storage.database, self.roster, self.others, pools, settings.thinking, observer
        self.thinkers = None if alone else Thinkers(*shared)
        """Who thinks, where several servers share a database."""
        self._make_players(settings)
        self._make_thinkers(settings)
        parts = self.storage, self.sessions, self.people, self.tables, self.hub, self.chores
        self.accounts = Accounts(*parts, settings, self.shunned)
        self.leaving = Leaving(self.storage.database, self.tables, self.commands, self.hub, self._parted)
        self.notices = Notices(self.storage, self.hub, self.chores, self.accounts.post, settings)
        self.records = Records(self.storage.database)
        self.reports, self.watch = Reports(self.records, settings.limited), Watch(self.records)
        self.commands.admit = self.speaking.admit = self.watch.admit
        whole = Refreshed(self.lobby, self.notices, self.book.recording, self.touring, self.shunned, self.watch)
        self.hearing = Hearing(self.storage, self.roster, self.others, self.hub, whole, self.world.now)
        self.arrivals.on_seen = self.hearing.sees
        self.bus.subscribe(TableCommitted, self.timers.committed)
        self.bus.subscribe(TableCommitted, self.turns.committed)
        self.bus.subscribe(TableCommitted, lambda event: self.hearing.following.told(event.row))
        self._loaded = asyncio.Event()
        """Set once the games are."""
        self.shown = FirstPage()
        self._seeking = {"turns", "clocks"}
        """What is not yet known at the start: which tables were in play, and where people's clocks run."""
        self.parts = self._found()

    def _found(self) -> Parts:
        """Return what routes may ask for."""
        parts = Parts()
        for part in (
            self.settings, self.storage, self.sessions, self.clocking, self.chores, self.compiling, self.world,
            self.tables, self.hub, self.people, self.committer, self.commands, self.arrivals, self.turns, self.updates,
            self.hints, self.analysing, self.accounts, self.accounts.post, self.leaving, self.lobby,
            self.lobby.listings, Library(self.storage), self.touring, self.book, self.shunned, self.speaking,
            self.records, self.reports, self.watch, self.notices, self.shown,
        ):  # fmt: skip
            parts.add(part)
        return parts

    def _make_players(self, settings: Settings) -> None:
        """What changes tables: commands, and the decisions that nobody sends."""
        self.standing = StandingOrders(self.storage, self.hub)
        now = self.time.now
        self.banks = Banks(self.clocking, now, self.world)
        self.committer = Committer(
            self.tables,
            self.storage,
            self.hub,
            now,
            settings.countdown,
            self.banks,
            self.bus,
            (beside, past.beside),
        )
        parts = self.storage, self.tables, self.committer, self.chores
        self.lobby = Lobby(*parts, settings.limited, self.shunned, self.hub.connected, self._leads)
        self.arrivals = Arrivals(self.clocking, self.committer, now, self.world)
        clocks = self.clocking, self.hub, self.chores, now, self.world, self.arrivals
        self.timers = Timers(self.tables, *clocks, self._leads)
        decisions = Decisions(self.tables, self.hub, self.committer, self.standing, settings.sharing)
        doing = self.chores, settings, self.roster, self._observer
        self.turns = Turns(self.tables, self.hub, self.workers, decisions, *doing)
        self.commands = Commands(
            self.tables,
            self.storage,
            self.hub,
            self.committer,
            self.standing,
            self.turns.schedule,
            self.arrivals,
            self.speaking,
            self._observer,
        )
        kept, stand_ins = (
            Tournaments(self.storage.database),
            StandIns(self.tables, self.committer, self.hub, self.world.now),
        )
        running = Running(kept, self.storage, self.committer, self.chores)
        self.touring = Touring(kept, running, self.commands, stand_ins, self.chores, settings.limited)

    def _make_thinkers(self, settings: Settings) -> None:
        """What only looks at tables: solutions, hints, analyses, and the news for who watches."""
        fast = 1.0 if settings.limited else 1e6
        storage, hub = self.storage, self.hub
        solvers: Thinking = self.thinkers.jobs if self.thinkers else self.solvers
        analysts: Thinking = self.thinkers.jobs if self.thinkers else self.analysts
        self.solving = Solving(self.tables, storage, hub, solvers, self.chores, settings.solving)
        self.hints = Hints(self.tables, storage, hub, solvers, Buckets(0.5 * fast, 4 * fast), settings.hinting)
        self.analysing = Analysing(self.tables, storage, analysts, self.chores)
        self.updates = Updates(self.tables, hub, lambda: self.time.stops, self.speaking.unheard, self.solving.know)

    def _leads(self) -> bool:
        return self.roster.leads

    async def _parted(self, person_id: str) -> None:
        """Somebody has been deleted."""
        with contextlib.suppress(OutOfReach):
            await self.lobby.parted(person_id)

    async def open(self) -> None:
        """Bring the database up to date, and let the tables that wait for nobody go on."""
        await self.storage.open()
        await self.time.start(self.settings.countdown)
        self.time.hold()
        with contextlib.suppress(OutOfReach):  # it tries again, every other second
            await self.roster.beat()
        self._listen()
        self.chores.start(self.time.keep(self._timed, self._time_stood))
        self.chores.start(self.timers.run(lambda: self._seeking.discard("clocks")))
        self.chores.start(self.timers.watch())
        self.chores.start(self._load())
        self.chores.start(self._go_on())
        self.chores.start(see_to(self.storage, self.turns, self.roster))
        self.chores.start(tidy(self.tables, self.workers, self.settings.idle))
        self.chores.start(self.shunned.keep())
        self.lobby.open()
        self.hearing.open(self.chores)
        with contextlib.suppress(OutOfReach):  # it looks again, every two seconds
            await self.watch.look()
        self.chores.start(self.watch.run())
        recording, joining = self.book.recording, self.lobby.joining
        works = [self.notices.run, recording.keep, joining.keep, self._tour, self._clear]
        if self.thinkers:
            await self.thinkers.open()
            self.chores.start(self._think(self.thinkers))
            works.append(self.thinkers.keep)
        self.chores.start(Leading(self.roster, *works).run())

    def _listen(self) -> None:
        """Hear what other servers write, and tell them who is here."""
        self.others.on_table, self.others.on_look = self._heard, self.turns.wake
        self.others.kinds["said"] = lambda table_id, n: self.chores.start(self.speaking.hear(table_id, n))
        self.speaking.echoes = lambda: not self.roster.alone and self.others.news.hears
        self.tables.on_news = lambda live: self.timers.note(live.row)
        self.roster.on_lead = self._lead
        self.others.on_back.append(lambda: self.chores.start(self.timers.reread()))
        for work in (self.roster.run(), self.others.run()):
            self.chores.start(work)

    def _lead(self) -> None:
        """This server does what concerns no single table from now on."""
        self.chores.start(self.timers.reread())
        self.hearing.lead()

    def _heard(self, table_id: str, told: Told) -> None:
        """This server, or another, has written something of a table."""
        self.hearing.following.heard(table_id, told.writes)
        if told.unasked:
            self.turns.heard(table_id)
        if told.timed and self.roster.leads:
            self.chores.start(self.timers.reread([table_id]))

    async def _load(self) -> None:
        await lull(self.shown)
        await load_clocked(self.tables, self.clocking, self.time)
        self._time_stood()  # pages that came meanwhile have counted on
        await load_games(self.tables, registry.games())
        self.compiling.looked = True
        self._loaded.set()

    async def _think(self, thinkers: Thinkers) -> None:
        await self._loaded.wait()  # until then others are quicker
        await thinkers.take()

    async def _tour(self) -> None:
        await self._loaded.wait()  # two that load the compiler at once get in each other's way
        await self.touring.running.keep()

    async def _clear(self) -> None:
        await retention.keep(self.records, self.settings)

    async def _go_on(self) -> None:
        await lull(self.shown)
        await go_on(self.storage, self.workers, self.turns)
        self._seeking.discard("turns")

    def _timed(self) -> bool:
        """Whether the house's time is to be written down: a clock runs, or may."""
        return bool(self._seeking) or bool(self.turns.timed) or self.timers.running()

    def _time_stood(self) -> None:
        """Clocks have more time left than whoever looks at them believes."""
        self.turns.time_stood()
        for table_id in self.timers.tables:
            self.hub.publish(table_id, about=True)

    async def close(self) -> None:
        """Tell everybody, and stop. What was acknowledged is in the database already."""
        self.farewell()
        timed = bool(self.turns.timed or self.timers.tables)
        await self.turns.close()
        with contextlib.suppress(OutOfReach, TimeoutError):
            await asyncio.wait_for(self.time.beat(timed), PATIENCE)
        await self.chores.close()
        await self.notices.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.roster.close(), PATIENCE)
        if self.thinkers:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.thinkers.close(), PATIENCE)
        await self.compiling.close()
        for workers in (self.workers, self.solvers, self.analysts):
            await workers.close()
        await self.storage.close()

    async def seen(self, table_id: str, seat: int) -> None:
        """Somebody in a seat (-1: a spectator) was here until now."""
        with contextlib.suppress(SouqError):
            if seat >= 0 and not self.chores.closing:
                async with self.tables.hold(table_id) as live:
                    await self.arrivals.seen(live, seat)

    async def leave(self) -> None:
        """Say to whoever watches over it that this server is going to stop, and leave to others what they can do."""
        self.chores.leaving = True
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.roster.retire(), PATIENCE)
        if self.thinkers:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.thinkers.leave(), PATIENCE)

    def farewell(self) -> None:
        """Tell every open socket to come back: to another server, or to this one once it is there again."""
        self.chores.closing = self.chores.leaving = True
        stays = "This table moves to another server, and goes on in a moment."
        stops = "Restarting. Your game is saved and goes on in a moment."
        message = stays if self.roster.others_show else stops
        for watcher in self.hub.everybody():
            watcher.tell({"type": "bye", "message": message})
            watcher.close(1012, message)
