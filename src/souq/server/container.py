"""The house: everything a running server is made of, made here and handed to whoever needs it."""

from __future__ import annotations

import asyncio
import contextlib

from souq.engine import registry
from souq.server.core.cluster import Cluster
from souq.server.core.commands.arrivals import Arrivals
from souq.server.core.commands.commands import Commands
from souq.server.core.commands.committing import Committer
from souq.server.core.commands.standing_orders import StandingOrders
from souq.server.core.core import Core
from souq.server.core.db.clocking import Clocking
from souq.server.core.db.sessions import Sessions
from souq.server.core.db.storage import Storage
from souq.server.core.events import (
    Bus,
    LeadershipTaken,
    LookedElsewhere,
    PresenceElsewhere,
    SeatFreed,
    ServerClosing,
    ServerOpened,
    ServerOpening,
    SignedOut,
    TableCommitted,
    TableOutdated,
    TableRefreshed,
    TableWritten,
    UpdatesMissed,
)
from souq.server.core.jobs.analysing import Analysing
from souq.server.core.jobs.chores import Chores
from souq.server.core.jobs.decisions import Decisions
from souq.server.core.jobs.hinting import Hints
from souq.server.core.jobs.leading import Leading
from souq.server.core.jobs.solving import Solving
from souq.server.core.jobs.startup import FirstPage, go_on, keep_looking, load_clocked, load_games, lull, see_to, tidy
from souq.server.core.jobs.timekeeping import HouseTime, SharedTime
from souq.server.core.jobs.timers import Timers
from souq.server.core.jobs.turns import Turns
from souq.server.core.live import past
from souq.server.core.live.banks import Banks
from souq.server.core.live.people import People
from souq.server.core.live.tables import Tables
from souq.server.core.live.wall import WorldTime
from souq.server.core.parts import Parts
from souq.server.core.personal_data import AllPersonalData
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
from souq.server.features.lobby import register as lobby
from souq.server.features.lobby.service import Lobby
from souq.server.features.moderation import register as moderation
from souq.server.features.moderation.reports import Reports
from souq.server.features.moderation.storage import Records
from souq.server.features.moderation.watch import Watch
from souq.server.features.notifications import register as notifications
from souq.server.features.notifications.service import Notices
from souq.server.features.privacy import register as privacy
from souq.server.features.ratings import register as ratings
from souq.server.features.ratings.recording import beside
from souq.server.features.ratings.service import Book
from souq.server.features.social import register as social
from souq.server.features.social.blocks import Shunned
from souq.server.features.social.chat import Speaking
from souq.server.features.tournaments import register as tournaments
from souq.server.features.tournaments.running import Running
from souq.server.features.tournaments.service import Touring
from souq.server.features.tournaments.standing_in import StandIns
from souq.server.features.tournaments.storage import Tournaments
from souq.server.ops.config.settings import Settings
from souq.server.ops.telemetry.observer import NOBODY, Observer

FEATURES = (lobby, notifications, ratings, tournaments, moderation, social, privacy)
"""Modules with a ``register``, in the order in which they hear of events."""

PATIENCE = 2.0
"""Seconds that the database has to hear what time it is in the house."""


class House:
    """One server's parts. Everything durable is in :attr:`storage`; the rest may be lost at any moment.

    Nothing below this module knows it: each part is given what it needs.
    """

    def __init__(self, settings: Settings, observer: Observer = NOBODY, shows: bool = True) -> None:
        self.settings, self._observer = settings, observer
        self.chores = Chores()
        self.bus = Bus(self.chores.start)
        self.storage = Storage(settings, observer)
        self.cluster = self._make_cluster(shows)
        self.clocking = Clocking(self.storage.database)
        self.time = HouseTime(self.clocking) if self.cluster.alone else SharedTime(self.clocking, shows=shows)
        self.book = Book(self.storage.database)
        self.compiling = Compiling()
        self.world = WorldTime(self.clocking, self.time.now, self.time.world)
        keeps = settings.idle, settings.kept, self.time.now
        self.tables = Tables(self.storage, *keeps, self.compiling, self.world, self.cluster)
        self.hub = Hub(self.bus, observer)
        self.sessions = Sessions(self.storage.database)
        self.people = People(self.sessions)
        self.records = Records(self.storage.database)
        self.watch = Watch(self.records)
        self.shunned = Shunned(self.storage.database, self.bus)
        self.speaking = Speaking(self.tables, self.storage, self.hub, self.shunned, self.watch, self.cluster)
        self.workers = Workers(settings.workers, settings.thinking, observer=observer)
        compiled, alone = self.compiling.wait, self.cluster.alone
        self.solvers = Workers(min(settings.workers, 1 if alone else 2), settings.thinking, HINTS, compiled, observer)
        self.analysts = Workers(min(settings.workers, 1), settings.thinking, LAST, compiled, observer)
        self._make_players(settings)
        self._make_thinkers(settings)
        parts = self.storage, self.sessions, self.people, self.tables, self.hub, self.chores
        self.personal = AllPersonalData()
        self.accounts = Accounts(*parts, settings, self.bus, self.personal)
        self.leaving = Leaving(self.storage.database, self.tables, self.commands, self.hub, self.bus, self.personal)
        self.notices = Notices(self.storage, self.hub, self.chores, self.accounts.post, settings)
        self.reports = Reports(self.records, settings.limited)
        self.shown = FirstPage()
        self._seeking = {"turns", "clocks"}
        """What is not yet known at the start: which tables were in play, and where people's clocks run."""
        self.leading = Leading(self.cluster)
        self.parts = self._found()
        self._subscribe()
        core = Core(
            self.settings, self.bus, self.chores, self.cluster, self.leading, self.storage, self.sessions, self.people,
            self.compiling, self.world, self.tables, self.hub, self.committer, self.commands, self.parts,
        )  # fmt: skip
        for feature in FEATURES:
            feature.register(core)
        self.leading.add(self.cluster.lead)

    def _make_cluster(self, shows: bool) -> Cluster:
        """Return what this server knows of others: on SQLite there are none, and nothing for them is loaded."""
        if self.storage.database.is_sqlite:
            return Cluster(self.bus)
        from souq.server.cluster.sync import Others

        return Others(self.storage, self.bus, self.chores, self.settings.work, shows, self._observer)

    def _subscribe(self) -> None:
        """Subscribe the core to what happens, before any feature."""
        heard = self.bus.subscribe
        heard(TableCommitted, self.timers.committed)
        heard(TableCommitted, self.turns.committed)
        heard(TableCommitted, self.cluster.committed)
        heard(TableWritten, self.tables.written)
        heard(TableWritten, self.turns.written)
        heard(TableWritten, self.timers.written)
        heard(TableRefreshed, self.timers.committed)
        heard(TableOutdated, self.hub.outdated)
        heard(LookedElsewhere, self.hub.looked_elsewhere)
        heard(LookedElsewhere, self.turns.looked_elsewhere)
        heard(PresenceElsewhere, self.hub.noted_elsewhere)
        heard(SeatFreed, self.hub.freed)
        heard(SignedOut, self.hub.signed_out)
        heard(UpdatesMissed, self.tables.missed)
        heard(UpdatesMissed, self.hub.missed)
        heard(UpdatesMissed, self.timers.missed)
        heard(LeadershipTaken, self.timers.missed)

    def _found(self) -> Parts:
        """Return what routes may ask for."""
        parts = Parts()
        for part in (
            self.personal, self.settings, self.storage, self.sessions, self.clocking, self.chores, self.compiling,
            self.world, self.tables, self.hub, self.people, self.committer, self.commands, self.arrivals, self.turns,
            self.updates, self.hints, self.analysing, self.accounts, self.accounts.post, self.leaving, self.lobby,
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
        self.lobby = Lobby(*parts, settings.limited, self.shunned, self.hub.connected, self.cluster)
        self.arrivals = Arrivals(self.clocking, self.committer, now, self.world, self.bus)
        clocks = self.clocking, self.hub, self.chores, now, self.world, self.arrivals
        self.timers = Timers(self.tables, *clocks, lambda: self.cluster.leads)
        decisions = Decisions(self.tables, self.hub, self.committer, self.standing, settings.sharing)
        doing = self.chores, settings, self.cluster, self._observer
        self.turns = Turns(self.tables, self.hub, self.workers, decisions, *doing)
        self.commands = Commands(
            self.tables,
            self.storage,
            self.hub,
            self.committer,
            self.standing,
            self.turns.schedule,
            self.arrivals,
            self.watch,
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
        pools = {"hints": self.solvers, "analyses": self.analysts}
        shared = self.cluster.share(pools, settings.thinking)
        solvers: Thinking = shared or self.solvers
        analysts: Thinking = shared or self.analysts
        self.solving = Solving(self.tables, storage, hub, solvers, self.chores, settings.solving)
        self.hints = Hints(self.tables, storage, hub, solvers, Buckets(0.5 * fast, 4 * fast), settings.hinting)
        self.analysing = Analysing(self.tables, storage, analysts, self.chores)
        self.updates = Updates(self.tables, hub, lambda: self.time.stops, self.speaking.unheard, self.solving.know)

    async def open(self) -> None:
        """Bring the database up to date, and let the tables that wait for nobody go on."""
        await self.storage.open()
        await self.time.start(self.settings.countdown)
        self.time.hold()
        await self.cluster.open(self.chores, self.compiling.loaded)
        self.chores.start(self.time.keep(self._timed, self._time_stood))
        self.chores.start(self.timers.run(lambda: self._seeking.discard("clocks")))
        self.chores.start(self.timers.watch())
        self.chores.start(self._load())
        self.chores.start(self._go_on())
        self.chores.start(see_to(self.storage, self.turns, self.cluster))
        self.chores.start(keep_looking(self.tables, self.hub, self.bus, self.cluster))
        self.chores.start(tidy(self.tables, self.workers, self.settings.idle))
        await self.bus.settle(ServerOpening())
        self.bus.publish(ServerOpened())
        self.chores.start(self.leading.run())

    async def _load(self) -> None:
        await lull(self.shown)
        await load_clocked(self.tables, self.clocking, self.time)
        self._time_stood()  # pages that came meanwhile have counted on
        await load_games(self.tables, registry.games())
        self.compiling.loaded.set()

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
        await self.bus.settle(ServerClosing())
        await self.cluster.close()
        await self.compiling.close()
        for workers in (self.workers, self.solvers, self.analysts):
            await workers.close()
        await self.storage.close()

    async def leave(self) -> None:
        """Say to whoever watches over it that this server is going to stop, and leave to others what they can do."""
        self.chores.leaving = True
        await self.cluster.leave()

    def farewell(self) -> None:
        """Tell every open socket to come back: to another server, or to this one once it is there again."""
        self.chores.closing = self.chores.leaving = True
        stays = "This table moves to another server, and goes on in a moment."
        stops = "Restarting. Your game is saved and goes on in a moment."
        message = stays if self.cluster.others_show else stops
        for watcher in self.hub.everybody():
            watcher.tell({"type": "bye", "message": message})
            watcher.close(1012, message)
