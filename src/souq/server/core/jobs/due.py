"""The next decision that the server makes at a table, and how long it waits before it."""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from souq.engine.match import hooks
from souq.engine.match.decision import seats
from souq.engine.match.match import Match
from souq.server.core.live.live import Live
from souq.server.core.live.orders import replied
from souq.server.core.workers.requests import MoveRequest

if TYPE_CHECKING:
    from souq.server.core.live.pauses import TableSettings

ALL = -1
"""Value of a seat parameter that means all seats. Their decisions are then made one after another."""

PACES = (0.6, 1.4)
"""Minimum and maximum of a bot's pause where bots play at the same time, as multiples of the normal pause."""

TURN, ON = (1.5, 3.0), (0.8, 1.4)
"""Ranges of a bot's pause before a decision, as multiples of the normal pause.

`TURN` is for the first decision of a turn, `ON` for the following ones.
"""

QUICK = 0.5
"""Factor for a bot's pause at a quick table, and at any table until a person has made the first decision."""


QUIET = 10
"""Time between two proposals of the same bot at a table with a clock, as a multiple of the normal pause."""

LONG, BRIEF = 4, 0.15
"""If a lesson plays more than `LONG` decisions in a row, the pause before each is `BRIEF` times the normal pause."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision that a bot, a standing order or a standing answer is about to make for a seat."""

    seat: int
    stamp: int
    """The seat's sequence number (:meth:`souq.server.core.live.live.Live.stamp`) when this object was made.

    If it has changed by the time the decision is made, the decision is stale.
    """
    request: MoveRequest | None
    """The request to the bot; None for a standing order or answer."""


def next_turn(live: Live, of: int = ALL) -> Turn | None:
    """Return the decision to be made next by a bot, a standing order or a standing answer; None if there is none.

    ``of`` is :data:`ALL` or, in a race, the seat of the only bot to consider.
    """
    match = live.match
    if match is None or live.row.state != "playing" or live.row.pending_choice is not None or live.teaching:
        return None
    for seat in live.row.seats:
        if not match.deciders >> seat.seat & 1 or match.drafter not in (None, seat.seat):
            continue
        if match.drafter is not None and seat.kind != "bot":
            continue  # a person with a draft finishes it themselves
        if of == ALL and (seat.seat in live.orders or (live.answers.get(seat.seat) and replied(live, seat.seat))):
            return Turn(seat.seat, live.stamp(seat.seat), None)
        if seat.kind == "bot" and of == (seat.seat if match.racing else ALL):
            spared = _spared(live, seat.seat) if match.racing else frozenset()
            if match.racing and hooks.waits(match.game, match.view(seat.seat), seat.seat, spared):
                continue
            # The seed isn't derived from the match: a bot's choices must not be predictable from the log.
            asked, seed = match.observe(seat.seat), secrets.randbits(63)
            view, legal = asked.view.tobytes(), tuple(choice for choice in asked.legal if choice not in spared)
            request = MoveRequest(live.row.game, seat.level, seat.seat, view, legal or asked.legal, seed, match.racing)
            return Turn(seat.seat, live.stamp(seat.seat), request)
    return None


def quiet_for(live: Live, seat: int) -> float:
    """Return the seconds for which a bot still makes no proposal, so that people can read its last one.

    Return 0 if no clock runs.
    """
    return max(0.0, live.quiet_until.get(seat, 0.0) - live.now()) if live.clock else 0.0


def _spared(live: Live, seat: int) -> frozenset[int]:
    """Return the legal choices that a bot leaves out for now in a race, so that bots don't pester players.

    These are the choices that the game's evaluator names, and any new proposal soon after the bot's last one.
    """
    match = live.playing
    refused = hooks.spared(match.game, match.log, seat)
    legal = match.legal(seat) if quiet_for(live, seat) else []
    return refused.union(int(choice) for choice in legal if match.begins(int(choice), seat))


def taught_from(live: Live) -> int | None:
    """Return the number of decisions made so far, if the next one is played by a lesson; otherwise None."""
    taught = live.teaching
    return taught.ply if taught and taught.next else None


def pace(live: Live, settings: TableSettings, seat: int) -> float:
    """Return the seconds to wait before a decision that the table makes itself.

    The wait is 0 after a bot's decision that had no visible effect.
    """
    if live.skip_pause:
        return 0.0
    if seat != ALL:
        return (settings.pause if live.clock else settings.race_pause) * random.uniform(*PACES)
    if live.row.pace == "none":
        return 0.0
    taught = live.teaching
    if taught and taught.stretch.speaks - taught.ply > LONG:
        return settings.pause * BRIEF
    if live.row.pace == "quick" or _opens(live):
        return settings.pause * QUICK
    match = live.match
    goes_on = match is not None and match.ply > 0 and match.log[-1].seat in seats(match.deciders)
    return settings.pause * random.uniform(*(ON if goes_on else TURN))


def _opens(live: Live) -> bool:
    """Return whether no person has made a decision yet, at a table where people play. Bots are quick until then."""
    people = {seat.seat for seat in live.row.seats if seat.kind != "bot"}
    return bool(people) and live.match is not None and not any(made.seat in people for made in live.match.log)


def racing_bots(live: Live) -> list[int]:
    """Return the seats of bots that may move in a race now."""
    racing = live.racing and not live.teaching
    return [seat.seat for seat in live.row.seats if seat.kind == "bot" and racing and live.waits_for >> seat.seat & 1]


def nothing_comes(live: Live) -> bool:
    """Return whether a game's clock needn't run to its end, since nobody will decide before that.

    No seat may decide then except bots that wait for another player.
    """
    match = live.match
    if match is None or live.clock is None or match.drafter is not None:
        return False
    asked = [seat for seat in live.row.seats if match.deciders >> seat.seat & 1]
    return all(seat.kind == "bot" and _waits(match, seat.seat) for seat in asked)


def _waits(match: Match, seat: int) -> bool:
    """Return whether a bot has nothing to decide in a race until another player has decided something."""
    return hooks.waits(match.game, match.view(seat), seat, hooks.spared(match.game, match.log, seat))
