"""Tables in a browser: kept in memory while they are played, and saved by the page with every change."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from souq.server.core.http.table_entries import entry, is_parting
from souq.server.core.live.replaying import rebuilt
from souq.server.core.store.memory import MemoryStore
from souq.server.core.store.rows import Commit, LineRow, OrderRow, TableRow
from souq.server.errors import NotSaved
from souq.web.people import people_here
from souq.web.storage import taught

if TYPE_CHECKING:
    from sqlalchemy import Executable

Save = Callable[[str, str, str], Awaitable[str]]
"""Saves a table, given its ID, its data as JSON, and what a list of tables says about it; without data, deletes it.

Returns what went wrong, or "".
"""


class SavedStore(MemoryStore):
    """A store whose changes are saved before they are acknowledged. A change that can't be saved isn't made.

    Args:
        save: saves a table.
        person_id: the person whose tables these are.
    """

    def __init__(self, save: Save, person_id: str) -> None:
        super().__init__()
        self._save, self._person_id = save, person_id
        self._files: dict[str, Any] = {}
        """Saved matches of finished tables."""

    async def create(self, table: TableRow, also: Sequence[Executable] = ()) -> None:
        """Store a new table, and the table that it follows."""
        async with self._saved(table.id, *filter(None, [table.follows])):
            await super().create(table, also)

    async def create_finished(self, commits: Sequence[Commit], also: Sequence[Executable] = ()) -> None:
        """Store a finished table with its whole log."""
        async with self._saved(commits[-1].table.id):
            await super().create_finished(commits, also)

    async def drop(self, table_id: str) -> None:
        """Delete a table that waits for players."""
        async with self._saved(table_id):
            await super().drop(table_id)

    async def commit(self, commit: Commit) -> None:
        """Store an accepted command."""
        async with self._saved(commit.table.id):
            await super().commit(commit)

    async def order(self, table: TableRow, seat: int, order: OrderRow | None) -> None:
        """Replace a seat's standing order."""
        async with self._saved(table.id):
            await super().order(table, seat, order)

    async def switch(self, table: TableRow, seat: int, name: str, on: bool) -> None:
        """Switch a standing answer on or off."""
        async with self._saved(table.id):
            await super().switch(table, seat, name, on)

    async def line(self, table: TableRow, line: LineRow) -> None:
        """Replace the solver's solution for a seat."""
        async with self._saved(table.id):
            await super().line(table, line)

    async def analysed(self, table: TableRow, found: dict[str, Any]) -> None:
        """Replace the analysis of a finished game."""
        async with self._saved(table.id):
            await super().analysed(table, found)

    @asynccontextmanager
    async def _saved(self, *tables: str) -> AsyncIterator[None]:
        """Save tables after a change, or take it back.

        Raises:
            NotSaved: the page can't save it.
        """
        before = {name: self.dump(name) if self.has(name) else None for name in tables}
        yield
        for name in tables:
            row = await self.table(name)
            listed = await self._listed(row) if row else {}
            problem = await self._save(name, json.dumps(self.dump(name)) if row else "", json.dumps(listed))
            if problem:
                for each, dumped in before.items():
                    self._put_back(each, dumped)
                raise NotSaved(problem)

    async def _listed(self, row: TableRow) -> dict[str, Any]:
        """Return what is saved beside a table: what a list says about it and, once it is over, its saved match.

        The match is saved as it is downloaded, so that it can be read without the game's rules, and under later ones.
        """
        listed = entry(row, self._person_id) | {"at": row.updated_at, "parting": is_parting(row)} | taught(row)
        asked = [seat for seat in people_here(row) if row.state == "playing" and row.deciders >> seat.seat & 1]
        if asked and not listed["yours"]:
            listed |= {"yours": True, "stands": f"{asked[0].name}’s turn"}
        if row.state == "finished":
            if row.id not in self._files:
                match = await rebuilt(row, await self.decisions(row.id), await self.marks(row.id))
                self._files[row.id] = match.to_json()
            own = (seat.seat for seat in row.seats if seat.person_id == self._person_id)
            listed |= {"seat": next(own, None), "file": self._files[row.id]}
        return listed

    def has(self, table_id: str) -> bool:
        """Return whether a table is loaded."""
        return table_id in self._tables

    def _put_back(self, table_id: str, dumped: dict[str, Any] | None) -> None:
        self._tables.pop(table_id, None)
        if dumped is not None:
            self.load(dumped)
