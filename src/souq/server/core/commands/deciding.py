"""Handlers of commands about decisions: choose, name an amount, confirm, undo, reset, continue a lesson."""

from __future__ import annotations

import math
from collections.abc import Sequence

from souq.engine.errors import NotYourTurn
from souq.engine.match.decision import SPECTATOR
from souq.engine.match.match import Match
from souq.engine.present.reasons import named
from souq.server.core.commands import protocol
from souq.server.core.commands.outcome import Caller, Outcome
from souq.server.core.live.leaving import check_plays
from souq.server.core.live.live import Live
from souq.server.core.live.teaching import Teaching
from souq.server.core.realtime.scenes import amount, is_final
from souq.server.errors import NoSeat, NotAsked, Refused


def choose(live: Live, caller: Caller, command: protocol.Choose) -> Outcome:
    """Make the decision in a command, and after it the further decisions listed in ``then``."""
    match, seat = _at_turn(live, caller)
    _check_open(live, seat)
    return _make(live, seat, match.read((command.choice, *command.then), seat), command.at_once)


def name(live: Live, caller: Caller, command: protocol.Name) -> Outcome:
    """Make the choices that together encode the amount in a command."""
    _, seat = _at_turn(live, caller)
    _check_open(live, seat)
    asked = amount(live, seat)
    if asked is None:
        raise Refused("Nobody is asking for an amount right now.")
    return _make(live, seat, asked.encode(command.amount), command.at_once)


def confirm(live: Live, caller: Caller, command: protocol.Confirm) -> Outcome:
    """Confirm a draft, and make the choice that waited for confirmation."""
    match, seat = _at_turn(live, caller)
    if not live.must_confirm(seat):
        raise Refused("Your turn isn’t done yet, so there’s nothing to confirm.")
    if live.row.pending_choice is not None:
        match.play(live.row.pending_choice, seat)
    match.confirm()
    return Outcome(moved=True)


def undo(live: Live, caller: Caller, command: protocol.Undo) -> Outcome:
    """Undo the last command of a draft."""
    match, seat = _with_draft(live, caller)
    if live.row.pending_choice is None or (match.drafter == seat and match.log[-1].goes_on):
        match.undo()
    return Outcome(moved=True)


def reset(live: Live, caller: Caller, command: protocol.Reset) -> Outcome:
    """Undo the whole draft."""
    match, seat = _with_draft(live, caller)
    while match.drafter == seat:
        match.undo()
    return Outcome(moved=True)


def _make(live: Live, seat: int, numbers: Sequence[int], at_once: bool) -> Outcome:
    """Make choices one after another. If the last one ends the turn, it waits for confirmation unless ``at_once``.

    A choice that doesn't end the seat's own turn never waits: for example a bid or an answer in another player's turn,
    or a question to other players in the seat's own turn.
    """
    match, (*first, last), taught = live.playing, numbers, live.teaching
    match.check(numbers, seat)
    if taught:
        _check_asked(live, taught, seat, numbers)
        at_once = True
    at_once = at_once or not live.seat(seat).confirm or live.racing or is_final(live, seat, tuple(numbers))
    at_once = at_once or match.players == 1  # there is nobody to hand a turn to
    for number in first:
        match.play(number, seat, goes_on=True)
    dry_run = match.dry_run(last, seat)
    at_once = at_once or not (dry_run.ends_turn or dry_run.ends_game)
    if dry_run.settles and not at_once:
        return Outcome(moved=True, pending_choice=last, answer={"held": True})
    match.play(last, seat)
    if at_once and live.must_confirm(seat):
        match.confirm()
    return Outcome(moved=True, answer={"held": False}, step=_step(live))


def read(live: Live, caller: Caller, command: protocol.Read) -> Outcome:
    """Continue a lesson whose current step has been read."""
    taught = live.teaching
    if taught is None or caller.seat != taught.lesson.seat:
        raise Refused("There’s no lesson for you at this table.")
    if not taught.read:
        raise Refused("First make the move that the lesson asks for.")
    return Outcome(step=taught.nth + 1)


def _check_asked(live: Live, taught: Teaching, seat: int, numbers: Sequence[int]) -> None:
    """Refuse choices that a lesson doesn't ask for, and count wrong tries."""
    try:
        taught.check(live.game, seat, numbers, live.missed)
    except NotAsked as error:
        live.missed += taught.asks
        raise NotAsked(named(error.message, live.playing.called)) from None
    live.missed = 0


def _step(live: Live) -> int | None:
    """If a choice has just completed a step of a lesson, confirm the draft, and return the number of finished steps.

    Return None if the step isn't complete, or if it has a closing comment that the player must read first.
    """
    taught = live.teaching
    if taught is None or not taught.read:
        return None
    live.playing.confirm()
    return None if taught.step.done else taught.nth + 1


def _check_open(live: Live, seat: int) -> None:
    if live.must_confirm(seat):
        raise Refused("Confirm your turn first, or undo it.")


def _at_turn(live: Live, caller: Caller) -> tuple[Match, int]:
    """Return the match and the caller's seat. Raise an error if it isn't their turn, or a race hasn't begun yet."""
    if caller.seat == SPECTATOR:
        raise NoSeat
    match = live.playing
    if live.finished:
        raise Refused("The game is over.")
    check_plays(live, caller.seat)
    if not live.waits_for >> caller.seat & 1:
        names = " and ".join(seat.name for seat in live.row.seats if live.waits_for >> seat.seat & 1)
        raise NotYourTurn(f"It’s not your turn. The table is waiting for {names}.")
    if live.begins_in:
        wait = math.ceil(live.begins_in)
        raise Refused(f"The race begins in {wait} second{'s' * (wait > 1)}.")
    return match, caller.seat


def _with_draft(live: Live, caller: Caller) -> tuple[Match, int]:
    """Return the match and the caller's seat. Raise an error if that seat has made no decision that can be undone."""
    if caller.seat == SPECTATOR:
        raise NoSeat
    match = live.playing
    check_plays(live, caller.seat)
    if not live.can_undo(caller.seat):
        raise Refused("There’s nothing to undo: the last move has been seen or confirmed.")
    return match, caller.seat
