"""The one place where a command changes a table: validate, commit, acknowledge, publish, in that order.

The socket, the HTTP API and what is decided unasked all come through here. Whatever is refused has changed nothing:
refusals are raised before the database is touched, and when the database fails the match in memory is thrown away and
read again from what was stored (:mod:`souq.table.commands.committing`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from souq.engine.decision import SPECTATOR
from souq.engine.names import clean_speech
from souq.table.commands import deciding, protocol, seating
from souq.table.commands.committing import Acknowledge, Committer
from souq.table.commands.outcome import Caller, Outcome
from souq.table.commands.standing import StandingOrders
from souq.table.errors import Malformed, NoSeat, Stale
from souq.table.playing import seats
from souq.table.playing.live import Live
from souq.table.playing.tables import Tables
from souq.table.shown.hub import Hub
from souq.table.stored.rows import Said
from souq.table.stored.storage import Storage

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
    protocol.Stand: seating.stand,
    protocol.End: seating.end,
}


class Commands:
    """Carries out what people say.

    Args:
        tables: those in memory.
        storage: where commands are kept, by which a repeated one is known.
        hub: who is told what is said.
        committer: who stores what changes, and shows it.
        standing: who keeps standing orders and answers.
        schedule: told of every table that may wait for nobody now.
    """

    def __init__(
        self,
        tables: Tables,
        storage: Storage,
        hub: Hub,
        committer: Committer,
        standing: StandingOrders,
        schedule: Callable[[str], None],
    ) -> None:
        self._tables, self._storage, self._hub = tables, storage, hub
        self._committer, self._standing, self._schedule = committer, standing, schedule

    async def carry_out(
        self, table_id: str, caller: Caller, command: protocol.Change, acknowledge: Acknowledge = lambda _: None
    ) -> dict[str, Any]:
        """Do what a command says, once, and return its answer.

        Args:
            table_id: at which table.
            caller: who says so.
            command: what to do.
            acknowledge: told the answer after it is stored, and before anybody is shown what changed.

        Raises:
            Refused: it cannot be done, or could not be stored; nothing has changed.
        """
        if isinstance(command, protocol.Say):
            return await self._say(table_id, caller, command, acknowledge)
        if isinstance(command, protocol.Leave | protocol.Switch):
            return await self._stand_by(table_id, caller, command, acknowledge)
        async with self._tables.hold(table_id) as live:
            before = await self._answered(live, caller, command)
            if before is not None:
                acknowledge(before)
                return before
            await self._check_fresh(live, caller, command)
            with self._committer.thrown_away_on_failure(live):
                outcome = _DO[type(command)](live, caller, command)
                seat = command.seat if isinstance(command, protocol.Sit) else caller.seat
                answer = await self._committer.commit(live, seat, command.type, command.id, outcome, acknowledge)
        if isinstance(command, protocol.Stand):
            self._hub.part(table_id, caller.seat)
        return answer

    async def _answered(self, live: Live, caller: Caller, command: protocol.Change) -> dict[str, Any] | None:
        """The answer to this command, had it been given before.

        What was accepted before was decided on less than is counted today: only then is the database asked.
        """
        seq = getattr(command, "seq", None)
        if isinstance(command, protocol.Sit) and (token := seats.told_again(live.seat(command.seat), caller.shown)):
            answer = await self._storage.answer(live.row.id, command.seat, command.id, time.time() - seats.AGAIN)
            return answer and {**answer, "token": token}
        if caller.seat == SPECTATOR or (seq is not None and seq >= live.seq(caller.seat)):
            return None
        return await self._storage.answer(live.row.id, caller.seat, command.id)

    async def _check_fresh(self, live: Live, caller: Caller, command: protocol.Change) -> None:
        """Refuse a decision made on something that has changed since.

        In a race the order of arrival counts, and only one's own decisions make a command stale.
        """
        seq, seat = getattr(command, "seq", None), caller.seat
        if seq is None or seat == SPECTATOR or not live.waits_for >> seat & 1:
            return  # what is wrong then is something else
        if seq > live.seq(seat):
            raise Malformed("The table isn’t that far yet. This command belongs to another table.")
        if live.racing and seat not in live.acted:
            live.acted[seat] = await self._storage.last_change(live.row.id, seat)
        if seq < live.stamp(seat):
            raise Stale

    async def _say(
        self, table_id: str, caller: Caller, command: protocol.Say, acknowledge: Acknowledge
    ) -> dict[str, Any]:
        if caller.seat == SPECTATOR:
            raise NoSeat
        text = clean_speech(command.text)
        if not text:
            raise Malformed("There’s nothing in that message.")
        async with self._tables.hold(table_id) as live:
            name, answer = live.seat(caller.seat).name, _plain_answer(live, caller, command.id)
        said = await self._storage.say(table_id, caller.seat, command.id, name, text)
        acknowledge(answer)
        if said is not None:
            self._hub.tell(table_id, said_json(said))
        return answer

    async def _stand_by(
        self, table_id: str, caller: Caller, command: protocol.Leave | protocol.Switch, acknowledge: Acknowledge
    ) -> dict[str, Any]:
        """What the table is to answer for a seat, which raises no revision and is told to that seat alone."""
        if caller.seat == SPECTATOR:
            raise NoSeat
        async with self._tables.hold(table_id) as live:
            if isinstance(command, protocol.Leave):
                await self._standing.leave(live, caller.seat, command.about, command.amount)
            else:
                await self._standing.switch(live, caller.seat, command.name, command.on)
            answer = _plain_answer(live, caller, command.id)
        acknowledge(answer)
        self._schedule(table_id)
        return answer


def _plain_answer(live: Live, caller: Caller, key: str) -> dict[str, Any]:
    """The answer to a command that does not count as a change of the table."""
    return {"type": "ack", "id": key, "seq": live.seq(caller.seat)}


def said_json(said: Said) -> dict[str, Any]:
    """Something said, as it is sent."""
    return {"type": "chat", "n": said.n, "seat": said.seat, "name": said.name, "text": said.text, "at": said.at}
