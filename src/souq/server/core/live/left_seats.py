"""Seats that people have left for good."""

from __future__ import annotations

from souq.server.core.live.leaving import COVERED, HANDED, JOINED, OUT
from souq.server.core.live.live import Live
from souq.server.core.store.interface import TableStore
from souq.server.core.store.rows import SeatRow, TableRow

AWAY = (HANDED, OUT, COVERED)
"""Kinds of notes after which a bot plays the seat, but it still belongs to its player."""
TAKEN = "{} took over your seat while you were away. You can watch the game here."


def left(before: TableRow, after: TableRow) -> list[SeatRow]:
    """Return the seats, as they were, that a change of their table has taken from the people who sat there."""
    return [
        was
        for was, now in zip(before.seats, after.seats, strict=True)
        if was.person_id and was.kind != "open" and now.person_id != was.person_id
    ]


async def taken_over(storage: TableStore, live: Live, person_id: str) -> str:
    """Return the notice for a person whose seat another player took while they were away; "" if none did."""
    kinds_of: dict[int, list[str]] = {}
    for note in live.notes:
        kinds_of.setdefault(note.seat, []).append(note.kind)
    taken = [seat for seat, kinds in kinds_of.items() if kinds[-2:-1] and kinds[-1] == JOINED and kinds[-2] in AWAY]
    theirs = await storage.left_by(live.row.id, person_id) if taken else ()
    seat = next((seat for seat in taken if seat in theirs), None)
    return "" if seat is None else TAKEN.format(live.row.seats[seat].name)
