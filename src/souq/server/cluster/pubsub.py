"""What the servers of a house tell each other: PostgreSQL's LISTEN and NOTIFY, on a connection of its own.

What is written down is told by the database itself (:mod:`souq.server.core.db.triggers`). What is not, such as who
looks at which table, is told from here, and may be lost: whoever comes back asks for it again. While nothing is heard,
a server looks whenever it needs a table.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from collections.abc import Callable
from typing import Any

from sqlalchemy import make_url

from souq.server.core.db.engines import Database
from souq.server.core.db.triggers import CHANNEL

LOG = logging.getLogger("souq.server")

BEAT = 2.0
"""Seconds after which a silent connection is tried."""

PATIENCE = 3.0
"""Seconds that the database has for its answer."""

NAME = "souq news"
"""Of the connection, as the database shows it."""

MOST = 7_000
"""Bytes of a message; PostgreSQL takes 8,000."""


def dsn(url: str) -> str:
    """How asyncpg itself is told of a database; of what it doesn't know it would make settings of the server's.

    >>> dsn("postgresql+asyncpg://souq:secret@db/house?ssl=require")
    'postgresql://souq:secret@db/house?sslmode=require'
    """
    known = make_url(url).set(drivername="postgresql")
    query = {"sslmode" if name == "ssl" else name: value for name, value in known.query.items()}
    return known.set(query=query).render_as_string(hide_password=False)


class News:
    """Hears, and tells.

    Args:
        database: over which they talk.
        hear: told every message, in order.
        back: told whenever something may have been missed, and from now on nothing is.
    """

    def __init__(self, database: Database, hear: Callable[[list[Any]], None], back: Callable[[], None]) -> None:
        self._database, self._hear, self._back = database, hear, back
        self._waiting: deque[str] = deque(maxlen=10_000)
        self._woken = asyncio.Event()
        self._connected = False

    @property
    def hears(self) -> bool:
        """Whether whatever others write is heard of; where there are no others, of course."""
        return self._connected or self._database.is_sqlite

    def tell(self, *message: Any) -> None:
        """Tell the others something that is not written down; it is lost while the database is away."""
        if self._connected:
            self._waiting.append(json.dumps(message, separators=(",", ":")))
            self._woken.set()

    async def run(self) -> None:
        """Listen, and connect again whenever the connection is lost; for ever."""
        said = False
        while not self._database.is_sqlite:
            try:
                await self._listen()
            except Exception as error:  # whatever the driver calls it
                if not said:
                    LOG.warning("Other servers are not heard: %s", error or type(error).__name__)
                said = not self._connected
            finally:
                self._connected = False
            await asyncio.sleep(BEAT / 4)

    async def _listen(self) -> None:
        import asyncpg

        named = {"application_name": NAME}
        line = await asyncpg.connect(dsn(self._database.url), timeout=PATIENCE, server_settings=named)
        try:
            await line.add_listener(CHANNEL, lambda *told: self._take(told[3]))
            line.add_termination_listener(lambda _: self._woken.set())
            self._waiting.clear()
            self._connected = True
            self._back()
            while not line.is_closed():
                self._woken.clear()
                while self._waiting:
                    text = self._waiting.popleft()
                    if len(text.encode()) <= MOST:
                        await line.execute("SELECT pg_notify($1, $2)", CHANNEL, text, timeout=PATIENCE)
                try:
                    await asyncio.wait_for(self._woken.wait(), BEAT)
                except TimeoutError:
                    await line.execute("SELECT 1", timeout=PATIENCE)
        finally:
            self._connected = False
            line.terminate()

    def _take(self, text: str) -> None:
        try:
            self._hear(json.loads(text))
        except Exception:
            LOG.exception("What another server told could not be taken: %.200s", text)
