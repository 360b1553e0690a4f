"""Changes to a table's row that follow from a command."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from souq.engine.match.decision import SPECTATOR
from souq.engine.match.match import Match
from souq.server.core.commands.outcome import Outcome
from souq.server.core.live.live import Live, Now
from souq.server.core.live.teaching import teaching
from souq.server.core.store.rows import TableRow


def changed(old: TableRow, outcome: Outcome, alone: int | None, now: float) -> TableRow:
    """Return a copy of a table's row with the changes made by a command.

    Fields that are computed from the match, such as the result, are updated by :func:`settle`.

    Args:
        old: the row before.
        outcome: the command's changes.
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
    """Return whether a command changed only the draft (unconfirmed decisions) of its seat, which no other seat sees."""
    match, row = live.match, live.row
    drafted = outcome.moved and not (outcome.begins or outcome.seats) and seat != SPECTATOR and row.players > 1
    return drafted and match is not None and match.mark == row.mark


def settle(row: TableRow, match: Match, now: Now) -> None:
    """Copy a match's state to its table's row.

    This updates the numbers of decisions, the deciding seats, the clock and, once the game is over, the result.
    """
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
    """Finish a table's row whose game the players end early: the points so far count, and nobody wins.

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
    """Return whether the server may have to continue a table itself, because no player's decision is needed.

    This may be True for a table that needs a player after all, but is never False for one that doesn't. A table of bots
    alone continues only while it has viewers, or if it belongs to a tournament.

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
    """Store the game's own clock, if any, and the time at which it started. Do nothing if it was running before."""
    clock = None if teaching(row, match) else match.clock
    key = clock.key if clock else ""
    if key != row.clock:
        row.clock, row.clock_from = key, now()
