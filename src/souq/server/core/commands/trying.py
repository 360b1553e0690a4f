"""New tables against bots that begin in the middle of a finished game (“Try from here”)."""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.match import decision
from souq.engine.match.position import position
from souq.server.core.live import seats
from souq.server.core.live.live import Live
from souq.server.errors import Refused

KIND = "moment"
"""Prefix of the origin stored for a table that began at a moment of another table's game (:func:`came_from`)."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a game, at which another table began: the table of that game, and the moment's number."""

    table: str
    number: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request for a table that begins at a moment: the moment's number, the seat to play, and the bots' level."""

    moment: int
    seat: int | None
    """Seat to play; None: the requester's own seat or, for a spectator, the seat that decides at that moment."""
    level: str
    name: str
    """The requester's name."""


def tried(live: Live, wanted: Wanted, stands: int, person: str | None) -> seats.Opened:
    """Return a new table that begins at a moment of a finished game, with fresh randomness.

    Bots keep the names of the seats that they take.

    Args:
        live: the finished table.
        wanted: the request.
        stands: the requester's seat, or -1 for a spectator.
        person: the requester's account ID, if known.

    Raises:
        Refused: the game isn't over, or was already over at that moment.
        NoTable: there is no such seat.
        UnknownLevel: no bot has that level, or none plays at such a table.
    """
    match = live.playing
    if not live.finished:
        raise Refused("The game is still going on. Once it’s over, you can try from any moment.")
    if wanted.moment > len(match.entries):
        raise Refused(f"The game isn’t that long: it has {len(match.entries)} moments.")
    state = match.at(match.at_moment(wanted.moment))
    if bool(state["over"][0]):
        raise Refused("The game is over at this moment. Go back to an earlier one and try from there.")
    mine = (
        wanted.seat
        if wanted.seat is not None
        else stands
        if stands >= 0
        else next(decision.seats(match.game.bindings.deciders(state)))
    )
    called = [each.name for each in live.row.seats]
    live.seat(mine)
    wishes = [
        seats.Wish("me") if n == mine else seats.Wish("bot", wanted.level, "" if each == wanted.name else each)
        for n, each in enumerate(called)
    ]
    options = match.game.kept_options(live.row.options, live.row.players)
    begins = seats.Beginning(position(state), f"{KIND}:{live.row.id}:{wanted.moment}")
    seats.check_bots(live.row.game, wishes)
    return seats.new_table(live.row.game, wishes, options, person, wanted.name, live.row.pace, begins)


def came_from(origin: str) -> Moment | None:
    """Parse a table's origin. Return the other table and the moment of its game at which this one began, or None.

    >>> came_from("moment:abc:34"), came_from("lesson:first"), came_from("")
    (Moment(table='abc', number=34), None, None)
    """
    kind, _, rest = origin.partition(":")
    table, _, number = rest.partition(":")
    return Moment(table, int(number)) if kind == KIND and number.isdecimal() else None
