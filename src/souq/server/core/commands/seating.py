"""Handlers of commands about seats, such as taking a seat, leaving it to a bot, resigning and ending the game.

The two commands with which players contribute to the random seed are here, too.
"""

from __future__ import annotations

from dataclasses import replace

from souq.engine.match.decision import SPECTATOR
from souq.server.core.clocks import terms
from souq.server.core.commands import protocol
from souq.server.core.commands.outcome import Caller, Outcome
from souq.server.core.live import absence, leaving, seats, sharing
from souq.server.core.live.leaving import check_plays
from souq.server.core.live.live import Live
from souq.server.core.live.player_clocks import is_out, runs
from souq.server.core.store.rows import SeatRow
from souq.server.errors import NoSeat, NotAllowed, Refused


def prefer(live: Live, caller: Caller, command: protocol.Preferences) -> Outcome:
    """Set whether the caller confirms the end of a turn, and how long the table's bots pause."""
    if caller.seat == SPECTATOR:
        raise NoSeat
    seat = live.seat(caller.seat)
    changed = [] if command.confirm is None else [replace(seat, confirm=command.confirm)]
    return Outcome(pending_choice=live.row.pending_choice, seats=changed, pace=command.pace)


def sit(live: Live, caller: Caller, command: protocol.Sit) -> Outcome:
    """Take an open seat; the game begins if it was the last open seat."""
    seat = live.seat(command.seat)
    late = seat.kind == "bot" and live.row.state == "playing"
    if not late and (seat.kind != "open" or live.row.state != "waiting"):
        raise Refused("Somebody is already sitting there.")  # even if they used the link before, on any server
    if caller.invited != command.seat:
        raise NotAllowed("That seat needs an invitation. Ask the host for its link.")
    if late:
        return _taken_over(live, caller, command, seat)
    person_id = caller.guest.person_id if caller.guest else None
    others = {other.name for other in live.row.seats if other.seat != seat.seat}
    taken, token = seats.taken_by(seat, command.name, person_id, others)
    if command.seal:
        taken = sharing.sealed(live.row, taken, command.seal)
    full = all(other.kind != "open" for other in live.row.seats if other.seat != seat.seat)
    return Outcome(seats=[taken], full=full, answer={"seat": seat.seat, "token": token})


def seal(live: Live, caller: Caller, command: protocol.Seal) -> Outcome:
    """Commit a seat to its share of the randomness."""
    if caller.seat == SPECTATOR:
        raise NoSeat
    return Outcome(
        pending_choice=live.row.pending_choice, seats=[sharing.sealed(live.row, live.seat(caller.seat), command.seal)]
    )


def show(live: Live, caller: Caller, command: protocol.Show) -> Outcome:
    """Reveal a seat's share; the game begins if it was the last missing share."""
    if caller.seat == SPECTATOR:
        raise NoSeat
    shown = sharing.revealed(live.row, live.seat(caller.seat), command.share)
    return Outcome(pending_choice=live.row.pending_choice, seats=[shown], full=True)


def start(live: Live, caller: Caller, command: protocol.Start) -> Outcome:
    """Fill the open seats with bots, and begin."""
    if live.row.state != "waiting" or live.row.sealed_at:
        raise Refused("The game has already begun.")
    if caller.seat == SPECTATOR or caller.seat != live.row.host:
        raise NotAllowed("Only the host can start before every seat is taken.")
    filled: list[SeatRow] = []
    for seat in live.row.seats:
        if seat.kind == "open":
            names = {other.name for other in (*live.row.seats, *filled)}
            kept = leaving.handed(seat, seats.USUAL) if seat.person_id else None
            filled.append(kept or seats.bot(seat, seats.USUAL, names))
    return Outcome(seats=filled, full=True)


def relink(live: Live, caller: Caller, command: protocol.Relink) -> Outcome:
    """Replace a seat's token, or its invitation."""
    seat = live.seat(command.seat)
    inviting = seat.kind == "open" and caller.seat != SPECTATOR and caller.seat == live.row.host
    inviting = inviting or (_plays(live, caller) and _free(live, seat.seat))
    if not inviting and (caller.seat != command.seat or seat.kind != "person"):
        raise NotAllowed("Only the player in that seat can make a new link to it, or the host while it’s open.")
    changed, token = seats.relinked(seat)
    return Outcome(pending_choice=live.row.pending_choice, seats=[changed], answer={"seat": seat.seat, "token": token})


def hand(live: Live, caller: Caller, command: protocol.HandOver) -> Outcome:
    """Let a bot play for the caller, until the caller comes back."""
    _check_leaves(live, caller)
    if live.teaching:
        raise Refused("Nobody can learn this for you. Play it yourself, or come back to it later.")
    seats.check_levels(live.game, live.row.players, command.level)
    return replaced(live, caller.seat, command.level, leaving.HANDED)


def come_back(live: Live, caller: Caller, command: protocol.ComeBack) -> Outcome:
    """Take the caller's seat back from a bot."""
    if caller.seat == SPECTATOR:
        raise NoSeat
    if live.finished:
        raise Refused("The game is over.")
    seat = leaving.taken_back(live.seat(caller.seat))
    if is_out(live.row, caller.seat) and runs(live.row, live.match) >> caller.seat & 1:
        raise Refused("You ran out of time, so a bot finishes this turn. Come back as soon as it has.")
    return Outcome(pending_choice=live.row.pending_choice, seats=[seat], note=leaving.BACK)


def leave(live: Live, caller: Caller, command: protocol.LeaveSeat) -> Outcome:
    """Leave the caller's seat for good."""
    if live.row.state == "waiting":
        if caller.seat == SPECTATOR:
            raise NoSeat
        if live.row.sealed_at or caller.seat == live.row.host:
            raise Refused("The game is about to begin." if live.row.sealed_at else "The others came to your table.")
        return Outcome(seats=[leaving.opened(live.seat(caller.seat))])
    _check_leaves(live, caller)
    return _left(live, caller.seat, leaving.LEFT)


def resign(live: Live, caller: Caller, command: protocol.Resign) -> Outcome:
    """Resign: with two players the other one wins; with more, a bot plays on."""
    _check_leaves(live, caller)
    if live.row.players > 2:
        return _left(live, caller.seat, leaving.RESIGNED)
    match = live.playing
    while match.drafter == caller.seat:
        match.undo()
    return Outcome(ends=True, resigned=caller.seat, note=leaving.RESIGNED)


def cover(live: Live, caller: Caller, command: protocol.Cover) -> Outcome:
    """Let a bot play for an absent player, if the table has been waiting for them for too long."""
    _check_leaves(live, caller)
    seat = live.seat(command.seat)
    if not _plays(live, caller) or caller.seat == seat.seat or seat.kind != "person":
        raise NotAllowed("Only players at this table can let a bot play for another player.")
    if not absence.gone(live.row, seat.seat, live.here, live.world()):
        patience = terms.span(absence.patience(live.row))
        raise Refused(f"Give {seat.name} more time. A bot may play once they’ve been away for {patience}.")
    level = (live.row.timing or {}).get("level", seats.USUAL)
    return replaced(live, seat.seat, level, leaving.COVERED)


def end(live: Live, caller: Caller, command: protocol.End) -> Outcome:
    """Record whether the caller agrees to end the game early, and end it once every player who isn't absent agrees."""
    _check_leaves(live, caller)
    check_plays(live, caller.seat)
    if live.row.tournament:
        raise Refused("A tournament’s games are played to the end. Let a bot play for you if you have to go.")
    changed = leaving.agreeing(live.row, caller.seat, command.agree)
    ends = command.agree and leaving.agreed(live.row, changed, _away(live))
    note, early = leaving.ENDED if ends else "", ends and leaving.begins(live)
    return Outcome(pending_choice=live.row.pending_choice, seats=changed, ends=ends, note=note, cancelled=early)


def _away(live: Live) -> list[int]:
    """Return the absent players, whose agreement isn't needed to end the game.

    Until everybody has made a decision, a player counts as absent after five minutes.
    """
    is_away = absence.missing if leaving.begins(live) else absence.gone
    return [seat for seat in range(live.row.players) if is_away(live.row, seat, live.here, live.world())]


def _plays(live: Live, caller: Caller) -> bool:
    """Return whether the caller plays their seat themselves."""
    return caller.seat != SPECTATOR and live.seat(caller.seat).kind == "person"


def _free(live: Live, seat: int) -> bool:
    """Return whether a seat's player has left for good or been away for too long, so that another may be invited."""
    return absence.abandoned(live.row, seat, live.notes, live.here, live.world())


def _taken_over(live: Live, caller: Caller, command: protocol.Sit, seat: SeatRow) -> Outcome:
    """Give a seat that its former player has left to a new player."""
    person_id = caller.guest.person_id if caller.guest else None
    others = {other.name for other in live.row.seats if other.seat != seat.seat}
    taken, token = seats.taken_by(seat, command.name, person_id, others)
    return Outcome(
        pending_choice=live.row.pending_choice,
        seats=[taken],
        note=leaving.JOINED,
        of=seat.seat,
        named=seat.name,
        answer={"seat": seat.seat, "token": token},
    )


def _left(live: Live, seat: int, note: str) -> Outcome:
    """Give up a seat of a game in progress. A bot plays on, and the seat's token becomes invalid."""
    done = replaced(live, seat, seats.USUAL, note)
    return replace(done, seats=[leaving.forgotten(each) for each in done.seats])


def replaced(live: Live, seat: int, level: str, note: str) -> Outcome:
    """Return the changes that let a bot play a seat of a game in progress. Decisions of an unconfirmed turn are undone.

    Raises:
        Refused: the game is over, or a bot plays there already.
        UnknownLevel: no bot has that level.
    """
    match = live.playing
    if live.finished:
        raise Refused("The game is over.")
    check_plays(live, seat)
    taken, drafted = leaving.handed(live.seat(seat), level), live.can_undo(seat)
    while match.drafter == seat:
        match.undo()
    return Outcome(
        moved=drafted,
        pending_choice=None if drafted else live.row.pending_choice,
        seats=[taken],
        note=note,
        of=seat,
    )


def _check_leaves(live: Live, caller: Caller) -> None:
    """Raise an error unless the caller has a seat in an unfinished game with other players."""
    if caller.seat == SPECTATOR:
        raise NoSeat
    if live.playing and live.finished:
        raise Refused("The game is over.")
    if live.row.players == 1:
        raise Refused("You’re playing alone: nobody is waiting for you.")
