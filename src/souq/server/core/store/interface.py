"""Interfaces of the storage that the core needs: a database (:mod:`souq.server.core.db`), or a browser's memory.

Every method is one transaction; one that fails changes nothing. A method that writes raises ``NotSaved`` if the storage
can't store the change, and any method raises ``OutOfReach`` if the storage doesn't answer.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from souq.server.core.clocks.hours import Hours
from souq.server.core.clocks.reckoning import ClockOffsets
from souq.server.core.store.rows import (
    Commit,
    Decided,
    LineRow,
    LogState,
    NextRow,
    NoteRow,
    OrderRow,
    Said,
    Step,
    TableRow,
)

if TYPE_CHECKING:
    from sqlalchemy import Executable


class TableStore(Protocol):
    """The storage of tables, each with its log and everything else that belongs to the table.

    A method that takes a ``TableRow`` raises ``Overtaken`` if the table has been written to since it was read, and
    otherwise increments its ``writes``, in the row passed, too.
    """

    async def create(self, table: TableRow, also: Sequence[Executable] = ()) -> None:
        """Store a new table with its seats, and run further SQL statements in the same transaction.

        Raises:
            Overtaken: the finished table that it follows already has a rematch.
            SignedOut: the host has been deleted.
        """

    async def create_finished(self, commits: Sequence[Commit], also: Sequence[Executable] = ()) -> None:
        """Store a finished table with its whole log, and run further SQL statements in the same transaction.

        Args:
            commits: the commands that lead to it, of which only the counts matter; the last has the finished table, and
                all decisions.
            also: the statements.

        Raises:
            Overtaken: there is such a table already.
        """

    async def drop(self, table_id: str) -> None:
        """Delete a table that is still waiting for players and where no person has a seat."""

    async def table(self, table_id: str) -> TableRow | None:
        """Return a table with its seats; None if there is no such table."""

    async def counts(self, table_id: str) -> tuple[int, int] | None:
        """Return a table's revision and its count of writes; None if there is no such table."""

    async def commit(self, commit: Commit) -> None:
        """Store an accepted command.

        Raises:
            Overtaken: the table has been written to since the command was carried out.
            SignedOut: the person who takes a seat has been deleted.
        """

    async def decisions(self, table_id: str, after: int = 0) -> list[Decided]:
        """Return the decisions in a table's log, without the first ``after``."""

    async def marks(self, table_id: str) -> frozenset[int]:
        """Return every number of settled decisions that a table has had."""

    async def since(self, table_id: str, revision: int) -> list[Step]:
        """Return the commands that a table accepted after a revision, the earliest first."""

    async def answer(self, table_id: str, seat: int, key: str, since: float = 0.0) -> dict[str, Any] | None:
        """Return the response to a seat's command with this key; None if there was none at or after ``since``."""

    async def log_state(self, table_id: str, seat: int, seq: int) -> LogState | None:
        """Return how many decisions the log had when the sequence number of a seat (-1: a spectator) was ``seq``.

        The result is None if the seat never had that number.
        """

    async def last_change(self, table_id: str, seat: int) -> int:
        """Return a seat's sequence number after its latest command that made or undid a decision; 0 without one."""

    async def following(self, table_id: str) -> NextRow | None:
        """Return the rematch of a finished table, if there is one."""

    async def notes(self, table_id: str) -> tuple[NoteRow, ...]:
        """Return the log's entries about seats, such as a player leaving, in order."""

    async def left_by(self, table_id: str, person_id: str) -> frozenset[int]:
        """Return the seats of a table that a person has left for good."""

    async def removed(self, table_id: str, who: Collection[str]) -> bool:
        """Return whether the host has removed a player with one of these IDs and hashes from a table."""

    async def orders(self, table_id: str) -> dict[int, OrderRow]:
        """Return the standing orders at a table, by seat."""

    async def order(self, table: TableRow, seat: int, order: OrderRow | None) -> None:
        """Store a seat's standing order in place of its previous one; None deletes the previous one."""

    async def answers(self, table_id: str) -> dict[int, tuple[str, ...]]:
        """Return, by seat, the names of the standing answers that are switched on at a table, in alphabetical order."""

    async def switch(self, table: TableRow, seat: int, name: str, on: bool) -> None:
        """Switch a seat's standing answer on or off."""

    async def lines(self, table_id: str) -> dict[int, LineRow]:
        """Return, by seat, the best solution that the solver has found at a table, and the number of hints taken."""

    async def line(self, table: TableRow, line: LineRow) -> None:
        """Store the best solution that the solver has found for a seat."""

    async def analysis(self, table_id: str) -> dict[str, Any] | None:
        """Return the stored analysis of a finished game, if there is one."""

    async def analysed(self, table: TableRow, found: dict[str, Any]) -> None:
        """Store the analysis of a finished game."""

    async def say(
        self,
        table_id: str,
        seat: int,
        key: str,
        name: str,
        text: str,
        phrase: int | None = None,
        about: str | None = None,
    ) -> Said | None:
        """Store a chat message and return it; return None if the seat has already sent a message with this key."""

    async def chat(self, table_id: str, most: int = 100, after: int = 0) -> list[Said]:
        """Return the latest chat messages of a table, the oldest first, without those numbered up to ``after``."""

    async def mutes(self, table_id: str) -> dict[int, dict[int, str]]:
        """Return, for each seat that has muted others at this table only, the muted seats with their players' names."""

    async def mute(self, table: TableRow, by: int, seat: int, name: str, on: bool) -> None:
        """Mute or unmute ``seat`` for the player in the seat ``by``, at this table only."""


class ClockStore(Protocol):
    """The storage of what players' clocks need: nights and holidays, the offset of wall-clock time, and presence."""

    async def timed(self, of: Collection[str] | None = None) -> list[TableRow]:
        """Return the tables in play at which each player has a clock, of all tables or of those with the IDs ``of``."""

    async def hours(self, people: Collection[str]) -> dict[str, Hours]:
        """Return the time zones, nights and holidays that these people have set, by the person's ID."""

    async def offsets(self) -> ClockOffsets:
        """Return how far wall-clock time is ahead of server time: offsets that each apply from some server time on."""

    async def store_offset(self, at: float, ahead: float) -> None:
        """Store by how many seconds wall-clock time is ahead of server time from ``at`` on; delete later offsets."""

    async def seen(self, table: TableRow, seat: int, at: float) -> None:
        """Store when a seat's player was last present, unless the table has been written to since it was read."""
