"""A small pool of threads that step parts of a batch of games at the same time."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from threading import Thread

Part = Callable[[int], int]
"""Function that steps one part of the games, given the number of the part, and returns how many decisions were made."""
_Results = SimpleQueue["int | BaseException"]
_Tasks = SimpleQueue["tuple[Part, int, _Results] | None"]


class Crew:
    """Threads that run the parts of one job at the same time; they end when this object is garbage collected.

    It replaces a ``ThreadPoolExecutor``, which creates a future for each part. That takes as long as a decision in a
    hundred games.
    """

    def __init__(self, helpers: int) -> None:
        """Start ``helpers`` threads."""
        self._tasks: list[_Tasks] = [SimpleQueue() for _ in range(helpers)]
        for tasks in self._tasks:
            Thread(target=_help, args=(tasks,), name="souq-helper", daemon=True).start()
        self._leave = weakref.finalize(self, _stop, self._tasks)

    def each(self, part: Part) -> int:
        """Call ``part`` with the number of every part, one part per thread, and return the sum of the results.

        The caller runs the last part, or all of them after :meth:`leave`.

        Raises:
            BaseException: the exception of a part, once all parts have ended.
        """
        if not self._leave.alive:
            return sum(map(part, range(len(self._tasks) + 1)))
        results: _Results = SimpleQueue()  # one per call, so that results of an interrupted call are never read
        for nth, tasks in enumerate(self._tasks):
            tasks.put((part, nth, results))
        try:
            total = part(len(self._tasks))
        finally:
            ends = [results.get() for _ in self._tasks]
        for end in ends:
            if isinstance(end, BaseException):
                raise end
            total += end
        return total

    def leave(self) -> None:
        """End the threads."""
        self._leave()


def _help(tasks: _Tasks) -> None:
    while (task := tasks.get()) is not None:
        part, nth, results = task
        try:
            results.put(part(nth))
        except BaseException as mistake:
            results.put(mistake)
        del task, part, results  # otherwise an idle thread would keep the last job alive


def _stop(queues: Iterable[_Tasks]) -> None:
    for tasks in queues:
        tasks.put(None)
