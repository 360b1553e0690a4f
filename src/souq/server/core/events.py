"""The server's events, and the bus that delivers them to subscribers.

A publisher doesn't know its subscribers. They are called in the order in which they subscribed; if one fails, that is
logged and the next is called. Commands don't run over events: one module validates, stores and acknowledges them and
updates viewers (:mod:`souq.server.core.commands.committing`), and publishes an event afterwards.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from souq.server.core.realtime.presence import TablePresence
from souq.server.core.store.rows import TableRow

LOG = logging.getLogger("souq.server")

Event = TypeVar("Event")
Work = Coroutine[Any, Any, object]


@dataclass(frozen=True, slots=True)
class TableCommitted:
    """This server has stored a change to a table, and begun to send it to the table's viewers."""

    row: TableRow


@dataclass(frozen=True, slots=True)
class TableChanged:
    """A table has changed, on this server or another. Rows of one table arrive oldest first."""

    row: TableRow


@dataclass(frozen=True, slots=True)
class ChoiceMissed:
    """A player has chosen something else than the lesson or the puzzle at a table asks for."""

    row: TableRow


@dataclass(frozen=True, slots=True)
class TableClosed:
    """A table was deleted."""

    table_id: str


@dataclass(frozen=True, slots=True)
class TableWritten:
    """The database reports that a table was written, by this server or another."""

    table_id: str
    revision: int
    """The table's revision; 0 if the table was deleted."""
    writes: int
    unasked: bool
    """Whether the table may continue without a person's decision, for example with a bot's."""
    timed: bool
    """Whether its players have clocks."""


@dataclass(frozen=True, slots=True)
class TableRefreshed:
    """A table in memory has been brought up to date with the writes of other servers."""

    row: TableRow


@dataclass(frozen=True, slots=True)
class TableOutdated:
    """Another server has changed a table that has viewers here."""

    table_id: str


@dataclass(frozen=True, slots=True)
class TableLookedAt:
    """A viewer opened a table on this server, or is still looking at it."""

    table_id: str


@dataclass(frozen=True, slots=True)
class LookedElsewhere:
    """A viewer on another server is looking at a table, so that its bots should play."""

    table_id: str
    server: str


@dataclass(frozen=True, slots=True)
class PresenceChanged:
    """A viewer on this server has joined or left a table, or has hidden or shown its page."""

    table_id: str
    here: TablePresence


@dataclass(frozen=True, slots=True)
class PresenceElsewhere:
    """The viewers that a table has on other servers have changed."""

    table_id: str
    here: TablePresence


@dataclass(frozen=True, slots=True)
class SeatSeen:
    """The player of a seat (-1: a spectator) is connected to a table, or has just disconnected."""

    table_id: str
    seat: int
    elsewhere: bool = False
    """Whether another server reported this."""


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """A seat's player has left or was replaced, so the seat's connections must prove again who they are."""

    table_id: str
    seat: int
    elsewhere: bool = False
    """Whether another server reported this."""


@dataclass(frozen=True, slots=True)
class SignedOut:
    """Sessions were ended: the person signed out, or was signed out."""

    sessions: tuple[str, ...]
    elsewhere: bool = False
    """Whether another server reported this."""


@dataclass(frozen=True, slots=True)
class MessageStored:
    """A chat message was stored by this server or another, to be sent to viewers.

    A server without a cluster sends it to them directly instead.
    """

    table_id: str
    number: int


@dataclass(frozen=True, slots=True)
class ListingWritten:
    """The database reports that a table was added to the public list, or removed from it."""

    table_id: str


@dataclass(frozen=True, slots=True)
class RowsWritten:
    """The database reports writes to one of its tables, by this server or another."""

    name: str


@dataclass(frozen=True, slots=True)
class WaitersHeard:
    """Another server has been contacted by people in the matchmaking queue, who are thus still waiting."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ThoughtStored:
    """The database reports that the answer to a job, such as a hint, was stored."""

    thought: str


@dataclass(frozen=True, slots=True)
class UpdatesMissed:
    """Notifications of other servers' writes may have been lost: caches must be read again."""


@dataclass(frozen=True, slots=True)
class BlocksChanged:
    """A person blocked or unblocked another, which may change the tables that each of them sees."""


@dataclass(frozen=True, slots=True)
class AccountMerged:
    """A guest has signed in to an account, which now has the guest's seats and history."""

    guest_id: str
    person_id: str


@dataclass(frozen=True, slots=True)
class AccountDeleted:
    """An account was deleted."""

    person_id: str


@dataclass(frozen=True, slots=True)
class ServerOpening:
    """The database is open; the server starts once all subscribers have finished."""


@dataclass(frozen=True, slots=True)
class ServerOpened:
    """The server has started: background work may begin."""


@dataclass(frozen=True, slots=True)
class ServerClosing:
    """Background work has stopped; the database stays open until all subscribers have finished."""


@dataclass(frozen=True, slots=True)
class LeadershipTaken:
    """This server has become the leader, which does the work that belongs to no single table."""


class Bus:
    """Event bus: it calls the functions that have subscribed to an event's class.

    Args:
        start: runs an asynchronous subscriber in the background.
    """

    def __init__(self, start: Callable[[Work], None] | None = None) -> None:
        self._start = start
        self._subscribers: dict[type[Any], list[Callable[[Any], Work | None]]] = {}

    def subscribe(self, kind: type[Event], subscriber: Callable[[Event], Work | None]) -> None:
        """Register a function to call for every event of a class, after those that are registered already."""
        self._subscribers.setdefault(kind, []).append(subscriber)

    def publish(self, event: object) -> None:
        """Call the event's subscribers in order; asynchronous ones run in the background."""
        for subscriber in self._subscribers.get(type(event), ()):
            work = _call(subscriber, event)
            if work is not None:
                assert self._start is not None
                self._start(work)

    async def settle(self, event: object) -> None:
        """Call the event's subscribers in order. Wait until each has finished before calling the next."""
        for subscriber in self._subscribers.get(type(event), ()):
            work = _call(subscriber, event)
            if work is not None:
                try:
                    await work
                except Exception:
                    LOG.exception("%r could not be settled.", event)

    def subscriptions(self) -> dict[str, list[str]]:
        """Return the names of the subscribers of each event, in the order in which they are called."""
        return {
            kind.__name__: [_name(each) for each in subscribers]
            for kind, subscribers in sorted(self._subscribers.items(), key=lambda item: item[0].__name__)
        }


def _call(subscriber: Callable[[Any], Work | None], event: object) -> Work | None:
    try:
        return subscriber(event)
    except Exception:
        LOG.exception("%s failed to handle %r.", _name(subscriber), event)
        return None


def _name(subscriber: Callable[[Any], Work | None]) -> str:
    """Return a subscriber's name for logs: its module, without the common prefix, and its function."""
    if not hasattr(subscriber, "__qualname__"):
        return repr(subscriber)
    module = subscriber.__module__.removeprefix("souq.server.")
    return f"{module}: {subscriber.__qualname__.rpartition('<locals>.')[2]}"
