"""The one place where a command changes a table: validate, commit, acknowledge, publish, in that order.

The socket, the HTTP API and everything that the server decides by itself pass through here. A refused command changes
nothing: refusals are raised before the database is written, and when the database fails, the match in memory is dropped
and read again (:mod:`souq.server.core.commands.committing`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from souq.engine.match.decision import SPECTATOR
from souq.server.core.commands import deciding, hosting, protocol, seating
from souq.server.core.commands.arrivals import Arrivals
from souq.server.core.commands.committing import Acknowledge, Committer
from souq.server.core.commands.outcome import Caller, Outcome, plain_answer
from souq.server.core.commands.standing_orders import StandingOrders
from souq.server.core.events import Bus, ChoiceMissed
from souq.server.core.live import leaving, seats
from souq.server.core.live.admission import Admission
from souq.server.core.live.live import Live
from souq.server.core.live.tables import Tables
from souq.server.core.realtime.hub import Hub
from souq.server.core.store.interface import TableStore
from souq.server.errors import Malformed, NoSeat, Overtaken, Stale
from souq.server.ops.telemetry.observer import NOBODY, Observer

_DO: dict[type, Callable[[Live, Caller, Any], Outcome]] = {
    protocol.Choose: deciding.choose,
    protocol.Name: deciding.name,
    protocol.Confirm: deciding.confirm,
    protocol.Undo: deciding.undo,
    protocol.Reset: deciding.reset,
    protocol.Read: deciding.read,
    protocol.Preferences: seating.prefer,
    protocol.Sit: seating.sit,
    protocol.Seal: seating.seal,
    protocol.Show: seating.show,
    protocol.Start: seating.start,
    protocol.Relink: seating.relink,
    protocol.HandOver: seating.hand,
    protocol.ComeBack: seating.come_back,
    protocol.LeaveSeat: seating.leave,
    protocol.End: seating.end,
    protocol.Resign: seating.resign,
    protocol.Cover: seating.cover,
    protocol.Remove: hosting.remove,
    protocol.MuteForAll: hosting.mute_for_all,
    protocol.Talk: hosting.talk,
}

Handler = Callable[[str, Caller, Any, Acknowledge], Awaitable[dict[str, Any]]]
"""Function that carries out a caller's command at a table, acknowledges it, and returns its answer."""


class Commands:
    """Carries out commands.

    Args:
        tables: the tables in memory.
        storage: stores answers to commands, so that a repeated command is recognised.
        hub: knows who is connected, and disconnects seats.
        committer: stores and publishes changes.
        standing: stores standing orders and answers.
        schedule: callback for every table that may now continue without a player.
        arrivals: settles clocks before a command is carried out.
        admission: says who may take a seat.
        bus: publishes wrong tries in lessons and puzzles.
        observer: measures how long commands take.
    """

    def __init__(
        self,
        tables: Tables,
        storage: TableStore,
        hub: Hub,
        committer: Committer,
        standing: StandingOrders,
        schedule: Callable[[str], None],
        arrivals: Arrivals,
        admission: Admission,
        bus: Bus,
        observer: Observer = NOBODY,
    ) -> None:
        self._tables, self._storage, self._hub = tables, storage, hub
        self._committer, self._standing, self._schedule = committer, standing, schedule
        self._arrivals, self._admission, self._bus = arrivals, admission, bus
        self._handlers: dict[type, Handler] = {protocol.Leave: self._stand_by, protocol.Switch: self._stand_by}
        self._observer = observer

    def handle(self, kind: type, handler: Handler) -> None:
        """Register a handler for a class of commands that don't change the game itself."""
        self._handlers[kind] = handler

    async def carry_out(
        self, table_id: str, caller: Caller, command: protocol.Change, acknowledge: Acknowledge = lambda _: None
    ) -> dict[str, Any]:
        """Carry out a command, once, and return its answer.

        Args:
            table_id: the table.
            caller: who gives the command.
            command: the command.
            acknowledge: receives the answer once it is committed, before viewers are updated.

        Raises:
            Refused: it is not allowed, or could not be stored; nothing has changed.
        """
        change = partial(self._change, came=self._arrivals.now())
        handler = self._handlers.get(type(command), change)
        with self._observer.command(command.type, table_id):
            return await self._tables.retry(partial(handler, table_id, caller, command, acknowledge))

    async def _change(
        self, table_id: str, caller: Caller, command: protocol.Change, acknowledge: Acknowledge, came: float
    ) -> dict[str, Any]:
        """Carry out a command that changes the game or its seats. ``came`` is the server time at which it arrived."""
        if isinstance(command, protocol.Sit):
            self._admission.admit(caller.guest.person_id if caller.guest else None)
        async with self._tables.hold(table_id) as live:
            if getattr(command, "seq", -1) > live.seq(caller.seat):
                await self._tables.refresh(live)
            before = await self._answered(live, caller, command)
            if before is not None:
                acknowledge(before)
                return before
            await self._arrivals.settle(live, came)
            try:
                await self._check_fresh(live, caller, command)
            except Stale:  # perhaps by this very command, said at another server, of which this one may not have heard
                before = await self._storage.answer(live.row.id, caller.seat, command.id)
                if before is None:
                    raise
                acknowledge(before)
                return before
            live.here = frozenset(self._hub.connected(table_id))
            with self._committer.thrown_away_on_failure(live):
                outcome = self._done(live, caller, command)
                outcome.at = came
                seat = command.seat if isinstance(command, protocol.Sit) else caller.seat
                try:
                    answer = await self._committer.commit(live, seat, command.type, command.id, outcome, acknowledge)
                except Overtaken:  # by others or, where an id comes again with a new position, by what it did before
                    before = await self._storage.answer(live.row.id, seat, command.id)
                    if before is None or isinstance(command, protocol.Sit):
                        raise
                    self._tables.forget(live)
                    acknowledge(before)
                    return before
            await self._arrivals.seen(live, seat)
        if isinstance(command, protocol.LeaveSeat | protocol.Resign):
            self._hub.part(table_id, caller.seat)
        elif isinstance(command, protocol.Remove):
            self._hub.part(table_id, command.seat)
        elif outcome.note == leaving.JOINED:
            self._hub.part(table_id, seat)
        return answer

    def _done(self, live: Live, caller: Caller, command: protocol.Change) -> Outcome:
        """Carry out a command in memory, and publish that a choice wasn't what a lesson asks for."""
        missed = live.missed
        try:
            return _DO[type(command)](live, caller, command)
        finally:
            if live.missed > missed:
                self._bus.publish(ChoiceMissed(live.row))

    async def _answered(self, live: Live, caller: Caller, command: protocol.Change) -> dict[str, Any] | None:
        """Return the answer stored for a command, if the client sends it a second time; otherwise None.

        A repeated command was decided on an older view of the table, so it has a lower ``seq`` than the table has now.
        Only such commands are looked up in the database.
        """
        seq = getattr(command, "seq", None)
        if isinstance(command, protocol.Sit) and (token := seats.recover_token(live.seat(command.seat), caller.shown)):
            answer = await self._storage.answer(live.row.id, command.seat, command.id, live.world() - seats.RECOVERABLE)
            return answer and {**answer, "token": token}
        if caller.seat == SPECTATOR or (seq is not None and seq >= live.seq(caller.seat)):
            return None
        return await self._storage.answer(live.row.id, caller.seat, command.id)

    async def _check_fresh(self, live: Live, caller: Caller, command: protocol.Change) -> None:
        """Raise ``Stale`` if a decision was made on an out-of-date view of the game.

        In a race other players' decisions don't make a view out of date, only the seat's own do.
        """
        seq, seat = getattr(command, "seq", None), caller.seat
        if seq is None or seat == SPECTATOR or not live.waits_for >> seat & 1:
            return  # what is wrong then is something else
        if seq > live.seq(seat):
            if await self._storage.counts(live.row.id) != (live.row.revision, live.row.writes):
                raise Overtaken  # by another server, of which this one has not heard yet
            raise Malformed("The table isn’t that far yet. This command belongs to another table.")
        if live.racing and seat not in live.acted:
            live.acted[seat] = await self._storage.last_change(live.row.id, seat)
        if seq < live.stamp(seat):
            raise Stale

    async def _stand_by(
        self, table_id: str, caller: Caller, command: protocol.Leave | protocol.Switch, acknowledge: Acknowledge
    ) -> dict[str, Any]:
        """Set or cancel a standing order or answer. Only its own seat is notified, and the revision stays the same."""
        if caller.seat == SPECTATOR:
            raise NoSeat
        async with self._tables.hold(table_id) as live:
            if isinstance(command, protocol.Leave):
                await self._standing.leave(live, caller.seat, command.about, command.amount)
            else:
                await self._standing.switch(live, caller.seat, command.name, command.on)
            answer = plain_answer(live, caller.seat, command.id)
        acknowledge(answer)
        self._schedule(table_id)
        return answer
