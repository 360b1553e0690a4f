"""What a table is to decide itself now, and how soon."""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass

from souq.engine.match import hooks
from souq.engine.match.decision import seats
from souq.engine.match.match import Match
from souq.server.core.live.live import Live
from souq.server.core.live.orders import replied
from souq.server.core.workers.requests import MoveRequest
from souq.server.ops.config.settings import Settings

ALL = -1
"""In place of a seat: whoever is asked, one after another."""

PACES = (0.6, 1.4)
"""A bot's move in a race takes so much of the usual time."""

TURN, ON = (1.5, 3.0), (0.8, 1.4)
"""So much of the usual time a bot that pauses like people takes for the first decision of its turn, and for others."""

QUICK = 0.5
"""So much a quick one takes, and every one until somebody at the table has made a first decision."""


QUIET = 10
"""Usual pauses between two proposals of a bot at a table with a clock."""

LONG, BRIEF = 4, 0.15
"""A lesson that leads over more decisions than so many takes so much of the usual time for each."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A decision that waits for a bot, or for nobody, since there is an order for it."""

    seat: int
    stamp: int
    """What it rests on (see ``souq.server.core.live.live.Live.stamp``): a later one makes the decision worthless."""
    request: MoveRequest | None
    """For the bot; None: there is an order, or an answer."""


def next_turn(live: Live, of: int = ALL) -> Turn | None:
    """The decision that a table has to make itself, if it waits for one; of the bots in a race, that of one seat."""
    match = live.match
    if match is None or live.row.state != "playing" or live.row.pending_choice is not None or live.teaching:
        return None
    for seat in live.row.seats:
        if not match.deciders >> seat.seat & 1 or match.drafter not in (None, seat.seat):
            continue
        if match.drafter is not None and seat.kind != "bot":
            continue  # whoever has begun to decide goes on
        if of == ALL and (seat.seat in live.orders or (live.answers.get(seat.seat) and replied(live, seat.seat))):
            return Turn(seat.seat, live.stamp(seat.seat), None)
        if seat.kind == "bot" and of == (seat.seat if match.racing else ALL):
            spared = _spared(live, seat.seat) if match.racing else frozenset()
            if match.racing and hooks.waits(match.game, match.view(seat.seat), seat.seat, spared):
                continue
            asked, seed = match.observe(seat.seat), secrets.randbits(63)
            view, legal = asked.view.tobytes(), tuple(choice for choice in asked.legal if choice not in spared)
            request = MoveRequest(live.row.game, seat.level, seat.seat, view, legal or asked.legal, seed, match.racing)
            return Turn(seat.seat, live.stamp(seat.seat), request)
    return None


def quiet_for(live: Live, seat: int) -> float:
    """Seconds for which a bot makes no further proposal, where a clock gives people time to read them."""
    return max(0.0, live.quiet_until.get(seat, 0.0) - live.now()) if live.clock else 0.0


def _spared(live: Live, seat: int) -> frozenset[int]:
    """Return the choices a bot in a race leaves for now: refused ones, and any proposal soon after its last one."""
    match = live.playing
    refused = hooks.spared(match.game, match.log, seat)
    legal = match.legal(seat) if quiet_for(live, seat) else []
    return refused.union(int(choice) for choice in legal if match.begins(int(choice), seat))


def taught_from(live: Live) -> int | None:
    """After how many decisions a lesson decides itself now; None where it does not."""
    taught = live.teaching
    return taught.ply if taught and taught.next else None


def pace(live: Live, settings: Settings, seat: int) -> float:
    """Seconds that a decision of the table's takes; what nobody could see of a bot's takes none."""
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
    """Whether people wait for the first decision that any of them makes: they have come to play, not to look on."""
    people = {seat.seat for seat in live.row.seats if seat.kind != "bot"}
    return bool(people) and live.match is not None and not any(made.seat in people for made in live.match.log)


def racing_bots(live: Live) -> list[int]:
    """The bots that are to move in a race."""
    racing = live.racing and not live.teaching
    return [seat.seat for seat in live.row.seats if seat.kind == "bot" and racing and live.waits_for >> seat.seat & 1]


def nothing_comes(live: Live) -> bool:
    """Whether only bots may decide while a clock runs, and all of them wait: time may as well decide at once."""
    match = live.match
    if match is None or live.clock is None or match.drafter is not None:
        return False
    asked = [seat for seat in live.row.seats if match.deciders >> seat.seat & 1]
    return all(seat.kind == "bot" and _waits(match, seat.seat) for seat in asked)


def _waits(match: Match, seat: int) -> bool:
    """Whether a bot has nothing more to say until somebody else does."""
    return hooks.waits(match.game, match.view(seat), seat, hooks.spared(match.game, match.log, seat))
