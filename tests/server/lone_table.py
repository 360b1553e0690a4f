"""A session at a table without a server: ``python -m tests.server.lone_table [DATABASE]`` prints what it is sent.

The table is stored in the database or, without one, in memory.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import sys
import time
from functools import partial

from souq.engine import registry
from souq.server.core.cluster import Cluster
from souq.server.core.events import Bus
from souq.server.core.jobs.chores import Chores
from souq.server.core.live.admission import Admission
from souq.server.core.live.pauses import Pauses
from souq.server.core.live.seats import Wish, new_table
from souq.server.core.live.tables import Tables
from souq.server.core.live.talking import TableTalk
from souq.server.core.live.world_time import WorldTime
from souq.server.core.playing import Playing
from souq.server.core.realtime.client import Client, Gone
from souq.server.core.realtime.hub import Hub
from souq.server.core.realtime.session import Session
from souq.server.core.store.interface import ClockStore, TableStore
from souq.server.core.store.memory import MemoryStore
from souq.server.core.workers.compiling import Compiling
from souq.server.core.workers.queueing import Asker
from souq.server.core.workers.requests import MoveRequest
from souq.server.core.workers.thinking import ANYBODY
from souq.server.core.workers.workers import Workers
from souq.server.ops.telemetry.observer import Observer, Spread
from tests.chance import chance
from tests.lot import GAME

TABLE, SEED = "lone", 5
LEVELS = ("greedy", "random")


class Interpreted(Compiling):
    """No compiling: as in a browser, rules aren't compiled at the table."""

    def add(self, name: str, *, wanted: bool = False) -> None:
        pass


class Deliveries(Observer):
    """Knows which changes the person at the table has yet to be sent, the first of which is the whole table."""

    def __init__(self) -> None:
        self.due, self._none = 1, asyncio.Event()

    def spread(self, watchers: int) -> Spread:
        """Count a change until it has been sent."""
        self.due += 1
        self._none.clear()
        return Spread(watchers, self.done)

    def done(self, seconds: float = 0.0) -> None:
        """Count a change as sent."""
        self.due -= 1
        if not self.due:
            self._none.set()

    async def wait(self) -> None:
        """Wait until every change has been sent."""
        await self._none.wait()


class Patient:
    """Bots that wait until the person has been sent everything, so that messages don't depend on speed."""

    def __init__(self, deliveries: Deliveries) -> None:
        self._deliveries, self._workers = deliveries, Workers(0, 20.0)

    async def choose(self, request: MoveRequest, asker: Asker = ANYBODY) -> tuple[int, ...]:
        await self._deliveries.wait()
        return await self._workers.choose(request, asker)


class Person(Client):
    """A client in this process, which keeps what it is sent."""

    def __init__(self, messages: list[str]) -> None:
        self._messages = messages
        self._said, self._unread = asyncio.Queue[str | None](), asyncio.Queue[str]()

    async def receive(self) -> str:
        said = await self._said.get()
        if said is None:
            raise Gone
        return said

    async def send_text(self, text: str) -> None:
        self._messages.append(text)
        self._unread.put_nowait(text)

    async def close(self, code: int, reason: str) -> None:
        raise AssertionError(reason)

    async def ask(self, answer: str, **message: object) -> None:
        """Send a message, and wait until an answer of a type comes."""
        self._said.put_nowait(json.dumps(message))
        while json.loads(await self._unread.get())["type"] != answer:
            pass

    def leave(self) -> None:
        """Disconnect."""
        self._said.put_nowait(None)


async def play(store: TableStore, clocks: ClockStore) -> list[str]:
    """Open a table for a person and bots, play it to its end, come back, and return all messages to the person."""
    settings, solvers = Pauses(pause=0.0, limited=False), Workers(0, 20.0)
    chores, deliveries, messages = Chores(), Deliveries(), list[str]()
    bus = Bus(chores.start)
    cluster, world, hub = Cluster(bus), WorldTime(clocks, time.time), Hub(bus, deliveries)
    playing = Playing(
        tables=Tables(store, 60.0, 10, time.time, Interpreted(), world, cluster), store=store, clocks=clocks, hub=hub,
        bus=bus, chores=chores, cluster=cluster, settings=settings, now=time.time, stops=lambda: 0, world=world,
        bots=Patient(deliveries), solvers=solvers, analysts=solvers, admission=Admission(), talk=TableTalk(),
    )  # fmt: skip
    opened = new_table(GAME.name, [Wish("me"), *(Wish("bot", level) for level in LEVELS)], {}, None, "Amina")
    opened.table.id = TABLE
    await playing.committer.open(opened)
    for stay, seen in ((partial(play_to_the_end, playing, deliveries), 0), (look_back, 4)):
        person = Person(messages)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(Session(TABLE, person, playing).serve())
            await person.ask("frames", type="hello", token=opened.token, seen=seen)
            await stay(person)
            person.leave()
    await playing.turns.close()
    await chores.close()
    return messages


async def look_back(person: Person) -> None:
    """Ask for the story."""
    await person.ask("story", type="story", before=20)


async def play_to_the_end(playing: Playing, deliveries: Deliveries, person: Person) -> None:
    """Say something that can't be understood, ask a question, and make random choices until the game is over."""
    await person.ask("refused", type="shout")
    await person.ask("explain", type="explain", choice=1)
    choices, turns = random.Random(SEED), itertools.count()
    deliveries.done()
    while True:
        await deliveries.wait()
        async with playing.tables.hold(TABLE) as live:
            if deliveries.due:
                continue
            if live.finished:
                return
            confirms, seq = live.must_confirm(0), live.seq(0)
            legal = live.playing.legal(0) if live.waits_for & 1 and not confirms else ()
        if confirms:
            told = {"type": "undo" if choices.random() < 0.3 else "confirm"}
        elif len(legal):
            told = {"type": "choose", "choice": int(choices.choice(legal)), "at_once": False}
        else:
            await playing.hub.next_change(TABLE, 60.0)
            continue
        await person.ask("ack", id=f"{next(turns)}", seq=seq, **told)


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
