"""Hints: what to choose now, for a person who plays against nobody but bots, and why.

Where a solver knows the game (:mod:`souq.table.solving`), the next choice of the best way from here; else what a search
advises, with a reason in the words of the game's judgement. Both think in a process of their own, and nothing but the
count of hints is stored.
"""

from __future__ import annotations

import hashlib
import logging
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from souq.engine import rooms
from souq.engine.decision import SPECTATOR, Decision
from souq.engine.errors import NotYourTurn
from souq.engine.events import told
from souq.table.errors import NoSeat, Refused, TooFast
from souq.table.leaving import check_plays
from souq.table.rows import LineRow
from souq.table.solving import keep, on_the_way, problem_of
from souq.table.views import Viewer, hints_offered, offered, solver_hints
from souq.table.workers import Advice, Doubt, Problem, WorkerDied

if TYPE_CHECKING:
    from souq.table.commands import Caller
    from souq.table.house import House
    from souq.table.tables import Live

LOG = logging.getLogger("souq.table")


class NoHint(Refused):
    """A hint that could not be given, though another attempt may succeed."""

    status = 503

    def __init__(self) -> None:
        super().__init__("No hint turned up in time. Play on, or ask again in a moment.")


class TooSoon(TooFast):
    """A hint that is asked for soon after others; ``wait``: seconds until it is given."""

    def __init__(self, wait: float) -> None:
        super().__init__()
        self.wait = math.ceil(wait) or 1
        self.message = f"One hint at a time. Ask again in {self.wait} second{'s' * (self.wait > 1)}."


@dataclass(frozen=True, slots=True)
class Said:
    """How a way is shown to somebody who is to take it: as a pick, an amount, or only in words."""

    text: str
    then: tuple[int, ...] = ()
    amount: int | None = None


async def hint(house: House, table_id: str, caller: Caller, key: str) -> dict[str, Any]:
    """What to choose now, for the seat that asks; it is counted.

    Raises:
        Refused: there is none to be given; the message says why.
    """
    asks, asking = (table_id, caller.seat), house.hinting
    if asks in asking:
        raise Refused("A hint is already on its way.")
    asking.add(asks)
    try:
        return await _hint(house, table_id, caller, key)
    finally:
        asking.discard(asks)


async def _hint(house: House, table_id: str, caller: Caller, key: str) -> dict[str, Any]:
    async with house.tables.hold(table_id) as live:
        _check(live, caller)
        if not house.hints.take(who := f"{table_id} {caller.seat}"):
            raise TooSoon(house.hints.wait(who))
        before, question = _ground(live, caller.seat), _question(live, caller.seat, house.settings.hinting)
    found = question if isinstance(question, Advice) else await _found(house, table_id, question)
    async with house.tables.hold(table_id) as live:
        _check(live, caller)
        match = live.playing
        if _ground(live, caller.seat) != before:
            raise Refused("You’ve moved on since you asked. Ask again for a hint from here.")
        if not found.line or match.refusal(found.choice, caller.seat):
            LOG.error("A hint in %s cannot be chosen: %s", live.row.game, found.line[:1])
            raise NoHint
        row = live.lines.get(caller.seat, LineRow(caller.seat))
        await keep(house, live, replace(row, hints=row.hints + 1))
        said = _said(live, caller.seat, found.line)
    answer = {"choice": found.choice, "then": list(said.then), "amount": said.amount, "text": said.text}
    told = {"why": found.why, "left": len(found.line), "seq": live.seq(caller.seat)}
    return {"type": "hint", "id": key, **told, **answer}


def _check(live: Live, caller: Caller) -> None:
    """Whether a seat may have a hint now."""
    if caller.seat == SPECTATOR:
        raise NoSeat
    if live.playing.over or live.finished:
        raise Refused("The game is over.")
    check_plays(live, caller.seat)
    if live.people > 1:
        raise Refused("There are no hints when people play against each other.")
    if not live.waits_for >> caller.seat & 1:
        raise NotYourTurn("Wait for your turn, then ask for a hint.")
    if live.must_confirm(caller.seat):
        raise Refused("Confirm your turn first, or undo it.")
    if live.race:
        raise Refused("There are no hints in a race.")
    if not hints_offered(live, Viewer(caller.seat)):
        raise Refused("There are no hints in this game.")


def _ground(live: Live, seat: int) -> tuple[Decision, ...]:
    """The decisions that a hint rests on: where everybody moves at once, the seat's own."""
    made = live.playing.log
    return tuple(decision for decision in made if decision.seat == seat) if live.racing else made


def _question(live: Live, seat: int, seconds: float) -> Advice | Problem | Doubt:
    """What is to be found out, or the hint if it is known already."""
    match = live.playing
    if not solver_hints(live, Viewer(seat)):
        legal = tuple(int(choice) for choice in match.legal(seat))
        if not legal:
            raise Refused("There’s nothing for you to choose right now.")
        view = match.view(seat).tobytes()
        return Doubt(live.row.game, seat, view, legal, _seed(view))
    known = on_the_way(live, seat)
    return problem_of(live, seat, None, seconds) if known is None else Advice(known[0], known, "")


def _seed(view: bytes) -> int:
    """For what the search leaves to luck: whoever knows the same is advised the same."""
    return int.from_bytes(hashlib.blake2b(view, digest_size=8).digest(), "big") >> 2


async def _found(house: House, table_id: str, question: Problem | Doubt) -> Advice:
    try:
        if isinstance(question, Doubt):
            return await house.solvers.advise(question, house.hub.asker(table_id))
        line = await house.solvers.solve(question, asker=house.hub.asker(table_id))
    except WorkerDied as error:
        LOG.warning("No hint at table %s: %s.", table_id, error)
        raise NoHint from error
    if line is None:
        raise Refused("No way to the end is known from here. Undo a move, or play on without a hint.")
    return Advice(line.choices[0] if line.choices else -1, line.choices, "")


def _said(live: Live, seat: int, line: tuple[int, ...]) -> Said:
    """How the beginning of a way is chosen on the seat's scene: as much as one click, or one number, stands for."""
    scene, choices = offered(live, seat), live.game.choices
    if scene.amount is not None:
        for length in range(len(line), 0, -1):
            amount = scene.amount.said(line[:length])
            if amount is not None:
                return Said(scene.amount.say.replace("{}", f"{amount:,}"), amount=amount)
    picks = [pick for pick in scene.picks if (pick.choice, *pick.then) == line[: 1 + len(pick.then)]]
    if picks:
        pick = max(picks, key=lambda each: len(each.then))
        return Said(pick.label, pick.then)
    composed = scene.composer is not None and line[0] in scene.composer.choices
    return Said((_proposed(live, seat, line) if composed else "") or choices.name(line[0]))


def _proposed(live: Live, seat: int, line: tuple[int, ...]) -> str:
    """What would be told of a proposal that these choices make: "Rosa offers Omar Salt for Rugs."."""
    door, match = live.game.door, live.playing
    state, lines = door.redealt(match.view(seat), seat, (1, 2)), list[str]()
    for choice in line:
        if door.refusal(state, seat, choice):
            break
        door.apply(state, seat, choice, (1, 2))
        lines += [each.text for each in rooms.tell(live.game, told(state[0], seat), match.called, seat)]
    return lines[0] if lines else ""
