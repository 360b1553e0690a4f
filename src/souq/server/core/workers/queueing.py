"""Who is served next by too few processes.

Tables that somebody looks at come before all others. Among these, whoever has had the least of the processes' time
lately comes first, and for one asker's questions the cheapest. Who is dear (a bot that searches) never gets the last
process while holding all others, so that nobody keeps everybody waiting.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

HALF = 60.0
"""Seconds after which time that was used counts half."""

KNOWN = 1024
"""Names that are remembered."""


@dataclass(frozen=True, slots=True)
class Asker:
    """For whom something is asked: the names under which the time is counted, and whether somebody looks on."""

    names: tuple[str, ...] = ()
    looking: bool = True


class Shares:
    """How much of the processes each name has, and has had lately."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._used: dict[str, tuple[float, float]] = {}
        self._in_use: Counter[str] = Counter()

    def used(self, asker: Asker) -> float:
        """Seconds that an asker has had lately; of several names, the least."""
        return min((self._lately(name) for name in asker.names), default=0.0)

    def in_use(self, asker: Asker) -> int:
        """Processes that an asker has now; of several names, the fewest."""
        return min((self._in_use[name] for name in asker.names), default=0)

    def take(self, asker: Asker) -> None:
        """A process goes to an asker."""
        self._in_use.update(asker.names)

    def give(self, asker: Asker, seconds: float) -> None:
        """It comes back after so many seconds."""
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
