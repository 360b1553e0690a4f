"""What players add to chance, at a table: seals while seats are open, then shares, then the game begins.

A seal may be sent, and replaced, until all seats are taken. From then on the seals are fixed and known to everybody, as
the commitment to the secret has been all the time, and shares are shown: the table waits for those that were committed
to, no longer than :attr:`souq.server.ops.config.settings.Settings.sharing`, and nobody is told them before the game
begins. :mod:`souq.engine.match.shares` says what becomes of them.
"""

from __future__ import annotations

from dataclasses import replace

from souq.engine.match.shares import seal as seal_of
from souq.server.core.db.models import SeatRow, TableRow
from souq.server.errors import Refused


def missing(row: TableRow) -> list[int]:
    """The seats whose share is committed to and has not come."""
    return [seat.seat for seat in row.seats if seat.seal is not None and seat.share is None]


def time_left(row: TableRow, patience: float, now: float, up: float) -> float:
    """Seconds for which shares are still waited for.

    Args:
        row: the table.
        patience: how long they are waited for in all.
        now: what time it is in the world.
        up: for how many seconds the server has been there; clients get as long once more after a start.
    """
    return max(0.0, patience - min(now - row.sealed_at, up))


def sealed(row: TableRow, seat: SeatRow, seal: str) -> SeatRow:
    """The seat, committed to a share.

    Raises:
        Refused: it is too late for that.
    """
    if row.state != "waiting":
        raise Refused("The game has begun. It’s too late to add to its dice.")
    if row.sealed_at:
        raise Refused("All seats are taken and the seals are fixed. All you can do now is reveal your share.")
    return replace(seat, seal=bytes.fromhex(seal))


def shown(row: TableRow, seat: SeatRow, share: str) -> SeatRow:
    """The seat with the share it was committed to.

    Raises:
        Refused: it is not the one, or not the time for it.
    """
    if row.state != "waiting":
        raise Refused("The game has begun. It’s too late to reveal a share.")
    if not row.sealed_at:
        raise Refused("It’s too early to reveal a share. Some seats are still open, and their seals unknown.")
    if seat.seal is None:
        raise Refused("Your seat hasn’t sealed a share. The seal has to come first.")
    given = bytes.fromhex(share)
    if seal_of(given) != seat.seal:
        raise Refused(
            "This share doesn’t match your seat’s seal. Unless the right one comes in time, the server’s bytes take "
            "its place, and everybody is told."
        )
    return replace(seat, share=given)
