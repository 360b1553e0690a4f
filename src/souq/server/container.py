"""The server's container, which creates the parts of a server, connects them, and starts and stops them."""

from __future__ import annotations

import asyncio
import contextlib

from souq.engine import registry
from souq.server.core.cluster import Cluster
from souq.server.core.core import Core
from souq.server.core.db.clocking import Clocking
from souq.server.core.db.sessions import Sessions
from souq.server.core.db.storage import Storage
from souq.server.core.events import Bus, ServerClosing, ServerOpened, ServerOpening
from souq.server.core.jobs.chores import Chores
from souq.server.core.jobs.leading import Leading
from souq.server.core.jobs.startup import (
    FirstPage,
    adopt_tables,
    announce_viewers,
    go_on,
    load_clocked,
    load_games,
    lull,
    tidy,
)
from souq.server.core.jobs.timekeeping import ServerTime, SharedTime
from souq.server.core.live.people import People
from souq.server.core.live.tables import Tables
from souq.server.core.live.world_time import WorldTime
from souq.server.core.parts import Parts
from souq.server.core.personal_data import AllPersonalData
from souq.server.core.playing import Playing
from souq.server.core.realtime.hub import Hub
from souq.server.core.workers.compiling import Compiling
from souq.server.core.workers.pools import Pools
from souq.server.core.workers.workers import HINTS, LAST, Workers
from souq.server.errors import OutOfReach
from souq.server.features.accounts import register as accounts
from souq.server.features.library import register as library
from souq.server.features.lobby import register as lobby
from souq.server.features.moderation import register as moderation
from souq.server.features.moderation.cache import ModerationCache
from souq.server.features.moderation.storage import Records
from souq.server.features.notifications import register as notifications
from souq.server.features.practice import register as practice
from souq.server.features.privacy import register as privacy
from souq.server.features.ratings import register as ratings
from souq.server.features.ratings.recording import beside
from souq.server.features.social import register as social
from souq.server.features.social.blocks import BlockLists
from souq.server.features.social.chat import TableChat
from souq.server.features.tournaments import register as tournaments
from souq.server.ops.config.settings import Settings
from souq.server.ops.telemetry.observer import NOBODY, Observer

FEATURES = (accounts, library, lobby, notifications, ratings, practice, tournaments, moderation, social, privacy)
"""The features' ``register`` modules. Features receive an event in this order."""

PATIENCE = 2.0
"""Seconds to wait for the server time to be stored while the server stops."""


class House:
    """The container with all parts of one server. What must not be lost is in :attr:`storage`.

    Its attributes are the parts that it starts and stops. :attr:`parts` contains these, and the parts of the features.
    """

    def __init__(self, settings: Settings, observer: Observer = NOBODY, shows: bool = True) -> None:
        self.settings = settings
        self.chores = Chores()
        self.bus = Bus(self.chores.start)
        self.storage = Storage(settings, observer)
        self.cluster = self._make_cluster(shows, observer)
        clocking = Clocking(self.storage.database)
        self.time = ServerTime(clocking) if self.cluster.alone else SharedTime(clocking, shows=shows)
        self.compiling = Compiling()
        self.pools = self._make_pools(observer)
        database, now = self.storage.database, self.time.now
        world = WorldTime(clocking, now, self.time.world)
        kept = settings.idle, settings.kept, now
        self.tables = Tables(self.storage, *kept, self.compiling, world, self.cluster)
        self.hub = Hub(self.bus, observer)
        self._seeking = {"turns", "clocks"}
        """Names of data not loaded yet after the start: tables that may continue ("turns"), and clocks ("clocks")."""

        # features that the core depends on
        records, block_lists = Records(database), BlockLists(database, self.bus)
        moderation_cache = ModerationCache(records)
        chat = TableChat(self.tables, self.storage, self.hub, block_lists, moderation_cache, self.cluster)

        shared = self.cluster.share(self.pools, settings.thinking)
        playing = Playing(
            tables=self.tables, store=self.storage, clocks=clocking, hub=self.hub, bus=self.bus, chores=self.chores,
            cluster=self.cluster, settings=settings, now=now, stops=lambda: self.time.stops, world=world,
            bots=self.pools.bots, solvers=shared or self.pools.hints, analysts=shared or self.pools.analyses,
            admission=moderation_cache, talk=chat, beside=[beside], observer=observer,
        )  # fmt: skip
        self.timers, self.turns = playing.timers, playing.turns

        self.parts, sessions = Parts(), Sessions(database)
        core = Core(
            settings, self.bus, self.chores, self.cluster, Leading(self.cluster), self.storage, sessions,
            People(sessions), self.compiling, world, self.tables, self.hub, playing.committer, playing.commands,
            self.parts,
        )  # fmt: skip
        for part in (
            settings, self.storage, self.cluster, sessions, core.people, clocking, self.chores, self.compiling, world,
            self.tables, self.hub, self.pools, playing, playing.committer, playing.commands, self.timers, self.turns,
            playing.hints, playing.analysing, playing.better_lines, records, moderation_cache, block_lists, chat,
            core.leading, AllPersonalData(), FirstPage(),
        ):  # fmt: skip
            self.parts.add(part)
        for feature in FEATURES:
            feature.register(core)
        core.leading.add(self.cluster.lead)
        self.bus.subscribe(ServerOpened, core.leading.opened)

    def _make_cluster(self, shows: bool, observer: Observer) -> Cluster:
        """Return the connection to other servers; on SQLite, where there are none, a substitute.

        The package ``cluster`` is imported only if it is needed.
        """
        if self.storage.database.is_sqlite:
            return Cluster(self.bus)
        from souq.server.cluster.sync import PostgresCluster

        return PostgresCluster(self.storage, self.bus, self.chores, self.settings.work, shows, observer)

    def _make_pools(self, observer: Observer) -> Pools:
        """Return the pools of worker processes for bots, for hints and for analyses."""
        count, patience, compiled = self.settings.workers, self.settings.thinking, self.compiling.wait
        hints = min(count, 1 if self.cluster.alone else 2)
        return Pools(
            Workers(count, patience, observer=observer),
            Workers(hints, patience, HINTS, compiled, observer),
            Workers(min(count, 1), patience, LAST, compiled, observer),
        )

    async def open(self) -> None:
        """Migrate the database, and start the background work."""
        await self.storage.open()
        await self.time.start(self.settings.countdown)
        self.time.hold()
        await self.cluster.open(self.chores, self.compiling.loaded)
        self.chores.start(self.time.keep(self._timed, self._time_stood))
        self.chores.start(self.timers.run(lambda: self._seeking.discard("clocks")))
        self.chores.start(self.timers.watch())
        self.chores.start(self._load())
        self.chores.start(self._go_on())
        self.chores.start(adopt_tables(self.storage, self.turns, self.cluster))
        self.chores.start(announce_viewers(self.tables, self.hub, self.bus, self.cluster))
        self.chores.start(tidy(self.tables, self.pools.bots, self.settings.idle))
        await self.bus.settle(ServerOpening())
        self.bus.publish(ServerOpened())

    async def _load(self) -> None:
        await lull(self.parts[FirstPage])
        await load_clocked(self.tables, self.parts[Clocking], self.time)
        self._time_stood()  # pages served in the meantime let their clocks run on
        await load_games(self.tables, registry.games())
        self.compiling.loaded.set()

    async def _go_on(self) -> None:
        await lull(self.parts[FirstPage])
        await go_on(self.storage, self.pools.bots, self.turns)
        self._seeking.discard("turns")

    def _timed(self) -> bool:
        """Return whether the server time must be stored regularly, since a clock is running or may be running."""
        return bool(self._seeking) or bool(self.turns.timed) or self.timers.running()

    def _time_stood(self) -> None:
        """Send the players' clocks to viewers again, after the server was paused and time stood still for it."""
        self.turns.clocks_stopped()
        for table_id in self.timers.tables:
            self.hub.publish(table_id, about=True)

    async def close(self) -> None:
        """Disconnect clients and stop all parts. Commands that were acknowledged are already in the database."""
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
        """Prepare to stop: report that this server isn't ready, and leave its work to other servers."""
        self.chores.leaving = True
        await self.cluster.leave()

    def farewell(self) -> None:
        """Close every WebSocket with a message that says why. Clients reconnect by themselves."""
        self.chores.closing = self.chores.leaving = True
        stays = "This table is moving to another server, and goes on in a moment."
        stops = "The server is restarting. Your game is saved and goes on in a moment."
        message = stays if self.cluster.others_show else stops
        for watcher in self.hub.everybody():
            watcher.queue({"type": "bye", "message": message})
            watcher.close(1012, message)
