"""Analyses of finished games: everybody's chances by entry, found beside everything else, once for all who look.

They are looked for while somebody waits for them (each asks every second or so, and is told how far it is), one game at
a time, in a process that gives way to the bots' and is ended when nobody asks any more. What was found is stored with
the table.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from souq.bots.analysis import Chances, Course, stops, turns
from souq.engine.decision import SPECTATOR
from souq.table.errors import OutOfReach, Refused
from souq.table.views import told_of
from souq.table.workers import LAST, Moment, WorkerDied, Workers

if TYPE_CHECKING:
    from souq.table.house import House
    from souq.table.tables import Live

LOG = logging.getLogger("souq.table")

PATIENCE = 6.0
"""Seconds after which somebody who has not asked again waits no more."""

KEPT = 8
"""Games that were begun and left are gone on with, so many of them."""

WAITING = 12
"""Games that may wait for their turn."""


class NoAnalysis(Refused):
    """An analysis that could not be made, though another attempt may succeed."""

    status = 503

    def __init__(self, message: str = "The analysis couldn’t be finished. Try again in a moment.") -> None:
        super().__init__(message)


class Analysing:
    """Analyses one table after another."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.looking = Workers(min(house.settings.workers, 1), house.settings.thinking, LAST, house.compiling.wait)
        self._courses: OrderedDict[str, Course] = OrderedDict()
        self._asked: dict[str, float] = {}
        self._failed: set[str] = set()
        self._running = False

    async def ask(self, table_id: str) -> dict[str, Any]:
        """How far the analysis of a table is; it is begun, and goes on while somebody asks.

        Raises:
            Refused: the game is not over, too many wait, or it failed.
        """
        found = await self.known(table_id)
        if found is not None:
            return found
        if table_id in self._failed:
            self._failed.discard(table_id)
            raise NoAnalysis
        if table_id not in self._asked and len(self._wanted()) >= WAITING:
            raise NoAnalysis("Many games are being analysed right now. Try again in a moment.")
        self._asked[table_id] = time.monotonic()
        if not self._running and not self._house.closing:
            self._running = True
            self._house.chore(self._run())
        course, first = self._courses.get(table_id), next(iter(self._wanted()), table_id)
        return {
            "state": "looking" if first == table_id else "waiting",
            "done": len(course.found) if course else 0,
            "of": course.of if course else 0,
        }

    async def known(self, table_id: str) -> dict[str, Any] | None:
        """What was found of a table; None while nothing was.

        Raises:
            Refused: the game is not over.
        """
        async with self._house.tables.hold(table_id) as live:
            if live.row.state != "finished":
                raise Refused("The game isn’t over yet. You can analyse it once it is.")
            if live.analysis is None:
                live.analysis = await self._house.storage.analysis(table_id)
            if live.analysis is None or "moments" not in live.analysis:  # an older one counted otherwise
                live.analysis = None
                return None
            return live.once("analysis", lambda: told(live, points_of(live.analysis or {})))

    async def close(self) -> None:
        """End its process."""
        await self.looking.close()

    def _wanted(self) -> list[str]:
        """The tables somebody waits for, the first who asked first."""
        now = time.monotonic()
        self._asked = {of: at for of, at in self._asked.items() if now - at < PATIENCE}
        return list(self._asked)

    async def _run(self) -> None:
        try:
            while not self._house.closing:
                wanted = self._wanted()
                if not wanted:
                    break
                try:
                    await self._go_on(wanted[0])
                except (WorkerDied, OutOfReach) as error:
                    LOG.warning("The analysis of table %s was given up: %s", wanted[0], error)
                    self._failed.add(wanted[0])
                    self._forget(wanted[0])
                except Refused:
                    self._forget(wanted[0])
                except Exception:  # one table's trouble is not the next one's
                    LOG.exception("The analysis of table %s failed.", wanted[0])
                    self._failed.add(wanted[0])
                    self._forget(wanted[0])
        finally:
            self._running = False
            await self.looking.rest()

    async def _go_on(self, table_id: str) -> None:
        """Look at one more moment of a table, and store what was found when it was the last."""
        house = self._house
        async with house.tables.hold(table_id) as live:
            course = self._courses.get(table_id) or Course(stops(_deciders(live)))
            self._courses[table_id] = course
            self._courses.move_to_end(table_id)
            while len(self._courses) > KEPT:
                self._courses.popitem(last=False)
            ply = course.next
            moment = None if ply is None else _moment(live, ply)
        if ply is not None and moment is not None:
            course.found[ply] = await self.looking.look(moment)
            return
        found = {"moments": [[at, *chances] for at, chances in course.points()]}
        await house.storage.analysed(table_id, found)
        async with house.tables.hold(table_id) as live:
            live.analysis = found
            live.rest()
        self._forget(table_id)

    def _forget(self, table_id: str) -> None:
        self._courses.pop(table_id, None)
        self._asked.pop(table_id, None)


def _deciders(live: Live) -> list[int]:
    """Whose each entry of the match is."""
    match = live.playing
    return [match.log[end - 1].seat for end in match.entries]


def _moment(live: Live, number: int) -> Moment:
    """The position after so many entries, and who decided next."""
    match = live.playing
    ply = match.at_moment(number)
    seat = match.log[ply].seat if ply < match.ply else SPECTATOR
    return Moment(live.row.game, seat, match.at(ply).tobytes())


def points_of(found: dict[str, Any]) -> list[tuple[int, Chances]]:
    """Stored points as values."""
    return [(int(at), tuple(float(chance) for chance in chances)) for at, *chances in found.get("moments", [])]


def told(live: Live, points: list[tuple[int, Chances]]) -> dict[str, Any]:
    """What was found, with the turning points in the words of the story."""
    before = {after: at for (at, _), (after, _) in pairwise(points)}
    turned = [
        {
            "ply": turn.ply,
            "seat": turn.seat,
            "before": turn.before,
            "after": turn.after,
            "text": _in_words(live, before[turn.ply], turn.ply),
        }
        for turn in turns(points, _deciders(live))
    ]
    shown = [{"ply": at, "chances": list(chances)} for at, chances in points]
    return {"state": "done", "done": len(points), "of": len(points), "points": shown, "turns": turned}


def _in_words(live: Live, before: int, ply: int) -> str:
    """What happened between two moments, in short: of the last turn what was done, not who came in which place."""
    lines = told_of(live, before, ply)
    return " ".join(line.text for line in (lines[:3] if ply == len(live.playing.entries) else lines[-3:]))
