"""Who has been away for so long that the others need not wait any more.

Whoever is asked and has not been here for days may be played for by a bot, if the others want that; where time is
short anyway it takes minutes. A seat that was left for good, or whose player stays away while a bot plays for them, may
be given to somebody else. Nothing of this happens by itself.
"""

from __future__ import annotations

from collections.abc import Collection

from souq.engine.match.decision import seats
from souq.server.core.db.models import NoteRow, SeatRow, TableRow
from souq.server.core.live.banks import asked_since

LONG, SHORT = 3 * 86_400.0, 300.0
"""Seconds in the world after which somebody has been away for long: at most tables, and where there is a live clock."""

LEFT_KINDS = ("stand", "resign")
"""Kinds of notes after which a seat is nobody's."""


def patience(row: TableRow) -> float:
    """Seconds that people wait at a table for somebody who is not there."""
    return SHORT if (row.timing or {}).get("kind") == "live" else LONG


def gone(row: TableRow, seat: int, here: Collection[int], world: float) -> bool:
    """Whether the table asks somebody who has not been here for long."""
    return seat not in here and (at := _gone_at(row, row.seats[seat])) is not None and world >= at


def missing(row: TableRow, seat: int, here: Collection[int], world: float) -> bool:
    """Whether somebody is not here now, nor was a few minutes ago."""
    return seat not in here and world >= row.seats[seat].here_at + SHORT


def next_gone(row: TableRow, world: float) -> float | None:
    """When the next will have been away for long; None: nobody is asked, or it has been told."""
    times = [_gone_at(row, row.seats[seat]) for seat in seats(row.deciders) if row.state == "playing"]
    return min((at for at in times if at is not None and at > world), default=None)


def abandoned(row: TableRow, seat: int, notes: Collection[NoteRow], here: Collection[int], world: float) -> bool:
    """Whether a seat that a bot plays may be given to somebody else."""
    of = row.seats[seat]
    if row.state != "playing" or of.kind != "bot":
        return False
    if of.kept:
        return seat not in here and world >= (of.here_at or row.created_at) + patience(row)
    told = [note.kind for note in notes if note.seat == seat]
    return bool(told) and told[-1] in LEFT_KINDS


def _gone_at(row: TableRow, seat: SeatRow) -> float | None:
    """When somebody who is asked will have been away for long, unless they come; None: they are not asked."""
    if row.state != "playing" or seat.kind != "person" or not row.deciders >> seat.seat & 1:
        return None
    return max(asked_since(row, seat.seat) or row.updated_at, seat.here_at) + patience(row)
