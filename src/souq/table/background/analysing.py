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
from typing import Any

from souq.bots.analysis import Course, WinProbabilities, stops, turns
from souq.engine.decision import SPECTATOR
from souq.table.background.chores import Chores
from souq.table.errors import OutOfReach, Refused
from souq.table.playing.live import Live
from souq.table.playing.tables import Tables
from souq.table.processes.requests import EvalRequest
from souq.table.processes.workers import WorkerDied, Workers
from souq.table.shown.shots import told_of
from souq.table.stored.storage import Storage

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
    """Analyses one table after another.

    Args:
        tables: the games.
        storage: where what was found is kept.
        workers: who evaluates positions; their processes end when nobody asks any more.
        chores: beside what it is done.
    """

    def __init__(self, tables: Tables, storage: Storage, workers: Workers, chores: Chores) -> None:
        self._tables, self._storage, self._chores = tables, storage, chores
        self.workers = workers
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
        if not self._running and not self._chores.closing:
            self._running = True
            self._chores.start(self._run())
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
        async with self._tables.hold(table_id) as live:
            if live.row.state != "finished":
                raise Refused("The game isn’t over yet. You can analyse it once it is.")
            if live.analysis is None:
                live.analysis = await self._storage.analysis(table_id)
            if live.analysis is None or "moments" not in live.analysis:  # an older one counted otherwise
                live.analysis = None
                return None
            return live.once("analysis", lambda: told(live, points_of(live.analysis or {})))

    def _wanted(self) -> list[str]:
        """The tables somebody waits for, the first who asked first."""
        now = time.monotonic()
        self._asked = {of: at for of, at in self._asked.items() if now - at < PATIENCE}
        return list(self._asked)

    async def _run(self) -> None:
        try:
            while not self._chores.closing:
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
            await self.workers.rest()

    async def _go_on(self, table_id: str) -> None:
        """Look at one more moment of a table, and store what was found when it was the last."""
        async with self._tables.hold(table_id) as live:
            course = self._courses.get(table_id) or Course(stops(_deciders(live)))
            self._courses[table_id] = course
            self._courses.move_to_end(table_id)
            while len(self._courses) > KEPT:
                self._courses.popitem(last=False)
            ply = course.next
            request = None if ply is None else _request(live, ply)
        if ply is not None and request is not None:
            course.found[ply] = await self.workers.evaluate(request)
            return
        found = {"moments": [[at, *chances] for at, chances in course.points()]}
        await self._storage.analysed(table_id, found)
        async with self._tables.hold(table_id) as live:
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


def _request(live: Live, number: int) -> EvalRequest:
    """The position after so many entries, and who decided next."""
    match = live.playing
    ply = match.at_moment(number)
    seat = match.log[ply].seat if ply < match.ply else SPECTATOR
    return EvalRequest(live.row.game, seat, match.at(ply).tobytes())


def points_of(found: dict[str, Any]) -> list[tuple[int, WinProbabilities]]:
    """Stored points as values."""
    return [(int(at), tuple(float(chance) for chance in chances)) for at, *chances in found.get("moments", [])]


def told(live: Live, points: list[tuple[int, WinProbabilities]]) -> dict[str, Any]:
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
