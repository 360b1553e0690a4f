"""The house's own time, by which clocks run. It stands still while nobody could play.

It is written down every few seconds while a clock runs, and goes on from there after a start. While it cannot be
written down, since the database is away, or nobody does, since the machine sleeps, it goes no further than seconds.
After a start it is held until people can play: until the rules of the tables are loaded at which clocks run.

The world's time is known here too: where several servers are one house, as the database has it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable

from souq.server.core.db.clocking import Clocking
from souq.server.errors import OutOfReach

LOG = logging.getLogger("souq.server")

BEAT = 2.0
"""Seconds between two times that it is written down."""

LONGEST = 3 * BEAT
"""Seconds that it goes on without."""

NEAR = 1.0
"""Seconds by which two servers may differ without anybody being told."""


class HouseTime:
    """Seconds as since 1970, less all those in which the house was away."""

    def __init__(self, clocking: Clocking, clock: Callable[[], float] = time.monotonic) -> None:
        self._clocking, self._clock = clocking, clock
        self._at, self._since = time.time(), clock()
        self._held = False
        self.stops = 0
        """How often it stood still since the start."""

    def now(self) -> float:
        """What time it is in the house."""
        return self._at + (0.0 if self._held else min(self._clock() - self._since, LONGEST))

    def world(self) -> float:
        """What time it is in the world, in seconds since 1970."""
        return time.time()

    async def start(self, countdown: float) -> None:
        """Go on from where the last server stopped, the commonest start of a race being so long.

        Raises:
            OutOfReach: nobody knows where that was.
        """
        self._at, self._since = await self._clocking.time(countdown) or time.time(), self._clock()

    def hold(self) -> None:
        """Stand still after a start: nobody can play yet."""
        self._held = True

    async def release(self) -> None:
        """Go on from here, once people can play."""
        self._held, self._since = False, self._clock()

    async def beat(self, running: bool) -> bool:
        """Go on; ``running``: a clock runs, so the time is written down. Returns whether it was not as believed.

        Raises:
            OutOfReach: it could not be; time stands still.
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
        """Go on for ever; ``stood`` is called when time has stood still."""
        away = False
        while True:
            await asyncio.sleep(BEAT)
            try:
                if await self.beat(running()):
                    stood()
                away = False
            except OutOfReach as error:
                if not away:
                    LOG.warning("The clocks stand still: %s", error)
                away = True


class SharedTime(HouseTime):
    """The time of a house with several servers, all of which write it down and have the same.

    It goes as far as the database's own clock went since any of them last did. One without visitors, ``shows`` being
    false, only looks: where no other is there, nobody could play.
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
        """What time it is in the world by the database's clock, whatever this machine's own shows."""
        return self._world + self._clock() - self._since

    async def start(self, countdown: float) -> None:
        """Go on with the other servers; where there is none, from where the last one stopped.

        Raises:
            OutOfReach: nobody knows where that was.
        """
        since = self._clock()
        self._at, self._world = await self._clocking.begin_time(countdown, LONGEST, write=self._shows)
        self._since = since

    def hold(self) -> None:
        """Stand still after a start, unless others go on."""
        self._held = self._shows

    async def release(self) -> None:
        """Go on from here, once people can play."""
        with contextlib.suppress(OutOfReach):  # then it stands still in any case
            await self._stand()
        await super().release()

    async def _stand(self) -> None:
        """Stand still until now, if this server holds the time and no other has written it down since."""
        since = self._clock()
        world = await self._clocking.stand_time(self._world) if self._held else None
        if world is None:
            self._held = False
        else:
            self._world, self._since = world, since

    async def beat(self, running: bool) -> bool:
        """Go on, whether or not a clock ``running`` is known here. Returns whether it was not as believed.

        Raises:
            OutOfReach: nobody knows what time it is; it stands still.
        """
        await self._stand()
        if self._held:
            return False
        since, believed = self._clock(), self.now()
        self._at, self._world = await self._clocking.pass_time(LONGEST, write=self._shows)
        self._since = since
        otherwise = abs(self._at - believed) > NEAR
        self.stops += otherwise
        return otherwise
