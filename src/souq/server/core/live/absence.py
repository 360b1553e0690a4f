"""Absent players: for how long the others wait for them, and when a bot or another player may take their seat.

Once a table has waited three days for a player who isn't there, or five minutes with a live clock, the others may let a
bot play for them. Another player may take over a seat that a bot plays if its player left it for good, or has stayed
away for as long. None of this happens by itself.
"""

from __future__ import annotations

from collections.abc import Collection

from souq.engine.match.decision import seats
from souq.server.core.live.player_clocks import asked_since
from souq.server.core.store.rows import NoteRow, SeatRow, TableRow

LONG, SHORT = 3 * 86_400.0, 300.0
"""Seconds of wall-clock time after which a player counts as away: `SHORT` if the clock is live, else `LONG`."""

LEFT_KINDS = ("stand", "resign")
"""Kinds of notes with which a player gives up a seat for good. The seat then belongs to nobody."""


def patience(row: TableRow) -> float:
    """Return the seconds for which a table waits for an absent player."""
    return SHORT if (row.timing or {}).get("kind") == "live" else LONG


def gone(row: TableRow, seat: int, here: Collection[int], world: float) -> bool:
    """Return whether a table waits for this seat and its player has been away so long that a bot may take over."""
    return seat not in here and (at := _gone_at(row, row.seats[seat])) is not None and world >= at


def missing(row: TableRow, seat: int, here: Collection[int], world: float) -> bool:
    """Return whether a player isn't connected, and hasn't been for at least `SHORT` seconds (five minutes)."""
    return seat not in here and world >= row.seats[seat].here_at + SHORT


def next_gone(row: TableRow, world: float) -> float | None:
    """Return when the next of the players whose turn it is will count as away, in wall-clock time.

    Return None if nobody will.
    """
    times = [_gone_at(row, row.seats[seat]) for seat in seats(row.deciders) if row.state == "playing"]
    return min((at for at in times if at is not None and at > world), default=None)


def abandoned(row: TableRow, seat: int, notes: Collection[NoteRow], here: Collection[int], world: float) -> bool:
    """Return whether another player may take over a seat that a bot plays.

    That is true if its player has left for good, or has been away for too long.
    """
    of = row.seats[seat]
    if row.state != "playing" or of.kind != "bot":
        return False
    if of.reserved:
        return seat not in here and world >= (of.here_at or row.created_at) + patience(row)
    kinds = [note.kind for note in notes if note.seat == seat]
    return bool(kinds) and kinds[-1] in LEFT_KINDS


def _gone_at(row: TableRow, seat: SeatRow) -> float | None:
    """Return when a player will count as away unless they come back; None if it isn't their turn."""
    if row.state != "playing" or seat.kind != "person" or not row.deciders >> seat.seat & 1:
        return None
    return max(asked_since(row, seat.seat) or row.updated_at, seat.here_at) + patience(row)
