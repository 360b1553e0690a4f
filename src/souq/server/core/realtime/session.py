"""The session of one client at a table: it receives commands and sends frames.

A client may reconnect at any time and then receives what it missed. Nothing here needs a server: the connection, rate
limits, and who the client belongs to are up to a :class:`~souq.server.core.realtime.client.Client`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

from souq.engine.errors import SouqError
from souq.engine.match.decision import SPECTATOR
from souq.server.core.commands import protocol
from souq.server.core.commands.outcome import Caller
from souq.server.core.commands.queries import answer_of
from souq.server.core.live import removals
from souq.server.core.live.left_seats import taken_over
from souq.server.core.live.live import Live
from souq.server.core.live.people import Guest
from souq.server.core.live.seats import Standing, standing
from souq.server.core.playing import Playing
from souq.server.core.realtime.client import Client, Gone
from souq.server.core.realtime.hub import Watcher
from souq.server.core.realtime.info import said_json
from souq.server.core.realtime.viewers import NOTHING, Since, Viewer, seen_before
from souq.server.core.token_bucket import FRAME
from souq.server.errors import Malformed, NoTable, TooFast, refusal_json, status_of
from souq.server.ops.telemetry import context

LOG = logging.getLogger("souq.server")

PATIENCE = 20.0
"""Seconds within which a client must send ``hello``."""

TOO_FAST, TOO_BIG = 4429, 1009


class Session:
    """The connection of one client to one table, from its ``hello`` message to its end.

    Args:
        table_id: the table.
        client: the other side.
        playing: the parts that run tables.
    """

    def __init__(self, table_id: str, client: Client, playing: Playing) -> None:
        self._client, self._admission, self._observer = client, playing.admission, playing.observer
        self._tables, self._storage, self._commands = playing.tables, playing.store, playing.commands
        self._arrivals, self._talk, self._turns = playing.arrivals, playing.talk, playing.turns
        self._hints, self._hub, self._updates = playing.hints, playing.hub, playing.updates
        self._chores = playing.chores
        self._watcher = Watcher(table_id, client.address, self._hub.changed)
        self._guest = Guest("", None)
        self._shown: str | None = None
        self._refused = 0

    @property
    def _who(self) -> str:
        """The name for rate limiting: the client's seat or, if it has none, its guest ID or else its address."""
        seat, person = self._watcher.viewer.seat, self._guest.person_id
        return f"{self._watcher.table_id} {seat}" if seat != SPECTATOR else person or self._client.address

    async def serve(self) -> None:
        """Receive and send until either side closes the connection."""
        talking = asyncio.create_task(self._send())
        listening = asyncio.create_task(self._listen())
        try:
            await asyncio.wait({talking, listening}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            # Leave first, so that the player counts as disconnected at once. Then let the sender, if the server closes
            # the connection, send what is queued and the close frame.
            self._hub.leave(self._watcher)
            self._chores.start(self._was_here(self._watcher.viewer.seat))
            listening.cancel()
            if self._watcher.closing is not None and not talking.done():
                with contextlib.suppress(TimeoutError, Exception):
                    await asyncio.wait_for(talking, 2.0)
            talking.cancel()
            for task in (talking, listening):
                with contextlib.suppress(asyncio.CancelledError, Gone, RuntimeError):
                    await task
            self._hub.publish_presence(self._watcher)

    async def _was_here(self, seat: int) -> None:
        """Store that the player was connected until now, when their client disconnects."""
        with contextlib.suppress(SouqError):
            if seat >= 0 and not self._chores.closing:
                async with self._tables.hold(self._watcher.table_id) as live:
                    await self._arrivals.seen(live, seat)

    async def _send(self) -> None:
        await self._watcher.pump(self._client.send_text, self._updates.messages)
        code, reason = self._watcher.closing or (1000, "")
        with contextlib.suppress(Gone):
            await self._client.close(code, reason)

    async def _listen(self) -> None:
        try:
            text = await asyncio.wait_for(self._receive(), PATIENCE)
            await self._hello(text)
            while self._watcher.closing is None:
                await self._take(await self._receive())
        except TimeoutError:
            self._watcher.close(4408, "Nobody said hello.")
        except Gone:
            return
        await asyncio.sleep(5.0)  # let the sender end first: it sends what is queued and closes the socket

    async def _receive(self) -> str:
        text = await self._client.receive()
        # The first check is cheap and keeps a huge text from being encoded.
        if len(text) > FRAME or len(text.encode()) > FRAME:
            self._watcher.close(TOO_BIG, "That message is too long.")
            return ""
        return text

    async def _take(self, text: str) -> None:
        """Handle one message from the client. If it fails, the error is sent back to this client only."""
        if self._watcher.closing is not None:
            return
        key = ""
        try:
            command = self._read(text)
            key = getattr(command, "id", "")
            self._client.pay(self._who, command)
            await self._do(command)
        except Exception as error:
            self._refuse(key or protocol.key_of(text), error)

    def _read(self, text: str) -> protocol.Command:
        """Parse a message. If it is malformed, charge the rate limit for it, too."""
        try:
            return protocol.read(text)
        except Malformed:
            self._client.pay(self._who, None)
            raise

    def _refuse(self, key: str, error: Exception) -> None:
        """Send the reason why a command was refused; disconnect a client that keeps exceeding the rate limit."""
        self._refused += isinstance(error, TooFast)
        if self._refused > 100:
            self._watcher.close(TOO_FAST, "That’s too fast.")
        self._observer.refused("socket", status_of(error) if isinstance(error, SouqError) else 500)
        if isinstance(error, SouqError):
            self._watcher.queue({"type": "refused", "id": key, **refusal_json(error)})
            return
        LOG.error("A command failed.", exc_info=error)
        message = "Something went wrong on our side. Nothing has changed; try again."
        self._watcher.queue({"type": "refused", "id": key, "message": message, "rule": None})

    async def _do(self, command: protocol.Command) -> None:
        watcher = self._watcher
        match command:
            case protocol.Change():
                await self._change(command)
            case protocol.Hello():
                raise Malformed("You’ve already said hello.")
            case protocol.Resize(layout=layout):
                watcher.viewer = Viewer(watcher.viewer.seat, layout)
                watcher.notify()
            case protocol.Presence(away=away):
                watcher.away = away
                if not away:
                    self._arrivals.sees(watcher.table_id, watcher.viewer.seat)
            case protocol.Hint(id=key):
                self._chores.start(self._hint(key))
            case protocol.PreviewProposal() if not self._client.may_preview(self._who):
                pass  # previews are optional: a client that types too fast gets one for later input
            case _:
                async with self._tables.hold(watcher.table_id) as live:
                    watcher.queue(answer_of(live, watcher.viewer.seat, command))

    async def _change(self, command: protocol.Change) -> None:
        watcher = self._watcher
        talks = isinstance(command, protocol.Say | protocol.SayPhrase | protocol.SayList)
        if talks and not self._client.may_talk(self._who):
            raise TooFast
        if talks or isinstance(command, protocol.Sit):
            self._admission.admit(self._guest.person_id, self._client.address)
        if isinstance(command, protocol.Sit):
            self._guest = await self._client.introduce(self._guest, command.name)
            watcher.person = self._guest.person_id
        caller = Caller(watcher.viewer.seat, watcher.invited, self._guest, self._shown)
        # A command that has begun is completed even if its client disconnects meanwhile.
        work = self._commands.carry_out(watcher.table_id, caller, command, self._acknowledge)
        await self._chores.to_its_end(work)

    async def _hint(self, key: str) -> None:
        """Find a hint and send it. This runs as a task, so the client can send other commands meanwhile."""
        watcher = self._watcher
        context.begin_job("hint", table=watcher.table_id)
        try:
            watcher.queue(await self._hints.hint(watcher.table_id, watcher.viewer, key))
        except Exception as error:
            self._refuse(key, error)

    def _acknowledge(self, answer: dict[str, Any]) -> None:
        if "token" in answer:
            self._watcher.viewer = Viewer(answer["seat"], self._watcher.viewer.layout)
            self._watcher.invited = self._watcher.proof = None
        self._watcher.queue(answer)

    async def _hello(self, text: str) -> None:
        """Handle the first message: recognise the client by its token or person, and start to send it the table."""
        watcher = self._watcher
        try:
            hello = protocol.read(text)
            if not isinstance(hello, protocol.Hello):
                raise Malformed("Say hello first.")
            self._client.pay(self._who, hello)
            self._guest = await self._client.recognise()
            watcher.session, watcher.person = self._guest.session, self._guest.person_id
            self._shown = hello.token
            async with self._tables.hold(watcher.table_id) as live:
                stands = standing(live.row, hello.token, self._guest.person_id)
                await self._welcome(live, hello, stands)
                for said in await self._talk.messages(live, stands.seat, watcher.person):
                    watcher.queue_chat(said_json(said) | {"past": True})
            self._hub.publish_presence(watcher)
        except SouqError as error:
            watcher.queue({"type": "refused", "id": "", "fatal": True, **refusal_json(error)})
            watcher.close(4404 if isinstance(error, NoTable) else 1008, "There’s nothing to see here.")

    async def _welcome(self, live: Live, hello: protocol.Hello, stands: Standing) -> None:
        watcher = self._watcher
        watcher.viewer = Viewer(stands.seat, hello.layout)
        watcher.invited = stands.invited
        watcher.proof = live.seat(stands.seat).token_hash if stands.seat >= 0 else None
        if hello.seen and live.match is not None and hello.seen <= live.seq(stands.seat):
            past = await self._storage.log_state(live.row.id, stands.seat, hello.seen)
            seen = seen_before(live, stands.seat, past)
            if seen != NOTHING:
                watcher.since, watcher.revision = Since(seen, True, hello.retell), live.row.revision
        message = "" if stands.known else "This link no longer works: the seat is taken, or the host made a new link."
        if stands.seat == SPECTATOR and stands.invited is None and live.row.state == "waiting":
            gone = await removals.removed(self._storage, live.row.id, watcher.person, hello.token)
            message = removals.WORDS if gone else message
        elif stands.seat == SPECTATOR and stands.invited is None and watcher.person and not hello.seen:
            message = await taken_over(self._storage, live, watcher.person) or message
        if message:
            watcher.queue({"type": "refused", "id": "", "message": message, "rule": None})
        self._hub.join(watcher)
        await self._arrivals.seen(live, stands.seat)
        self._turns.viewed(live.row.id, watcher.address)
        watcher.notify(about=True)
