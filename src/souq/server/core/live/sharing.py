"""Players' contributions (shares) to a table's random seed, so that nobody can know the draws in advance.

A share is a player's random bytes, its seal their hash. A player may send a seal, and replace it, until all seats are
taken. Then the seals are fixed and published, as the commitment to the server's secret always is, and players reveal
their shares. The table waits for every sealed share, at most for
:attr:`souq.server.ops.config.settings.Settings.sharing` seconds, and publishes none before the game begins.
:mod:`souq.engine.match.shares` defines how shares are used.
"""

from __future__ import annotations

from dataclasses import replace

from souq.engine.match.shares import seal as seal_of
from souq.server.core.store.rows import SeatRow, TableRow
from souq.server.errors import Refused


def missing(row: TableRow) -> list[int]:
    """Return the seats whose players have sent a seal but haven't revealed the share yet."""
    return [seat.seat for seat in row.seats if seat.seal is not None and seat.share is None]


def time_left(row: TableRow, patience: float, now: float, up: float) -> float:
    """Return the seconds for which the table still waits for shares.

    Args:
        row: the table.
        patience: how long it waits in total, in seconds.
        now: the wall-clock time.
        up: the server's uptime in seconds; after a restart clients get the whole time again.
    """
    return max(0.0, patience - min(now - row.sealed_at, up))


def sealed(row: TableRow, seat: SeatRow, seal: str) -> SeatRow:
    """Return a copy of the seat with its seal, the hash of the share that the player will reveal, in hexadecimal.

    Raises:
        Refused: the game has begun, or the seals are fixed.
    """
    if row.state != "waiting":
        raise Refused("The game has begun. It’s too late to add to its dice.")
    if row.sealed_at:
        raise Refused("All seats are taken and the seals are fixed. All you can do now is reveal your share.")
    return replace(seat, seal=bytes.fromhex(seal))


def revealed(row: TableRow, seat: SeatRow, share: str) -> SeatRow:
    """Return a copy of the seat with its share, given in hexadecimal, after checking that its hash is the seal.

    Raises:
        Refused: the share doesn't match the seal, there is no seal, or shares can't be revealed now.
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
            "its place, and everybody sees that."
        )
    return replace(seat, share=given)
