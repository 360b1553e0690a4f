"""Who is watching which table, and what they have not been told yet."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import Any

import orjson

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
from souq.server.core.realtime.here import NOBODY_HERE, Here
from souq.server.core.realtime.viewers import Since, Viewer
from souq.server.core.workers.queueing import Asker
from souq.server.ops.telemetry.observer import NOBODY, Observer, Spread

WAITING = 256
"""Messages that may wait for a slow client before it is let go."""

LOOKS = 60.0
"""Seconds for which somebody who has asked for a table, or closed its page, counts as looking at it."""

LOOKERS = 8
"""Addresses that are remembered of those who look at a table."""


Send = Callable[[str], Awaitable[None]]
Look = Callable[["Watcher"], Awaitable[list[str]]]


def dump(message: dict[str, Any]) -> str:
    """A message as it is sent."""
    return orjson.dumps(message).decode()


class Watcher:
    """One open socket. What it needs to know is noted here, and sent by its own task as fast as it can take it.

    A client that is slower than the table gets the frames of several revisions in one message.

    Args:
        table_id: which table it watches.
        address: where it comes from.
        on_change: called with the table's id when it is somebody else who looks, or they look away.
    """

    def __init__(
        self, table_id: str, address: str = "", on_change: Callable[[str], None] = lambda table_id: None
    ) -> None:
        self.table_id = table_id
        self.address = address
        self.session = ""
        """Of the browser, if somebody was known by it."""
        self.person: str | None = None
        """Who that is."""
        self._viewer, self._away = Viewer(), False
        self._on_change = on_change
        self.invited: int | None = None
        self.proof: bytes | None = None
        """What the seat was proved by when its player was last sent something."""
        self.since = Since()
        """What the client has been sent."""
        self.revision = 0
        """Of the table, when the client was last sent something of the game."""
        self.behind = 0
        """A stamp of what is drawn behind the areas, as sent last."""
        self.scope: object = None
        """What decides what the client sees, as it was when it was last sent something."""
        self.news = False
        self.about = False
        self.last_about: object = None
        self.closing: tuple[int, str] | None = None
        self._outbox: deque[str] = deque()
        self._spreads: list[Spread] = []
        """Changes of which the client has not been told."""
        self._unheard: list[str] | None = []
        """What was said until the client has been shown the table; None from then on."""
        self._woken = asyncio.Event()

    @property
    def viewer(self) -> Viewer:
        """Who looks."""
        return self._viewer

    @viewer.setter
    def viewer(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self._on_change(self.table_id)

    @property
    def away(self) -> bool:
        """Whether the page is open and nobody looks at it: it is behind others."""
        return self._away

    @away.setter
    def away(self, away: bool) -> None:
        self._away = away
        self._on_change(self.table_id)

    def tell(self, message: dict[str, Any] | str) -> None:
        """Send a message before the next frames."""
        self._outbox.append(message if isinstance(message, str) else dump(message))
        if len(self._outbox) > WAITING:
            self.close(1013, "The connection is too slow.")
        self._woken.set()

    def hear(self, message: dict[str, Any] | str) -> None:
        """Send what was said at the table, though not before the table itself."""
        if self._unheard is None:
            self.tell(message)
        else:
            self._unheard.append(message if isinstance(message, str) else dump(message))

    def notify(self, about: bool = False, spread: Spread | None = None) -> None:
        """There is something new to see; ``about``: also about the table itself (seats, state)."""
        if spread is not None:
            self._spreads.append(spread)
        self.news = True
        self.about = self.about or about
        self._woken.set()

    def notify_about(self) -> None:
        """There is something new about the table itself (who is there), and nothing in the game."""
        self.about = True
        self._woken.set()

    def close(self, code: int, reason: str = "") -> None:
        """Let the client go, after what already waits for it."""
        self.closing = self.closing or (code, reason)
        self._woken.set()

    async def pump(self, send: Send, look: Look) -> None:
        """Send until the watcher is closed. ``look`` makes the messages for what is new."""
        try:
            while True:
                await self._woken.wait()
                self._woken.clear()
                known = len(self._spreads)
                await self._tell_all(send, look)
                for spread in self._spreads[:known]:
                    spread.sent()
                del self._spreads[:known]
                if self.closing is not None and not self._outbox:
                    return
        finally:
            for spread in self._spreads:  # nobody waits for who is gone
                spread.sent()

    async def _tell_all(self, send: Send, look: Look) -> None:
        await self._tell_waiting(send)
        if (self.news or self.about) and self.closing is None:
            for message in await look(self):
                # An answer given while looking belongs before what it has changed, which may be in sight already.
                await self._tell_waiting(send)
                await send(message)
                await asyncio.sleep(0)  # sending packs what is long: others are served between two messages
            said, self._unheard = self._unheard or (), None
            for message in said:
                self.tell(message)

    async def _tell_waiting(self, send: Send) -> None:
        while self._outbox:
            await send(self._outbox.popleft())


class Hub:
    """All watchers, by table.

    Args:
        bus: where it is published who comes, goes and looks.
        observer: who measures what showing a change takes.
    """

    def __init__(self, bus: Bus, observer: Observer = NOBODY) -> None:
        self._bus = bus
        self._elsewhere: dict[str, Here] = {}
        """Who looks at a table through other servers, if anybody does."""
        self._watchers: dict[str, set[Watcher]] = {}
        self._here: dict[str, Here] = {}
        """Who looks at a table here, for as long as that stays so: every one of many who watch asks for it."""
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._looked: OrderedDict[str, dict[str, float]] = OrderedDict()
        self._observer = observer

    def join(self, watcher: Watcher) -> None:
        """Somebody opens a table."""
        self._watchers.setdefault(watcher.table_id, set()).add(watcher)
        self.changed(watcher.table_id)

    def look(self, table_id: str, address: str) -> None:
        """Somebody at an address wants to see a table."""
        self._note_look(table_id, address)
        self._bus.publish(TableLookedAt(table_id))

    def looked_elsewhere(self, event: LookedElsewhere) -> None:
        """Somebody wanted to see a table through another server."""
        self._note_look(event.table_id, f"at {event.server}")

    def _note_look(self, table_id: str, address: str) -> None:
        """Somebody at an address, or through another server, wanted to see a table just now."""
        now = time.monotonic()
        seen = self._looked.setdefault(table_id, {})
        seen.pop(address, None)
        seen[address] = now
        if len(seen) > LOOKERS:
            del seen[next(iter(seen))]
        self._looked.move_to_end(table_id)
        while max(next(iter(self._looked.values())).values()) < now - LOOKS:
            self._looked.popitem(last=False)

    def asker(self, table_id: str) -> Asker:
        """For whom a table asks its bots: whoever looks at it, by address; else the table itself."""
        since = time.monotonic() - LOOKS
        seen = {watcher.address for watcher in self._watchers.get(table_id, ())}
        seen.update(address for address, at in self._looked.get(table_id, {}).items() if at >= since)
        return Asker(tuple(seen) or (table_id,), bool(seen) or self.elsewhere(table_id).anybody)

    def leave(self, watcher: Watcher) -> None:
        """Somebody closes it."""
        at = self._watchers.get(watcher.table_id, set())
        if watcher in at:
            at.remove(watcher)
            self._note_look(watcher.table_id, watcher.address)
        if not at:
            self._watchers.pop(watcher.table_id, None)
        self.changed(watcher.table_id)

    def at(self, table_id: str) -> tuple[Watcher, ...]:
        """Everybody who watches a table."""
        return tuple(self._watchers.get(table_id, ()))

    def watched(self) -> list[str]:
        """The tables that somebody watches."""
        return list(self._watchers)

    def everybody(self) -> Iterable[Watcher]:
        """Every open socket."""
        return tuple(watcher for at in self._watchers.values() for watcher in at)

    def here(self, table_id: str) -> Here:
        """Who looks at a table through this server."""
        known = self._here.get(table_id)
        if known is None and (at := self._watchers.get(table_id)):
            seated = [watcher for watcher in at if watcher.viewer.seat >= 0]
            looking = frozenset(watcher.viewer.seat for watcher in seated if not watcher.away)
            known = self._here[table_id] = Here(frozenset(watcher.viewer.seat for watcher in seated), looking, True)
        return known or NOBODY_HERE

    def elsewhere(self, table_id: str) -> Here:
        """Who looks at a table through other servers."""
        return self._elsewhere.get(table_id, NOBODY_HERE)

    def noted_elsewhere(self, event: PresenceElsewhere) -> None:
        """Note who looks at a table through other servers, and show it to those who are here."""
        self._elsewhere.pop(event.table_id, None)
        if event.here.anybody:
            self._elsewhere[event.table_id] = event.here
        for watcher in self.at(event.table_id):
            watcher.notify_about()

    def changed(self, table_id: str) -> None:
        """Somebody comes to a table, goes, sits down or looks away."""
        self._here.pop(table_id, None)
        self._bus.publish(PresenceChanged(table_id, self.here(table_id)))

    def connected(self, table_id: str) -> frozenset[int]:
        """The seats whose players are looking, through any server."""
        return self.here(table_id).connected | self.elsewhere(table_id).connected

    def looking(self, table_id: str) -> frozenset[int]:
        """Of those, the seats whose players have the page in front of them."""
        return self.here(table_id).looking | self.elsewhere(table_id).looking

    def publish(self, table_id: str, about: bool = False) -> None:
        """The table has changed: everybody is brought up to date."""
        watchers = self.at(table_id)
        spread = self._observer.spread(len(watchers))
        for watcher in watchers:
            watcher.notify(about, spread)
        for waiting in self._waiting.get(table_id, ()):
            waiting.set()

    def outdated(self, event: TableOutdated) -> None:
        """Bring everybody at a table up to date that other servers have changed."""
        self.publish(event.table_id, about=True)

    def missed(self, event: UpdatesMissed) -> None:
        """Bring everybody up to date."""
        for table_id in self.watched():
            self.publish(table_id, about=True)

    def publish_to(self, table_id: str, seat: int) -> None:
        """Something has changed that only one seat may know."""
        for watcher in self.at(table_id):
            if watcher.viewer.seat == seat:
                watcher.notify()

    async def next_change(self, table_id: str, patience: float) -> None:
        """Wait until a table changes, or for so many seconds."""
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
        """Somebody came or went: the others are told who is there; of who only watches nobody is told."""
        self._bus.publish(PresenceChanged(watcher.table_id, self.here(watcher.table_id)))
        if watcher.viewer.seat >= 0:
            for other in self.at(watcher.table_id):
                if other is not watcher:
                    other.notify_about()

    def part(self, table_id: str, seat: int) -> None:
        """Let everybody in a seat, or invited to it, go: they come back as whoever they can still prove to be."""
        self._bus.publish(SeatFreed(table_id, seat))

    def freed(self, event: SeatFreed) -> None:
        """The same, of those who are here."""
        for watcher in self.at(event.table_id):
            if event.seat in (watcher.viewer.seat, watcher.invited):
                watcher.close(1012, "The seat has a new link.")

    def sign_out(self, sessions: Collection[str]) -> None:
        """Let everybody go who came as somebody their browser knows no more: they come back as who they are now."""
        self._bus.publish(SignedOut(tuple(sessions)))

    def signed_out(self, event: SignedOut) -> None:
        """The same, of those who are here."""
        for watcher in self.everybody():
            if watcher.session and watcher.session in event.sessions:
                watcher.close(1012, "This browser has signed out.")

    def tell(self, table_id: str, message: dict[str, Any], hears: Callable[[Watcher], bool]) -> None:
        """What was said, the same for everybody at a table who would hear it."""
        text = dump(message)
        for watcher in self.at(table_id):
            if hears(watcher):
                watcher.hear(text)
