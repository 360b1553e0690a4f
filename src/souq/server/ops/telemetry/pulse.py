"""Lag of the event loop: the delay of all work while one piece of work occupies the server's only thread."""

from __future__ import annotations

import asyncio
from collections import deque

BEAT = 0.25
"""Seconds between two measurements."""
KEPT = 30.0
"""Seconds after which a measured lag is dropped; longer than the usual interval at which metrics are read."""


class Pulse:
    """Measures the lag of the event loop, by how late a timer fires."""

    def __init__(self) -> None:
        self._late: deque[tuple[float, float]] = deque()

    async def run(self) -> None:
        """Measure the lag every `BEAT` seconds until the task is cancelled."""
        now = asyncio.get_running_loop().time
        while True:
            before = now()
            await asyncio.sleep(BEAT)
            self.note(now(), now() - before - BEAT)

    def note(self, at: float, late: float) -> None:
        """Record a lag, in seconds.

        The deque holds lags in descending order (a monotonic queue), so the first is the maximum.
        """
        while self._late and (self._late[0][0] < at - KEPT or self._late[-1][1] <= late):
            if self._late[-1][1] <= late:
                self._late.pop()
            else:
                self._late.popleft()
        self._late.append((at, max(0.0, late)))

    @property
    def longest(self) -> float:
        """The longest lag in seconds within the last `KEPT` seconds.

        >>> pulse = Pulse()
        >>> for at, late in enumerate((0.1, 0.3, 0.2)):
        ...     pulse.note(at, late)
        >>> pulse.longest
        0.3
        >>> pulse.note(31.5, 0.0)
        >>> pulse.longest
        0.2
        """
        return self._late[0][1] if self._late else 0.0
