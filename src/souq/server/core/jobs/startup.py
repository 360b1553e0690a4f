"""What a server does when it starts, and every now and then: games are loaded, tables go on, memory is tidied."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections import Counter
from collections.abc import Iterable

from souq.engine import registry
from souq.server.core.cluster import Cluster
from souq.server.core.db.clocking import Clocking
from souq.server.core.db.storage import Storage
from souq.server.core.events import Bus, TableLookedAt
from souq.server.core.jobs.backoff import Pauses
from souq.server.core.jobs.timekeeping import HouseTime
from souq.server.core.jobs.turns import Turns
from souq.server.core.live.tables import RESTS, Tables
from souq.server.core.realtime.hub import Hub
from souq.server.core.workers.workers import Workers
from souq.server.errors import OutOfReach

LOG = logging.getLogger("souq.server")

BEAT = 1.5
"""Seconds between two looks for tables that go on, and between two times that a server says that it is there."""

LOOKED = 5.0
"""Seconds between two times that others are told that somebody looks at a table of bots."""

LULL = 1.0
"""Seconds in which somebody may ask for a first page before everything else begins."""
REST = 0.2
"""Seconds for what belongs to that page: styles, scripts and pictures."""


class FirstPage(asyncio.Event):
    """Set once a page has been made."""


async def lull(shown: FirstPage) -> None:
    """Wait until the first page is out, or nobody asks for one: compilers and bots would keep the machine busy."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(shown.wait(), LULL)
        await asyncio.sleep(REST)


async def load_clocked(tables: Tables, clocking: Clocking, time: HouseTime) -> None:
    """Load the games of all tables at which a clock runs, and let the clocks go on."""
    try:
        games = await clocking.games()
        await load_games(tables, [game for game in registry.games() if game in games])
    except OutOfReach as error:
        LOG.warning("At which tables clocks run is not known: %s", error)
    finally:
        await time.release()


async def load_games(tables: Tables, games: Iterable[str]) -> None:
    """Load games, or have them compiled. One that fails is tried again by whoever opens a table of it."""
    for game in games:
        try:
            await tables.ready(game, wanted=False)
        except Exception:
            LOG.exception("The game %s could not be loaded.", game)
    gc.freeze()  # what is loaded now stays: looking through it for garbage would stop every table for a moment


async def go_on(storage: Storage, workers: Workers, turns: Turns) -> None:
    """Start the bots' processes, and continue what a stop interrupted, as soon as the database can be asked."""
    pauses = Pauses()
    while True:
        try:
            going = await storage.unattended()
            break
        except OutOfReach as error:
            LOG.warning("The tables in play wait: %s", error)
            if pauses.first:
                workers.warm()
            await pauses.take()
    if pauses.first:
        workers.warm([game for game, _ in Counter(game for _, game in going).most_common()])
    for table_id, _ in going:
        turns.schedule(table_id)
        await asyncio.sleep(0)


async def see_to(storage: Storage, turns: Turns, cluster: Cluster) -> None:
    """See to tables that go on and that no server sees to, since the one that did is gone; for ever."""
    while not cluster.alone:
        await asyncio.sleep(BEAT)
        try:
            if cluster.works and cluster.sure:
                for table_id in await storage.going_on():
                    turns.schedule(table_id)
        except OutOfReach as error:
            LOG.debug("Tables that go on are not looked for: %s", error)


async def keep_looking(tables: Tables, hub: Hub, bus: Bus, cluster: Cluster) -> None:
    """Let a table of bots alone go on at another server while somebody looks at it here; for ever."""
    while not cluster.alone:
        await asyncio.sleep(LOOKED)
        for table_id in hub.watched():
            if tables.is_of_bots(table_id):
                bus.publish(TableLookedAt(table_id))


async def tidy(tables: Tables, workers: Workers, idle: float) -> None:
    """Forget what nobody has touched for ``idle`` seconds, and start processes anew that have ended; for ever."""
    while True:
        await asyncio.sleep(min(RESTS, max(idle / 2, 0.05)))
        try:
            tables.tidy()
            workers.revive()
        except Exception:
            LOG.exception("The house could not be tidied.")
