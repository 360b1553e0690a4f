"""Players that a table's host has removed: their old link no longer works, and an error explains why."""

from __future__ import annotations

from souq.server.core.live.people import hashed
from souq.server.core.store.interface import TableStore
from souq.server.errors import Refused

WORDS = "The host has removed you from this table. You can watch, or find another table on the home page."


class Removed(Refused):
    """The error for a player who was removed from the table by its host."""

    status = 403

    def __init__(self) -> None:
        super().__init__(WORDS)


async def removed(storage: TableStore, table_id: str, person_id: str | None, token: str | None) -> bool:
    """Return whether the host has removed a person, or the player whose seat had this token, from a table."""
    who = keys(person_id, hashed(token) if token else None)
    return bool(who) and await storage.removed(table_id, who)


def keys(person_id: str | None, token_hash: bytes | None) -> list[str]:
    """Return the texts by which a removed player is recognised: their ID, and the hash of their seat's token."""
    return [key for key in (person_id, token_hash and token_hash.hex()) if key]
