"""The parts that run tables, connected to each other: commands, bots, clocks, hints, analyses, and viewers' updates.

A server's container makes them on its database. They can as well run without a server, on a storage in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from souq.server.core.cluster import Cluster
from souq.server.core.commands.arrivals import Arrivals
from souq.server.core.commands.commands import Commands
from souq.server.core.commands.committing import Beside, Committer
from souq.server.core.commands.standing_orders import StandingOrders
from souq.server.core.events import (
    Bus,
    LeadershipTaken,
    LookedElsewhere,
    PresenceElsewhere,
    SeatFreed,
    SignedOut,
    TableCommitted,
    TableOutdated,
    TableRefreshed,
    TableWritten,
    UpdatesMissed,
)
from souq.server.core.jobs.analysing import Analysing
from souq.server.core.jobs.better_lines import BetterLines
from souq.server.core.jobs.chores import Chores
from souq.server.core.jobs.decisions import Decisions
from souq.server.core.jobs.hinting import Hints
from souq.server.core.jobs.solving import Solving
from souq.server.core.jobs.timers import Timers
from souq.server.core.jobs.turns import Turns
from souq.server.core.live.admission import Admission
from souq.server.core.live.live import Now
from souq.server.core.live.player_clocks import PlayerClocks
from souq.server.core.live.tables import Tables
from souq.server.core.live.talking import TableTalk
from souq.server.core.live.world_time import WorldTime
from souq.server.core.realtime.hub import Hub
from souq.server.core.realtime.updates import Updates
from souq.server.core.store.interface import ClockStore, TableStore
from souq.server.core.token_bucket import Buckets
from souq.server.core.workers.thinking import Bots, Thinking
from souq.server.ops.telemetry.observer import NOBODY, Observer

if TYPE_CHECKING:
    from souq.server.core.live.pauses import TableSettings


class Playing:
    """The parts that run tables. They are subscribed to the events that they need.

    Args:
        tables: the tables in memory.
        store: their storage.
        clocks: the storage for players' clocks.
        hub: the tables' viewers.
        bus: publishes events.
        chores: runs work in the background.
        cluster: the other servers.
        settings: pauses and time limits.
        now: returns the server time.
        stops: returns how many times server time has stopped.
        world: the wall-clock time.
        bots: choose for bots.
        solvers: find solutions and hints.
        analysts: analyse finished games.
        admission: says who may take a seat.
        talk: the chat.
        beside: returns further statements for the transaction that changes a table.
        observer: measures commands and the bots' thinking times.
    """

    def __init__(
        self,
        *,
        tables: Tables,
        store: TableStore,
        clocks: ClockStore,
        hub: Hub,
        bus: Bus,
        chores: Chores,
        cluster: Cluster,
        settings: TableSettings,
        now: Now,
        stops: Callable[[], int],
        world: WorldTime,
        bots: Bots,
        solvers: Thinking,
        analysts: Thinking,
        admission: Admission,
        talk: TableTalk,
        beside: Sequence[Beside] = (),
        observer: Observer = NOBODY,
    ) -> None:
        self.tables, self.store, self.hub, self.chores = tables, store, hub, chores
        self.admission, self.talk, self.observer = admission, talk, observer

        # everything that changes tables: commands, and automatic decisions (bots, clocks, standing orders)
        shown, standing = (tables, store, hub), StandingOrders(store, hub)
        player_clocks = PlayerClocks(clocks, now, world)
        self.committer = Committer(*shown, now, settings.countdown, player_clocks, bus, beside)
        self.arrivals = Arrivals(clocks, self.committer, now, world, bus)
        self.timers = Timers(tables, clocks, hub, chores, now, world, self.arrivals, lambda: cluster.leads)
        decisions = Decisions(tables, hub, self.committer, standing, settings.sharing)
        self.turns = Turns(tables, hub, bots, decisions, chores, settings, cluster, observer)
        self.commands = Commands(
            *shown, self.committer, standing, self.turns.schedule, self.arrivals, admission, bus, observer
        )

        # everything that only reads tables: solutions, hints, analyses, and updates for viewers
        fast = 1.0 if settings.limited else 1e6
        solving = Solving(*shown, solvers, chores, settings.solving)
        self.hints = Hints(*shown, solvers, Buckets(0.5 * fast, 4 * fast), settings.hinting)
        self.analysing = Analysing(tables, store, analysts, chores)
        self.better_lines = BetterLines(tables, self.analysing)
        self.updates = Updates(tables, hub, stops, talk.muted_seats, solving.solve)

        subscribe = bus.subscribe
        subscribe(TableCommitted, self.timers.committed)
        subscribe(TableCommitted, self.turns.committed)
        subscribe(TableCommitted, cluster.committed)
        subscribe(TableWritten, tables.written)
        subscribe(TableWritten, self.turns.written)
        subscribe(TableWritten, self.timers.written)
        subscribe(TableRefreshed, self.timers.committed)
        subscribe(TableOutdated, hub.outdated)
        subscribe(LookedElsewhere, hub.looked_elsewhere)
        subscribe(LookedElsewhere, self.turns.looked_elsewhere)
        subscribe(PresenceElsewhere, hub.noted_elsewhere)
        subscribe(SeatFreed, hub.freed)
        subscribe(SignedOut, hub.signed_out)
        subscribe(UpdatesMissed, tables.missed)
        subscribe(UpdatesMissed, hub.missed)
        subscribe(UpdatesMissed, self.timers.missed)
        subscribe(LeadershipTaken, self.timers.missed)
