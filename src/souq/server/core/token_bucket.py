"""Token buckets for rate limits, and the largest sizes of messages and request bodies."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

FRAME = 8 * 1024
"""Maximum size of a WebSocket message, in bytes."""
BODY = 256 * 1024
"""Maximum size of an HTTP request body, in bytes.

It is large enough for very long names, which are shortened, not refused.
"""


@dataclass(slots=True)
class Bucket:
    """A token bucket, which limits a rate: it holds up to ``burst`` tokens, and gains ``rate`` tokens a second."""

    rate: float
    burst: float
    left: float
    at: float

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Take ``cost`` tokens if there are enough, and return whether there were."""
        self._fill(now)
        if self.left < cost:
            return False
        self.left -= cost
        return True

    def owe(self, now: float, cost: float) -> None:
        """Take ``cost`` tokens even if there aren't enough; the number of tokens may become negative."""
        self._fill(now)
        self.left -= cost

    def _fill(self, now: float) -> None:
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now


class Buckets:
    """Token buckets, one for each client. Beyond ``most`` clients, the least recently used bucket is deleted."""

    def __init__(
        self, rate: float, burst: float, most: int = 4096, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._most, self._clock = rate, burst, most, clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self.exceeded = 0
        """Number of times that :meth:`take` has refused tokens."""

    def wait(self, who: str, cost: float = 1.0) -> float:
        """Return in how many seconds the bucket of ``who`` will contain ``cost`` tokens."""
        bucket = self._buckets.get(who)
        return max(0.0, (cost - bucket.left) / bucket.rate - (self._clock() - bucket.at)) if bucket else 0.0

    def take(self, who: str, cost: float = 1.0) -> bool:
        """Take ``cost`` tokens from the bucket of ``who`` if there are enough, and return whether there were."""
        now = self._clock()
        taken = self._bucket(who, now).take(now, cost)
        self.exceeded += not taken
        return taken

    def owe(self, who: str, cost: float) -> None:
        """Take tokens for work of ``who`` whose cost is known only afterwards; their number may become negative."""
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
