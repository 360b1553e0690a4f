"""Changes to a table's row that follow from a command."""

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
    """Return the table's row after a command, without the changes that follow from its match (see :func:`settle`).

    Args:
        old: the row before.
        outcome: what the command changed.
        alone: the only seat that can see the change; None if everybody can.
        now: wall-clock time.
    """
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
    """Return whether a command changed nothing but its own seat's draft, which no other seat can see."""
    match, row = live.match, live.row
    drafted = outcome.moved and not (outcome.begins or outcome.seats) and seat != SPECTATOR and row.players > 1
    return drafted and match is not None and match.mark == row.mark


def settle(row: TableRow, match: Match, now: Now) -> None:
    """Update a table's row from its match: ply, mark, deciders, clock and, once the game is over, the result."""
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
    """Update a table's row when its players end the game early, with the points so far and no winner.

    If a player resigned, all others win.
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
    """Return whether a table may continue without a player's decision.

    May return True for a table that doesn't continue, never False for one that does. A table without human players
    continues only while it has viewers, or if it belongs to a tournament.

    ``left``: seats with standing orders or answers.
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
    """Store when the game's own clock started, unless the clock that runs now was already running before."""
    clock = None if teaching(row, match) else match.clock
    key = clock.key if clock else ""
    if key != row.clock:
        row.clock, row.clock_from = key, now()
