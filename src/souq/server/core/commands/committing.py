"""The only place that stores the changes made by a command. It then acknowledges the command and publishes them.

If the database fails, the match in memory is discarded and loaded again from the database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import souq
from souq.engine.errors import IllegalChoice
from souq.engine.match.match import Match
from souq.engine.present.names import named
from souq.server.core.commands import changes
from souq.server.core.commands.outcome import Outcome
from souq.server.core.events import Bus, TableCommitted
from souq.server.core.live import left_seats, orders, seats, sharing
from souq.server.core.live.live import Live, Now
from souq.server.core.live.player_clocks import PlayerClocks
from souq.server.core.live.replaying import begin
from souq.server.core.live.tables import Tables
from souq.server.core.realtime.hub import Hub
from souq.server.core.store.interface import TableStore
from souq.server.core.store.rows import Commit, Decided, NoteRow, TableRow
from souq.server.errors import OutOfReach, Refused, Stale

if TYPE_CHECKING:
    from sqlalchemy import Executable

Beside = Callable[[TableRow | None, TableRow], "list[Executable]"]
"""Hook that adds SQL statements to the transaction that changes a table.

Its arguments are the table's row before the change (None: a new table) and after it.
"""

Acknowledge = Callable[[dict[str, Any]], None]
"""Callback: receives the answer once it is committed, before viewers are updated."""


class Committer:
    """Stores and publishes what commands change.

    Args:
        tables: the tables in memory.
        storage: their storage.
        hub: shows viewers what changed.
        now: server time, for clocks.
        countdown: seconds from the beginning of a race until it accepts moves.
        clocks: updates the players' clocks.
        bus: publishes that a table has changed, after its viewers are updated.
        beside: returns further statements for the same transaction.
    """

    def __init__(
        self,
        tables: Tables,
        storage: TableStore,
        hub: Hub,
        now: Now,
        countdown: float,
        clocks: PlayerClocks,
        bus: Bus,
        beside: Sequence[Beside] = (),
    ) -> None:
        self._tables, self._storage, self._hub = tables, storage, hub
        self._now, self._countdown = now, countdown
        self._clocks, self._bus, self._besides = clocks, bus, tuple(beside)

    async def open(self, opened: seats.Opened, also: Sequence[Executable] = ()) -> None:
        """Store a new table, together with the statements in ``also``. The game begins immediately if no seat is open.

        Raises:
            NotSaved: the database could not store it.
        """
        row = opened.table
        await self._tables.ready(row.game)
        row.created_at = row.updated_at = self._clocks.world.now()
        if all(seat.kind != "open" for seat in row.seats):
            match = begin(row)
            row.state, row.deciders, row.begins_at = "playing", match.deciders, self._first_moment(match)
            changes.start_clock(row, match, self._now)
            await self._clocks.reckon(None, row, match)
            row.unasked = changes.goes_on(row, match, ())
        await self._storage.create(row, [*also, *self._beside(None, row)])
        self._bus.publish(TableCommitted(row))

    async def add_finished(self, commits: Sequence[Commit]) -> None:
        """Store a finished table that was played elsewhere (:func:`souq.server.core.live.importing.imported`).

        Raises:
            Overtaken: there is such a table already.
            NotSaved: the database could not store it.
        """
        row = commits[-1].table
        await self._storage.create_finished(commits, self._beside(None, row))
        self._bus.publish(TableCommitted(row))

    @contextmanager
    def thrown_away_on_failure(self, live: Live) -> Iterator[None]:
        """Discard a table in memory if the block fails, unless it only refused a command and changed nothing.

        The table is loaded from the database again when it is next needed.
        """
        before = (live.match.ply, live.match.mark) if live.match else (0, 0)
        try:
            yield
        except BaseException as error:
            match = live.match
            refused = isinstance(error, Refused | IllegalChoice) and not isinstance(error, OutOfReach | Stale)
            untouched = match is None or (match.ply, match.mark) == before
            if not (refused and untouched):
                self._tables.forget(live)
            raise

    async def commit(
        self,
        live: Live,
        seat: int,
        kind: str,
        key: str,
        outcome: Outcome,
        acknowledge: Acknowledge = lambda _: None,
    ) -> dict[str, Any]:
        """Store the changes of a command of ``seat`` (-1: no seat), acknowledge and publish them; return the answer."""
        unseen = changes.unseen(live, seat, outcome)
        row = changes.changed(live.row, outcome, seat if unseen else None, self._clocks.world.now())
        match = self._begun(row, outcome) or live.match
        stored = Commit(row, kind, seat, key, {}, live.row.ply)
        if match is not None:
            self._grow(stored, match, outcome)
            await self._clocks.reckon(live.row, row, match, outcome.at)
        stored.cut, stored.seats = stored.keep < live.row.ply, outcome.seats
        bots = [each.seat for each in outcome.seats if each.kind == "bot"]
        stored.lapsed, stored.ended = orders.over(live, match, bots)
        row.unasked = changes.goes_on(row, match, (*live.orders, *live.answers))
        answer = {"type": "ack", "id": key, "seq": row.seq(seat), **outcome.answer}
        stored.left, stored.removed = left_seats.left(live.row, row), outcome.removed
        stored.also = self._beside(live.row, row)
        stored.answer = {name: value for name, value in answer.items() if name != "token"}  # its hash alone is stored
        live.note_update(row.revision, row.writes)
        await self._storage.commit(stored)
        _remember(live, stored, match, outcome)
        acknowledge(answer)
        self._hub.publish(row.id, about=True)
        self._bus.publish(TableCommitted(row))
        return answer

    def _beside(self, before: TableRow | None, after: TableRow) -> list[Executable]:
        return [each for beside in self._besides for each in beside(before, after)]

    def _begun(self, row: TableRow, outcome: Outcome) -> Match | None:
        """Begin the game if all conditions are met, and return its match; otherwise return None.

        The conditions are that all seats are taken and that all players revealed the shares of randomness to which they
        committed; the command can also begin the game without them. If only shares are missing, store when the table
        began to wait for them.
        """
        if outcome.begins or (outcome.full and not sharing.missing(row)):
            match = begin(row)
            row.rules_version, row.souq = match.game.rules_version, souq.__version__
            row.state, row.moved, row.sealed_at = "playing", row.public, 0.0
            row.begins_at = self._first_moment(match)
            return match
        if outcome.full and not row.sealed_at:
            row.sealed_at = row.updated_at
        return None

    def _grow(self, stored: Commit, match: Match, outcome: Outcome) -> None:
        """Add the match's new decisions, its result and the command's note to a commit.

        A command either appends decisions to the match's log or takes some back, never both.
        """
        stored.keep = min(stored.keep, match.ply)
        stored.added = [Decided(made.seat, made.choice, made.goes_on) for made in match.log[stored.keep :]]
        if outcome.ends:
            changes.end_early(stored.table, match, outcome)
        changes.settle(stored.table, match, self._now)
        if outcome.note:
            seat = stored.seat if outcome.of is None else outcome.of
            named = outcome.named or stored.table.seats[seat].name
            stored.note = NoteRow(len(match.entries), seat, outcome.note, named)

    def _first_moment(self, match: Match) -> float:
        """Return the server time from which a new match accepts moves; 0 if it does immediately.

        A race accepts them after a countdown, so that all players start at the same time.
        """
        return self._now() + self._countdown if match.racing and match.dealt else 0.0


def _remember(live: Live, stored: Commit, match: Match | None, outcome: Outcome) -> None:
    """Update the table in memory after the commit, to match the database."""
    live.row, live.match = stored.table, match
    if match is not None and stored.seats:
        match.names[:] = named([seat.name for seat in stored.table.seats], match.players)
    live.notes += (stored.note,) if stored.note else ()
    if outcome.moved:
        live.acted[stored.seat] = live.seq(stored.seat)
    if stored.cut:
        live.cuts = [*live.cuts[-99:], (stored.table.revision, stored.keep)]
    live.skip_pause = False
    live.orders = {of: order for of, order in live.orders.items() if of not in stored.lapsed}
    for of, name in stored.ended:
        live.answers[of] = tuple(other for other in live.answers[of] if other != name)
