"""What happens on a server, declared, and the bus by which its parts hear of it.

Whoever publishes an event knows nobody who hears it. Subscribers are called in the order in which they subscribed; one
that fails is logged, and the next is called all the same. A command isn't carried out by events: it is validated,
stored, acknowledged and shown in one place (:mod:`souq.server.core.commands.committing`), which publishes what it did.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from souq.server.core.db.models import TableRow
from souq.server.core.realtime.here import Here

LOG = logging.getLogger("souq.server")

Event = TypeVar("Event")
Work = Coroutine[Any, Any, object]


@dataclass(frozen=True, slots=True)
class TableCommitted:
    """This server has stored a table, and its viewers are being updated."""

    row: TableRow


@dataclass(frozen=True, slots=True)
class TableChanged:
    """A table has changed, by this server or by another. Of each table, no row is older than the one before."""

    row: TableRow


@dataclass(frozen=True, slots=True)
class TableClosed:
    """There is no such table any more."""

    table_id: str


@dataclass(frozen=True, slots=True)
class TableWritten:
    """The database tells that a table was written, by this server or by another."""

    table_id: str
    revision: int
    """0: it is gone."""
    writes: int
    unasked: bool
    """Whether it may go on though nobody decides."""
    timed: bool
    """Whether its people have clocks."""


@dataclass(frozen=True, slots=True)
class TableRefreshed:
    """A table in memory has caught up with what other servers have written."""

    row: TableRow


@dataclass(frozen=True, slots=True)
class TableOutdated:
    """Another server has changed a table: its viewers here have something new to see."""

    table_id: str


@dataclass(frozen=True, slots=True)
class TableLookedAt:
    """Somebody here wants to see a table."""

    table_id: str


@dataclass(frozen=True, slots=True)
class LookedElsewhere:
    """Somebody at another server wants to see a table."""

    table_id: str
    server: str


@dataclass(frozen=True, slots=True)
class PresenceChanged:
    """Somebody comes to a table here, goes, or looks away."""

    table_id: str
    here: Here


@dataclass(frozen=True, slots=True)
class PresenceElsewhere:
    """Others look at a table through other servers than did before."""

    table_id: str
    here: Here


@dataclass(frozen=True, slots=True)
class SeatSeen:
    """A seat's player is at a table (-1: a spectator), or was until now."""

    table_id: str
    seat: int
    elsewhere: bool = False
    """Whether that was at another server."""


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """Whoever looks at a table from a seat is to prove again who they are."""

    table_id: str
    seat: int
    elsewhere: bool = False
    """Whether another server says so."""


@dataclass(frozen=True, slots=True)
class SignedOut:
    """Browsers do not know any more who uses them."""

    sessions: tuple[str, ...]
    elsewhere: bool = False
    """Whether another server says so."""


@dataclass(frozen=True, slots=True)
class MessageStored:
    """Something was said at a table, through this server or another; a server alone shows it at once instead."""

    table_id: str
    number: int


@dataclass(frozen=True, slots=True)
class ListingWritten:
    """The database tells that a table was listed for strangers, or is not any more."""

    table_id: str


@dataclass(frozen=True, slots=True)
class RowsWritten:
    """The database tells that rows of one of its tables were written, by this server or by another."""

    name: str


@dataclass(frozen=True, slots=True)
class WaitersHeard:
    """Another server has heard of some who wait for company."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ThoughtStored:
    """The database tells that a question is answered."""

    thought: str


@dataclass(frozen=True, slots=True)
class UpdatesMissed:
    """What other servers wrote may have been missed: whatever is kept in memory is to be read again."""


@dataclass(frozen=True, slots=True)
class BlocksChanged:
    """Somebody blocks somebody else, or does so no longer: who sees which table is different now."""


@dataclass(frozen=True, slots=True)
class AccountMerged:
    """What is stored of a guest is a person's from now on."""

    guest_id: str
    person_id: str


@dataclass(frozen=True, slots=True)
class AccountDeleted:
    """Somebody has been deleted."""

    person_id: str


@dataclass(frozen=True, slots=True)
class ServerOpening:
    """The database can be asked; the server opens once this is settled."""


@dataclass(frozen=True, slots=True)
class ServerOpened:
    """The server begins what it does for as long as it runs."""


@dataclass(frozen=True, slots=True)
class ServerClosing:
    """The server has stopped what it did; the database can still be asked until this is settled."""


@dataclass(frozen=True, slots=True)
class LeadershipTaken:
    """This server does what concerns no single table from now on."""


class Bus:
    """Brings events to those who have subscribed to them.

    Args:
        start: does the work of an asynchronous subscriber while everything else goes on.
    """

    def __init__(self, start: Callable[[Work], None] | None = None) -> None:
        self._start = start
        self._subscribers: dict[type[Any], list[Callable[[Any], Work | None]]] = {}

    def subscribe(self, kind: type[Event], subscriber: Callable[[Event], Work | None]) -> None:
        """Call a subscriber, after those that there are, for every event of a class."""
        self._subscribers.setdefault(kind, []).append(subscriber)

    def publish(self, event: object) -> None:
        """Tell the subscribers; what is asynchronous goes on by itself."""
        for subscriber in self._subscribers.get(type(event), ()):
            work = _call(subscriber, event)
            if work is not None:
                assert self._start is not None
                self._start(work)

    async def settle(self, event: object) -> None:
        """Tell the subscribers, one after another, and wait until each of them is done."""
        for subscriber in self._subscribers.get(type(event), ()):
            work = _call(subscriber, event)
            if work is not None:
                try:
                    await work
                except Exception:
                    LOG.exception("%r could not be settled.", event)

    def subscriptions(self) -> dict[str, list[str]]:
        """Return the names of all subscribers by the events' names, in the order in which they are called."""
        return {
            kind.__name__: [_name(each) for each in subscribers]
            for kind, subscribers in sorted(self._subscribers.items(), key=lambda item: item[0].__name__)
        }


def _call(subscriber: Callable[[Any], Work | None], event: object) -> Work | None:
    try:
        return subscriber(event)
    except Exception:
        LOG.exception("%s could not take %r.", _name(subscriber), event)
        return None


def _name(subscriber: Callable[[Any], Work | None]) -> str:
    """What a subscriber is called: its module without what all have in common, and its own name."""
    if not hasattr(subscriber, "__qualname__"):
        return repr(subscriber)
    module = subscriber.__module__.removeprefix("souq.server.")
    return f"{module}: {subscriber.__qualname__.rpartition('<locals>.')[2]}"
