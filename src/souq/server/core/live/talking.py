"""The chat of a table: who may write what, and whose messages a viewer sees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from souq.server.core.live.live import Live
from souq.server.core.store.rows import Said, SeatRow, TableRow, Talk
from souq.server.errors import NotAllowed, Refused


class TableTalk:
    """The chat of a table, as a viewer sees it. By default it is empty; a feature overrides this class."""

    def muted_seats(self, live: Live, seat: int, person_id: str | None) -> tuple[int, ...]:
        """Return the seats whose messages a viewer doesn't see."""
        return ()

    async def messages(self, live: Live, seat: int, person_id: str | None, after: int = 0) -> list[Said]:
        """Return the messages that a viewer sees, the oldest first."""
        return []


def usual(company: str) -> Talk:
    """Return the kinds of chat that a new table allows by default: strangers may only use quick phrases.

    >>> usual("friends"), usual("anybody")
    ('free', 'phrases')
    """
    return "phrases" if company == "anybody" else "free"


def check(row: TableRow, seat: int, free: bool) -> None:
    """Refuse a chat message that its sender may not post; ``free`` says whether it is free text.

    Raises:
        NotAllowed: the host has muted them.
        Refused: only quick phrases are allowed at this table.
    """
    if row.seats[seat].hushed:
        raise NotAllowed("The host has muted you at this table.")
    if free and row.talk == "phrases":
        raise Refused("At this table people talk in quick phrases. The host can allow free talk.")


def muted_seats(
    row: TableRow, seat: int, person_id: str | None, people: Iterable[str], here: Mapping[int, Mapping[int, str]]
) -> tuple[int, ...]:
    """Return the seats whose messages a viewer doesn't see.

    Args:
        row: the table.
        seat: the viewer's seat, -1 for a spectator.
        person_id: the viewer, if known.
        people: the IDs of people the viewer mutes everywhere.
        here: mutes at this table only: for each muting seat, the muted seats with their players' names.
    """
    at_this_table = here.get(seat, {})
    return tuple(
        each.seat
        for each in row.seats
        if each.seat != seat
        and ((each.person_id is not None and each.person_id in people) or at_this_table.get(each.seat) == each.name)
    )


def listener(row: TableRow, seat: int, person_id: str | None) -> str | None:
    """Return the ID of the person who reads the chat: a seat's owner or, for a spectator, ``person_id``."""
    return person_id if seat < 0 else row.seats[seat].person_id


def may_be_muted(seat: SeatRow) -> bool:
    """Return whether a person who can chat, now or after coming back, owns this seat."""
    return seat.kind == "person" or seat.reserved
