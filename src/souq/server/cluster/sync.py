"""What this server makes of the news from others: tables are read anew, and who looks at them is told and heard."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from souq.server.cluster.membership import Roster
from souq.server.cluster.presence import Presence
from souq.server.cluster.pubsub import News
from souq.server.core.db.engines import Database
from souq.server.core.live.tables import Tables
from souq.server.core.realtime.hub import Hub

LOOKED = 5.0
"""Seconds between two times that others are told that somebody looks at a table."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of a table that was written."""

    unasked: bool
    """Whether it may go on though nobody decides."""
    timed: bool
    """Whether its people have clocks."""
    writes: int
    """How often; 0: it is gone."""


class Others:
    """The other servers of the house, as this one hears of them.

    Args:
        database: over which they talk.
        roster: which of them are there.
        tables: those in memory here.
        hub: who looks at them here.
    """

    def __init__(self, database: Database, roster: Roster, tables: Tables, hub: Hub) -> None:
        self._roster, self._tables, self._hub = roster, tables, hub
        self.news = News(database, self._hear, self._back)
        self.presence = Presence(hub, roster.id, self.tell)
        self.on_table: Callable[[str, Told], None] = lambda table_id, told: None
        """Told of every table that was written, by this server too."""
        self.on_look: Callable[[str], None] = lambda table_id: None
        """Told of every table that somebody looks at elsewhere."""
        self.on_list: dict[str, Callable[[], None]] = {}
        """Told that something in a list of the database has changed, by its name."""
        self.on_back: list[Callable[[], None]] = []
        """Told whenever something may have been missed."""
        self.kinds: dict[str, Callable[..., None]] = {
            "table": self._table,
            "list": self._list,
            "here": self.presence.heard,
            "all": self.presence.heard_all,
            "who": self._who,
            "look": self._look,
            "part": self._part,
            "out": self._out,
        }
        """What is done about a message, by its kind."""
        self._looked: dict[str, float] = {}
        tables.hears = lambda: self.news.hears
        tables.on_overtaken = lambda table_id: hub.publish(table_id, about=True)
        roster.on_gone = lambda: self.presence.keep(roster.others)
        roster.on_return = self.presence.tell_all
        hub.on_look, hub.on_part, hub.on_out = self.looked, self._tell_part, self._tell_out

    @property
    def count(self) -> int:
        """How many servers the house is made of, as far as this one knows, itself included."""
        return len(self._roster.others) + 1

    def tell(self, *message: Any) -> None:
        """Tell the others something that is not written down."""
        self.news.tell(*message)

    async def run(self) -> None:
        """Listen for ever; tables of bots alone, at which somebody looks here, are told of again and again."""
        await asyncio.gather(self.news.run(), self._keep_looking())

    async def _keep_looking(self) -> None:
        while not self._roster.alone:
            await asyncio.sleep(LOOKED)
            for table_id in self._hub.watched():
                if self._tables.is_of_bots(table_id):
                    self.tell("look", self._roster.id, table_id)

    def looked(self, table_id: str) -> None:
        """Somebody looks at a table here."""
        now = time.monotonic()
        if not self._roster.alone and now - self._looked.get(table_id, -LOOKED) >= LOOKED:
            self._looked[table_id] = now
            self.tell("look", self._roster.id, table_id)
            if len(self._looked) > 10_000:
                self._looked = {of: at for of, at in self._looked.items() if now - at < LOOKED}

    def _hear(self, message: list[Any]) -> None:
        kind, *what = message
        take = self.kinds.get(kind)
        if take is not None:  # else a newer version of souq has told it
            take(*what)

    def _back(self) -> None:
        """Something may have been missed: whatever is known is looked at again."""
        self._tables.forget_all()
        self.tell("who", self._roster.id)
        self.presence.tell_all()
        for table_id in self._hub.watched():
            self._hub.publish(table_id, about=True)
        for told in self.on_back:
            told()

    def _table(self, table_id: str, revision: int, writes: int, unasked: bool, timed: bool, *_: Any) -> None:
        if self._tables.heard(table_id, revision, writes):
            self._hub.publish(table_id, about=True)
        self.on_table(table_id, Told(unasked, timed, writes))

    def _list(self, name: str) -> None:
        told = self.on_list.get(name)
        if told is not None:
            told()

    def _who(self, server: str) -> None:
        if server != self._roster.id:
            self.presence.tell_all()

    def _look(self, server: str, table_id: str) -> None:
        if server != self._roster.id:
            self._hub.note_look(table_id, f"at {server}")
            self.on_look(table_id)

    def _tell_part(self, table_id: str, seat: int) -> None:
        self.tell("part", self._roster.id, table_id, seat)

    def _part(self, server: str, table_id: str, seat: int) -> None:
        if server != self._roster.id:
            self._hub.let_go(table_id, seat)

    def _tell_out(self, sessions: list[str]) -> None:
        for at in range(0, len(sessions), 100):
            self.tell("out", self._roster.id, sessions[at : at + 100])

    def _out(self, server: str, sessions: list[str]) -> None:
        if server != self._roster.id:
            self._hub.let_sign_out(sessions)
