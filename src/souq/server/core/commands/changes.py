"""The row of a table after a command."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from souq.engine.match.decision import SPECTATOR
from souq.engine.match.match import Match
from souq.server.core.commands.outcome import Outcome
from souq.server.core.db.models import TableRow
from souq.server.core.live.live import Live, Now
from souq.server.core.live.teaching import teaching


def changed(old: TableRow, outcome: Outcome, alone: int | None, now: float) -> TableRow:
    """The table's row after a command, without what follows from its match; ``alone``: whose eyes it was for."""
    taken = {seat.seat: seat for seat in outcome.seats}
    public = old.public + (alone is None)
    private = old.private or [0] * old.players
    return replace(
        old,
        revision=old.revision + 1,
        writes=old.writes + 1,
        public=public,
        private=[count + (seat == alone) for seat, count in enumerate(private)],
        moved=public if outcome.moved else old.moved,
        pending_choice=outcome.pending_choice,
        pace=outcome.pace or old.pace,
        host=old.host if outcome.host is None else outcome.host,
        talk=outcome.talk or old.talk,
        step=old.step if outcome.step is None else outcome.step,
        updated_at=now,
        seats=[taken.get(seat.seat, seat) for seat in old.seats],
    )


def unseen(live: Live, seat: int, outcome: Outcome) -> bool:
    """Whether a command of a seat changed nothing but its own draft, of which nobody else is to hear."""
    match, row = live.match, live.row
    drafted = outcome.moved and not (outcome.begins or outcome.seats) and seat != SPECTATOR and row.players > 1
    return drafted and match is not None and match.mark == row.mark


def settle(row: TableRow, match: Match, now: Now) -> None:
    """Write into a table's row what follows from its match."""
    drafter = match.drafter
    row.ply, row.mark = match.ply, match.mark
    if row.state == "finished":
        return
    row.deciders = match.deciders if drafter is None else 1 << drafter
    start_clock(row, match, now)
    if match.over and drafter is None:
        row.state = "finished"
        row.result = {"points": match.points(), "ranks": match.ranks(), "winners": match.winners()}


def end_early(row: TableRow, match: Match, outcome: Outcome) -> None:
    """Write into a table's row that its people have ended the game: as far as it was played, and nobody wins.

    Where somebody has resigned the others win.
    """
    match.confirm()
    row.state, row.pending_choice, row.deciders, row.clock = "finished", None, 0, ""
    row.result = {"points": match.points(), "ranks": [0] * match.players, "winners": []}
    if outcome.resigned is None:
        row.result |= {"agreed": True} | ({"cancelled": True} if outcome.cancelled else {})
    else:
        winners = [seat for seat in range(match.players) if seat != outcome.resigned]
        ranks = [1 if seat in winners else match.players for seat in range(match.players)]
        row.result |= {"ranks": ranks, "winners": winners, "resigned": outcome.resigned}


def goes_on(row: TableRow, match: Match | None, left: Collection[int]) -> bool:
    """Whether a table may go on though nobody decides; ``left``: the seats that have left orders or answers.

    It may be said of one that does not, never the other way round. Where nobody sits, whoever looks makes it go on, or
    a tournament does.
    """
    if row.sealed_at and row.state == "waiting":
        return True
    if match is None or row.state != "playing":
        return False
    if not row.tournament and all(seat.kind != "person" for seat in row.seats):
        return False
    asked = [seat for seat in row.seats if row.deciders >> seat.seat & 1]
    answered = any(seat.kind == "bot" or seat.seat in left for seat in asked)
    return answered or bool(row.clock) or teaching(row, match) is not None


def start_clock(row: TableRow, match: Match, now: Now) -> None:
    """Write down since when the clock runs that runs now."""
    clock = None if teaching(row, match) else match.clock
    key = clock.key if clock else ""
    if key != row.clock:
        row.clock, row.clock_from = key, now()
