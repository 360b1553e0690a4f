"""The best way from the start of a game, for its scenes, and hints: the next choice of the best way from here.

A solver thinks in a process of its own, beside the bots'. What it finds belongs to the table, not to the game: it is in
no log and raises no revision. One that dies or takes too long is told in plain words, and nothing else comes of it.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from souq.engine import rooms
from souq.engine.decision import SPECTATOR
from souq.engine.errors import NotYourTurn
from souq.table.errors import NoSeat, Refused, TooFast
from souq.table.rows import LineRow
from souq.table.views import Viewer, hints_offered
from souq.table.workers import TRIES, Problem, WorkerDied

if TYPE_CHECKING:
    from souq.table.commands import Caller
    from souq.table.house import House
    from souq.table.tables import Live

LOG = logging.getLogger("souq.table")


class NoHint(Refused):
    """A hint that could not be given, though another attempt may succeed."""

    status = 503

    def __init__(self) -> None:
        super().__init__("No hint was found in time. Go on without, or ask again in a moment.")


class Solving:
    """Looks for the best ways from the start, for one table after another."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.hinting: set[tuple[str, int]] = set()
        """Tables and seats for which a hint is looked for now."""
        self._looking: set[str] = set()
        """Tables that are looked at now, and those whose solver failed: these are left alone."""

    def know(self, live: Live) -> None:
        """See to it that the best ways of a table become known; those of several players when it is over."""
        if live.row.id in self._looking or self._house.closing or not unknown(live):
            return
        self._looking.add(live.row.id)
        self._house.chore(self._look(live.row.id))

    async def _look(self, table_id: str) -> None:
        house = self._house
        try:
            async with house.tables.hold(table_id) as live:
                problems = [_problem(live, seat, 0, house.settings.solving) for seat in unknown(live)]
            for problem in problems:
                found = await house.solvers.solve(problem, TRIES)
                async with house.tables.hold(table_id) as live:
                    row = live.lines.get(problem.seat, LineRow(problem.seat))
                    choices = None if found is None else found.choices
                    row = replace(row, looked=True, choices=choices, bound=0 if found is None else found.bound)
                    await _keep(house, live, row)
            self._looking.discard(table_id)
        except WorkerDied as error:
            LOG.warning("The best way at table %s was not found: %s.", table_id, error)
        except Refused:  # it could not be stored: whoever looks next has it looked for again
            self._looking.discard(table_id)
            raise


def unknown(live: Live) -> list[int]:
    """The seats whose best way from the start is still to be looked for now."""
    match = live.match
    if match is None or match.game.solve is None or (match.players > 1 and not match.over):
        return []
    todo = [seat for seat in range(match.players) if not (seat in live.lines and live.lines[seat].looked)]
    return [seat for seat in todo if rooms.solvable(match.game, match.view(seat, 0), seat)]


async def hint(house: House, table_id: str, caller: Caller, key: str) -> dict[str, Any]:
    """The next choice of the best way from here, for the seat that asks; it is counted.

    Raises:
        Refused: there is none to be given; the message says why.
    """
    asks, asking = (table_id, caller.seat), house.solving.hinting
    if asks in asking:
        raise Refused("A hint is being looked for already.")
    asking.add(asks)
    try:
        return await _hint(house, table_id, caller, key)
    finally:
        asking.discard(asks)


async def _hint(house: House, table_id: str, caller: Caller, key: str) -> dict[str, Any]:
    async with house.tables.hold(table_id) as live:
        _check(live, caller)
        if not house.hints.take(f"{table_id} {caller.seat}"):
            raise TooFast
        before, found = live.playing.log, _on_the_way(live, caller.seat)
        problem = _problem(live, caller.seat, None, house.settings.hinting)
    if found is None:
        try:
            line = await house.solvers.solve(problem)
        except WorkerDied as error:
            LOG.warning("No hint at table %s: %s.", table_id, error)
            raise NoHint from error
        if line is None:
            raise Refused("No way to the end is known from here. Take something back, or go on without a hint.")
        found = line.choices
    async with house.tables.hold(table_id) as live:
        _check(live, caller)
        match = live.playing
        if match.log != before:
            raise Refused("You have moved on since you asked. Ask again for a hint from here.")
        if not found or match.refusal(found[0], caller.seat):
            LOG.error("The solver of %s gave a hint that cannot be chosen: %s", live.row.game, found[:1])
            raise NoHint
        row = live.lines.get(caller.seat, LineRow(caller.seat))
        await _keep(house, live, replace(row, hints=row.hints + 1))
    text = match.game.choices.name(found[0])
    return {"type": "hint", "id": key, "choice": found[0], "text": text, "left": len(found), "seq": live.row.revision}


def _check(live: Live, caller: Caller) -> None:
    """Whether a seat may have a hint now."""
    if caller.seat == SPECTATOR:
        raise NoSeat
    people = sum(seat.kind == "person" for seat in live.row.seats)
    if live.playing.over:
        raise Refused("The game is over.")
    if people > 1:
        raise Refused("There are no hints where people play against each other.")
    if not live.waits_for >> caller.seat & 1:
        raise NotYourTurn("It is not your turn: there is nothing to give a hint for.")
    if not hints_offered(live, Viewer(caller.seat)):
        raise Refused("There are no hints in this game.")


def _problem(live: Live, seat: int, ply: int | None, seconds: float) -> Problem:
    return Problem(live.row.game, seat, live.playing.view(seat, ply).tobytes(), seconds)


def _on_the_way(live: Live, seat: int) -> tuple[int, ...] | None:
    """What is left of the best way from the start, if the seat alone has decided and has followed it."""
    known, match = live.lines.get(seat), live.playing
    made = match.log
    if known is None or known.choices is None or any(decision.seat != seat for decision in made):
        return None
    followed = tuple(decision.choice for decision in made) == known.choices[: len(made)]
    left = known.choices[len(made) :] if followed else ()
    return left if left and match.refusal(left[0], seat) is None else None


async def _keep(house: House, live: Live, row: LineRow) -> None:
    """Store what is known of a seat's best way, and show it."""
    await house.storage.line(live.row.id, row)
    live.lines = live.lines | {row.seat: row}
    live.rest()
    if live.row.players == 1:
        house.hub.publish(live.row.id)
    else:
        house.hub.publish_to(live.row.id, row.seat)
