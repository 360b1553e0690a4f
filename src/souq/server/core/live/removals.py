"""Players that a table's host has removed: their old link no longer works, and an error explains why."""

from __future__ import annotations

import time

from sqlalchemy import Executable, delete, insert, select

from souq.server.core.db.engines import Database
from souq.server.core.db.models import REMOVALS
from souq.server.core.live.people import hashed
from souq.server.core.store.rows import SeatRow
from souq.server.errors import Refused

WORDS = "The host has removed you from this table. You can watch, or find another table on the home page."


class Removed(Refused):
    """The error for a player who was removed from the table by its host."""

    status = 403

    def __init__(self) -> None:
        super().__init__(WORDS)


def stored(table_id: str, seat: SeatRow) -> list[Executable]:
    """Return SQL statements that record who was removed from a seat, to run in the same transaction as the change."""
    who = _keys(seat.person_id, seat.token_hash)
    rows = [{"table_id": table_id, "who": each, "at": time.time()} for each in who]
    forget = delete(REMOVALS).where(REMOVALS.c.table_id == table_id, REMOVALS.c.who.in_(who))
    return [forget, insert(REMOVALS).values(rows)] if rows else []


async def removed(database: Database, table_id: str, person_id: str | None, token: str | None) -> bool:
    """Return whether the host has removed a person, or the player whose seat had this token, from a table."""
    who = _keys(person_id, hashed(token) if token else None)
    if not who:
        return False
    query = select(REMOVALS.c.who).where(REMOVALS.c.table_id == table_id, REMOVALS.c.who.in_(who))
    return await database.first(query) is not None


def _keys(person_id: str | None, token_hash: bytes | None) -> list[str]:
    return [key for key in (person_id, token_hash and token_hash.hex()) if key]
