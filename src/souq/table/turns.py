"""What the table decides itself: bots' turns, and what people have left standing orders for.

One decision after another, each stored and shown like anybody's, until a person is to choose.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from souq.engine.errors import SouqError
from souq.table.errors import NoTable, NotSaved, Stale
from souq.table.tables import Live
from souq.table.workers import Question

if TYPE_CHECKING:
    from souq.table.house import House

LOG = logging.getLogger("souq.table")

LONGEST_WAIT = 30.0
"""Seconds between two attempts at a table whose decisions cannot be stored."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision that waits for a bot, or for nobody, since there is an order for it."""

    seat: int
    moved: int
    """Revision at which the table came to wait for it; a later one makes the decision worthless."""
    question: Question | None
    """For the bot; None: there is an order."""


class Turns:
    """Keeps every table going that waits for no person. A table never has more than one task."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def stir(self, table_id: str) -> None:
        """The table has changed: see whether it waits for a person."""
        if self._house.closing:
            return
        if table_id in self._tasks:
            self._again.add(table_id)  # its task may have looked just before
            return
        task = asyncio.create_task(self._play(table_id))
        self._tasks[table_id] = task
        task.add_done_callback(lambda _: self._done(table_id))

    async def close(self) -> None:
        """Stop; what was not decided will be after the next start."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _done(self, table_id: str) -> None:
        del self._tasks[table_id]
        if table_id in self._again:
            self._again.discard(table_id)
            self.stir(table_id)

    async def _play(self, table_id: str) -> None:
        wait = 0.5
        while not self._house.closing:
            try:
                if not await self._decide(table_id):
                    return
                wait = 0.5
            except NoTable:
                return
            except Stale:
                continue
            except NotSaved as error:
                LOG.warning("Table %s waits: %s", table_id, error)
                await asyncio.sleep(wait)
                wait = min(wait * 2, LONGEST_WAIT)
            except SouqError as error:  # nothing that trying again could mend
                LOG.error("Table %s cannot go on: %s", table_id, error)
                return
            except Exception:
                LOG.exception("A bot's turn at table %s failed.", table_id)
                await asyncio.sleep(wait)
                wait = min(wait * 2, LONGEST_WAIT)

    async def _decide(self, table_id: str) -> bool:
        """Make one decision; False when the table waits for a person. What is ordered takes as long as a bot does."""
        from souq.table.commands import choose_as_ordered, choose_for_bot

        async with self._house.tables.hold(table_id) as live:
            turn = next_turn(live)
        if turn is None:
            return False
        if turn.question is None:
            await asyncio.sleep(self._house.settings.pause)
            await choose_as_ordered(self._house, table_id, turn.seat, turn.moved)
            return True
        pause = asyncio.create_task(asyncio.sleep(self._house.settings.pause))
        try:
            choice = await self._house.workers.choose(turn.question)
            await pause
        finally:
            pause.cancel()
        await choose_for_bot(self._house, table_id, turn.seat, choice, turn.moved)
        return True


def next_turn(live: Live) -> Turn | None:
    """The decision that a table has to make itself, if it waits for one."""
    match = live.match
    if match is None or live.row.state != "playing" or live.row.held is not None or match.drafter is not None:
        return None
    for seat in live.row.seats:
        if not match.deciders >> seat.seat & 1:
            continue
        if seat.seat in live.orders:
            return Turn(seat.seat, live.row.moved, None)
        if seat.kind == "bot":
            legal = tuple(int(choice) for choice in match.legal(seat.seat))
            view = match.view(seat.seat).tobytes()
            question = Question(live.row.game, seat.level, seat.seat, view, legal, secrets.randbits(63))
            return Turn(seat.seat, live.row.moved, question)
    return None
