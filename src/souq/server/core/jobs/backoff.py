"""Trying again: soon at first, then more and more rarely, and at once when somebody waits for it."""

from __future__ import annotations

import asyncio
import contextlib

FIRST, LONGEST = 0.5, 30.0
"""Seconds between the first two attempts at something that fails, and between later ones at most."""


class Pauses:
    """The pauses between attempts at one thing."""

    def __init__(self) -> None:
        self._next = FIRST
        self._wanted = asyncio.Event()

    @property
    def first(self) -> bool:
        """Whether nothing has failed since the last success."""
        return self._next == FIRST

    async def take(self) -> None:
        """Wait before the next attempt: each time twice as long, unless somebody comes to wait for it."""
        pause, self._next = self._next, min(self._next * 2, LONGEST)
        self._wanted.clear()
        await asyncio.sleep(FIRST)  # however many wait
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._wanted.wait(), pause - FIRST)

    def hurry(self) -> None:
        """Somebody waits for it: the next attempt is made soon."""
        self._wanted.set()

    def over(self) -> None:
        """An attempt has succeeded."""
        self._next = FIRST
