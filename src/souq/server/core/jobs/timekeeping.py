"""Server time, which all clocks use: it stops while nobody can play.

While a clock runs, the server stores the time every few seconds, and resumes from the stored time after a restart. If
the time isn't stored, because the database is out of reach or the machine sleeps, it advances only a few seconds
further. After a start it is stopped until people can play, that is until the rules of all tables with running clocks
are loaded.

This module also defines the wall-clock time. In a cluster of servers that is the time of the database's clock.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from souq.server.errors import OutOfReach

if TYPE_CHECKING:
    from souq.server.core.db.clocking import Clocking

LOG = logging.getLogger("souq.server")

BEAT = 2.0
"""Interval in seconds at which server time is stored."""

LONGEST = 3 * BEAT
"""Maximum number of seconds by which server time runs on while it isn't stored."""

NEAR = 1.0
"""Largest correction of this server's time, in seconds, of which clients aren't notified."""


class ServerTime:
    """Server time: seconds since 1970, without the downtime of the server."""

    def __init__(self, clocking: Clocking, clock: Callable[[], float] = time.monotonic) -> None:
        self._clocking, self._clock = clocking, clock
        self._at, self._since = time.time(), clock()
        self._held = False
        self.stops = 0
        """How often server time has stood still since the start. Clients are sent new clocks when this changes."""

    def now(self) -> float:
        """Return the server time."""
        return self._at + (0.0 if self._held else min(self._clock() - self._since, LONGEST))

    def world(self) -> float:
        """Return the wall-clock time in seconds since 1970."""
        return time.time()

    async def start(self, countdown: float) -> None:
        """Resume from the stored time.

        Args:
            countdown: the usual countdown of a race, in seconds.

        Raises:
            OutOfReach: the database doesn't answer.
        """
        self._at, self._since = await self._clocking.time(countdown) or time.time(), self._clock()

    def hold(self) -> None:
        """Stop the time after a start, because nobody can play yet."""
        self._held = True

    async def release(self) -> None:
        """Let the time run, once people can play."""
        self._held, self._since = False, self._clock()

    async def beat(self, running: bool) -> bool:
        """Advance the time, and store it if a clock is ``running``. Return whether it has stopped since the last beat.

        Raises:
            OutOfReach: it could not be stored; the time stops.
        """
        if self._held:
            return False
        since, now = self._clock(), self.now()
        stood = since - self._since > LONGEST
        if running:
            await self._clocking.keep_time(now)
        self._at, self._since = now, since
        self.stops += stood
        return stood

    async def keep(self, running: Callable[[], bool], stood: Callable[[], None]) -> None:
        """Advance the time at intervals, and call ``stood`` if it has stood still in between. Never returns.

        ``running`` returns whether the time should be stored.
        """
        away = False
        while True:
            await asyncio.sleep(BEAT)
            try:
                if await self.beat(running()):
                    stood()
                away = False
            except OutOfReach as error:
                if not away:
                    LOG.warning("The clocks are stopped: %s", error)
                away = True


class SharedTime(ServerTime):
    """Server time that the servers of a cluster share through their database.

    It advances by as much as the database's own clock since the last write by any server. A server that doesn't serve
    players (``shows`` is False) only reads it, since without other servers nobody could play.
    """

    def __init__(
        self,
        clocking: Clocking,
        clock: Callable[[], float] = time.monotonic,
        shows: bool = True,
    ) -> None:
        super().__init__(clocking, clock)
        self._shows = shows
        self._world = self._at

    def world(self) -> float:
        """Return the wall-clock time by the database's clock, regardless of this machine's."""
        return self._world + self._clock() - self._since

    async def start(self, countdown: float) -> None:
        """Take over the time of the other servers; if there are none, resume from the stored time.

        Args:
            countdown: the usual countdown of a race, in seconds.

        Raises:
            OutOfReach: the database doesn't answer.
        """
        since = self._clock()
        self._at, self._world = await self._clocking.begin_time(countdown, LONGEST, write=self._shows)
        self._since = since

    def hold(self) -> None:
        """Stop the time at the start of a server that serves players; a server that only reads it doesn't stop it.

        :meth:`release` lets the time run again. It also runs again if another server has let it run.
        """
        self._held = self._shows

    async def release(self) -> None:
        """Let the time run, once people can play."""
        with contextlib.suppress(OutOfReach):  # then the time stays stopped anyway
            await self._keep_stopped()
        await super().release()

    async def _keep_stopped(self) -> None:
        """If this server has stopped the time, keep it stopped; if another server has let it run, stop holding it."""
        since = self._clock()
        world = await self._clocking.stand_time(self._world) if self._held else None
        if world is None:
            self._held = False
        else:
            self._world, self._since = world, since

    async def beat(self, running: bool) -> bool:
        """Advance the time in the database and read it. Return whether this server's time was off by more than `NEAR`.

        The time is stored whether or not a clock is ``running`` here.

        Raises:
            OutOfReach: the database doesn't answer; the time stops.
        """
        await self._keep_stopped()
        if self._held:
            return False
        since, believed = self._clock(), self.now()
        self._at, self._world = await self._clocking.pass_time(LONGEST, write=self._shows)
        self._since = since
        otherwise = abs(self._at - believed) > NEAR
        self.stops += otherwise
        return otherwise
