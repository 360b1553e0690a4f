"""The notifications service: who is notified, and when.

A player is notified once a quiet period has passed since their turn began, unless they have seen the table by then.
State in memory may be lost at any time: after a start, the tables' rows and the outbox are enough to find turns that
nobody was notified of. In a cluster the leader sends notifications, and receives every table change and every visit;
when another server becomes the leader, it starts in the same way.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import random
import time
from collections.abc import Awaitable
from dataclasses import dataclass

from souq.server.core.db.storage import Storage
from souq.server.core.jobs.backlog import Backlog
from souq.server.core.jobs.backoff import Pauses
from souq.server.core.jobs.chores import Chores
from souq.server.core.realtime.hub import Hub
from souq.server.core.store.rows import TableRow
from souq.server.core.token_bucket import Buckets
from souq.server.errors import OutOfReach, TooFast
from souq.server.features.notifications.channels import Channels
from souq.server.features.notifications.keys import ServerKeys
from souq.server.features.notifications.outbox import Letter, Outbox
from souq.server.features.notifications.sending import Answer, Fate, Sender
from souq.server.features.notifications.waiting import Waiting, asked
from souq.server.features.notifications.words import Turn, turn_of
from souq.server.mail import Post
from souq.server.ops.config.settings import Settings

LOG = logging.getLogger("souq.server")

LETTERS = 5.0
"""Delay of e-mails after other notifications of the same turn, as a multiple of the quiet period.

A player who reacts to another notification in that time gets no e-mail.
"""
FIRST_PAUSE, LONGEST_PAUSE = 30.0, 3600.0
"""Seconds between attempts to send a failed notification: the first pause, which doubles each time, and the longest."""
GIVEN_UP = 2 * 86_400.0
"""Seconds for which sending a notification is retried; after that it is deleted."""
ALIKE = 60.0
"""Precision, in seconds, of the stored times at which players last visited a table."""
AT_ONCE = 20
"""Maximum number of notifications being sent at the same time."""
CLAIMED = 30.0
"""Seconds for which one server of a cluster claims a notification.

If that server is killed meanwhile, another one sends the notification, even if it was already sent.
"""
RARELY = 60.0
"""Maximum number of seconds between two checks of the outbox."""


@dataclass(slots=True)
class Begun:
    """A turn that has begun and whose player will be notified if they don't visit the table in time."""

    row: TableRow
    at: float
    """When to add the notification to the outbox, in seconds since 1970."""


class Notices(Backlog):
    """Service that notifies players of their turns."""

    def __init__(self, storage: Storage, hub: Hub, chores: Chores, post: Post, settings: Settings) -> None:
        self._storage, self._hub, self._chores, self._quiet = storage, hub, chores, settings.quiet
        self.channels, self.outbox = Channels(storage.database), Outbox(storage.database)
        self.waiting, self.keys = Waiting(storage.database), ServerKeys(storage.database)
        self.sender = Sender(self.channels, self.waiting, self.keys, post, settings)
        self._changes = Buckets(*((1 / 20, 12) if settings.limited else (1e6, 1e6)))
        """Rate limit of adding and testing channels, by person and by IP address."""
        self._posted = Buckets(*((1 / 30, 20) if settings.limited else (1e6, 1e6)))
        """Rate limit of requests to addresses that users gave, by channel."""
        self._asked: dict[str, frozenset[int]] = {}
        self._ready = self._again = False
        self._alone = storage.database.is_sqlite
        self._begun: dict[tuple[str, int], Begun] = {}
        self._in_outbox: dict[tuple[str, int], float] = {}
        """Turns in the outbox, by table ID and seat: when they began (seconds since 1970; 0 if unknown)."""
        self._own: set[str] = set()
        self._hosts: set[str] = set()
        self._on_their_way: set[tuple[str, str, int]] = set()
        self._next: float | None = None
        self._woken, self._lock = asyncio.Event(), asyncio.Lock()

    def spend(self, *who: str) -> None:
        """Count the addition or test of a channel against the rate limits of each of `who`: a person, an IP address.

        Raises:
            TooFast: the person or the address has reached its limit.
        """
        for each in who:
            if not self._changes.take(each):
                raise TooFast

    def table_changed(self, row: TableRow) -> None:
        """Note which turns have begun and which are over at a table that has changed."""
        if not self._ready:
            return  # _start reads every table once it is ready
        now, before = frozenset(asked(row)), self._asked.get(row.id, frozenset())
        for seat in before - now:
            self._over(row.id, seat)
        for seat in now - before:
            self._begin(row, seat, time.time())
        if now:
            self._asked[row.id] = now
        else:
            self._asked.pop(row.id, None)

    def seen(self, table_id: str, seat: int, at: float) -> None:
        """Cancel a seat's notifications of turns that began before its player visited the table, at time `at`."""
        begun = self._begun.get((table_id, seat))
        if begun is not None and begun.row.updated_at <= at:
            del self._begun[table_id, seat]
        if self._in_outbox.get((table_id, seat), math.inf) <= at:
            del self._in_outbox[table_id, seat]
            self._chores.start(self._do(self.outbox.seen(table_id, seat)))

    def table_closed(self, table_id: str) -> None:
        """Stop tracking the turns of a table that was deleted."""
        for seat in self._asked.pop(table_id, ()):
            self._begun.pop((table_id, seat), None)
            self._in_outbox.pop((table_id, seat), None)

    async def reload_channels(self) -> None:
        """Read from the database which people have notification channels."""
        self._own, self._hosts = await self.channels.listeners()
        self._woken.set()

    @property
    def has_channels(self) -> bool:
        """Whether any person has a notification channel."""
        return bool(self._own or self._hosts)

    def resync(self) -> None:
        """Reload everything from the database, because changes may have been missed."""
        self._again = True
        self._woken.set()

    async def run(self) -> None:
        """Notify players of their turns until cancelled."""
        try:
            await self._run()
        finally:
            self._ready = False

    async def _run(self) -> None:
        await self._start()
        while True:
            self._woken.clear()
            try:
                if self._again:
                    await self._start()
                await self._queue_begun()
                await self._send_due()
            except OutOfReach as error:
                LOG.warning("Notices are delayed: %s", error)
                self._next = time.time() + 5.0
            except Exception:
                LOG.exception("Notifications could not be queued.")
                self._next = time.time() + 60.0
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), self._pause())

    async def unsent(self) -> int:
        """Return how many notifications in the outbox have not been sent.

        Raises:
            OutOfReach: the database cannot be reached.
        """
        return await self.outbox.waiting()

    async def close(self) -> None:
        """Close every connection. Unsent notifications stay in the database."""
        await self.sender.close()

    def _begin(self, row: TableRow, seat: int, now: float) -> None:
        if self._listened(row, seat) and seat not in self._hub.looking(row.id):
            self._begun[row.id, seat] = Begun(row, now + self._quiet)
            self._woken.set()

    def _over(self, table_id: str, seat: int) -> None:
        self._begun.pop((table_id, seat), None)
        if (table_id, seat) in self._in_outbox:
            self._chores.start(self._do(self.outbox.over(table_id, seat)))

    def _listened(self, row: TableRow, seat: int) -> bool:
        host = row.seats[row.host].person_id if row.host is not None else None
        return row.seats[seat].person_id in self._own or host in self._hosts

    def _pause(self) -> float:
        """Return for how many seconds there is nothing to do: until the next notification is due, at most `RARELY`."""
        times = [begun.at for begun in self._begun.values()] + ([self._next] if self._next is not None else [])
        return min([RARELY, *(max(0.01, at - time.time()) for at in times)])

    async def _do(self, work: Awaitable[None]) -> None:
        """Execute a change of the outbox after those before it, one at a time.

        A change that fails is dropped, since every turn is checked again before its notification is sent.
        """
        async with self._lock:
            with contextlib.suppress(OutOfReach):
                await work

    async def _start(self) -> None:
        """Load the channels and the outbox, and find the turns that began while no server was sending notifications."""
        pauses, begun = Pauses(), dict[tuple[str, int], Begun]()
        while True:
            self._ready = self._again = False
            begun |= self._begun
            for known_before in (self._asked, self._begun, self._in_outbox):
                known_before.clear()
            try:
                await self.keys.public()  # creates the push key if it is missing
                await self.reload_channels()
                self._ready = True  # before reading: changes meanwhile count, and _take_up skips their tables
                known, rows = await self.outbox.known(), await self.outbox.listened()
                break
            except OutOfReach as error:
                LOG.warning("Notices are delayed: %s", error)
                await pauses.take()
        self._in_outbox |= dict.fromkeys(known, 0.0)
        for row in rows:
            self._take_up(row, known, begun)

    def _take_up(self, row: TableRow, known: dict[tuple[str, int], int], begun: dict[tuple[str, int], Begun]) -> None:
        """Find the turns in progress at a running table that still need a notification.

        Notifications of turns that are over are deleted. For turns that began while this server was running, the exact
        time is known. For others, a visit up to `ALIKE` seconds before the table's last change is enough to count the
        turn as seen, since visits are stored with that precision.
        """
        if row.id in self._asked:
            return
        now = self._asked[row.id] = frozenset(asked(row))
        for seat in now:
            noted = begun.get((row.id, seat))
            if noted is not None and noted.row.mark == row.mark:
                began, unseen_since = noted.at - self._quiet, noted.row.updated_at
            else:
                began, unseen_since = time.time(), row.updated_at - ALIKE
            if known.get((row.id, seat)) != row.mark and row.seats[seat].here_at <= unseen_since:
                self._begin(row, seat, began)
        for table_id, seat in known:
            if table_id == row.id and seat not in now:
                self._over(row.id, seat)

    async def _queue_begun(self) -> None:
        now = time.time()
        for key in [key for key, begun in self._begun.items() if begun.at <= now]:
            begun = self._begun.pop(key, None)
            if begun is None or key[1] in self._hub.looking(key[0]):
                continue  # they have the table open
            try:
                await self._put(begun.row, key[1], now)
            except OutOfReach:
                self._begun.setdefault(key, Begun(begun.row, now + 5.0))
                raise

    async def _put(self, row: TableRow, seat: int, now: float) -> None:
        """Add notifications of a player's turn to the outbox, one for each channel that is to be notified."""
        host = row.seats[row.host].person_id if row.host is not None else None
        for _ in range(3):  # a channel that is replaced or deleted meanwhile makes the insert fail
            channels = await self.channels.for_turn(row.seats[seat].person_id, host)
            if not channels:
                return
            async with self._lock:
                if seat not in self._asked.get(row.id, ()):
                    return  # the turn ended while we read the channels
                self._in_outbox[row.id, seat] = row.updated_at
                if await self.outbox.add(channels, row, seat, now, self._quiet * LETTERS):
                    return

    async def _send_due(self) -> None:
        free, busy = AT_ONCE - len(self._on_their_way), set(self._on_their_way)
        found = await self.outbox.due(time.time(), AT_ONCE * 2)
        due = [each for each in found if each.key not in busy]  # by the old set: one may be sent while we read
        for letter in due[:free]:
            self._on_their_way.add(letter.key)
            self._chores.start(self._send(letter))
        self._next = await self.outbox.next_due() if len(due) <= free else time.time()
        if self._on_their_way and self._next is not None:
            self._next = max(self._next, time.time() + 1.0)  # each finished notification wakes the loop anyway

    async def _send(self, letter: Letter) -> None:
        """Send a notification if it is still needed, and store the outcome."""
        try:
            row = await self._storage.table(letter.table_id)
            if row is None or not self._still(row, letter):
                await self.outbox.over(letter.table_id, letter.seat)
                return
            if letter.channel.kind != "mail" and not self._posted.take(letter.channel.id):
                wait = self._posted.wait(letter.channel.id)
                await self.outbox.again(letter, time.time() + wait, letter.tries)
                return
            if not self._alone and not await self.outbox.claim(letter, time.time() + CLAIMED):
                return  # another server sends it
            await self._note(letter, await self._answer(letter, turn_of(row, letter.seat)))
        except OutOfReach as error:
            LOG.warning("A notice is delayed: %s", error)
            await asyncio.sleep(1.0)
        finally:
            self._on_their_way.discard(letter.key)
            self._woken.set()

    async def _answer(self, letter: Letter, turn: Turn) -> Answer:
        """Send a notification and return the outcome; an unexpected error counts as a failed attempt, to be retried."""
        try:
            return await self.sender.send(letter.channel, turn)
        except OutOfReach:
            raise
        except Exception:
            LOG.exception("A notice (%s) could not be sent.", letter.channel.kind)
            return Answer(Fate.AGAIN)

    def _still(self, row: TableRow, letter: Letter) -> bool:
        """Return whether a notification is still needed: it is the player's turn, and their table isn't open."""
        whose, channel = asked(row).get(letter.seat), letter.channel
        host = row.seats[row.host].person_id if row.host is not None else None
        theirs = channel.person_id == (host if channel.everybody else whose)
        return whose is not None and theirs and letter.seat not in self._hub.looking(row.id)

    async def _note(self, letter: Letter, answer: Answer) -> None:
        now, channel = time.time(), letter.channel
        if answer.fate is Fate.SENT:
            await self.outbox.mark_sent(letter, now)
        elif answer.fate is Fate.GONE:
            LOG.info("A receiver of notices (%s) no longer exists.", channel.kind)
            await self.channels.gone(channel.id)
            await self.reload_channels()
        elif answer.fate is Fate.REFUSED or now - letter.since > GIVEN_UP:
            LOG.warning("A notice (%s) was refused: %s", channel.kind, answer.status or "no answer")
            await self.outbox.drop(letter)
        else:
            pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2**letter.tries) * random.uniform(0.9, 1.1)
            await self.outbox.again(letter, now + max(pause, min(answer.wait, 86_400.0)), letter.tries + 1)
