"""Hints for a person who plays only against bots: what to choose now, and why.

If a solver supports the game (:mod:`souq.server.core.jobs.solving`), the hint is the next choice of the best line from
here. Otherwise it is the choice of a search, with a reason in the words of the game's module ``reasons``. Both run in a
separate process, and only the number of hints is stored.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import logging
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from souq.engine.errors import IllegalChoice, NotYourTurn
from souq.engine.match.decision import SPECTATOR, Decision
from souq.engine.match.match import Match
from souq.engine.present.reasons import named
from souq.engine.rules.composing import Composer
from souq.server.core.jobs.solving import remaining_line, request_of, store_line
from souq.server.core.live.leaving import check_plays
from souq.server.core.live.live import Live
from souq.server.core.live.tables import Tables
from souq.server.core.realtime.hub import Hub
from souq.server.core.realtime.scenes import hints_offered, offered, solver_hints
from souq.server.core.realtime.variations import KEYS, Click, action, clicks, drawn, imperative, pressed
from souq.server.core.realtime.viewers import Viewer
from souq.server.core.store.interface import TableStore
from souq.server.core.store.rows import LineRow
from souq.server.core.token_bucket import Buckets
from souq.server.core.workers.requests import Advice, HintRequest, SolveRequest
from souq.server.core.workers.thinking import Thinking, WorkerDied
from souq.server.errors import NoSeat, Refused, TooFast

LOG = logging.getLogger("souq.server")
MOST = 1_000
"""Maximum number of hints kept in memory, so that a repeated request gets the same answer."""


class NoHint(Refused):
    """Error: no hint was found, or not in time. The player may ask again."""

    status = 503

    def __init__(self) -> None:
        super().__init__("No hint turned up in time. Play on, or ask again in a moment.")


class TooSoon(TooFast):
    """Error: a player asked for hints too often. ``wait`` is the number of seconds until the next one is allowed."""

    def __init__(self, wait: float) -> None:
        super().__init__()
        self.wait = math.ceil(wait) or 1
        self.message = f"One hint at a time. Ask again in {self.wait} second{'s' * (self.wait > 1)}."


@dataclass(frozen=True, slots=True)
class Said:
    """The parts of a hint that a client shows, and those with which it makes the choice."""

    text: str
    then: tuple[int, ...] = ()
    amount: int | None = None
    on: tuple[str, ...] = ()
    """Keys of the sprites that the choice is on."""
    drawn: tuple[dict[str, Any], ...] = ()
    """Sprites that show the choice on the table (:func:`~souq.server.core.realtime.variations.drawn`)."""
    proposal: dict[str, Any] | None = None
    """The contents of the composer: its partner's number, items by key, and the money on each side."""


class Hints:
    """The service that finds hints.

    Args:
        tables: the tables in memory.
        storage: where hints are counted.
        hub: notifies viewers.
        solvers: run the searches.
        speed: the rate limit for each seat.
        seconds: the time limit for solving from the present position.
    """

    def __init__(
        self, tables: Tables, storage: TableStore, hub: Hub, solvers: Thinking, speed: Buckets, seconds: float
    ) -> None:
        self._tables, self._storage, self._hub = tables, storage, hub
        self._solvers, self._speed, self._seconds = solvers, speed, seconds
        self._asking: dict[tuple[str, int], tuple[str, asyncio.Task[dict[str, Any]]]] = {}
        """For each table and seat, the idempotency key and the task of the latest request."""

    async def hint(self, table_id: str, viewer: Viewer, key: str) -> dict[str, Any]:
        """Return a hint for a viewer's seat as a message, and count it.

        A retry with the same ``key``, after a lost connection, gets the same answer and isn't counted again.

        Raises:
            Refused: there is no hint; the message says why.
        """
        asks = table_id, viewer.seat
        known, task = self._asking.get(asks, ("", None))
        if task is None or (task.done() and known != key):
            self._asking.pop(asks, None)
            while len(self._asking) >= MOST and next(iter(self._asking.values()))[1].done():
                del self._asking[next(iter(self._asking))]
            task = asyncio.create_task(self._hint(table_id, viewer, key))
            self._asking[asks] = key, task
            task.add_done_callback(functools.partial(self._answered, asks))
        elif known != key:
            raise Refused("A hint is already on its way.")
        return await asyncio.shield(task)

    def _answered(self, asks: tuple[str, int], task: asyncio.Task[dict[str, Any]]) -> None:
        # The error is retrieved here: the request may have been cancelled, and asyncio would log it as never retrieved.
        failed = task.cancelled() or task.exception() is not None
        if failed and self._asking.get(asks, ("", None))[1] is task:  # otherwise a newer request has replaced it
            del self._asking[asks]

    async def _hint(self, table_id: str, viewer: Viewer, key: str) -> dict[str, Any]:
        seat = viewer.seat
        async with self._tables.hold(table_id) as live:
            _check(live, seat)
            if not self._speed.take(who := f"{table_id} {seat}"):
                raise TooSoon(self._speed.wait(who))
            before, asked = _ground(live, seat), _request(live, seat, self._seconds)
        found = asked if isinstance(asked, Advice) else await self._found(table_id, asked)
        async with self._tables.hold(table_id) as live:
            _check(live, seat)
            match = live.playing
            if _ground(live, seat) != before:
                raise Refused("You’ve moved on since you asked. Ask again for a hint from here.")
            if not found.pv or match.refusal(found.choice, seat):
                LOG.error("A hint in %s cannot be chosen: %s", live.row.game, found.pv[:1])
                raise NoHint
            row = live.lines.get(seat, LineRow(seat))
            await store_line(self._storage, self._hub, live, replace(row, hints=row.hints + 1))
            said = _said(live, viewer, found.pv)
        answer = {"choice": found.choice, "then": list(said.then), "amount": said.amount, "text": said.text}
        details = {"why": named(found.why, match.called), "left": len(found.pv), "seq": live.seq(seat)}
        shown = {"on": list(said.on), "drawn": list(said.drawn), "proposal": said.proposal}
        return {"type": "hint", "id": key, **details, **answer, **shown}

    async def _found(self, table_id: str, request: SolveRequest | HintRequest) -> Advice:
        try:
            if isinstance(request, HintRequest):
                return await self._solvers.advise(request, self._hub.asker(table_id))
            line = await self._solvers.solve(request, asker=self._hub.asker(table_id))
        except WorkerDied as error:
            LOG.warning("No hint at table %s: %s.", table_id, error)
            raise NoHint from error
        if line is None:
            raise Refused("No way to the end is known from here. Undo a move, or play on without a hint.")
        return Advice(line.choices[0] if line.choices else -1, line.choices, "")


def _check(live: Live, seat: int) -> None:
    """Raise an error if a seat may not have a hint now, for example in a race or against other people."""
    if seat == SPECTATOR:
        raise NoSeat
    if live.playing.over or live.finished:
        raise Refused("The game is over.")
    check_plays(live, seat)
    if live.people > 1:
        raise Refused("There are no hints when people play against each other.")
    if not live.waits_for >> seat & 1:
        raise NotYourTurn("Wait for your turn, then ask for a hint.")
    if live.must_confirm(seat):
        raise Refused("Confirm your turn first, or undo it.")
    if live.race:
        raise Refused("There are no hints in a race.")
    if live.row.tournament:
        raise Refused("There are no hints in a tournament.")
    if not hints_offered(live, Viewer(seat)):
        raise Refused("There are no hints in this game.")


def _ground(live: Live, seat: int) -> tuple[Decision, ...]:
    """Return the decisions on which a hint is based: all of them or, in a race, only those of the hint's seat.

    If more decisions were made while the hint was computed, the hint is out of date.
    """
    made = live.playing.log
    return tuple(decision for decision in made if decision.seat == seat) if live.racing else made


def _request(live: Live, seat: int, seconds: float) -> Advice | SolveRequest | HintRequest:
    """Return the request for a search or, if the best line is already known, the advice itself."""
    match = live.playing
    if not solver_hints(live, Viewer(seat)):
        legal = tuple(int(choice) for choice in match.legal(seat))
        if not legal:
            raise Refused("There’s nothing for you to choose right now.")
        view = match.view(seat).tobytes()
        return HintRequest(live.row.game, seat, view, legal, _seed(view))
    known = remaining_line(live, seat)
    return request_of(live, seat, None, seconds) if known is None else Advice(known[0], known, "")


def _seed(view: bytes) -> int:
    """Return a seed for the search, derived from the view so that the same view gives the same advice."""
    return int.from_bytes(hashlib.blake2b(view, digest_size=8).digest(), "big") >> 2


def _said(live: Live, viewer: Viewer, line: tuple[int, ...]) -> Said:
    """Return a hint for the first action of ``line``, in words and as it is seen and done at the viewer's table."""
    scene, seat = offered(live, viewer.seat), viewer.seat
    if scene.amount is not None:
        for length in range(len(line), 0, -1):
            amount = scene.amount.said(line[:length])
            if amount is not None:
                return Said(scene.amount.say.replace("{}", f"{amount:,}"), amount=amount)
    match = live.playing
    states = [live.game.bindings.determinized(match.view(seat), seat, key) for key in KEYS]
    made = action(clicks(live, viewer, states, line, seat))
    while len(made) > 1 and not _possible(match, seat, made):
        made.pop()
    text = imperative(made) or live.game.choices.name(line[0])
    _, *then = (choice for click in made for choice in click.choices)
    composed = scene.composer is not None and line[0] in scene.composer.choices
    proposal = _proposal(match, seat, scene.composer, line) if scene.composer is not None and composed else None
    return Said(text, tuple(then), None, tuple(pressed(made)), tuple(drawn(made)), proposal)


def _possible(match: Match, seat: int, made: Sequence[Click]) -> bool:
    """Return whether a seat can make the choices of all clicks at once: only the last may reveal something."""
    try:
        match.check([choice for click in made for choice in click.choices], seat)
    except (IllegalChoice, NotYourTurn):
        return False
    return True


def _proposal(match: Match, seat: int, composer: Composer, line: tuple[int, ...]) -> dict[str, Any] | None:
    """Return the contents of the composer that make the proposal ``line``; None if none is found that does."""
    names = [match.game.choices.name(choice).lower() for choice in line[1:]]
    items = Counter(
        item.key
        for name in names
        for item in next(
            ([each] for side in composer.sides for each in side.items if name == f"{side.word} {each.word}".lower()), []
        )
    )
    numbers = [abs(int(last)) for name in names if (last := name.rpartition(" ")[2]).lstrip("-").isdecimal()]
    for money in {(0, 0), *((n, 0) for n in numbers), *((0, n) for n in numbers)}:
        for nth, partner in enumerate(composer.partners):
            try:
                said = match.read((composer.phrase(partner, items, money),), seat)
            except (IllegalChoice, NotYourTurn):
                continue
            if not Counter(line) - Counter(said) and len(said) <= len(line) + 1:  # in any order, and perhaps sent
                return {"partner": nth, "items": dict(items), "money": list(money)}
    return None
