"""Queries for the tables where it is a player's turn, the longest-waiting first."""

from __future__ import annotations

from sqlalchemy import and_, literal, select

from souq.engine.match.decision import seats
from souq.server.core.db.engines import Database
from souq.server.core.db.models import SEATS, TABLES
from souq.server.core.db.storage import with_seats
from souq.server.core.live.player_clocks import asked_since
from souq.server.core.store.origins import DAILY, LESSON, OWN, PUZZLE, STORM, kind_of
from souq.server.core.store.rows import TableRow

ALONE = (LESSON, PUZZLE, DAILY, STORM, OWN)
"""Kinds of the origins of tables for one player, which can be resumed at any time and need no notifications."""


def asked(row: TableRow) -> dict[int, str]:
    """Return the person ID of each player whose turn it is, by seat; empty for tables without notifications."""
    if row.state != "playing" or row.players < 2 or kind_of(row.origin) in ALONE:
        return {}
    asked = (row.seats[seat] for seat in seats(row.deciders) if seat < len(row.seats))
    return {each.seat: each.person_id for each in asked if each.kind == "person" and each.person_id}


MOST = 100
"""Maximum number of tables read per player."""


class Waiting:
    """Queries for the tables where it is a given player's turn."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person_id: str | None) -> list[str]:
        """Return the IDs of the tables where it is a person's turn, the one that has waited longest first."""
        if person_id is None:
            return []
        mine = and_(SEATS.c.person_id == person_id, SEATS.c.kind == "person")
        asked_there = TABLES.c.deciders.bitwise_and(literal(1).bitwise_lshift(SEATS.c.seat)) != 0
        tables = select(SEATS.c.table_id).join(TABLES).where(mine, TABLES.c.state == "playing", asked_there)
        query = select(TABLES).where(TABLES.c.id.in_(tables)).order_by(TABLES.c.updated_at).limit(MOST)
        async with self._database.read() as db:
            rows = await with_seats(db, query)
        found = [(_since(row, seat), row.id) for row in rows for seat, who in asked(row).items() if who == person_id]
        return [table_id for _, table_id in sorted(found)]

    async def after(self, person_id: str | None, table_id: str) -> str | None:
        """Return the ID of the next table, after the given one, where it is a person's turn; None if there is none."""
        found = await self.of(person_id)
        if table_id in found:
            at = found.index(table_id)
            found = found[at + 1 :] + found[:at]
        return next(iter(found), None)


def _since(row: TableRow, seat: int) -> float:
    return asked_since(row, seat) or row.updated_at
