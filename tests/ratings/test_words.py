"""What a table shows of ratings, and to whom."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from souq.server.core.rating_scale import Rating
from souq.server.core.store.rows import SeatRow, TableRow
from souq.server.features.ratings.history import Entry, Played, Who
from souq.server.features.ratings.page_parts import rated_words


class Records:
    """A book that holds one game: Amina began it in the first seat, and Omar in the second."""

    async def of_table(self, table_id: str) -> Played:
        amina = Entry(0, Who("amina"), 2, 3, Rating(25.0, 8.0), Rating(23.0, 7.0))
        omar = Entry(1, Who("omar"), 1, 5, Rating(25.0, 8.0), Rating(27.0, 7.0))
        return Played(table_id, "kairo", 1.0, (amina, omar), there=True, public=False)


@pytest.mark.parametrize(
    ("seat", "whose", "said"),
    [
        (0, "amina", "Your rating is"),
        (1, "omar", "Your rating is"),
        (0, "rosa", "The game is rated."),
        (0, None, "The game is rated."),
        (-1, None, "The game is rated."),
    ],
)
def test_a_rating_change_is_shown_to_its_player(seat: int, whose: str | None, said: str) -> None:
    seats = [SeatRow(0, "person", person_id="amina"), SeatRow(1, "person", person_id="omar")]
    if seat >= 0:
        seats[seat].person_id = whose
    row = TableRow("t", "kairo", "1", 2, {}, b"", 0.0, 0.0, state="finished", rated=True, result={}, seats=seats)
    records: Any = Records()
    assert asyncio.run(rated_words(records, row, seat)).startswith(said)
