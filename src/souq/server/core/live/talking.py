"""Who may say what at a table: friends what they like, strangers quick phrases until their host says otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from souq.server.core.db.models import Said, SeatRow, TableRow, Talk
from souq.server.core.live.live import Live
from souq.server.errors import NotAllowed, Refused


class TableTalk:
    """What viewers hear of what is said at a table: nothing, unless a feature lets people talk."""

    def unheard(self, live: Live, seat: int, person_id: str | None) -> tuple[int, ...]:
        """Return the seats that a viewer does not hear."""
        return ()

    async def heard(self, live: Live, seat: int, person_id: str | None, after: int = 0) -> list[Said]:
        """Return what a viewer has heard of a table's talk, the oldest first."""
        return []


def usual(company: str) -> Talk:
    """How people talk at a new table of whom nobody has said it.

    >>> usual("friends"), usual("anybody")
    ('free', 'phrases')
    """
    return "phrases" if company == "anybody" else "free"


def check(row: TableRow, seat: int, phrase: int | None) -> None:
    """Whether somebody may say something now.

    Raises:
        NotAllowed: the host lets them say nothing.
        Refused: only quick phrases are said at this table.
    """
    if row.seats[seat].hushed:
        raise NotAllowed("The host has muted you at this table.")
    if phrase is None and row.talk == "phrases":
        raise Refused("At this table people talk in quick phrases. The host can allow free talk.")


def unheard(
    row: TableRow, seat: int, person_id: str | None, people: Iterable[str], here: Mapping[int, Mapping[int, str]]
) -> tuple[int, ...]:
    """The seats that a viewer does not hear.

    Args:
        row: the table.
        seat: whose eyes and ears, -1: a spectator's.
        person_id: who that is, if it is known.
        people: whom they mute wherever they meet.
        here: whom seats mute at this table alone: names by seat.
    """
    at_this_table = here.get(seat, {})
    return tuple(
        each.seat
        for each in row.seats
        if each.seat != seat
        and ((each.person_id is not None and each.person_id in people) or at_this_table.get(each.seat) == each.name)
    )


def listener(row: TableRow, seat: int, person_id: str | None) -> str | None:
    """Who listens in a seat: whose it is or, of a spectator, who they are."""
    return person_id if seat < 0 else row.seats[seat].person_id


def may_be_muted(seat: SeatRow) -> bool:
    """Whether somebody sits there who can say something, or will when they are back."""
    return seat.kind == "person" or seat.kept
