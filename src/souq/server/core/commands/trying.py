"""Trying from here: a moment of a finished game becomes the beginning of a table of somebody's own, against bots."""

from __future__ import annotations

from dataclasses import dataclass

from souq.engine.match import decision
from souq.engine.match.position import position
from souq.server.core.live import seats
from souq.server.core.live.live import Live
from souq.server.errors import Refused

KIND = "moment"
"""The kind of origin of such a table; its name is the table it comes from and the moment (:func:`came_from`)."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a table came from: a moment of another."""

    table: str
    number: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody wants to try: after so many entries, in whose place, and against which bots."""

    moment: int
    seat: int | None
    """None: one's own, or that of whoever was to decide."""
    level: str
    name: str
    """What who asks is called."""


def tried(live: Live, wanted: Wanted, stands: int, person: str | None) -> seats.Opened:
    """A table that begins where a finished game stood at a moment, with fresh chance.

    The bots are called as those were whose seats they have.

    Args:
        live: the finished table.
        wanted: what is to be tried.
        stands: the seat of who asks, or a spectator's.
        person: who asks, as far as that is known.

    Raises:
        Refused: the game is not over, or was by then.
        NoTable: there is no such seat.
        UnknownLevel: no bot has that level, or none at such a table.
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
    """The moment that a table was begun from, if it was.

    >>> came_from("moment:abc:34"), came_from("lesson:first"), came_from("")
    (Moment(table='abc', number=34), None, None)
    """
    kind, _, rest = origin.partition(":")
    table, _, number = rest.partition(":")
    return Moment(table, int(number)) if kind == KIND and number.isdecimal() else None
