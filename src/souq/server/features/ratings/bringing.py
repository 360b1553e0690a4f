"""Games that a person has played without this server, and adds to their history as saved matches."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from sqlalchemy import and_, select

from souq.engine.match import saved
from souq.engine.match.match import Match
from souq.server.core.commands.committing import Committer
from souq.server.core.db.models import SEATS, TABLES
from souq.server.core.db.storage import Storage
from souq.server.core.live.importing import digest, imported, origin
from souq.server.core.live.tables import Tables
from souq.server.core.threads import in_thread
from souq.server.errors import Malformed, Overtaken


class Bringing:
    """Checks saved matches, and makes them finished tables of a person. They are never rated."""

    def __init__(self, tables: Tables, storage: Storage, committer: Committer) -> None:
        self._tables, self._storage, self._committer = tables, storage, committer

    async def read(self, document: Mapping[str, Any], seat: int) -> Match:
        """Replay a saved match, in a thread, and check it.

        Args:
            document: the match as JSON.
            seat: where the person sat.

        Raises:
            CorruptMatch, WrongVersion, UnknownGame: it can't be read; the message says why.
            Malformed: it began from a position, nothing was played, or there is no such seat.
        """
        if document.get("start") is not None:
            raise Malformed("Only whole games can be added. This one began in the middle.")
        await self._tables.ready(str(document.get("game", "")))
        match: Match = await in_thread(saved.from_json, document, Match)
        imported(match, None, seat, 0.0)  # refused before anything is stored
        return match

    async def known(self, match: Match, person: str) -> str | None:
        """Return the table that a person has of a match; None if they have none.

        The table may have been made when they were a guest with another ID.
        """
        mine = select(SEATS.c.table_id).where(SEATS.c.person_id == person)
        same = and_(TABLES.c.origin == origin(digest(match)), TABLES.c.id.in_(mine))
        found = await self._storage.tables_where(same, 1)
        return found[0].id if found else None

    async def add(self, match: Match, person: str, seat: int, ended_at: float) -> str:
        """Store the finished table of a match, and return its ID.

        Args:
            match: the match, as :meth:`read` has returned it.
            person: the ID of the person who played it.
            seat: where they sat.
            ended_at: when the game ended, in seconds since 1970; at most now.

        Raises:
            SignedOut: the person has been deleted.
            NotSaved: the database could not store it.
        """
        commits = imported(match, person, seat, max(0.0, min(ended_at, time.time())))
        table = commits[-1].table
        try:
            await self._committer.add_finished(commits)
        except Overtaken:  # another request was first
            if await self._storage.counts(table.id) is None:
                raise
        return table.id
