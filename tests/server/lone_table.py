"""A table that the core runs without a server: ``python -m tests.server.lone_table [DATABASE]`` prints its messages.

The table is stored in the database or, without one, in memory.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from typing import Any

from souq.engine import registry
from souq.server.core.cluster import Cluster
from souq.server.core.commands import protocol
from souq.server.core.commands.outcome import Caller
from souq.server.core.events import Bus
from souq.server.core.jobs.chores import Chores
from souq.server.core.live.admission import Admission
from souq.server.core.live.pauses import Pauses
from souq.server.core.live.seats import Wish, new_table
from souq.server.core.live.tables import Tables
from souq.server.core.live.talking import TableTalk
from souq.server.core.live.world_time import WorldTime
from souq.server.core.messages import dump
from souq.server.core.playing import Playing
from souq.server.core.realtime.hub import Hub, Watcher
from souq.server.core.realtime.viewers import Viewer
from souq.server.core.store.interface import ClockStore, TableStore
from souq.server.core.store.memory import MemoryStore
from souq.server.core.workers.compiling import Compiling
from souq.server.core.workers.queueing import Asker
from souq.server.core.workers.requests import MoveRequest
from souq.server.core.workers.thinking import ANYBODY
from souq.server.core.workers.workers import Workers
from tests.chance import chance
from tests.lot import GAME

TABLE, SEED = "lone", 5
LEVELS = ("greedy", "random")


class Interpreted(Compiling):
    """No compiling: as in a browser, rules aren't compiled at the table."""

    def add(self, name: str, *, wanted: bool = False) -> None:
        pass


async def play(store: TableStore, clocks: ClockStore) -> list[str]:
    """Open a table for a person and bots, play it to its end, and return all messages to the person."""
    settings, workers = Pauses(pause=0.0, limited=False), Workers(0, 20.0)
    chores, choices, messages = Chores(), random.Random(SEED), list[str]()
    bus = Bus(chores.start)
    cluster, world, hub = Cluster(bus), WorldTime(clocks, time.time), Hub(bus)
    tables = Tables(store, 60.0, 10, time.time, Interpreted(), world, cluster)
    watcher = Watcher(TABLE, on_change=hub.changed)

    async def receive() -> None:
        messages.extend(await playing.updates.messages(watcher))

    class Patient:
        """Bots that wait until the person has received everything, so that messages don't depend on speed."""

        async def choose(self, request: MoveRequest, asker: Asker = ANYBODY) -> tuple[int, ...]:
            await receive()
            return await workers.choose(request, asker)

    playing = Playing(
        tables=tables, store=store, clocks=clocks, hub=hub, bus=bus, chores=chores, cluster=cluster, settings=settings,
        now=time.time, stops=lambda: 0, world=world, bots=Patient(), solvers=workers, analysts=workers,
        admission=Admission(), talk=TableTalk(),
    )  # fmt: skip
    opened = new_table(GAME.name, [Wish("me"), *(Wish("bot", level) for level in LEVELS)], {}, None, "Amina")
    opened.table.id, watcher.viewer = TABLE, Viewer(0)
    await playing.committer.open(opened)
    hub.join(watcher)
    watcher.notify(about=True)
    for number in range(10_000):
        async with tables.hold(TABLE) as live:
            if live.finished:
                break
            confirms, seq = live.must_confirm(0), live.seq(0)
            legal = live.playing.legal(0) if live.waits_for & 1 and not confirms else ()
        if not confirms and not len(legal):
            await hub.next_change(TABLE, 60.0)
            continue
        await receive()
        turn: dict[str, Any] = {"id": f"{number}", "seq": seq}
        if len(legal):
            turn |= {"type": "choose", "choice": int(choices.choice(legal)), "at_once": False}
        else:
            turn |= {"type": "undo" if choices.random() < 0.3 else "confirm"}
        command = protocol.read(json.dumps(turn))
        assert isinstance(command, protocol.Change)
        await playing.commands.carry_out(TABLE, Caller(0), command, lambda answer: messages.append(dump(answer)))
    await receive()
    await playing.turns.close()
    await chores.close()
    return messages


async def play_on(database: str) -> list[str]:
    """Play a table that is stored in a database."""
    from souq.server.core.db.clocking import Clocking
    from souq.server.core.db.storage import Storage
    from souq.server.ops.config.settings import Settings

    storage = Storage(Settings(database=database))
    await storage.open()
    try:
        return await play(storage, Clocking(storage.database))
    finally:
        await storage.close()


def main(database: str = "") -> None:
    """Play a table and print the messages as JSON."""
    registry.register(GAME)
    GAME.bindings.interpret()
    memory = MemoryStore()
    with chance(SEED):
        messages = asyncio.run(play_on(database) if database else play(memory, memory))
    sys.stdout.write(json.dumps(messages))


if __name__ == "__main__":
    main(*sys.argv[1:])
