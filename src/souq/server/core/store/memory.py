"""Tables kept in memory as data for JSON, for a place without a database, such as a browser."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import asdict, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from souq.server.core.clocks.hours import Hours
from souq.server.core.clocks.reckoning import ClockOffsets
from souq.server.core.store.rows import (
    DECIDING,
    Commit,
    Decided,
    LineRow,
    LogState,
    NextRow,
    NoteRow,
    OrderRow,
    Said,
    SeatRow,
    Step,
    TableRow,
)
from souq.server.errors import Overtaken

if TYPE_CHECKING:
    from sqlalchemy import Executable

_BYTES = {each.name for row in (TableRow, SeatRow) for each in fields(row) if "bytes" in str(each.type)}
"""Names of the fields with bytes, which are stored as hexadecimal digits."""

Row = dict[str, Any]


@dataclass(slots=True)
class Stored:
    """Everything that belongs to one table, as data for JSON."""

    table: Row
    commands: list[Row]
    decisions: list[list[Any]] = field(default_factory=list)
    notes: list[Row] = field(default_factory=list)
    left: list[Row] = field(default_factory=list)
    """Seats that people have left for good."""
    removed: list[str] = field(default_factory=list)
    orders: list[Row] = field(default_factory=list)
    answers: list[list[Any]] = field(default_factory=list)
    """Standing answers that are on, each as a seat and a name."""
    lines: list[Row] = field(default_factory=list)
    analysis: Row | None = None
    chat: list[Row] = field(default_factory=list)
    mutes: list[Row] = field(default_factory=list)


class MemoryStore:
    """Keeps tables in memory (:mod:`souq.server.core.store.interface`), and moves them from and to another place."""

    def __init__(self) -> None:
        self._tables: dict[str, Stored] = {}
        self._offsets = ClockOffsets()

    def dump(self, table_id: str) -> dict[str, Any]:
        """Return everything that belongs to a table, as data for JSON.

        Raises:
            KeyError: there is no such table.
        """
        return asdict(self._tables[table_id])

    def load(self, dumped: dict[str, Any]) -> None:
        """Store a table that :meth:`dump` has returned, in place of a table with the same ID."""
        stored = Stored(**_json(dumped))
        self._tables[stored.table["id"]] = stored

    # tables

    async def create(self, table: TableRow, also: Sequence[Executable] = ()) -> None:
        """Store a new table; there can be no further statements."""
        assert not also, "only a database runs statements"
        follows = (stored.table["follows"] for stored in self._tables.values())
        if table.id in self._tables or (table.follows and table.follows in follows):
            raise Overtaken
        self._tables[table.id] = Stored(_plain(table), [_command(Commit(table, "open", -1, "open", {}, 0))])
        if table.follows in self._tables:
            self._tables[table.follows].table["writes"] += 1

    async def create_finished(self, commits: Sequence[Commit], also: Sequence[Executable] = ()) -> None:
        """Store a finished table with its whole log; there can be no further statements."""
        assert not also, "only a database runs statements"
        table = commits[-1].table
        if table.id in self._tables:
            raise Overtaken
        self._tables[table.id] = Stored(_plain(table), [*map(_command, commits)], [*map(list, commits[-1].added)])

    async def drop(self, table_id: str) -> None:
        """Delete a table that is still waiting for players and where no person has a seat."""
        row = await self.table(table_id)
        if row is not None and row.state == "waiting" and all(seat.kind != "person" for seat in row.seats):
            del self._tables[table_id]

    async def table(self, table_id: str) -> TableRow | None:
        """Return a copy of a table's row."""
        stored = self._tables.get(table_id)
        return _row(stored.table) if stored else None

    async def counts(self, table_id: str) -> tuple[int, int] | None:
        """Return a table's counts."""
        stored = self._tables.get(table_id)
        return (stored.table["revision"], stored.table["writes"]) if stored else None

    async def commit(self, commit: Commit) -> None:
        """Store an accepted command; there can be no further statements."""
        assert not commit.also, "only a database runs statements"
        row, known = commit.table, await self.answer(commit.table.id, commit.seat, commit.key)
        if known is not None or await self.counts(row.id) != (row.revision - 1, row.writes - 1):
            raise Overtaken
        stored, taken = self._tables[row.id], {seat.seat: _plain(seat) for seat in commit.seats}
        seats = [taken.get(seat["seat"], seat) for seat in stored.table["seats"]]
        self._tables[row.id] = replace(
            stored,
            table=_plain(row) | {"seats": seats},
            decisions=[*stored.decisions[: commit.keep], *map(list, commit.added)],
            commands=[*stored.commands, _command(commit)],
            notes=[*stored.notes, *([_plain(commit.note)] if commit.note else [])],
            left=[*stored.left, *map(_plain, commit.left)],
            removed=[*stored.removed, *commit.removed],
            orders=[order for order in stored.orders if order["seat"] not in commit.lapsed],
            answers=[[seat, name] for seat, name in stored.answers if (seat, name) not in commit.ended],
        )

    # logs

    async def decisions(self, table_id: str, after: int = 0) -> list[Decided]:
        """Return the decisions after the first ``after``."""
        return [Decided(*made) for made in self._of(table_id, "decisions")[after:]]

    async def marks(self, table_id: str) -> frozenset[int]:
        """Return every number of settled decisions."""
        return frozenset(step.mark for step in self._steps(table_id))

    async def since(self, table_id: str, revision: int) -> list[Step]:
        """Return the commands after a revision."""
        return [step for step in self._steps(table_id) if step.revision > revision]

    async def answer(self, table_id: str, seat: int, key: str, since: float = 0.0) -> dict[str, Any] | None:
        """Return the response to a command."""
        for made in self._of(table_id, "commands"):
            if (made["seat"], made["key"]) == (seat, key) and made["at"] >= since:
                return dict(made["answer"])
        return None

    async def log_state(self, table_id: str, seat: int, seq: int) -> LogState | None:
        """Return the numbers of decisions when a seat's sequence number was ``seq``."""
        steps = self._steps(table_id)
        own = [step for step in steps if step.seat == seat >= 0 and step.public + step.private <= seq]
        public = seq - (own[-1].private if own else 0)
        seen = next((step for step in steps if step.public == public), None)
        if seen is None:
            return None
        last = max([seen, *own[-1:]], key=lambda step: step.revision)
        return LogState(last.ply, last.mark, min(step.ply for step in steps if step.revision >= last.revision))

    async def last_change(self, table_id: str, seat: int) -> int:
        """Return a seat's sequence number after its latest decision or undo."""
        own = (step for step in self._steps(table_id) if step.seat == seat and step.kind in DECIDING)
        return max((step.public + step.private for step in own), default=0)

    async def following(self, table_id: str) -> NextRow | None:
        """Return the rematch of a finished table."""
        for stored in self._tables.values():
            if (row := stored.table)["follows"] == table_id and row["host"] is not None:
                return NextRow(row["id"], row["seats"][row["host"]]["name"])
        return None

    async def notes(self, table_id: str) -> tuple[NoteRow, ...]:
        """Return the log's entries about seats."""
        return tuple(NoteRow(**note) for note in self._of(table_id, "notes"))

    async def left_by(self, table_id: str, person_id: str) -> frozenset[int]:
        """Return the seats that a person has left."""
        return frozenset(seat["seat"] for seat in self._of(table_id, "left") if seat["person_id"] == person_id)

    async def removed(self, table_id: str, who: Collection[str]) -> bool:
        """Return whether the host has removed one of these players."""
        return not {*who}.isdisjoint(self._of(table_id, "removed"))

    # what a seat has left at its table

    async def orders(self, table_id: str) -> dict[int, OrderRow]:
        """Return the standing orders by seat."""
        return {order["seat"]: OrderRow(**order) for order in self._of(table_id, "orders")}

    async def order(self, table: TableRow, seat: int, order: OrderRow | None) -> None:
        """Replace a seat's standing order."""
        with self._writing(table, unasked=table.unasked or order is not None) as stored:
            stored.orders = _without(stored.orders, seat=seat) + ([_plain(order)] if order else [])

    async def answers(self, table_id: str) -> dict[int, tuple[str, ...]]:
        """Return the names of the standing answers by seat."""
        on = sorted(self._of(table_id, "answers"))
        return {seat: tuple(name for by, name in on if by == seat) for seat, _ in on}

    async def switch(self, table: TableRow, seat: int, name: str, on: bool) -> None:
        """Switch a standing answer on or off."""
        with self._writing(table, unasked=table.unasked or on) as stored:
            others = [answer for answer in stored.answers if answer != [seat, name]]
            stored.answers = others + ([[seat, name]] if on else [])

    async def lines(self, table_id: str) -> dict[int, LineRow]:
        """Return the solver's solutions by seat."""
        made = self._of(table_id, "lines")
        choices = (None if line["choices"] is None else tuple(line["choices"]) for line in made)
        return {line["seat"]: LineRow(**line | {"choices": each}) for line, each in zip(made, choices, strict=True)}

    async def line(self, table: TableRow, line: LineRow) -> None:
        """Replace the solver's solution for a seat."""
        with self._writing(table) as stored:
            stored.lines = [*_without(stored.lines, seat=line.seat), _plain(line)]

    async def analysis(self, table_id: str) -> dict[str, Any] | None:
        """Return the analysis of a finished game."""
        stored = self._tables.get(table_id)
        return deepcopy(stored.analysis) if stored else None

    async def analysed(self, table: TableRow, found: dict[str, Any]) -> None:
        """Replace the analysis of a finished game."""
        with self._writing(table) as stored:
            stored.analysis = _json(found)

    # chat

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
        """Store a chat message, once for each key of a seat."""
        chat = self._of(table_id, "chat")
        if table_id not in self._tables or any((said["seat"], said["key"]) == (seat, key) for said in chat):
            return None
        made = Said(len(chat) + 1, seat, name, text, time.time(), phrase, about)
        chat.append(_plain(made) | {"key": key})
        return made

    async def chat(self, table_id: str, most: int = 100, after: int = 0) -> list[Said]:
        """Return the latest chat messages."""
        said = [{name: each[name] for name in each if name != "key"} for each in self._of(table_id, "chat")[after:]]
        return [Said(**each) for each in said[-most:]]

    async def mutes(self, table_id: str) -> dict[int, dict[int, str]]:
        """Return the muted seats with their players' names, by the seat that mutes."""
        made: dict[int, dict[int, str]] = {}
        for mute in self._of(table_id, "mutes"):
            made.setdefault(mute["by"], {})[mute["seat"]] = mute["name"]
        return made

    async def mute(self, table: TableRow, by: int, seat: int, name: str, on: bool) -> None:
        """Mute or unmute a seat for another."""
        with self._writing(table) as stored:
            muted = [{"by": by, "seat": seat, "name": name}] if on else []
            stored.mutes = _without(stored.mutes, by=by, seat=seat) + muted

    # clocks

    async def timed(self, of: Collection[str] | None = None) -> list[TableRow]:
        """Return the tables in play with players' clocks."""
        rows = [_row(stored.table) for name, stored in self._tables.items() if of is None or name in of]
        return [row for row in rows if row.state == "playing" and row.reckoned > 0]

    async def hours(self, people: Collection[str]) -> dict[str, Hours]:
        """Return no hours: there are no accounts to set them."""
        return {}

    async def offsets(self) -> ClockOffsets:
        """Return the offsets of wall-clock time."""
        return self._offsets

    async def store_offset(self, at: float, ahead: float) -> None:
        """Store an offset of wall-clock time."""
        self._offsets = ClockOffsets((*(each for each in self._offsets.ahead if each[0] < at), (at, ahead)))

    async def seen(self, table: TableRow, seat: int, at: float) -> None:
        """Store when a seat's player was last present."""
        if await self.counts(table.id) == (table.revision, table.writes):
            with self._writing(table) as stored:
                stored.table["seats"][seat]["here_at"] = table.seats[seat].here_at = at

    def _of(self, table_id: str, what: str) -> list[Any]:
        """Return a list that belongs to a table; an empty one if there is no such table."""
        made: list[Any] = getattr(self._tables[table_id], what) if table_id in self._tables else []
        return made

    def _steps(self, table_id: str) -> list[Step]:
        return [Step(*(made[name] for name in Step._fields)) for made in self._of(table_id, "commands")]

    @contextmanager
    def _writing(self, table: TableRow, **changes: Any) -> Iterator[Stored]:
        """Yield a table's data to be changed, and increment its ``writes`` afterwards, but not its revision."""
        stored = self._tables.get(table.id)
        if stored is None or stored.table["writes"] != table.writes:
            raise Overtaken
        yield stored
        changes["writes"] = table.writes + 1
        stored.table.update(changes)
        for name, value in changes.items():
            setattr(table, name, value)


def _command(commit: Commit) -> Row:
    table, seat = commit.table, commit.seat
    step = Step(table.revision, seat, commit.kind, table.ply, table.mark, table.public, table.seq(seat) - table.public)
    return step._asdict() | {"key": commit.key, "answer": _json(commit.answer), "at": table.updated_at}


def _without(rows: list[Row], **values: Any) -> list[Row]:
    """Return the rows that don't have all these values."""
    return [row for row in rows if any(row[name] != value for name, value in values.items())]


def _json(made: Any) -> Any:
    """Return what a reader of JSON would get: a copy, with lists in place of tuples."""
    return json.loads(json.dumps(made, default=bytes.hex))


def _plain(row: Any) -> Row:
    """Return a row as data for JSON."""
    made: Row = _json(asdict(row))
    return made


def _row(stored: Row) -> TableRow:
    """Return the row of a table, with its seats."""
    seats = [SeatRow(**_with_bytes(seat)) for seat in stored["seats"]]
    return TableRow(**_with_bytes(_json(stored)) | {"seats": seats})


def _with_bytes(stored: Row) -> Row:
    return {
        name: bytes.fromhex(value) if name in _BYTES and value is not None else value for name, value in stored.items()
    }
