"""Several people at one device: who they are, and tables at which each of them has a seat.

The page shows the table to one of them at a time, and asks for another with ``POST /t/{table}/person``.
"""

from __future__ import annotations

from dataclasses import replace

from souq.server.core.live import seats
from souq.server.core.live.people import Guest
from souq.server.core.live.seats import Opened, Wish
from souq.server.core.store.rows import PersonRow, SeatRow, TableRow
from souq.server.errors import NoTable

ME = "me"
"""ID of the person whose browser this is."""

HERE = "here"
"""Kind of seat for another person at this device, and the prefix of that person's ID."""

NOBODY = Guest("", None)
"""A spectator: the page shows their view while the device is passed on."""


def guest_of(person_id: str, name: str) -> Guest:
    """Return a person at this device as the core knows its visitors."""
    return Guest("", PersonRow(person_id, name, "crescent"))


def seated(opened: Opened, wishes: list[Wish]) -> Opened:
    """Return a new table after the other people at this device have taken their seats."""
    rows = list[SeatRow]()
    for seat, wish in zip(opened.table.seats, wishes, strict=True):
        others = {each.name for each in [*opened.table.seats, *rows] if each.name}
        number = sum(each.person_id is not None and each.person_id.startswith(HERE) for each in rows) + 2
        called = wish.name or f"Guest {number}"
        taken = seats.taken_by(seat, called, f"{HERE}-{number}", others)[0] if wish.kind == HERE else seat
        rows.append(taken)
    return replace(opened, table=replace(opened.table, seats=rows))


def people_here(row: TableRow) -> list[SeatRow]:
    """Return the seats of the people at this device, in order."""
    return [seat for seat in row.seats if seat.kind == "person" and (seat.person_id or "").startswith((ME, HERE))]


def person_at(row: TableRow, seat: int) -> Guest:
    """Return the person at this device who has a seat.

    Raises:
        NoTable: nobody here has it.
    """
    found = next((each for each in people_here(row) if each.seat == seat), None)
    if found is None or found.person_id is None:
        raise NoTable
    return guest_of(found.person_id, found.name)
