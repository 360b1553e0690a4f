"""What a stranger may send: how fast, and how much."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

FRAME = 8 * 1024
"""Bytes a message on the socket may have."""
BODY = 256 * 1024
"""Bytes the body of an HTTP request may have: a name of ten thousand emoji is cut, not refused."""


@dataclass(slots=True)
class Bucket:
    """A token bucket: ``burst`` at once, then ``rate`` a second."""

    rate: float
    burst: float
    left: float
    at: float

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Whether one more, or one that costs so much, is within the speed."""
        self._fill(now)
        if self.left < cost:
            return False
        self.left -= cost
        return True

    def owe(self, now: float, cost: float) -> None:
        """Pay for what has been done already, also with what is still to come."""
        self._fill(now)
        self.left -= cost

    def _fill(self, now: float) -> None:
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now


class Buckets:
    """One bucket per client; the longest unused are forgotten."""

    def __init__(
        self, rate: float, burst: float, most: int = 4096, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._most, self._clock = rate, burst, most, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self.exceeded = 0
        """How often somebody wanted more than there was."""

    def wait(self, who: str, cost: float = 1.0) -> float:
        """Seconds until ``who`` may do something that costs so much."""
        bucket = self._buckets.get(who)
        return max(0.0, (cost - bucket.left) / bucket.rate - (self._clock() - bucket.at)) if bucket else 0.0

    def take(self, who: str, cost: float = 1.0) -> bool:
        """Whether ``who`` may do it once more now, or something that costs so much."""
        now = self._clock()
        taken = self._bucket(who, now).take(now, cost)
        self.exceeded += not taken
        return taken

    def owe(self, who: str, cost: float) -> None:
        """Let ``who`` pay for what has been done, whose price was not known before."""
        now = self._clock()
        self._bucket(who, now).owe(now, cost)

    def _bucket(self, who: str, now: float) -> Bucket:
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = Bucket(self._rate, self._burst, self._burst, now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(who)
        return bucket
