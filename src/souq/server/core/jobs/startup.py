"""Work at the start of a server and at intervals: loading games, continuing tables, freeing memory."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from souq.engine import registry
from souq.server.core.cluster import Cluster
from souq.server.core.events import Bus, TableLookedAt
from souq.server.core.jobs.backoff import Pauses
from souq.server.core.jobs.timekeeping import ServerTime
from souq.server.core.jobs.turns import Turns
from souq.server.core.live.tables import RESTS, Tables
from souq.server.core.realtime.hub import Hub
from souq.server.errors import OutOfReach

if TYPE_CHECKING:
    from souq.server.core.db.clocking import Clocking
    from souq.server.core.db.storage import Storage
    from souq.server.core.workers.workers import Workers

LOG = logging.getLogger("souq.server")

BEAT = 1.5
"""Seconds between searches for tables to continue, and between a server's heartbeats."""

ANNOUNCED = 5.0
"""Seconds between messages to other servers about the tables of bots that have viewers here."""

LULL = 1.0
"""Maximum delay in seconds of other work at the start, so that the first page is served quickly."""
REST = 0.2
"""Further delay in seconds after the first page, so that its styles, scripts and images can be loaded."""


class FirstPage(asyncio.Event):
    """An event that is set once the first page has been rendered."""


async def lull(first_page: FirstPage) -> None:
    """Wait briefly for the first page to be served, before compilers and bots use all cores."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(first_page.wait(), LULL)
        await asyncio.sleep(REST)


async def load_clocked(tables: Tables, clocking: Clocking, time: ServerTime) -> None:
    """Load the games of all tables at which a clock runs, then let the clocks run."""
    try:
        games = await clocking.games()
        await load_games(tables, [game for game in registry.games() if game in games])
    except OutOfReach as error:
        LOG.warning("The games of tables with running clocks could not be read: %s", error)
    finally:
        await time.release()


async def load_games(tables: Tables, games: Iterable[str]) -> None:
    """Load the rules of games. Games that have yet to be compiled are queued for it.

    A game that fails to load is tried again when one of its tables is opened.
    """
    for game in games:
        try:
            await tables.ready(game, wanted=False)
        except Exception:
            LOG.exception("The game %s could not be loaded.", game)
    gc.freeze()  # these objects are permanent: skipping them shortens the garbage collector's pauses


async def go_on(storage: Storage, workers: Workers, turns: Turns) -> None:
    """Start the bots' processes, and continue the tables that were in play when the server stopped.

    While the database is out of reach, wait for it.
    """
    pauses = Pauses()
    while True:
        try:
            going = await storage.unattended()
            break
        except OutOfReach as error:
            LOG.warning("The tables in play are waiting for the database: %s", error)
            if pauses.first:
                workers.warm()
            await pauses.take()
    if pauses.first:
        workers.warm([game for game, _ in Counter(game for _, game in going).most_common()])
    for table_id, _ in going:
        turns.schedule(table_id)
        await asyncio.sleep(0)


async def adopt_tables(storage: Storage, turns: Turns, cluster: Cluster) -> None:
    """Look at intervals for tables whose server has stopped, and continue them here. Never return in a cluster."""
    while not cluster.alone:
        await asyncio.sleep(BEAT)
        try:
            if cluster.works and cluster.sure:
                for table_id in await storage.going_on():
                    turns.schedule(table_id)
        except OutOfReach as error:
            LOG.debug("Tables to continue could not be listed: %s", error)


async def announce_viewers(tables: Tables, hub: Hub, bus: Bus, cluster: Cluster) -> None:
    """Send other servers, at intervals, the tables of bots that have viewers here, so that their bots play on.

    Never return in a cluster.
    """
    while not cluster.alone:
        await asyncio.sleep(ANNOUNCED)
        for table_id in hub.watched():
            if tables.is_of_bots(table_id):
                bus.publish(TableLookedAt(table_id))


async def tidy(tables: Tables, workers: Workers, idle: float) -> None:
    """Drop tables that were idle for ``idle`` seconds and restart dead processes, at intervals; never return."""
    while True:
        await asyncio.sleep(min(RESTS, max(idle / 2, 0.05)))
        try:
            tables.tidy()
            workers.revive()
        except Exception:
            LOG.exception("Idle tables and dead workers could not be cleaned up.")
