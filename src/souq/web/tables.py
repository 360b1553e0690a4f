"""Tables that run in a page's worker, without a server: the same core, with a store in the browser.

A page asks the worker by the same paths as a server (:func:`souq.web.answering.answer`), and holds the same connection
to a table (:meth:`Site.connect`).
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

from souq.server.core.cluster import Cluster
from souq.server.core.events import Bus, ChoiceMissed, TableCommitted
from souq.server.core.jobs.chores import Chores
from souq.server.core.live.admission import Admission
from souq.server.core.live.pauses import Pauses
from souq.server.core.live.people import Guest
from souq.server.core.live.tables import Tables
from souq.server.core.live.talking import TableTalk
from souq.server.core.live.world_time import WorldTime
from souq.server.core.playing import Playing
from souq.server.core.realtime.client import Client, Gone
from souq.server.core.realtime.hub import Hub
from souq.server.core.realtime.presence import TablePresence
from souq.server.core.realtime.session import Session
from souq.server.core.workers.compiling import Compiling
from souq.server.core.workers.workers import Workers
from souq.web.people import ME, guest_of
from souq.web.progress import Progress
from souq.web.storage import BrowserStorage, NoStorage, Shelf
from souq.web.store import Save, SavedStore

LOG = logging.getLogger("souq.web")

LoadPart = Callable[[str], Awaitable[None]]


async def _loaded(part: str) -> None:
    """Load nothing: every part is there already."""


class Compiled(Compiling):
    """Nothing to compile: a game's module has its rules."""

    def add(self, name: str, *, wanted: bool = False) -> None:
        """Do nothing."""


class DeviceHub(Hub):
    """The viewers of tables at one device: everybody with a seat is there as long as a page is open."""

    def here(self, table_id: str) -> TablePresence:
        """Return the viewers of a table, with all seats connected once anybody views it."""
        found = super().here(table_id)
        return replace(found, connected=EVERY_SEAT) if found.anybody else found


EVERY_SEAT = frozenset(range(16))
"""More seats than any game has."""


class PageClient(Client):
    """The page, as a table's session sees it.

    Args:
        guest: the person.
        send: sends a message to the page.
        end: tells the page that the connection is closed, with a code and a reason.
    """

    def __init__(self, guest: Guest, send: Callable[[str], None], end: Callable[[int, str], None]) -> None:
        self._guest, self._send, self._end = guest, send, end
        self._said = asyncio.Queue[str | None]()

    def say(self, text: str | None) -> None:
        """Pass on a message from the page; None if it has closed the connection."""
        self._said.put_nowait(text)

    async def receive(self) -> str:
        """Return the page's next message."""
        text = await self._said.get()
        if text is None:
            raise Gone
        return text

    async def send_text(self, text: str) -> None:
        """Send a message to the page."""
        self._send(text)

    async def close(self, code: int, reason: str) -> None:
        """Tell the page that the connection is closed."""
        self._end(code, reason)

    async def recognise(self) -> Guest:
        """Return the person whose browser this is."""
        return self._guest


class Site:
    """Everything that the worker of one page runs.

    Args:
        save: saves a table.
        name: the person's name; "" if they haven't given one.
        load_part: loads a part of the site that isn't always needed, such as "pages".
        stored: the rest of the browser's storage; without it, nothing else is stored.
    """

    def __init__(
        self, save: Save, name: str = "", load_part: LoadPart = _loaded, stored: BrowserStorage | None = None
    ) -> None:
        self.load_part, self._stored = load_part, stored or NoStorage()
        self.shelf = Shelf(self._stored)
        self.progress = Progress(self._stored, self.shelf)
        self.store, self.settings, workers = SavedStore(save, ME), Pauses(limited=False), Workers(0, 20.0)
        self.guest = guest_of(ME, name or "Guest")
        self.chores = Chores()
        bus = Bus(self.chores.start)
        cluster, world = Cluster(bus), WorldTime(self.store, time.time)
        self.tables = Tables(self.store, 1e9, 16, time.time, Compiled(), world, cluster)
        self.playing = Playing(
            tables=self.tables,
            store=self.store,
            clocks=self.store,
            hub=DeviceHub(bus),
            bus=bus,
            chores=self.chores,
            cluster=cluster,
            settings=self.settings,
            now=time.time,
            stops=lambda: 0,
            world=world,
            bots=workers,
            solvers=workers,
            analysts=workers,
            admission=Admission(),
            talk=TableTalk(),
        )

        bus.subscribe(ChoiceMissed, lambda event: self.progress.missed(event.row))
        bus.subscribe(TableCommitted, lambda event: self.progress.committed(event.row))

    def load(self, dumped: str) -> None:
        """Load a saved table."""
        self.store.load(json.loads(dumped))

    async def bring(self, table_id: str) -> None:
        """Load a table that is saved in the browser, if it is there and isn't loaded yet."""
        if not self.store.has(table_id) and (dumped := await self._stored.table(table_id)):
            self.load(dumped)

    def connect(self, table_id: str, send: Callable[[str], None], end: Callable[[int, str], None]) -> PageClient:
        """Open a connection to a table, and return the side of it to which the page speaks."""
        client = PageClient(self.guest, send, end)
        self.chores.start(Session(table_id, client, self.playing).serve())
        return client
