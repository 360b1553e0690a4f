"""Threads that wait for their parts of a step."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from threading import Thread

Part = Callable[[int], int]
"""Does the part of this number, and returns how much that was."""
_Told = SimpleQueue["int | BaseException"]
_Asked = SimpleQueue["tuple[Part, int, _Told] | None"]


class Crew:
    """Threads that each do their own part of a job; they end when the crew is no longer used.

    A ``ThreadPoolExecutor`` makes a future of each part, which takes as long as a hundred games do for a decision.
    """

    def __init__(self, helpers: int) -> None:
        """Start this many threads."""
        self._asked: list[_Asked] = [SimpleQueue() for _ in range(helpers)]
        for asked in self._asked:
            Thread(target=_help, args=(asked,), name="souq-helper", daemon=True).start()
        self._leave = weakref.finalize(self, _send_away, self._asked)

    def each(self, part: Part) -> int:
        """Return the sum of all parts: one a thread, the last (all, after :meth:`leave`) done by the caller.

        Raises:
            BaseException: what a part has raised, once all have come to an end.
        """
        if not self._leave.alive:
            return sum(map(part, range(len(self._asked) + 1)))
        told: _Told = SimpleQueue()  # one for each call, so that nobody reads what is left of one that was interrupted
        for nth, asked in enumerate(self._asked):
            asked.put((part, nth, told))
        try:
            total = part(len(self._asked))
        finally:
            ends = [told.get() for _ in self._asked]
        for end in ends:
            if isinstance(end, BaseException):
                raise end
            total += end
        return total

    def leave(self) -> None:
        """End the threads."""
        self._leave()


def _help(asked: _Asked) -> None:
    while (task := asked.get()) is not None:
        part, nth, told = task
        try:
            told.put(part(nth))
        except BaseException as mistake:
            told.put(mistake)
        del task, part, told  # or a helper would hold on to what it worked for


def _send_away(helpers: Iterable[_Asked]) -> None:
    for asked in helpers:
        asked.put(None)
