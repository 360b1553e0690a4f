"""The one place where a command changes a table: validate, commit, acknowledge, publish, in that order.

The socket, the HTTP API and what is decided unasked all come through here. Whatever is refused has changed nothing:
refusals are raised before the database is touched, and when the database fails the match in memory is thrown away and
read again from what was stored.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from souq.engine.errors import IllegalChoice, NotYourTurn
from souq.engine.names import clean_speech
from souq.table import leaving, orders, protocol, seats, sharing
from souq.table.errors import Malformed, NoSeat, NotAllowed, OutOfReach, Refused, Stale
from souq.table.leaving import check_plays
from souq.table.people import Guest
from souq.table.rows import Commit, Decided, NoteRow, OrderRow, Pace, SeatRow, TableRow
from souq.table.tables import Live, begin
from souq.table.views import SPECTATOR, amount, is_final

if TYPE_CHECKING:
    from souq.engine.match import Match
    from souq.table.house import House

Acknowledge = Callable[[dict[str, Any]], None]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who gives a command: their seat (-1: none), the seat their link invites to, and who they are to the house.

    ``shown`` is the token in that link: by it, who took a seat and never heard of its token is told again.
    """

    seat: int = SPECTATOR
    invited: int | None = None
    guest: Guest | None = None
    shown: str | None = None


@dataclass(slots=True)
class Outcome:
    """What a command would change. The match in memory has changed already."""

    moved: bool = False
    """Decisions, draft or held choice are other than before."""
    held: int | None = None
    seats: list[SeatRow] = field(default_factory=list)
    pace: Pace | None = None
    full: bool = False
    """Every seat is taken: the game begins once all shares have come."""
    begins: bool = False
    """It begins now."""
    ends: bool = False
    """It ends now, though the rules would have it go on."""
    note: str = ""
    """What is told of the seat beside the story (:mod:`souq.table.leaving`)."""
    answer: dict[str, Any] = field(default_factory=dict)


async def carry_out(
    house: House, table_id: str, caller: Caller, command: protocol.Change, acknowledge: Acknowledge = lambda _: None
) -> dict[str, Any]:
    """Do what a command says, once, and return its answer.

    Args:
        house: the server.
        table_id: at which table.
        caller: who says so.
        command: what to do.
        acknowledge: told the answer after it is stored, and before anybody is shown what changed.

    Raises:
        Refused: it cannot be done, or could not be stored; nothing has changed.
    """
    if isinstance(command, protocol.Say):
        return await _say(house, table_id, caller, command, acknowledge)
    if isinstance(command, protocol.Leave):
        return await _leave(house, table_id, caller, command, acknowledge)
    if isinstance(command, protocol.Switch):
        return await _switch(house, table_id, caller, command, acknowledge)
    async with house.tables.hold(table_id) as live:
        before = await _answered(house, live, caller, command)
        if before is not None:
            acknowledge(before)
            return before
        await _check_fresh(house, live, caller, command)
        with thrown_away_on_failure(house, live):
            outcome = _DO[type(command)](live, caller, command)
            seat = command.seat if isinstance(command, protocol.Sit) else caller.seat
            answer = await commit(house, live, seat, command.type, command.id, outcome, acknowledge)
    if isinstance(command, protocol.Stand):
        house.hub.part(table_id, caller.seat)
    return answer


async def open_table(house: House, opened: seats.Opened) -> None:
    """Store a new table; it begins at once when no seat is open.

    Raises:
        NotSaved: it could not be stored.
    """
    row = opened.table
    await house.tables.ready(row.game)
    if all(seat.kind != "open" for seat in row.seats):
        match = begin(row)
        row.state, row.deciders, row.begins_at = "playing", match.deciders, _first_moment(house, match)
        _wind(house, row, match)
    await house.storage.create(row)
    house.turns.stir(row.id)


def _first_moment(house: House, match: Match) -> float:
    """From when on the moves of a match that begins now count: a race has a common start."""
    return house.time.now() + house.settings.countdown if match.racing else 0.0


class thrown_away_on_failure:
    """A match that was changed but not stored is forgotten, and read again when somebody needs it."""

    def __init__(self, house: House, live: Live) -> None:
        self._house, self._live = house, live
        self._ply = (live.match.ply, live.match.mark) if live.match else (0, 0)

    def __enter__(self) -> None: ...

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        match = self._live.match
        refused = isinstance(error, Refused | IllegalChoice) and not isinstance(error, OutOfReach | Stale)
        untouched = match is None or (match.ply, match.mark) == self._ply
        if error is not None and not (refused and untouched):
            self._house.tables.forget(self._live)


async def _answered(house: House, live: Live, caller: Caller, command: protocol.Change) -> dict[str, Any] | None:
    """The answer to this command, had it been given before.

    What was accepted before was decided on less than is counted today: only then is the database asked.
    """
    seq = getattr(command, "seq", None)
    if isinstance(command, protocol.Sit) and (token := seats.told_again(live.seat(command.seat), caller.shown)):
        answer = await house.storage.answer(live.row.id, command.seat, command.id, time.time() - seats.AGAIN)
        return answer and {**answer, "token": token}
    if caller.seat == SPECTATOR or (seq is not None and seq >= live.seq(caller.seat)):
        return None
    return await house.storage.answer(live.row.id, caller.seat, command.id)


async def _check_fresh(house: House, live: Live, caller: Caller, command: protocol.Change) -> None:
    """Refuse a decision made on something that has changed since.

    In a race the order of arrival counts, and only one's own decisions make a command stale.
    """
    seq, seat = getattr(command, "seq", None), caller.seat
    if seq is None or seat == SPECTATOR or not live.waits_for >> seat & 1:
        return  # what is wrong then is something else
    if seq > live.seq(seat):
        raise Malformed("The table isn’t that far yet. This command belongs to another table.")
    if live.racing and seat not in live.acted:
        live.acted[seat] = await house.storage.last_change(live.row.id, seat)
    if seq < live.stamp(seat):
        raise Stale


def _choose(live: Live, caller: Caller, command: protocol.Choose) -> Outcome:
    match, seat = _at_turn(live, caller)
    _check_open(live, seat)
    return _make(live, seat, match.read((command.choice, *command.then), seat), command.at_once)


def _name(live: Live, caller: Caller, command: protocol.Name) -> Outcome:
    _, seat = _at_turn(live, caller)
    _check_open(live, seat)
    asked = amount(live, seat)
    if asked is None:
        raise Refused("Nobody is asking for an amount right now.")
    return _make(live, seat, asked.way(command.amount), command.at_once)


def _check_open(live: Live, seat: int) -> None:
    if live.must_confirm(seat):
        raise Refused("Confirm your turn first, or undo it.")


def _make(live: Live, seat: int, numbers: Sequence[int], at_once: bool) -> Outcome:
    """Make choices one after another; the last waits for confirmation if it ends the turn, unless ``at_once``."""
    match, (*first, last) = live.playing, numbers
    match.check(numbers, seat)
    at_once = at_once or not live.seat(seat).confirm or live.racing or is_final(live, seat, tuple(numbers))
    at_once = at_once or match.players == 1  # there is nobody to hand a turn to
    for number in first:
        match.play(number, seat, goes_on=True)
    outlook = match.outlook(last, seat)
    if outlook.settles and (outlook.ends_turn or outlook.ends_game) and not at_once:
        return Outcome(moved=True, held=last, answer={"held": True})
    match.play(last, seat)
    if at_once and live.must_confirm(seat):
        match.confirm()
    return Outcome(moved=True, answer={"held": False})


def _confirm(live: Live, caller: Caller, command: protocol.Confirm) -> Outcome:
    match, seat = _at_turn(live, caller)
    if not live.must_confirm(seat):
        raise Refused("Your turn isn’t done yet, so there’s nothing to confirm.")
    if live.row.held is not None:
        match.play(live.row.held, seat)
    match.confirm()
    return Outcome(moved=True)


def _undo(live: Live, caller: Caller, command: protocol.Undo) -> Outcome:
    match, seat = _with_draft(live, caller)
    if live.row.held is None or (match.drafter == seat and match.log[-1].goes_on):
        match.undo()
    return Outcome(moved=True)


def _reset(live: Live, caller: Caller, command: protocol.Reset) -> Outcome:
    match, seat = _with_draft(live, caller)
    while match.drafter == seat:
        match.undo()
    return Outcome(moved=True)


def _prefer(live: Live, caller: Caller, command: protocol.Preferences) -> Outcome:
    if caller.seat == SPECTATOR:
        raise NoSeat
    seat = live.seat(caller.seat)
    changed = [] if command.confirm is None else [replace(seat, confirm=command.confirm)]
    return Outcome(held=live.row.held, seats=changed, pace=command.pace)


def _sit(live: Live, caller: Caller, command: protocol.Sit) -> Outcome:
    seat = live.seat(command.seat)
    if caller.invited != command.seat:
        raise NotAllowed("That seat needs an invitation. Ask the host for its link.")
    if seat.kind != "open" or live.row.state != "waiting":
        raise Refused("Somebody is already sitting there.")
    person_id = caller.guest.person_id if caller.guest else None
    others = {other.name for other in live.row.seats if other.seat != seat.seat}
    taken, token = seats.taken_by(seat, command.name, person_id, others)
    if command.seal:
        taken = sharing.sealed(live.row, taken, command.seal)
    full = all(other.kind != "open" for other in live.row.seats if other.seat != seat.seat)
    return Outcome(seats=[taken], full=full, answer={"seat": seat.seat, "token": token})


def _seal(live: Live, caller: Caller, command: protocol.Seal) -> Outcome:
    if caller.seat == SPECTATOR:
        raise NoSeat
    return Outcome(held=live.row.held, seats=[sharing.sealed(live.row, live.seat(caller.seat), command.seal)])


def _show(live: Live, caller: Caller, command: protocol.Show) -> Outcome:
    if caller.seat == SPECTATOR:
        raise NoSeat
    shown = sharing.shown(live.row, live.seat(caller.seat), command.share)
    return Outcome(held=live.row.held, seats=[shown], full=True)


def _start(live: Live, caller: Caller, command: protocol.Start) -> Outcome:
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


def _relink(live: Live, caller: Caller, command: protocol.Relink) -> Outcome:
    seat = live.seat(command.seat)
    inviting = seat.kind == "open" and caller.seat != SPECTATOR and caller.seat == live.row.host
    if not inviting and (caller.seat != command.seat or seat.kind != "person"):
        raise NotAllowed("Only the player in that seat can make a new link to it, or the host while it’s open.")
    changed, token = seats.relinked(seat)
    return Outcome(held=live.row.held, seats=[changed], answer={"seat": seat.seat, "token": token})


def hand_over(live: Live, seat: int, level: str) -> Outcome:
    """Let a bot play a seat of a game that goes on; what is not settled of its turn is taken back.

    Raises:
        Refused: the game does not go on, or a bot plays there already.
        UnknownLevel: no bot has that level.
    """
    match = live.playing
    if live.finished:
        raise Refused("The game is over.")
    check_plays(live, seat)
    taken, drafted = leaving.handed(live.seat(seat), level), live.can_undo(seat)
    while match.drafter == seat:
        match.undo()
    return Outcome(moved=drafted, held=None if drafted else live.row.held, seats=[taken], note=leaving.HANDED)


def _hand(live: Live, caller: Caller, command: protocol.HandOver) -> Outcome:
    _check_leaves(live, caller)
    return hand_over(live, caller.seat, command.level)


def _come_back(live: Live, caller: Caller, command: protocol.ComeBack) -> Outcome:
    if caller.seat == SPECTATOR:
        raise NoSeat
    if live.finished:
        raise Refused("The game is over.")
    seat = leaving.taken_back(live.seat(caller.seat))
    return Outcome(held=live.row.held, seats=[seat], note=leaving.BACK)


def _stand(live: Live, caller: Caller, command: protocol.Stand) -> Outcome:
    if live.row.state == "waiting":
        if caller.seat == SPECTATOR:
            raise NoSeat
        if live.row.sealed_at or caller.seat == live.row.host:
            raise Refused("The game is about to begin." if live.row.sealed_at else "The others came to your table.")
        return Outcome(seats=[leaving.opened(live.seat(caller.seat))])
    _check_leaves(live, caller)
    done = hand_over(live, caller.seat, seats.USUAL)
    return replace(done, seats=[leaving.forgotten(seat) for seat in done.seats], note=leaving.LEFT)


def _end(live: Live, caller: Caller, command: protocol.End) -> Outcome:
    _check_leaves(live, caller)
    check_plays(live, caller.seat)
    changed = leaving.agreeing(live.row, caller.seat, command.agree)
    ends = command.agree and leaving.agreed(live.row, changed)
    return Outcome(held=live.row.held, seats=changed, ends=ends, note=leaving.ENDED if ends else "")


def _check_leaves(live: Live, caller: Caller) -> None:
    """Whether somebody plays with others, in a game that goes on: a puzzle is only given up."""
    if caller.seat == SPECTATOR:
        raise NoSeat
    if live.playing and live.finished:
        raise Refused("The game is over.")
    if live.row.players == 1:
        raise Refused("You play alone: nobody waits for you.")


_DO: dict[type, Callable[[Live, Caller, Any], Outcome]] = {
    protocol.Choose: _choose,
    protocol.Name: _name,
    protocol.Confirm: _confirm,
    protocol.Undo: _undo,
    protocol.Reset: _reset,
    protocol.Preferences: _prefer,
    protocol.Sit: _sit,
    protocol.Seal: _seal,
    protocol.Show: _show,
    protocol.Start: _start,
    protocol.Relink: _relink,
    protocol.HandOver: _hand,
    protocol.ComeBack: _come_back,
    protocol.Stand: _stand,
    protocol.End: _end,
}


def _at_turn(live: Live, caller: Caller) -> tuple[Match, int]:
    """The match and the caller's seat, if the table waits for it."""
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
    """The match and the caller's seat, if that seat has something to take back."""
    if caller.seat == SPECTATOR:
        raise NoSeat
    match = live.playing
    check_plays(live, caller.seat)
    if not live.can_undo(caller.seat):
        raise Refused("There’s nothing to undo: the last move has been seen or confirmed.")
    return match, caller.seat


async def commit(
    house: House,
    live: Live,
    seat: int,
    kind: str,
    key: str,
    outcome: Outcome,
    acknowledge: Acknowledge = lambda _: None,
) -> dict[str, Any]:
    """Store what a command of a seat (-1: of nobody's) changed, acknowledge it, show it."""
    match = live.match
    row = _changed(live.row, outcome, seat if _unseen(live, seat, outcome) else None)
    if outcome.begins or (outcome.full and not sharing.missing(row)):
        match = begin(row)
        row.state, row.moved, row.sealed_at = "playing", row.public, 0.0
        row.begins_at = _first_moment(house, match)
    elif outcome.full and not row.sealed_at:
        row.sealed_at = time.time()
    keep, added = live.row.ply, list[Decided]()
    if match is not None:
        keep = min(live.row.ply, match.ply)  # a command appends to the log or takes back from it, never both
        added = [Decided(decision.seat, decision.choice, decision.goes_on) for decision in match.log[keep:]]
        if outcome.ends:
            _end_early(row, match)
        _settle(house, row, match)
    note = NoteRow(len(match.entries), seat, outcome.note) if match and outcome.note else None
    answer = {"type": "ack", "id": key, "seq": row.seq(seat), **outcome.answer}
    kept = {name: value for name, value in answer.items() if name != "token"}  # only a token's hash is ever stored
    cut, lapsed, ended = keep < live.row.ply, orders.lapsed(live.orders, match), orders.ended(live.answers, match)
    for bot in (each.seat for each in outcome.seats if each.kind == "bot"):  # it decides by itself
        lapsed += [of for of in live.orders if of == bot and of not in lapsed]
        ended += [(bot, name) for name in live.answers.get(bot, ()) if (bot, name) not in ended]
    await house.storage.commit(Commit(row, kind, seat, key, kept, keep, cut, added, outcome.seats, lapsed, ended, note))
    live.row, live.match = row, match
    live.notes += (note,) if note else ()
    if outcome.moved:
        live.acted[seat] = live.seq(seat)
    if cut:
        live.cuts = [*live.cuts[-99:], (row.revision, keep)]
    live.hushed = False
    live.orders = {of: order for of, order in live.orders.items() if of not in lapsed}
    for of, name in ended:
        live.answers[of] = tuple(other for other in live.answers[of] if other != name)
    acknowledge(answer)
    house.hub.publish(row.id, about=True)
    house.turns.stir(row.id)
    return answer


def _unseen(live: Live, seat: int, outcome: Outcome) -> bool:
    """Whether a command of a seat changed nothing but its own draft, of which nobody else is to hear."""
    match, row = live.match, live.row
    drafted = outcome.moved and not (outcome.begins or outcome.seats) and seat != SPECTATOR and row.players > 1
    return drafted and match is not None and match.mark == row.mark


def _changed(old: TableRow, outcome: Outcome, alone: int | None) -> TableRow:
    """The table's row after a command, without what follows from its match; ``alone``: whose eyes it was for."""
    changed = {seat.seat: seat for seat in outcome.seats}
    public = old.public + (alone is None)
    private = old.private or [0] * old.players
    return replace(
        old,
        revision=old.revision + 1,
        public=public,
        private=[count + (seat == alone) for seat, count in enumerate(private)],
        moved=public if outcome.moved else old.moved,
        held=outcome.held,
        pace=outcome.pace or old.pace,
        updated_at=time.time(),
        seats=[changed.get(seat.seat, seat) for seat in old.seats],
    )


def _settle(house: House, row: TableRow, match: Match) -> None:
    """Write into a table's row what follows from its match."""
    drafter = match.drafter
    row.ply, row.mark = match.ply, match.mark
    if row.state == "finished":
        return
    row.deciders = match.deciders if drafter is None else 1 << drafter
    _wind(house, row, match)
    if match.over and drafter is None:
        row.state = "finished"
        row.result = {"points": match.points(), "ranks": match.ranks(), "winners": match.winners()}


def _end_early(row: TableRow, match: Match) -> None:
    """Write into a table's row that its people have ended the game: as far as it was played, and nobody wins."""
    match.confirm()
    row.state, row.held, row.deciders, row.clock = "finished", None, 0, ""
    row.result = {"points": match.points(), "ranks": [0] * match.players, "winners": [], "agreed": True}


def _wind(house: House, row: TableRow, match: Match) -> None:
    """Write down since when the clock runs that runs now."""
    clock = match.clock
    key = clock.key if clock else ""
    if key != row.clock:
        row.clock, row.clock_from = key, house.time.now()


async def _say(
    house: House, table_id: str, caller: Caller, command: protocol.Say, acknowledge: Acknowledge
) -> dict[str, Any]:
    if caller.seat == SPECTATOR:
        raise NoSeat
    text = clean_speech(command.text)
    if not text:
        raise Malformed("There’s nothing in that message.")
    async with house.tables.hold(table_id) as live:
        name, answer = live.seat(caller.seat).name, {"type": "ack", "id": command.id, "seq": live.seq(caller.seat)}
    said = await house.storage.say(table_id, caller.seat, command.id, name, text)
    acknowledge(answer)
    if said is not None:
        house.hub.tell(table_id, said_json(said))
    return answer


async def _leave(
    house: House, table_id: str, caller: Caller, command: protocol.Leave, acknowledge: Acknowledge
) -> dict[str, Any]:
    if caller.seat == SPECTATOR:
        raise NoSeat
    async with house.tables.hold(table_id) as live:
        check_plays(live, caller.seat)
        offered, left = orders.offered(live, caller.seat), None
        if offered is None or offered.about != command.about:
            raise Refused("That standing order no longer applies.")
        if command.amount is not None:
            offered.amount.check(command.amount)
            left = OrderRow(caller.seat, offered.about, command.amount)
        answer = {"type": "ack", "id": command.id, "seq": live.seq(caller.seat)}
        await leave_order(house, live, caller.seat, left)
    acknowledge(answer)
    house.turns.stir(table_id)
    return answer


async def _switch(
    house: House, table_id: str, caller: Caller, command: protocol.Switch, acknowledge: Acknowledge
) -> dict[str, Any]:
    if caller.seat == SPECTATOR:
        raise NoSeat
    async with house.tables.hold(table_id) as live:
        check_plays(live, caller.seat)
        name, on = command.name, live.answers.get(caller.seat, ())
        if command.on and name not in [answer.name for answer in orders.answers(live, caller.seat)]:
            raise Refused("That standing answer no longer applies.")
        await house.storage.switch(table_id, caller.seat, name, command.on)
        others = tuple(other for other in on if other != name)
        live.answers[caller.seat] = tuple(sorted((*others, name))) if command.on else others
        live.rest()
        house.hub.publish_to(table_id, caller.seat)
        answer = {"type": "ack", "id": command.id, "seq": live.seq(caller.seat)}
    acknowledge(answer)
    house.turns.stir(table_id)
    return answer


async def leave_order(house: House, live: Live, seat: int, order: OrderRow | None) -> None:
    """Store a seat's standing order, or that it has none, and show it to that seat alone."""
    await house.storage.order(live.row.id, seat, order)
    live.orders = {of: kept for of, kept in live.orders.items() if of != seat} | ({seat: order} if order else {})
    live.rest()
    house.hub.publish_to(live.row.id, seat)


def said_json(said: Any) -> dict[str, Any]:
    """Something said, as it is sent."""
    return {"type": "chat", "n": said.n, "seat": said.seat, "name": said.name, "text": said.text, "at": said.at}
