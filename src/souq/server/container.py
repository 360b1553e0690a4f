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
from souq.server.core.workers.pools import Pools
from souq.server.core.workers.thinking import Thinking
from souq.server.core.workers.workers import HINTS, LAST, Workers
from souq.server.errors import OutOfReach
from souq.server.features.accounts import register as accounts
from souq.server.features.library import register as library
from souq.server.features.lobby import register as lobby
from souq.server.features.moderation import register as moderation
from souq.server.features.moderation.storage import Records
from souq.server.features.moderation.watch import Watch
from souq.server.features.notifications import register as notifications
from souq.server.features.privacy import register as privacy
from souq.server.features.ratings import register as ratings
from souq.server.features.ratings.recording import beside
from souq.server.features.social import register as social
from souq.server.features.social.blocks import Shunned
from souq.server.features.social.chat import Speaking
from souq.server.features.tournaments import register as tournaments
from souq.server.ops.config.settings import Settings
from souq.server.ops.telemetry.observer import NOBODY, Observer

FEATURES = (accounts, library, lobby, notifications, ratings, tournaments, moderation, social, privacy)
"""Modules with a ``register``, in the order in which they hear of events."""

PATIENCE = 2.0
"""Seconds that the database has to hear what time it is in the house."""


class House:
    """One server. Everything durable is in :attr:`storage`; the rest may be lost at any moment.

    Here stand the parts that it starts and stops; :attr:`parts` has all of them, and those of the features.
    """

    def __init__(self, settings: Settings, observer: Observer = NOBODY, shows: bool = True) -> None:
        self.settings = settings
        self.chores = Chores()
        self.bus = Bus(self.chores.start)
        self.storage = Storage(settings, observer)
        self.cluster = self._make_cluster(shows, observer)
        clocking = Clocking(self.storage.database)
        self.time = HouseTime(clocking) if self.cluster.alone else SharedTime(clocking, shows=shows)
        self.compiling = Compiling()
        self.pools = self._make_pools(observer)
        database, now = self.storage.database, self.time.now
        world = WorldTime(clocking, now, self.time.world)
        kept = settings.idle, settings.kept, now
        self.tables = Tables(self.storage, *kept, self.compiling, world, self.cluster)
        self.hub = Hub(self.bus, observer)
        self._seeking = {"turns", "clocks"}
        """What is not yet known at the start: which tables were in play, and where people's clocks run."""

        # what features decide, and the core asks
        records, shunned = Records(database), Shunned(database, self.bus)
        watch = Watch(records)
        speaking = Speaking(self.tables, self.storage, self.hub, shunned, watch, self.cluster)

        # what changes tables: commands, and the decisions that nobody sends
        standing = StandingOrders(self.storage, self.hub)
        banks, stored = Banks(clocking, now, world), (beside, past.beside)
        shown = self.tables, self.storage, self.hub
        committer = Committer(*shown, now, settings.countdown, banks, self.bus, stored)
        arrivals = Arrivals(clocking, committer, now, world, self.bus)
        clocks = clocking, self.hub, self.chores, now, world, arrivals
        self.timers = Timers(self.tables, *clocks, lambda: self.cluster.leads)
        decisions = Decisions(self.tables, self.hub, committer, standing, settings.sharing)
        doing = self.chores, settings, self.cluster, observer
        self.turns = Turns(self.tables, self.hub, self.pools.bots, decisions, *doing)
        commands = Commands(*shown, committer, standing, self.turns.schedule, arrivals, watch, observer)

        # what only looks at tables: solutions, hints, analyses, and the news for who watches
        fast = 1.0 if settings.limited else 1e6
        shared = self.cluster.share(self.pools, settings.thinking)
        solvers: Thinking = shared or self.pools.hints
        solving = Solving(*shown, solvers, self.chores, settings.solving)
        hints = Hints(*shown, solvers, Buckets(0.5 * fast, 4 * fast), settings.hinting)
        analysing = Analysing(self.tables, self.storage, shared or self.pools.analyses, self.chores)
        updates = Updates(self.tables, self.hub, lambda: self.time.stops, speaking.unheard, solving.know)

        self.parts, sessions = Parts(), Sessions(database)
        core = Core(
            settings, self.bus, self.chores, self.cluster, Leading(self.cluster), self.storage, sessions,
            People(sessions), self.compiling, world, self.tables, self.hub, committer, commands, self.parts,
        )  # fmt: skip
        for part in (
            settings, self.storage, self.cluster, sessions, core.people, clocking, self.chores, self.compiling, world,
            self.tables, self.hub, self.pools, committer, commands, arrivals, self.timers, self.turns, updates, hints,
            analysing, records, watch, shunned, speaking, core.leading, AllPersonalData(), FirstPage(),
        ):  # fmt: skip
            self.parts.add(part)
        self._subscribe()
        for feature in FEATURES:
            feature.register(core)
        core.leading.add(self.cluster.lead)
        self.bus.subscribe(ServerOpened, core.leading.opened)

    def _make_cluster(self, shows: bool, observer: Observer) -> Cluster:
        """Return what this server knows of others: on SQLite there are none, and nothing for them is loaded."""
        if self.storage.database.is_sqlite:
            return Cluster(self.bus)
        from souq.server.cluster.sync import Others

        return Others(self.storage, self.bus, self.chores, self.settings.work, shows, observer)

    def _make_pools(self, observer: Observer) -> Pools:
        """Return the processes that think; what is asked for most comes first."""
        count, patience, compiled = self.settings.workers, self.settings.thinking, self.compiling.wait
        hints = min(count, 1 if self.cluster.alone else 2)
        return Pools(
            Workers(count, patience, observer=observer),
            Workers(hints, patience, HINTS, compiled, observer),
            Workers(min(count, 1), patience, LAST, compiled, observer),
        )

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
        self.chores.start(tidy(self.tables, self.pools.bots, self.settings.idle))
        await self.bus.settle(ServerOpening())
        self.bus.publish(ServerOpened())

    async def _load(self) -> None:
        await lull(self.parts[FirstPage])
        await load_clocked(self.tables, self.parts[Clocking], self.time)
        self._time_stood()  # pages that came meanwhile have counted on
        await load_games(self.tables, registry.games())
        self.compiling.loaded.set()

    async def _go_on(self) -> None:
        await lull(self.parts[FirstPage])
        await go_on(self.storage, self.pools.bots, self.turns)
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
        for workers in self.pools.by_name().values():
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
