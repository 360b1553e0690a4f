"""What the table decides itself: bots' turns, what people have left orders and answers for, and what time decides.

One decision after another, each stored and shown like anybody's, until a person is to choose. In a race every bot goes
its own way at its own pace, and waits for nobody; where a clock runs too, at the usual pace. A table of bots alone goes
on while somebody looks at it.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from souq.engine import rooms
from souq.engine.decision import seats
from souq.engine.errors import SouqError
from souq.table.errors import NoTable, OutOfReach, Stale
from souq.table.orders import replied
from souq.table.pausing import Pauses
from souq.table.settings import Settings
from souq.table.tables import Live
from souq.table.workers import Question

if TYPE_CHECKING:
    from souq.table.house import House

LOG = logging.getLogger("souq.table")

ALL = -1
"""In place of a seat: whoever is asked, one after another."""

TIME = -2
"""In place of a seat: the clock that runs."""

PACES = (0.6, 1.4)
"""A bot's move in a race takes so much of the usual time."""

TURN, ON = (1.5, 3.0), (0.8, 1.4)
"""So much of the usual time a bot that pauses like people takes for the first decision of its turn, and for others."""

QUICK = 0.5
"""So much a quick one takes."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision that waits for a bot, or for nobody, since there is an order for it."""

    seat: int
    stamp: int
    """What it rests on (see :meth:`souq.table.tables.Live.stamp`): a later one makes the decision worthless."""
    question: Question | None
    """For the bot; None: there is an order, or an answer."""


class Turns:
    """Keeps every table going that waits for no person.

    A table has one task, in a race one more for each bot, and one for a clock that runs.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._tasks: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._again: set[tuple[str, int]] = set()
        self._failing: dict[tuple[str, int], Pauses] = {}
        self._told: set[str] = set()
        """Tables of which it was told that they cannot go on."""

    def stir(self, table_id: str, seat: int = ALL) -> None:
        """The table has changed: see whether it waits for a person; ``seat``: whether a bot in a race is to go on."""
        if self._house.closing:
            return
        key = table_id, seat
        if key in self._tasks:
            self._again.add(key)  # its task may have looked just before
            return
        task = asyncio.create_task(self._play(table_id, seat))
        self._tasks[key] = task
        task.add_done_callback(lambda _: self._done(key))

    @property
    def timed(self) -> list[str]:
        """The tables at which a clock runs."""
        return [table_id for table_id, seat in self._tasks if seat == TIME]

    def wake(self, table_id: str) -> None:
        """Somebody looks at the table: if it should go on and does not, it does now."""
        pauses = [pauses for (at, _), pauses in self._failing.items() if at == table_id]
        for each in pauses:
            each.hurry()
        if not pauses:
            self.stir(table_id)

    async def close(self) -> None:
        """Stop; what was not decided will be after the next start."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _done(self, key: tuple[str, int]) -> None:
        del self._tasks[key]
        if key in self._again:
            self._again.discard(key)
            self.stir(*key)

    async def _play(self, table_id: str, seat: int) -> None:
        pauses = Pauses()
        while not self._house.closing:
            try:
                if not await (self._let_pass(table_id) if seat == TIME else self._decide(table_id, seat)):
                    return
                self._told.discard(table_id)
                pauses.over()
            except NoTable:
                return
            except Stale:
                continue
            except OutOfReach as error:
                LOG.warning("Table %s waits: %s", table_id, error)
                await self._pause(table_id, seat, pauses)
            except SouqError as error:  # nothing that trying again could mend
                if table_id not in self._told:
                    LOG.error("Table %s cannot go on: %s", table_id, error)
                self._told.add(table_id)
                return
            except Exception as error:
                LOG.error("Table %s waits because something failed: %r", table_id, error, exc_info=pauses.first)
                await self._pause(table_id, seat, pauses)

    async def _pause(self, table_id: str, seat: int, pauses: Pauses) -> None:
        """Wait before the next attempt."""
        self._failing[table_id, seat] = pauses
        try:
            await pauses.take()
        finally:
            del self._failing[table_id, seat]

    async def _decide(self, table_id: str, seat: int) -> bool:
        """Make one decision; False when the table waits for a person. What is ordered takes as long as a bot does."""
        from souq.table.unasked import choose_as_left, choose_for_bot, wait_for_shares

        if seat == ALL and await wait_for_shares(self._house, table_id):
            return True
        settings = self._house.settings
        async with self._house.tables.hold(table_id) as live:
            if self._rests(live):
                return False
            turn, wait = next_turn(live, seat), live.begins_in + pace(live, settings, seat)
            others = [*racing_bots(live), *([TIME] if live.clock else [])]
        if seat == ALL:
            for other in others:
                self.stir(table_id, other)
        if turn is None:
            return False
        if turn.question is None:
            await asyncio.sleep(wait)
            await choose_as_left(self._house, table_id, turn.seat, turn.stamp)
            return True
        pause = asyncio.create_task(asyncio.sleep(wait))
        try:
            choices = await self._house.workers.choose(turn.question, self._house.hub.asker(table_id))
            await pause
        finally:
            pause.cancel()
        await choose_for_bot(self._house, table_id, turn.seat, choices, turn.stamp)
        return True

    async def _let_pass(self, table_id: str) -> bool:
        """Wait until a clock has run out, or another may run, and make its decision; False when none runs."""
        from souq.table.unasked import choose_for_time

        async with self._house.tables.hold(table_id) as live:
            if self._rests(live):
                return False
            clock, left = live.clock, 0.0 if nothing_comes(live) else live.time_left
        if clock is None:
            return False
        if left:
            await self._house.hub.next_change(table_id, left)
        else:
            await choose_for_time(self._house, table_id, clock.key)
        return True

    def _rests(self, live: Live) -> bool:
        """Whether only bots sit at a table, and nobody looks at it."""
        people = any(seat.kind == "person" for seat in live.row.seats)
        return not people and not self._house.hub.asker(live.row.id).looking


def pace(live: Live, settings: Settings, seat: int) -> float:
    """Seconds that a decision of the table's takes; what nobody could see of a bot's takes none."""
    if live.hushed:
        return 0.0
    if seat != ALL:
        return (settings.pause if live.clock else settings.race_pause) * random.uniform(*PACES)
    if live.row.pace != "people":
        return settings.pause * QUICK if live.row.pace == "quick" else 0.0
    match = live.match
    goes_on = match is not None and match.ply > 0 and match.log[-1].seat in seats(match.deciders)
    return settings.pause * random.uniform(*(ON if goes_on else TURN))


def racing_bots(live: Live) -> list[int]:
    """The bots that are to move in a race."""
    return [
        seat.seat for seat in live.row.seats if seat.kind == "bot" and live.racing and live.waits_for >> seat.seat & 1
    ]


def nothing_comes(live: Live) -> bool:
    """Whether only bots may decide while a clock runs, and all of them wait: time may as well decide at once."""
    match = live.match
    if match is None or live.clock is None or match.drafter is not None:
        return False
    asked = [seat for seat in live.row.seats if match.deciders >> seat.seat & 1]
    return all(seat.kind == "bot" and rooms.waits(match.game, match.view(seat.seat), seat.seat) for seat in asked)


def next_turn(live: Live, of: int = ALL) -> Turn | None:
    """The decision that a table has to make itself, if it waits for one; of the bots in a race, that of one seat."""
    match = live.match
    if match is None or live.row.state != "playing" or live.row.held is not None:
        return None
    for seat in live.row.seats:
        if not match.deciders >> seat.seat & 1 or match.drafter not in (None, seat.seat):
            continue
        if match.drafter is not None and seat.kind != "bot":
            continue  # whoever has begun to decide goes on
        if of == ALL and (seat.seat in live.orders or (live.answers.get(seat.seat) and replied(live, seat.seat))):
            return Turn(seat.seat, live.stamp(seat.seat), None)
        if seat.kind == "bot" and of == (seat.seat if match.racing else ALL):
            if match.racing and rooms.waits(match.game, match.view(seat.seat), seat.seat):
                continue
            asked, seed = match.observe(seat.seat), secrets.randbits(63)
            view = asked.view.tobytes()
            question = Question(live.row.game, seat.level, seat.seat, view, asked.legal, seed, match.racing)
            return Turn(seat.seat, live.stamp(seat.seat), question)
    return None
