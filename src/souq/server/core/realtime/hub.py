"""The clients that view each table, and the messages waiting to be sent to them."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import Any

from souq.server.core.events import (
    Bus,
    LookedElsewhere,
    PresenceChanged,
    PresenceElsewhere,
    SeatFreed,
    SignedOut,
    TableLookedAt,
    TableOutdated,
    UpdatesMissed,
)
from souq.server.core.messages import dump
from souq.server.core.realtime.presence import NOBODY_PRESENT, TablePresence
from souq.server.core.realtime.viewers import Since, Viewer
from souq.server.core.workers.queueing import Asker
from souq.server.ops.telemetry.observer import NOBODY, Observer, Spread

WAITING = 256
"""Maximum number of messages queued for a slow client before it is disconnected."""

LOOKS = 60.0
"""Seconds for which a client counts as a viewer after it requested the table, or after it closed the page."""

LOOKERS = 8
"""Maximum number of recent viewers' addresses remembered for each table."""


Send = Callable[[str], Awaitable[None]]
MakeMessages = Callable[["Watcher"], Awaitable[list[str]]]


class Watcher:
    """A client that views a table over a WebSocket: its connection, and a queue of messages to send to it.

    Each watcher has its own task that sends the messages. If the client is slower than the table changes, it gets the
    frames of several changes in one message.

    Args:
        table_id: the table that the client views.
        address: the client's address.
        on_change: called with the table's ID when the client's seat changes, or its page becomes hidden or visible.
    """

    def __init__(
        self, table_id: str, address: str = "", on_change: Callable[[str], None] = lambda table_id: None
    ) -> None:
        self.table_id = table_id
        self.address = address
        self.session = ""
        """The ID of the browser session by which the client was recognised; "" if it wasn't recognised."""
        self.person: str | None = None
        """The ID of the person who is signed in to the session."""
        self._viewer, self._away = Viewer(), False
        self._on_change = on_change
        self.invited: int | None = None
        self.proof: bytes | None = None
        """The hash of the seat's token when messages were last made. If it changes, the client is disconnected."""
        self.since = Since()
        """The part of the game that the client has received."""
        self.revision = 0
        """The table's revision when the client last received frames of the game."""
        self.behind = 0
        """The hash of the areas' backgrounds that the client has (see :func:`frames.frames_text`)."""
        self.scope: object = None
        """The value of :func:`viewers.scope` at the last frames. While it stays equal, no new frames are needed."""
        self.game_changed = False
        self.about = False
        self.last_about: object = None
        self.closing: tuple[int, str] | None = None
        self._outbox: deque[str] = deque()
        self._spreads: list[Spread] = []
        """Timers of how long changes take to reach all viewers, for changes that this client has yet to receive."""
        self._held_chat: list[str] | None = []
        """Chat messages that are held back until the table itself has been sent; None from then on."""
        self._woken = asyncio.Event()

    @property
    def viewer(self) -> Viewer:
        """The seat and layout with which the client views the table."""
        return self._viewer

    @viewer.setter
    def viewer(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self._on_change(self.table_id)

    @property
    def away(self) -> bool:
        """Whether the page is open but hidden."""
        return self._away

    @away.setter
    def away(self, away: bool) -> None:
        self._away = away
        self._on_change(self.table_id)

    def queue(self, message: dict[str, Any] | str) -> None:
        """Queue a message to be sent before the next frames."""
        self._outbox.append(message if isinstance(message, str) else dump(message))
        if len(self._outbox) > WAITING:
            self.close(1013, "The connection is too slow.")
        self._woken.set()

    def queue_chat(self, message: dict[str, Any] | str) -> None:
        """Queue a chat message, to be sent after the first messages about the table."""
        if self._held_chat is None:
            self.queue(message)
        else:
            self._held_chat.append(message if isinstance(message, str) else dump(message))

    def notify(self, about: bool = False, spread: Spread | None = None) -> None:
        """Note that the game has changed, so that new frames are made and sent.

        If ``about`` is true, the table's description has changed, too. ``spread`` measures how long the delivery takes.
        """
        if spread is not None:
            self._spreads.append(spread)
        self.game_changed = True
        self.about = self.about or about
        self._woken.set()

    def notify_about(self) -> None:
        """Note that the table's description (such as its seats or who is connected) has changed, but not the game."""
        self.about = True
        self._woken.set()

    def close(self, code: int, reason: str = "") -> None:
        """Disconnect the client, after sending the messages that already wait for it."""
        self.closing = self.closing or (code, reason)
        self._woken.set()

    async def pump(self, send: Send, make_messages: MakeMessages) -> None:
        """Send messages until the watcher is closed. ``make_messages`` returns those about changes of the table."""
        try:
            while True:
                await self._woken.wait()
                self._woken.clear()
                # A change noted while messages are made or sent may not be in them: it counts with the next round.
                known = len(self._spreads)
                await self._send_all(send, make_messages)
                for spread in self._spreads[:known]:
                    spread.delivered()
                del self._spreads[:known]
                if self.closing is not None and not self._outbox:
                    return
        finally:
            for spread in self._spreads:  # a client that is gone must not keep a measurement open
                spread.delivered()

    async def _send_all(self, send: Send, make_messages: MakeMessages) -> None:
        await self._send_queued(send)
        if (self.game_changed or self.about) and self.closing is None:
            for message in await make_messages(self):
                # An answer queued meanwhile goes first: these messages may already show what its command changed.
                await self._send_queued(send)
                await send(message)
                await asyncio.sleep(0)  # long messages are compressed when sent; let other tasks run in between
            said, self._held_chat = self._held_chat or (), None
            for message in said:
                self.queue(message)

    async def _send_queued(self, send: Send) -> None:
        while self._outbox:
            await send(self._outbox.popleft())


class Hub:
    """All watchers, by table.

    Args:
        bus: where presence changes are published.
        observer: measures how long a change takes to reach all viewers.
    """

    def __init__(self, bus: Bus, observer: Observer = NOBODY) -> None:
        self._bus = bus
        self._elsewhere: dict[str, TablePresence] = {}
        """The viewers on other servers, for each table that has any."""
        self._watchers: dict[str, set[Watcher]] = {}
        self._here: dict[str, TablePresence] = {}
        """Cache of the viewers on this server, by table ID. It saves computing them again for every watcher."""
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._looked: OrderedDict[str, dict[str, float]] = OrderedDict()
        self._observer = observer

    def join(self, watcher: Watcher) -> None:
        """Add a watcher."""
        self._watchers.setdefault(watcher.table_id, set()).add(watcher)
        self.changed(watcher.table_id)

    def note_view(self, table_id: str, address: str) -> None:
        """Record that a client at an address views a table, and publish an event about it."""
        self._remember_view(table_id, address)
        self._bus.publish(TableLookedAt(table_id))

    def looked_elsewhere(self, event: LookedElsewhere) -> None:
        """Record that a table has been viewed by a client of another server."""
        self._remember_view(event.table_id, f"at {event.server}")

    def _remember_view(self, table_id: str, address: str) -> None:
        """Store when a table was last viewed from a client's address, or by clients of another server."""
        now = time.monotonic()
        seen = self._looked.setdefault(table_id, {})
        seen.pop(address, None)
        seen[address] = now
        if len(seen) > LOOKERS:
            del seen[next(iter(seen))]
        self._looked.move_to_end(table_id)
        # The table viewed last is at the end, so outdated ones are at the beginning.
        while max(next(iter(self._looked.values())).values()) < now - LOOKS:
            self._looked.popitem(last=False)

    def asker(self, table_id: str) -> Asker:
        """Return the party to charge for a table's use of bots: its viewers' addresses or, if it has none, its ID."""
        since = time.monotonic() - LOOKS
        seen = {watcher.address for watcher in self._watchers.get(table_id, ())}
        seen.update(address for address, at in self._looked.get(table_id, {}).items() if at >= since)
        return Asker(tuple(seen) or (table_id,), bool(seen) or self.elsewhere(table_id).anybody)

    def leave(self, watcher: Watcher) -> None:
        """Remove a watcher."""
        at = self._watchers.get(watcher.table_id, set())
        if watcher in at:
            at.remove(watcher)
            self._remember_view(watcher.table_id, watcher.address)
        if not at:
            self._watchers.pop(watcher.table_id, None)
        self.changed(watcher.table_id)

    def at(self, table_id: str) -> tuple[Watcher, ...]:
        """Return all watchers of a table."""
        return tuple(self._watchers.get(table_id, ()))

    def watched(self) -> list[str]:
        """Return the IDs of the tables with at least one watcher."""
        return list(self._watchers)

    def everybody(self) -> Iterable[Watcher]:
        """Return the watchers of all tables."""
        return tuple(watcher for at in self._watchers.values() for watcher in at)

    def here(self, table_id: str) -> TablePresence:
        """Return the viewers of a table on this server."""
        known = self._here.get(table_id)
        if known is None and (at := self._watchers.get(table_id)):
            seated = [watcher for watcher in at if watcher.viewer.seat >= 0]
            looking = frozenset(watcher.viewer.seat for watcher in seated if not watcher.away)
            known = self._here[table_id] = TablePresence(
                frozenset(watcher.viewer.seat for watcher in seated), looking, True
            )
        return known or NOBODY_PRESENT

    def elsewhere(self, table_id: str) -> TablePresence:
        """Return the viewers of a table on other servers."""
        return self._elsewhere.get(table_id, NOBODY_PRESENT)

    def noted_elsewhere(self, event: PresenceElsewhere) -> None:
        """Record the viewers of a table on other servers, and notify its watchers here."""
        self._elsewhere.pop(event.table_id, None)
        if event.here.anybody:
            self._elsewhere[event.table_id] = event.here
        for watcher in self.at(event.table_id):
            watcher.notify_about()

    def changed(self, table_id: str) -> None:
        """Publish who views a table, after a watcher has joined, left, changed seats, or hidden or shown its page."""
        self._here.pop(table_id, None)
        self._bus.publish(PresenceChanged(table_id, self.here(table_id)))

    def connected(self, table_id: str) -> frozenset[int]:
        """Return the seats whose players are connected to any server."""
        return self.here(table_id).connected | self.elsewhere(table_id).connected

    def looking(self, table_id: str) -> frozenset[int]:
        """Return the seats whose players have the page visible, on any server."""
        return self.here(table_id).looking | self.elsewhere(table_id).looking

    def publish(self, table_id: str, about: bool = False) -> None:
        """Notify all watchers of a table, and everyone who waits for its next change."""
        watchers = self.at(table_id)
        spread = self._observer.spread(len(watchers))
        for watcher in watchers:
            watcher.notify(about, spread)
        for waiting in self._waiting.get(table_id, ()):
            waiting.set()

    def outdated(self, event: TableOutdated) -> None:
        """Notify the watchers of a table, because another server has changed it."""
        self.publish(event.table_id, about=True)

    def missed(self, event: UpdatesMissed) -> None:
        """Notify all watchers, because messages about changes to their tables may have been lost."""
        for table_id in self.watched():
            self.publish(table_id, about=True)

    def publish_to(self, table_id: str, seat: int) -> None:
        """Notify the watchers in one seat of a change that no other seat may see."""
        for watcher in self.at(table_id):
            if watcher.viewer.seat == seat:
                watcher.notify()

    async def next_change(self, table_id: str, patience: float) -> None:
        """Wait until a table changes, at most ``patience`` seconds."""
        change = asyncio.Event()
        waiting = self._waiting.setdefault(table_id, set())
        waiting.add(change)
        try:
            await asyncio.wait_for(change.wait(), max(patience, 0.001))
        except TimeoutError:
            pass
        finally:
            waiting.discard(change)
            if not waiting:
                self._waiting.pop(table_id, None)

    def publish_presence(self, watcher: Watcher) -> None:
        """Publish that a client has connected to a table or disconnected from it.

        The table's other watchers are notified only if the client has a seat, not if it is a spectator.
        """
        self._bus.publish(PresenceChanged(watcher.table_id, self.here(watcher.table_id)))
        if watcher.viewer.seat >= 0:
            for other in self.at(watcher.table_id):
                if other is not watcher:
                    other.notify_about()

    def part(self, table_id: str, seat: int) -> None:
        """Disconnect all clients that use a seat or are invited to it, on all servers, because its link is now invalid.

        They reconnect with the access that they still have.
        """
        self._bus.publish(SeatFreed(table_id, seat))

    def freed(self, event: SeatFreed) -> None:
        """Disconnect all clients of this server that use a seat or are invited to it (see :meth:`part`)."""
        for watcher in self.at(event.table_id):
            if event.seat in (watcher.viewer.seat, watcher.invited):
                watcher.close(1012, "The seat has a new link.")

    def sign_out(self, sessions: Collection[str]) -> None:
        """Disconnect everyone with one of these browser sessions, on all servers.

        They reconnect without a session.
        """
        self._bus.publish(SignedOut(tuple(sessions)))

    def signed_out(self, event: SignedOut) -> None:
        """Disconnect those of this server's clients whose browser session the event names (see :meth:`sign_out`)."""
        for watcher in self.everybody():
            if watcher.session and watcher.session in event.sessions:
                watcher.close(1012, "This browser has signed out.")

    def send_chat(self, table_id: str, message: dict[str, Any], receives: Callable[[Watcher], bool]) -> None:
        """Send a chat message to those watchers of a table for which ``receives`` is true."""
        text = dump(message)
        for watcher in self.at(table_id):
            if receives(watcher):
                watcher.queue_chat(text)
