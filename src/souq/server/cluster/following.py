"""Keeping up with the tables that other servers write: each change is read, and published on this server.

The leader reads every changed table, other servers only those that they need, such as the tables in their lobby. A
server's own changes are published immediately, without reading them.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from souq.server.core.db.models import TABLES
from souq.server.core.db.storage import Storage
from souq.server.core.events import Bus, TableChanged, TableClosed
from souq.server.core.jobs.chores import Chores
from souq.server.core.jobs.debounce import Debounced
from souq.server.core.store.rows import TableRow

BATCH = 100
"""Maximum number of tables read in one query."""
KNOWN = 20_000
"""Maximum number of tables for which the number of their latest published write is remembered."""


class Following:
    """Service that publishes changes to tables on this server's bus, in order for each table.

    Args:
        storage: where tables are stored.
        wants: returns whether this server needs the changes of a table, given its ID.
        bus: where changes are published.
        chores: runs the reading in the background.
    """

    def __init__(self, storage: Storage, wants: Callable[[str], bool], bus: Bus, chores: Chores) -> None:
        self._storage, self._wants, self._bus = storage, wants, bus
        self._known: dict[str, int] = {}
        self._missed: dict[str, None] = {}
        self._reading: dict[str, None] = {}
        self._later: dict[str, list[Callable[[], None]]] = {}
        self._soon = Debounced(self._read, "tables", chores)

    def publish(self, row: TableRow) -> None:
        """Publish a table's row, unless a newer version of it has already been published."""
        if row.writes < self._known.get(row.id, 0):
            return
        self._known.pop(row.id, None)  # so that it's inserted last: the dictionary is ordered by the latest change
        self._known[row.id] = row.writes
        if len(self._known) > KNOWN:
            del self._known[next(iter(self._known))]
        self._bus.publish(TableChanged(row))

    def written(self, table_id: str, writes: int) -> None:
        """Schedule the reading of a table that another server has written to, if this server needs it.

        ``writes`` is the table's count of writes, or 0 if it was deleted. If this server has already published that
        write, nothing is read.
        """
        if self._wants(table_id) and not 0 < writes <= self._known.get(table_id, 0):
            self._missed[table_id] = None
            self._soon()

    def then(self, table_id: str, what: Callable[[], None]) -> None:
        """Call ``what`` once all pending changes to a table have been read, or immediately if there are none."""
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
                self.publish(row)
            for table_id in self._reading.keys() - {row.id for row in rows}:
                self._known.pop(table_id, None)
                self._bus.publish(TableClosed(table_id))
            done, self._reading = self._reading, {}
            for table_id in done:
                for what in self._later.pop(table_id, ()):
                    what()
