"""Messages between servers with PostgreSQL's LISTEN and NOTIFY, on a separate connection.

Triggers send a notification for everything that is written (:mod:`souq.server.core.db.triggers`). This module also
sends messages about things that aren't stored, such as presence. These may be lost: a server that reconnects asks for
them again. While the connection is down, a server checks a table's revision whenever it needs the table.
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
"""Seconds without a message after which the connection is checked."""

PATIENCE = 3.0
"""Timeout in seconds for the database's answers."""

NAME = "souq news"
"""Name that database administrators see for this connection, in ``pg_stat_activity``."""

MOST = 7_000
"""Maximum size of a message in bytes; longer messages are dropped. PostgreSQL itself allows up to 8,000."""


def dsn(url: str) -> str:
    """Convert an SQLAlchemy URL of a database to one for asyncpg.

    asyncpg takes ``sslmode`` instead of ``ssl``, and would send parameters that it doesn't know to the database.

    >>> dsn("postgresql+asyncpg://souq:secret@db/house?ssl=require")
    'postgresql://souq:secret@db/house?sslmode=require'
    """
    known = make_url(url).set(drivername="postgresql")
    query = {"sslmode" if name == "ssl" else name: value for name, value in known.query.items()}
    return known.set(query=query).render_as_string(hide_password=False)


class PubSub:
    """Connection over which this server receives messages from other servers and sends its own.

    Args:
        database: the database that the servers share.
        on_message: receives every message, in order.
        on_reconnect: called whenever the connection is up again, since messages may have been lost while it was down.
    """

    def __init__(
        self, database: Database, on_message: Callable[[list[Any]], None], on_reconnect: Callable[[], None]
    ) -> None:
        self._database, self._on_message, self._on_reconnect = database, on_message, on_reconnect
        self._waiting: deque[str] = deque(maxlen=10_000)
        self._woken = asyncio.Event()
        self._connected = False

    @property
    def hears(self) -> bool:
        """Whether messages currently arrive. Always true on SQLite, where there are no other servers."""
        return self._connected or self._database.is_sqlite

    def publish(self, *message: Any) -> None:
        """Send a message to the other servers. It is lost if the connection is down."""
        if self._connected:
            self._waiting.append(json.dumps(message, separators=(",", ":")))
            self._woken.set()

    async def run(self) -> None:
        """Listen, and reconnect whenever the connection is lost, until cancelled."""
        logged = False
        while not self._database.is_sqlite:
            try:
                await self._listen()
            except Exception as error:  # the driver raises errors of many classes
                if not logged:
                    LOG.warning("Messages from other servers cannot be received: %s", error or type(error).__name__)
                logged = not self._connected
            finally:
                self._connected = False
            await asyncio.sleep(BEAT / 4)

    async def _listen(self) -> None:
        import asyncpg

        named = {"application_name": NAME}
        connection = await asyncpg.connect(dsn(self._database.url), timeout=PATIENCE, server_settings=named)
        try:
            await connection.add_listener(CHANNEL, lambda *notification: self._receive(notification[3]))
            connection.add_termination_listener(lambda _: self._woken.set())
            self._waiting.clear()  # on_reconnect reports everything again: older messages would arrive out of order
            self._connected = True
            self._on_reconnect()
            while not connection.is_closed():
                self._woken.clear()
                while self._waiting:
                    text = self._waiting.popleft()
                    if len(text.encode()) <= MOST:
                        await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, text, timeout=PATIENCE)
                try:
                    await asyncio.wait_for(self._woken.wait(), BEAT)
                except TimeoutError:
                    await connection.execute("SELECT 1", timeout=PATIENCE)
        finally:
            self._connected = False
            connection.terminate()

    def _receive(self, text: str) -> None:
        try:
            self._on_message(json.loads(text))
        except Exception:
            LOG.exception("A message from another server could not be read: %.200s", text)
