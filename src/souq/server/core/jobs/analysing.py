"""Analyses of finished games, made beside everything else, once for all who look.

First everybody's chances by entry, with open hands; then a review of what each seat could have done better, as far as
it could know. They are looked for while somebody waits for them (each asks every second or so, and is told how far it
is), one game at a time, in a process that gives way to the bots' and is ended when nobody asks any more. Both are
stored with the table as soon as they are found; what is known of a review is kept in memory until then.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from itertools import pairwise
from typing import Any, TypeVar

from souq.bots.analysis import Course, WinProbabilities, stops, turns
from souq.engine.match.decision import SPECTATOR
from souq.review.course import Look, Review
from souq.review.turns import Better, chosen, turn_at
from souq.server.core.db.storage import Storage
from souq.server.core.jobs.chores import Chores
from souq.server.core.live.live import Live
from souq.server.core.live.tables import Tables
from souq.server.core.realtime.advice import counts, lines_of
from souq.server.core.realtime.shots import told_of
from souq.server.core.workers.requests import EvalRequest, TurnRequest
from souq.server.core.workers.thinking import Thinking, WorkerDied
from souq.server.errors import OutOfReach, Refused
from souq.server.ops.telemetry import logs

LOG = logging.getLogger("souq.server")

Begun = TypeVar("Begun")

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

    def __init__(self, tables: Tables, storage: Storage, workers: Thinking, chores: Chores) -> None:
        self._tables, self._storage, self._chores = tables, storage, chores
        self.workers = workers
        self._courses: OrderedDict[str, Course] = OrderedDict()
        self._reviews: OrderedDict[str, Review] = OrderedDict()
        self._asked: dict[str, float] = {}
        self._failed: set[str] = set()
        self._running = False

    async def ask(self, table_id: str, seat: int = SPECTATOR) -> dict[str, Any]:
        """How far the analysis of a table is, as ``seat`` reads it; it is begun, and goes on while somebody asks.

        Raises:
            Refused: the game is not over, too many wait, or it failed.
        """
        found = await self.known(table_id, seat)
        if found is not None and found["state"] == "done":
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
        first = next(iter(self._wanted()), table_id)
        return (found or {}) | self._progress(table_id, found is not None, first == table_id)

    def _progress(self, table_id: str, charted: bool, first: bool) -> dict[str, Any]:
        """What is being done for a table, and how far it is."""
        course, review = self._courses.get(table_id), self._reviews.get(table_id)
        done, of = (len(course.found), course.of) if course else (0, 0)
        if charted:
            done, of = (review.done, review.of) if review else (0, 0)
        return {"state": ("reviewing" if charted else "looking") if first else "waiting", "done": done, "of": of}

    async def known(self, table_id: str, seat: int = SPECTATOR) -> dict[str, Any] | None:
        """What was found of a table, as ``seat`` reads it; None while nothing was.

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
            found = live.analysis
            reader = seat if 0 <= seat < live.row.players else SPECTATOR
            made: dict[str, Any] = live.once(("analysis", reader), dict)
            if not made:
                made |= await told(live, found, reader)
            return made

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
                logs.begin_job("analysis", table=wanted[0])
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
        """Look at one more moment, or one more turn, of a table; store what was found when it was the last."""
        async with self._tables.hold(table_id) as live:
            charted = live.analysis
            if charted is None or "moments" not in charted:
                course = _kept(self._courses, table_id, lambda: Course(stops(_deciders(live))))
                ply = course.next
                asked = None if ply is None else _request(live, ply)
            else:
                review = _kept(self._reviews, table_id, lambda: Review(chosen(live.playing)))
                look = review.next
                turned = None if look is None else _turn_request(live, look)
        if charted is None or "moments" not in charted:
            if ply is not None and asked is not None:
                course.found[ply] = await self.workers.evaluate(asked)
                return
            await self._store(table_id, {"moments": [[at, *chances] for at, chances in course.points()]})
            self._courses.pop(table_id, None)
        elif look is not None and turned is not None:
            await self._look(review, look, turned)
        else:
            await self._store(table_id, charted | {"review": stored(review.found())})
            self._forget(table_id)

    async def _look(self, review: Review, look: Look, turn: TurnRequest) -> None:
        if look.kind == "glance":
            review.glanced[look.at] = await self.workers.glance(turn)
        else:
            review.weighed[look.at] = await self.workers.weigh(turn)

    async def _store(self, table_id: str, found: dict[str, Any]) -> None:
        async with self._tables.hold(table_id) as live:
            await self._storage.analysed(live.row, found)
            live.analysis = found
            live.rest()

    def _forget(self, table_id: str) -> None:
        self._courses.pop(table_id, None)
        self._reviews.pop(table_id, None)
        self._asked.pop(table_id, None)


def _kept(made: OrderedDict[str, Begun], table_id: str, begin: Callable[[], Begun]) -> Begun:
    """What was begun of a table, or is now; only what was gone on with last is kept."""
    if table_id not in made:
        made[table_id] = begin()
    made.move_to_end(table_id)
    while len(made) > KEPT:
        made.popitem(last=False)
    return made[table_id]


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


def _turn_request(live: Live, look: Look) -> TurnRequest:
    """A turn as whoever played it knew the game: nobody is judged by what they could not see."""
    turn = turn_at(live.playing, look.at)
    view, closer = turn.view.tobytes(), look.kind == "weigh"
    return TurnRequest(live.row.game, turn.seat, view, turn.legal, turn.played, turn.racing, closer)


def stored(found: dict[int, Better]) -> list[list[Any]]:
    """What a review has found, to be stored."""
    return [[at, round(each.lost, 3), each.why, *each.choices] for at, each in found.items()]


def review_of(found: dict[str, Any]) -> dict[int, Better] | None:
    """The same as values; None where there was no review yet.

    >>> review_of({"review": stored({7: Better((1, 2), 0.25, "It scores.")})})
    {7: Better(choices=(1, 2), lost=0.25, why='It scores.')}
    """
    if "review" not in found:
        return None
    return {int(at): Better(tuple(choices), float(lost), why) for at, lost, why, *choices in found["review"]}


def points_of(found: dict[str, Any]) -> list[tuple[int, WinProbabilities]]:
    """Stored points as values."""
    return [(int(at), tuple(float(chance) for chance in chances)) for at, *chances in found.get("moments", [])]


async def told(live: Live, found: dict[str, Any], reader: int = SPECTATOR) -> dict[str, Any]:
    """What was found, with turning points and mistakes in the words of the story, as ``reader`` is told them."""
    points, review = points_of(found), review_of(found)
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
    made = {"state": "reviewing" if review is None else "done", "done": len(points), "of": len(points)}
    lines = await lines_of(live, review or {}, reader)
    return made | {"points": shown, "turns": turned, "review": lines, "counts": counts(lines, live.row.players)}


def _in_words(live: Live, before: int, ply: int) -> str:
    """What happened between two moments, in short: of the last turn what was done, not who came in which place."""
    lines = told_of(live, before, ply)
    return " ".join(line.text for line in (lines[:3] if ply == len(live.playing.entries) else lines[-3:]))
