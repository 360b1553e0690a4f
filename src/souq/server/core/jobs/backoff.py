"""Exponential backoff: longer and longer pauses between retries, which can be cut short if a player is waiting."""

from __future__ import annotations

import asyncio
import contextlib

FIRST, LONGEST = 0.5, 30.0
"""The first pause before a retry, and the longest, in seconds."""


class Pauses:
    """The pauses between attempts at one operation."""

    def __init__(self) -> None:
        self._next = FIRST
        self._wanted = asyncio.Event()

    @property
    def first(self) -> bool:
        """Whether no attempt has failed since the last success, so the next pause is the shortest."""
        return self._next == FIRST

    async def take(self) -> None:
        """Sleep before the next attempt, twice as long each time up to `LONGEST`.

        The pause ends early if :meth:`hurry` is called.
        """
        pause, self._next = self._next, min(self._next * 2, LONGEST)
        self._wanted.clear()
        await asyncio.sleep(FIRST)  # at least this long, however often it is hurried
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._wanted.wait(), pause - FIRST)

    def hurry(self) -> None:
        """Cut the present pause short, because a player waits for the result."""
        self._wanted.set()

    def over(self) -> None:
        """Reset the pause after a success."""
        self._next = FIRST
