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

LOG = logging.getLogger("souq.server")

Event = TypeVar("Event")
Work = Coroutine[Any, Any, object]


@dataclass(frozen=True, slots=True)
class TableCommitted:
    """This server has stored a table, and its viewers are being updated."""

    row: TableRow


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
            kind.__name__: [getattr(each, "__qualname__", repr(each)) for each in subscribers]
            for kind, subscribers in sorted(self._subscribers.items(), key=lambda item: item[0].__name__)
        }


def _call(subscriber: Callable[[Any], Work | None], event: object) -> Work | None:
    try:
        return subscriber(event)
    except Exception:
        LOG.exception("%s could not take %r.", getattr(subscriber, "__qualname__", subscriber), event)
        return None
