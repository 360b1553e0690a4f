"""Who is watching which table, and what they have not been told yet."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from souq.table.processes.queueing import Asker
from souq.table.shown.viewers import Since, Viewer

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
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


class Watcher:
    """One open socket. What it needs to know is noted here, and sent by its own task as fast as it can take it.

    A client that is slower than the table gets the frames of several revisions in one message.
    """

    def __init__(self, table_id: str, address: str = "") -> None:
        self.table_id = table_id
        self.address = address
        self.viewer = Viewer()
        self.invited: int | None = None
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
        self._woken = asyncio.Event()

    def tell(self, message: dict[str, Any] | str) -> None:
        """Send a message before the next frames."""
        self._outbox.append(message if isinstance(message, str) else dump(message))
        if len(self._outbox) > WAITING:
            self.close(1013, "The connection is too slow.")
        self._woken.set()

    def notify(self, about: bool = False) -> None:
        """There is something new to see; ``about``: also about the table itself (seats, state)."""
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
        while True:
            await self._woken.wait()
            self._woken.clear()
            await self._tell_all(send, look)
            if self.closing is not None and not self._outbox:
                return

    async def _tell_all(self, send: Send, look: Look) -> None:
        await self._tell_waiting(send)
        if (self.news or self.about) and self.closing is None:
            for message in await look(self):
                # An answer given while looking belongs before what it has changed, which may be in sight already.
                await self._tell_waiting(send)
                await send(message)
                await asyncio.sleep(0)  # sending packs what is long: others are served between two messages

    async def _tell_waiting(self, send: Send) -> None:
        while self._outbox:
            await send(self._outbox.popleft())


class Hub:
    """All watchers, by table."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[Watcher]] = {}
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self._looked: OrderedDict[str, dict[str, float]] = OrderedDict()

    def join(self, watcher: Watcher) -> None:
        """Somebody opens a table."""
        self._watchers.setdefault(watcher.table_id, set()).add(watcher)

    def look(self, table_id: str, address: str) -> None:
        """Somebody at an address wants to see a table."""
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
        return Asker(tuple(seen) or (table_id,), bool(seen))

    def leave(self, watcher: Watcher) -> None:
        """Somebody closes it."""
        at = self._watchers.get(watcher.table_id, set())
        if watcher in at:
            at.remove(watcher)
            self.look(watcher.table_id, watcher.address)
        if not at:
            self._watchers.pop(watcher.table_id, None)

    def at(self, table_id: str) -> Iterable[Watcher]:
        """Everybody who watches a table."""
        return tuple(self._watchers.get(table_id, ()))

    def everybody(self) -> Iterable[Watcher]:
        """Every open socket."""
        return tuple(watcher for at in self._watchers.values() for watcher in at)

    def connected(self, table_id: str) -> set[int]:
        """The seats whose players are looking."""
        return {watcher.viewer.seat for watcher in self.at(table_id) if watcher.viewer.seat >= 0}

    def publish(self, table_id: str, about: bool = False) -> None:
        """The table has changed: everybody is brought up to date."""
        for watcher in self.at(table_id):
            watcher.notify(about)
        for waiting in self._waiting.get(table_id, ()):
            waiting.set()

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
        """Somebody came or went: the others are told who is there."""
        for other in self.at(watcher.table_id):
            if other is not watcher:
                other.notify_about()

    def part(self, table_id: str, seat: int) -> None:
        """Let everybody in a seat, or invited to it, go: they come back as whoever they can still prove to be."""
        for watcher in self.at(table_id):
            if seat in (watcher.viewer.seat, watcher.invited):
                watcher.close(1012, "The seat has a new link.")

    def tell(self, table_id: str, message: dict[str, Any]) -> None:
        """The same message for everybody at a table."""
        text = dump(message)
        for watcher in self.at(table_id):
            watcher.tell(text)
