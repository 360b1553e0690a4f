"""Better lines: how a finished game would have gone on after a better turn, as an expected line to play through.

The line begins with the better choices that a review found. A search that sees everything then expects the choices of
all seats, until the same seat decides again. Chance stays as it was: each decision has the dice and draws that the
game's secret gives to a decision of its number.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from souq.engine.match.decision import seats
from souq.engine.match.match import Match
from souq.engine.match.position import position
from souq.server.core.jobs.analysing import PATIENCE, WAITING, Analysing, NoAnalysis, review_of
from souq.server.core.live.live import Live
from souq.server.core.live.tables import Tables
from souq.server.core.realtime.shots import shots_of
from souq.server.core.realtime.variations import KEYS, Click, actions, clicks, drawn, pressed
from souq.server.core.realtime.viewers import Viewer
from souq.server.core.threads import in_thread
from souq.server.core.workers.requests import LineRequest
from souq.server.core.workers.thinking import Thinking, WorkerDied
from souq.server.errors import Refused

MOST, SEARCHES = 20, 5
"""Maximum numbers of decisions that a line has after the better ones, and of searches that expect them."""
KEPT = 50
"""Maximum number of lines kept in memory."""


class NoLine(Refused):
    """Error: nothing better is known at a moment."""

    status = 404

    def __init__(self) -> None:
        super().__init__("No better turn is known there. Ask for the analysis first.")


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn that could have been better: the decisions before and after it, its seat, and the better choices."""

    start: int
    end: int
    seat: int
    better: tuple[int, ...]


class BetterLines:
    """The service that finds better lines, each once, and shows them.

    Args:
        tables: the tables in memory.
        analysing: has the reviews, and the workers that expect a line.
    """

    def __init__(self, tables: Tables, analysing: Analysing) -> None:
        self._tables, self._analysing = tables, analysing
        self._lines: OrderedDict[tuple[str, int], asyncio.Task[Match]] = OrderedDict()
        """For each table and moment, the task that finds its line; the least recently used first."""

    async def line(self, table_id: str, number: int, viewer: Viewer) -> dict[str, Any]:
        """Return the better line at the moment ``number`` of a finished game as JSON, as a viewer may see it.

        It has what was played and what would have been better as they are drawn on the table, and the frames of the
        better line.

        Raises:
            Refused: nothing better is known there, the game is not over, or too many lines are being found.
        """
        await self._analysing.known(table_id)
        async with self._tables.hold(table_id) as live:
            turn, match = _turn(live, number), live.playing
        line = await asyncio.shield(self._task((table_id, number), match, turn))
        async with self._tables.hold(table_id) as live:
            return live.once(("better", line, viewer), lambda: _as_json(live, turn, line, number, viewer))

    def _task(self, of: tuple[str, int], match: Match, turn: _Turn) -> asyncio.Task[Match]:
        """Return the task that finds a line; begin it unless that has been done."""
        if of not in self._lines:
            if sum(not task.done() for task in self._lines.values()) >= WAITING:
                raise NoAnalysis("Many games are being analysed right now. Try again in a moment.")
            self._lines[of] = asyncio.create_task(self._find(of, match, turn))
            self._lines[of].add_done_callback(_retrieve)
        self._lines.move_to_end(of)
        for old in [known for known, task in self._lines.items() if task.done()][: max(0, len(self._lines) - KEPT)]:
            del self._lines[old]
        return self._lines[of]

    async def _find(self, of: tuple[str, int], match: Match, turn: _Turn) -> Match:
        """Find a line, which is kept only if the search didn't fail."""
        whole = False
        try:
            line = await in_thread(branch, match, turn.start)  # replays hundreds of decisions
            async with self._analysing.working(PATIENCE) as workers:
                whole = await _expect(workers, line, turn)
            return line
        finally:
            if not whole:
                self._lines.pop(of, None)


async def _expect(workers: Thinking, line: Match, turn: _Turn) -> bool:
    """Play the better choices and, as far as a search expects them, those that follow.

    Return whether every search succeeded; if one fails, the line is shorter, which is better than none.
    """
    whole = True
    play(line, [(turn.seat, choice) for choice in turn.better])
    for _ in range(SEARCHES):
        if _stops(line, turn) or line.ply >= turn.start + len(turn.better) + MOST:
            break
        try:
            expected = await workers.expect(LineRequest(line.game.name, line.state.tobytes()))
        except WorkerDied:
            whole = False
            break
        if not play(line, expected, turn):
            break
    while line.drafter not in (None, turn.seat) and line.deciders >> line.drafter & 1:
        line.undo()  # a turn that the searches didn't see through
    line.confirm()
    return whole


def _retrieve(task: asyncio.Task[Match]) -> None:
    """Retrieve a task's error, which asyncio would otherwise log if every request for the line was cancelled."""
    if not task.cancelled():
        task.exception()


def branch(match: Match, ply: int) -> Match:
    """Return a match with the same chance and the first ``ply`` decisions of another, to be played differently."""
    begins = None if match.dealt else position(match.at(0))
    made = Match(
        match.game,
        match.players,
        secret=match.secret,
        options=dict(match.options),
        names=list(match.names),
        start=begins,
        shares=match.shares,
    )
    for decision in match.log[:ply]:
        made.replay(decision.choice, decision.seat, goes_on=decision.goes_on)
    return made


def play(line: Match, expected: Sequence[tuple[int, int]], turn: _Turn | None = None) -> int:
    """Make choices in a match as long as they are legal, and return how many were made.

    Forced choices in between, which a search skips, are made as well. With ``turn``, stop after a choice that draws
    from chance, since the rest was expected of other dice, and where the seat of that turn decides again.
    """
    before = line.ply
    for decided in expected:
        while not _stops(line, turn) and decided not in (legal := _legal(line)) and len(legal) == 1:
            ((seat, choice),) = legal
            line.replay(choice, seat)
        if _stops(line, turn) or decided not in _legal(line):
            break
        seat, choice = decided
        line.replay(choice, seat)
        if turn is not None and int(line.state["draws"][0]):
            break
    return line.ply - before


def _legal(line: Match) -> list[tuple[int, int]]:
    """Return what can be decided next, as pairs of a seat and a choice."""
    legal = line.game.bindings.legal
    return [(seat, int(choice)) for seat in seats(line.deciders) for choice in legal(line.state, seat)]


def _stops(line: Match, turn: _Turn | None) -> bool:
    return line.over or (turn is not None and _again(line, turn))


def _again(line: Match, turn: _Turn) -> bool:
    """Return whether the seat decides again after others have."""
    others = any(decision.seat != turn.seat for decision in line.log[turn.start :])
    return others and bool(line.deciders >> turn.seat & 1)


def _turn(live: Live, number: int) -> _Turn:
    found = review_of(live.analysis or {}) or {}
    if number not in found:
        raise NoLine
    match, better = live.playing, found[number]
    start, end = match.entries.end(number), match.entries.end(number + 1)
    return _Turn(start, end, match.log[start].seat, better.choices)


def _as_json(live: Live, turn: _Turn, line: Match, number: int, viewer: Viewer) -> dict[str, Any]:
    match = live.playing
    played = [decision.choice for decision in match.log[turn.start : turn.end]]
    seen = Viewer(turn.seat, viewer.layout)
    was, better = (
        actions(list(clicks(live, seen, [match.at(turn.start)] * len(KEYS), choices, viewer.seat)))
        for choices in (played, turn.better)
    )
    same = 0
    while same < min(len(was), len(better)) and _choices(was[same]) == _choices(better[same]):
        same += 1
    other = live.with_match(line)
    frames = [shot.frame(other, viewer) for shot in shots_of(other, viewer, turn.start, line.ply)]
    for frame in frames:
        frame["scene"].pop("tally", None)
    return {
        "ply": number,
        "seat": turn.seat,
        "played": _way(was[same:]),
        "better": _way(better[same:]),
        "frames": frames,
    }


def _choices(made: Sequence[Click]) -> list[int]:
    return [choice for click in made for choice in click.choices]


def _way(made: Sequence[Sequence[Click]]) -> dict[str, Any]:
    """Return how actions are drawn on the table as JSON: keys of sprites, and what lies over them."""
    every = [click for action in made for click in action]
    return {"on": pressed(every), "drawn": [each for action in made for each in drawn(action)]}
