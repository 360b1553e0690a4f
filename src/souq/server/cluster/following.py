"""The rows of tables that other servers have written, for whatever is to know of them here.

Whoever leads the house is to know of every table; any other server of those that it shows in its lobby. What this one
writes itself is handed on at once, and not read.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from souq.server.core.db.models import TABLES, TableRow
from souq.server.core.db.storage import Storage
from souq.server.core.events import Bus, TableChanged, TableClosed
from souq.server.core.jobs.chores import Chores
from souq.server.core.jobs.debounce import Soon

BATCH = 100
"""Tables that are read at once."""
KNOWN = 20_000
"""Tables of which it is remembered how far they were."""


class Following:
    """Publishes what becomes of tables, in order.

    Args:
        storage: where they are.
        wants: whether this server is to know of a table.
        bus: where it is published.
        chores: beside what they are read.
    """

    def __init__(self, storage: Storage, wants: Callable[[str], bool], bus: Bus, chores: Chores) -> None:
        self._storage, self._wants, self._bus = storage, wants, bus
        self._known: dict[str, int] = {}
        self._missed: dict[str, None] = {}
        self._reading: dict[str, None] = {}
        self._later: dict[str, list[Callable[[], None]]] = {}
        self._soon = Soon(self._read, "tables", chores)

    def told(self, row: TableRow) -> None:
        """A table has changed; what is older than what was known is kept back."""
        if row.writes < self._known.get(row.id, 0):
            return
        self._known.pop(row.id, None)
        self._known[row.id] = row.writes
        if len(self._known) > KNOWN:
            del self._known[next(iter(self._known))]
        self._bus.publish(TableChanged(row))

    def heard(self, table_id: str, writes: int) -> None:
        """A table has been written so often, here or elsewhere; if never, it is gone."""
        if self._wants(table_id) and not 0 < writes <= self._known.get(table_id, 0):
            self._missed[table_id] = None
            self._soon()

    def then(self, table_id: str, what: Callable[[], None]) -> None:
        """Do something once what was heard of a table before is known."""
        if table_id in self._missed or table_id in self._reading:
            self._later.setdefault(table_id, []).append(what)
        else:
            what()

    async def _read(self) -> None:
        while self._missed:
            self._reading = dict.fromkeys(islice(self._missed, BATCH))
            for table_id in self._reading:
                del self._missed[table_id]
            try:
                rows = await self._storage.tables_where(TABLES.c.id.in_(self._reading), BATCH)
            except BaseException:
                self._missed = self._reading | self._missed
                raise
            for row in rows:
                self.told(row)
            for table_id in self._reading.keys() - {row.id for row in rows}:
                self._known.pop(table_id, None)
                self._bus.publish(TableClosed(table_id))
            done, self._reading = self._reading, {}
            for table_id in done:
                for what in self._later.pop(table_id, ()):
                    what()
