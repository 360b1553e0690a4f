"""Table chat: who may write, and who receives a message.

Chat does not change a table's revision. Muting hides a player's messages only from the person who mutes; everyone else,
including the muted player, notices nothing.
"""

from __future__ import annotations

from typing import Any

from souq.engine.match.decision import SPECTATOR
from souq.engine.present.names import clean_speech
from souq.server.core.cluster import Cluster
from souq.server.core.commands import protocol
from souq.server.core.commands.committing import Acknowledge
from souq.server.core.commands.outcome import Caller, plain_answer
from souq.server.core.db.storage import Storage
from souq.server.core.live import talking
from souq.server.core.live.admission import Admission
from souq.server.core.live.live import Live
from souq.server.core.live.people import Guest
from souq.server.core.live.tables import Tables
from souq.server.core.realtime.hub import Hub
from souq.server.core.realtime.info import said_json
from souq.server.core.realtime.scenes import offered
from souq.server.core.store.rows import Said, SeatRow
from souq.server.errors import Malformed, NoSeat, Refused
from souq.server.features.social.blocks import BlockLists
from souq.server.features.social.listings import statement
from souq.server.features.social.phrases import words_of

Talking = protocol.Say | protocol.SayPhrase | protocol.SayList
"""Commands that send a message."""


class TableChat(talking.TableTalk):
    """Stores messages and delivers them to viewers.

    Args:
        tables: the tables in memory.
        storage: stores the messages.
        hub: sends messages to viewers.
        block_lists: the lists of muted and blocked people.
        admission: refuses suspended people.
        cluster: says whether the database announces stored messages to every server, which then calls :meth:`deliver`.
    """

    def __init__(
        self,
        tables: Tables,
        storage: Storage,
        hub: Hub,
        block_lists: BlockLists,
        admission: Admission,
        cluster: Cluster,
    ) -> None:
        self._tables, self._storage, self._hub, self.block_lists = tables, storage, hub, block_lists
        self._admission, self._cluster = admission, cluster

    def muted_seats(self, live: Live, seat: int, person_id: str | None) -> tuple[int, ...]:
        """Return the seats whose messages a viewer doesn't receive."""
        who = talking.listener(live.row, seat, person_id)
        return talking.muted_seats(live.row, seat, who, self.block_lists.muted(who), live.mutes)

    async def messages(self, live: Live, seat: int, person_id: str | None, after: int = 0) -> list[Said]:
        """Return a table's messages that a viewer may see, the oldest first."""
        silent = {n: live.row.seats[n].name for n in self.muted_seats(live, seat, person_id)}
        said = await self._storage.chat(live.row.id, after=after)
        return [each for each in said if silent.get(each.seat) != each.name]

    async def say(self, table_id: str, caller: Caller, command: Talking, acknowledge: Acknowledge) -> dict[str, Any]:
        """Store and deliver a message, once per command ID.

        Raises:
            NoSeat: a spectator cannot chat.
            Malformed: the message is empty, or names something that isn't on the game's list.
        """
        if caller.seat == SPECTATOR:
            raise NoSeat
        phrase = command.phrase if isinstance(command, protocol.SayPhrase) else None
        async with self._tables.hold(table_id) as live:
            for who in (live.seat(caller.seat).person_id, _known(caller.guest)):
                self._admission.admit(who)
            talking.check(live.row, caller.seat, isinstance(command, protocol.Say))
            text, about = _text(live, caller.seat, command)
            name, answer = live.seat(caller.seat).name, plain_answer(live, caller.seat, command.id)
        said = await self._storage.say(table_id, caller.seat, command.id, name, text, phrase, about)
        acknowledge(answer)
        if said is not None and not self._cluster.echoes:
            async with self._tables.hold(table_id) as live:
                self._send(live, said)
        return answer

    async def deliver(self, table_id: str, n: int) -> None:
        """Send a stored message, with number `n`, to the viewers of its table that are connected to this server."""
        if self._hub.here(table_id).anybody:
            async with self._tables.hold(table_id) as live:
                for said in await self._storage.chat(table_id, after=n - 1):
                    if said.n == n:
                        self._send(live, said)

    def _send(self, live: Live, said: Said) -> None:
        self._hub.send_chat(
            live.row.id,
            said_json(said),
            lambda watcher: said.seat not in self.muted_seats(live, watcher.viewer.seat, watcher.person),
        )

    async def set_block(
        self, table_id: str, caller: Caller, command: protocol.Mute | protocol.Block, acknowledge: Acknowledge
    ) -> dict[str, Any]:
        """Mute, unmute, block or unblock a player; only the caller is notified.

        Raises:
            Refused: it is the caller's own seat, or it can't be muted or blocked.
        """
        async with self._tables.hold(table_id) as live:
            other = live.seat(command.seat)
            mine = talking.listener(live.row, caller.seat, _known(caller.guest))
            if caller.seat == other.seat:
                raise Refused("That’s your own seat.")
            if not talking.may_be_muted(other):
                raise Refused("There’s nobody in that seat to mute.")
            if mine and other.person_id:
                await self.block_lists.set(mine, other.person_id, other.name, command.type, command.on)
            elif command.type == "block":
                raise Refused(_NOBODY if mine else _UNKNOWN)
            else:
                await self._mute_here(live, caller.seat, other, command.on)
            answer = plain_answer(live, caller.seat, command.id)
        acknowledge(answer)
        for watcher in self._hub.everybody():
            if watcher.table_id == table_id or (mine and watcher.person == mine):
                watcher.notify_about()  # a viewer whose view stays the same is sent nothing
        return answer

    async def _mute_here(self, live: Live, seat: int, other: SeatRow, on: bool) -> None:
        """Mute or unmute a player at one table only, where no list can be used.

        That is the case if the caller or the player has no stored identity.

        Raises:
            NoSeat: the caller is a spectator without an account.
        """
        if seat == SPECTATOR:
            raise NoSeat("To mute people, take a seat or keep your name first.")
        await self._storage.mute(live.row, seat, other.seat, other.name, on)
        mine = {n: name for n, name in live.mutes.get(seat, {}).items() if n != other.seat}
        live.mutes = {**live.mutes, seat: {**mine, **({other.seat: other.name} if on else {})}}


def _text(live: Live, seat: int, command: Talking) -> tuple[str, str | None]:
    """Return the text of a message and, if it says what a player wants and has, the time for which it does.

    That is "" if it takes back what was said, and None for all other messages.
    """
    if isinstance(command, protocol.SayPhrase):
        return words_of(command.phrase), None
    if isinstance(command, protocol.SayList):
        listing = offered(live, seat).listing if live.row.state == "playing" else None
        if listing is None:
            raise Refused("There’s nothing to trade now.")
        about = listing.about if command.want or command.have else ""
        return statement(listing, command.want, command.have), about
    text = clean_speech(command.text)
    if not text:
        raise Malformed("Write something first. Your message is empty.")
    return text, None


_NOBODY = "You can mute that seat, but not block it: a program sits there."
_UNKNOWN = "Give your name on the home page first. This browser isn’t known here."


def _known(guest: Guest | None) -> str | None:
    return guest.person_id if guest else None
