"""Analyses of finished games, made in the background and shared by everybody who requests them.

An analysis first computes the winning chances of all players after each entry, with nobody's cards hidden, and then a
review of how each seat could have played better with what it knew. It proceeds while a client polls for it (every
second or so; each answer includes the progress), one game at a time, in a process of low priority that ends when no
client polls any more. Both results are stored with the table when they are complete; until then a review's progress is
only in memory.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Any, TypeVar

from souq.bots.analysis import Course, WinProbabilities, stops, turns
from souq.engine.match.decision import SPECTATOR
from souq.review.course import Review, Step
from souq.review.turns import Better, chosen, turn_at
from souq.server.core.jobs.chores import Chores
from souq.server.core.live.live import Live
from souq.server.core.live.tables import Tables
from souq.server.core.realtime.advice import counts, lines_of, turn_of
from souq.server.core.realtime.shots import public_lines
from souq.server.core.store.interface import TableStore
from souq.server.core.workers.requests import EvalRequest, TurnRequest
from souq.server.core.workers.thinking import Thinking, WorkerDied
from souq.server.errors import OutOfReach, Refused
from souq.server.ops.telemetry import context

LOG = logging.getLogger("souq.server")

Begun = TypeVar("Begun")

PATIENCE = 6.0
"""Seconds after which an analysis stops if no client has polled for it."""

UNFINISHED = 8
"""Maximum number of unfinished analyses whose progress is kept in memory."""

WAITING = 12
"""Maximum number of games that may wait for their analysis."""


class NoAnalysis(Refused):
    """Error: an analysis failed or had to be refused for now. The client may try again."""

    status = 503

    def __init__(self, message: str = "The analysis couldn’t be finished. Try again in a moment.") -> None:
        super().__init__(message)


class Analysing:
    """The service that analyses finished tables, one after another.

    Args:
        tables: the tables in memory.
        storage: where analyses are stored.
        workers: evaluate positions; their processes end when nothing is asked for any more.
        chores: runs the analyses in the background.
    """

    def __init__(self, tables: Tables, storage: TableStore, workers: Thinking, chores: Chores) -> None:
        self._tables, self._storage, self._chores = tables, storage, chores
        self._workers, self._users = workers, 0
        self._courses: OrderedDict[str, Course] = OrderedDict()
        self._reviews: OrderedDict[str, Review] = OrderedDict()
        self._asked: dict[str, float] = {}
        self._failed: set[str] = set()
        self._running = False

    async def ask(self, table_id: str, seat: int = SPECTATOR) -> dict[str, Any]:
        """Return the analysis of a table as ``seat`` may see it.

        If it isn't complete, continue it in the background, and return its progress with the part that is stored.

        Raises:
            Refused: the game is not over, too many games wait, or the analysis failed.
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
        """Return the state and progress of a table's analysis."""
        course, review = self._courses.get(table_id), self._reviews.get(table_id)
        done, of = (len(course.found), course.of) if course else (0, 0)
        if charted:
            done, of = (review.done, review.of) if review else (0, 0)
        return {"state": ("reviewing" if charted else "looking") if first else "waiting", "done": done, "of": of}

    async def known(self, table_id: str, seat: int = SPECTATOR) -> dict[str, Any] | None:
        """Return the stored analysis of a table as ``seat`` may see it; None if none is stored yet.

        Raises:
            Refused: the game is not over.
        """
        async with self._tables.hold(table_id) as live:
            if live.row.state != "finished":
                raise Refused("The game isn’t over yet. You can analyse it once it is.")
            if live.analysis is None:
                live.analysis = await self._storage.analysis(table_id)
            if live.analysis is None or "moments" not in live.analysis:  # the format of an older version
                live.analysis = None
                return None
            found = live.analysis
            reader = seat if 0 <= seat < live.row.players else SPECTATOR
            made: dict[str, Any] = live.once(("analysis", reader), dict)
            if not made:
                made |= await analysis_json(live, found, reader)
            return made

    def _wanted(self) -> list[str]:
        """Return the IDs of the tables whose analysis a client still polls for, earliest request first."""
        now = time.monotonic()
        self._asked = {of: at for of, at in self._asked.items() if now - at < PATIENCE}
        return list(self._asked)

    async def _run(self) -> None:
        try:
            async with self.working():
                while not self._chores.closing and (wanted := self._wanted()):
                    context.begin_job("analysis", table=wanted[0])
                    await self._try(wanted[0])
        finally:
            self._running = False

    async def _try(self, table_id: str) -> None:
        """Do the next step of a table's analysis; give the analysis up if it fails."""
        try:
            await self._go_on(table_id)
        except (WorkerDied, OutOfReach) as error:
            LOG.warning("The analysis of table %s was given up: %s", table_id, error)
            self._failed.add(table_id)
            self._forget(table_id)
        except Refused:
            self._forget(table_id)
        except Exception:  # one table's failure must not stop the analyses of others
            LOG.exception("The analysis of table %s failed.", table_id)
            self._failed.add(table_id)
            self._forget(table_id)

    @asynccontextmanager
    async def working(self, linger: float = 0.0) -> AsyncIterator[Thinking]:
        """Yield the workers. Their processes end once nobody has used them for ``linger`` seconds."""
        self._users += 1
        try:
            yield self._workers
        finally:
            self._chores.start(self._rest(linger))

    async def _rest(self, after: float) -> None:
        await asyncio.sleep(after)
        self._users -= 1
        if not self._users:
            await self._workers.rest()

    async def _go_on(self, table_id: str) -> None:
        """Do the next step of a table's analysis, which is to evaluate one position or to review one turn.

        If none is left, store the results.
        """
        async with self._tables.hold(table_id) as live:
            charted = live.analysis
            if charted is None or "moments" not in charted:
                course = _unfinished(self._courses, table_id, lambda: Course(stops(_deciders(live))))
                ply = course.next
                asked = None if ply is None else _request(live, ply)
            else:
                review = _unfinished(self._reviews, table_id, lambda: Review(chosen(live.playing)))
                look = review.next
                turned = None if look is None else _turn_request(live, look)
        if charted is None or "moments" not in charted:
            if ply is not None and asked is not None:
                course.found[ply] = await self._workers.evaluate(asked)
                return
            await self._store(table_id, {"moments": [[at, *chances] for at, chances in course.points()]})
            self._courses.pop(table_id, None)
        elif look is not None and turned is not None:
            await self._review_turn(review, look, turned)
        else:
            await self._store(table_id, charted | {"review": stored(review.found())})
            self._forget(table_id)

    async def _review_turn(self, review: Review, look: Step, turn: TurnRequest) -> None:
        if look.kind == "glance":
            review.glanced[look.at] = await self._workers.glance(turn)
        else:
            review.weighed[look.at] = await self._workers.find_better(turn)

    async def _store(self, table_id: str, found: dict[str, Any]) -> None:
        async with self._tables.hold(table_id) as live:
            await self._storage.analysed(live.row, found)
            live.analysis = found
            live.rest()

    def _forget(self, table_id: str) -> None:
        self._courses.pop(table_id, None)
        self._reviews.pop(table_id, None)
        self._asked.pop(table_id, None)


def _unfinished(made: OrderedDict[str, Begun], table_id: str, begin: Callable[[], Begun]) -> Begun:
    """Return a table's unfinished analysis, or begin one. Keep at most `UNFINISHED`, those most recently used."""
    if table_id not in made:
        made[table_id] = begin()
    made.move_to_end(table_id)
    while len(made) > UNFINISHED:
        made.popitem(last=False)
    return made[table_id]


def _deciders(live: Live) -> list[int]:
    """Return the seat that made each entry of the match.

    An entry is one decision, or several that the other players see as one.
    """
    match = live.playing
    return [match.log[end - 1].seat for end in match.entries]


def _request(live: Live, number: int) -> EvalRequest:
    """Return a request to evaluate the position after ``number`` entries of the match, with nobody's cards hidden."""
    match = live.playing
    ply = match.at_moment(number)
    seat = match.log[ply].seat if ply < match.ply else SPECTATOR
    return EvalRequest(live.row.game, seat, match.at(ply).tobytes())


def _turn_request(live: Live, look: Step) -> TurnRequest:
    """Return a request to review a turn. It contains only what the player could see when they made their choices."""
    turn = turn_at(live.playing, look.at)
    view, closer = turn.view.tobytes(), look.kind == "weigh"
    return TurnRequest(live.row.game, turn.seat, view, turn.legal, turn.played, turn.racing, closer)


def stored(found: dict[int, Better]) -> list[list[Any]]:
    """Return the results of a review as JSON to store."""
    return [[at, round(each.lost, 3), each.why, *each.choices] for at, each in found.items()]


def review_of(found: dict[str, Any]) -> dict[int, Better] | None:
    """Parse a stored review; return None if it isn't complete yet.

    >>> review_of({"review": stored({7: Better((1, 2), 0.25, "It scores.")})})
    {7: Better(choices=(1, 2), lost=0.25, why='It scores.')}
    """
    if "review" not in found:
        return None
    return {int(at): Better(tuple(choices), float(lost), why) for at, lost, why, *choices in found["review"]}


def points_of(found: dict[str, Any]) -> list[tuple[int, WinProbabilities]]:
    """Parse the winning chances in a stored analysis, as pairs of a moment's number and the chances of all seats."""
    return [(int(at), tuple(float(chance) for chance in chances)) for at, *chances in found.get("moments", [])]


async def analysis_json(live: Live, found: dict[str, Any], reader: int = SPECTATOR) -> dict[str, Any]:
    """Return an analysis as JSON, as ``reader`` may see it, with story lines for its turning points and mistakes."""
    points, review = points_of(found), review_of(found)
    before = {after: at for (at, _), (after, _) in pairwise(points)}
    turned = list[dict[str, Any]]()
    for turn in turns(points, _deciders(live)):
        text = _in_words(live, before[turn.ply], turn.ply)
        seen = {"ply": turn.ply, "turn": turn_of(live, turn.ply), "seat": turn.seat, "text": text}
        turned.append(seen | {"before": turn.before, "after": turn.after})
        await asyncio.sleep(0)  # each draws a scene
    chances_at = [{"ply": at, "chances": list(chances)} for at, chances in points]
    made = {"state": "reviewing" if review is None else "done", "done": len(points), "of": len(points)}
    lines = await lines_of(live, review or {}, reader)
    return made | {"points": chances_at, "turns": turned, "review": lines, "counts": counts(lines, live.row.players)}


def _in_words(live: Live, before: int, ply: int) -> str:
    """Join up to three story lines of the moments between two positions into one text.

    These are the last lines. At the end of the game they are the first lines, since the last ones give the final ranks.
    """
    lines = public_lines(live, before, ply)
    return " ".join(line.text for line in (lines[:3] if ply == len(live.playing.entries) else lines[-3:]))
