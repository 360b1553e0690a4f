"""Order of the requests to worker processes: which one gets the next free process.

Requests for tables with viewers come first. Among these, requests of the asker (the party that is charged) that has
used the least process time lately come first, and among one asker's requests the cheapest. To prevent one asker from
blocking the others, its expensive requests (of bots that search) don't get the last free process if it holds all
others.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

HALF = 60.0
"""Half-life of used process time, in seconds."""

KNOWN = 1024
"""Maximum number of askers' names whose process time is remembered."""


@dataclass(frozen=True, slots=True)
class Asker:
    """The party that is charged for a request: its names (such as IP addresses), and whether it has viewers."""

    names: tuple[str, ...] = ()
    looking: bool = True


class Shares:
    """A record for each asker's name of the process time used lately, and of the processes in use now."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._used: dict[str, tuple[float, float]] = {}
        self._in_use: Counter[str] = Counter()

    def used(self, asker: Asker) -> float:
        """Return the process time in seconds that an asker has used lately.

        If the asker has several names, the one with the lowest time counts.
        """
        return min((self._lately(name) for name in asker.names), default=0.0)

    def in_use(self, asker: Asker) -> int:
        """Return the number of processes that work for an asker now.

        If the asker has several names, the one with the lowest number counts.
        """
        return min((self._in_use[name] for name in asker.names), default=0)

    def take(self, asker: Asker) -> None:
        """Record that a process has begun to work for an asker."""
        self._in_use.update(asker.names)

    def give(self, asker: Asker, seconds: float) -> None:
        """Record that a process no longer works for an asker, and charge the asker with the ``seconds`` used."""
        self._in_use.subtract(asker.names)
        self._in_use = +self._in_use
        now = self._clock()
        for name in asker.names:
            self._used[name] = self._lately(name) + seconds, now
        if len(self._used) > KNOWN:
            self._used = dict(sorted(self._used.items(), key=lambda each: each[1][1])[KNOWN // 2 :])

    def _lately(self, name: str) -> float:
        seconds, at = self._used.get(name, (0.0, 0.0))
        return seconds and seconds * 0.5 ** ((self._clock() - at) / HALF)
