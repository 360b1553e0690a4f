"""Hooks for monitoring, which the server calls. By default they do nothing, at almost no cost."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

Span = AbstractContextManager[object]
"""Context manager that measures the duration of its block."""

_NOTHING: Span = nullcontext()


class Spread:
    """Timer of the delivery of one change to all viewers of a table.

    Args:
        watchers: the number of viewers.
        on_done: receives the seconds from the change to the last delivery.
    """

    __slots__ = ("_began", "_left", "_on_done")

    def __init__(self, watchers: int, on_done: Callable[[float], None]) -> None:
        self._left, self._on_done, self._began = watchers, on_done, time.perf_counter()

    def delivered(self) -> None:
        """Note that the change has reached one more viewer; after the last one, call ``on_done``."""
        self._left -= 1
        if not self._left:
            self._on_done(time.perf_counter() - self._began)


class Observer:
    """Base class of observers. Its hooks do nothing."""

    def command(self, kind: str, table_id: str) -> Span:
        """Time a command."""
        return _NOTHING

    def database(self, kind: str) -> Span:
        """Time a read or a transaction."""
        return _NOTHING

    def question(self, part: str, what: str, game: str) -> Span:
        """Time one part of a request to a worker process: the wait for a free process, or the computing.

        Args:
            part: ``waiting`` or ``thinking``.
            what: a bot's level, or the kind of advice.
            game: the game's name.
        """
        return _NOTHING

    def turn(self, table_id: str, level: str, game: str) -> Span:
        """Measure a bot's turn, from the request to the bot until its decision is stored."""
        return _NOTHING

    def spread(self, watchers: int) -> Spread | None:
        """Begin to measure how long a change takes to reach all viewers; return None if nothing measures it."""
        return None

    def refused(self, by: str, status: int) -> None:
        """Count a refused request (``by`` is "http") or WebSocket ("socket")."""


NOBODY = Observer()
"""The default observer, which does nothing."""
