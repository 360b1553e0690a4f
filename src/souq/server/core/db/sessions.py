"""Stored sessions: the browsers that people are signed in with. Tokens of sessions are stored only as hashes."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import Row, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from souq.server.core.db.declaring import STAYS, all_tables, referring
from souq.server.core.db.engines import Database
from souq.server.core.db.models import CODES, LETTERS, PEOPLE, SEATS, SESSIONS
from souq.server.core.store.rows import PersonRow, SessionRow

MOST = 40
"""Maximum number of sessions of one person. A further one ends the session that was used least recently."""


class CodeUsed(Exception):
    """The error for a recovery code that has already been used."""


class Sessions:
    """Reads and writes sessions. Every method is one transaction; one that fails changes nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def known(self, token_hash: bytes, since: float = 0.0) -> tuple[PersonRow, SessionRow] | None:
        """Return the person and the session of a token; None if it has no session used at or after ``since``."""
        by = SESSIONS.c.token_hash == token_hash, SESSIONS.c.seen_at >= since
        people = PEOPLE.c.name, PEOPLE.c.emblem, PEOPLE.c.kept_at, PEOPLE.c.settings
        query = select(SESSIONS, *people).join(PEOPLE, PEOPLE.c.id == SESSIONS.c.person_id).where(*by)
        row = await self._database.first(query)
        if row is None:
            return None
        return PersonRow(row.person_id, row.name, row.emblem, row.kept_at, dict(row.settings or {})), _session(row)

    async def of(self, person_id: str, since: float = 0.0) -> list[SessionRow]:
        """Return a person's sessions that were used at or after ``since``, the latest first."""
        mine = SESSIONS.c.person_id == person_id, SESSIONS.c.seen_at >= since
        return [_session(row) for row in await self._database.rows(select(SESSIONS).where(*mine).order_by(_LATEST))]

    async def remember(
        self, person: PersonRow, token_hash: bytes, session: str, device: str = "", since: float = 0.0
    ) -> PersonRow:
        """Store a new guest with a session, and return the guest.

        If another request has just stored a guest for the same token, return that one instead. A session with this
        token that was last used before ``since`` has expired and is replaced.
        """
        now = time.time()
        stale = SESSIONS.c.token_hash == token_hash, SESSIONS.c.seen_at < since
        values = {"id": person.id, "name": person.name, "emblem": person.emblem, "created_at": now}
        try:
            async with self._database.write() as db:
                await db.execute(delete(SESSIONS).where(*stale))
                await db.execute(insert(PEOPLE).values(**values))
                await db.execute(insert(SESSIONS).values(**_new(person.id, token_hash, session, device, now)))
        except IntegrityError:
            known = await self.known(token_hash, since)
            if known is None:
                raise
            return known[0]
        return person

    async def rename(self, person: PersonRow) -> bool:
        """Store a person's name and emblem; return whether that person still exists."""
        values = {"name": person.name, "emblem": person.emblem}
        return await self._database.run(update(PEOPLE).where(PEOPLE.c.id == person.id).values(**values)) > 0

    async def seen(self, session: str, device: str) -> None:
        """Store that a session is being used now, and the device that uses it."""
        values = {"seen_at": time.time()} | ({"device": device} if device else {})
        await self._database.run(update(SESSIONS).where(SESSIONS.c.id == session).values(**values))

    async def turn(self, old_hash: bytes, token_hash: bytes) -> bool:
        """Replace a session's token, and return whether there is a session with the old token."""
        async with self._database.write() as db:
            mine = SESSIONS.c.token_hash == old_hash
            asked = update(LETTERS).where(LETTERS.c.browser_hash == old_hash)
            await db.execute(asked.values(browser_hash=token_hash))  # links requested by this browser stay valid
            return (await db.execute(update(SESSIONS).where(mine).values(token_hash=token_hash))).rowcount > 0

    async def begin(
        self, person_id: str, token_hash: bytes, session: str, device: str, instead_of: str, code: bytes | None = None
    ) -> list[SessionRow]:
        """Sign a person in to a browser by storing a new session. The browser's previous session, if any, ends.

        Args:
            person_id: the person who signs in.
            token_hash: the hash of the new session's token.
            session: a fresh ID.
            device: the browser and system, in words.
            instead_of: the ID of the session that the browser had.
            code: the hash of the recovery code that this sign-in uses up, if any.

        Returns:
            The sessions that end: the one replaced, and the person's oldest beyond :data:`MOST`.

        Raises:
            CodeUsed: the code was used up by another request.
        """
        async with self._database.write() as db:
            if code and not (await db.execute(delete(CODES).where(CODES.c.code_hash == code))).rowcount:
                raise CodeUsed
            mine = select(SESSIONS).where(SESSIONS.c.person_id == person_id).order_by(_LATEST).offset(MOST - 1)
            ended = [_session(row) for row in await db.execute(mine)]
            ended += [_session(row) for row in await db.execute(select(SESSIONS).where(SESSIONS.c.id == instead_of))]
            values = _new(person_id, token_hash, session, device, time.time())
            await db.execute(insert(SESSIONS).values(**values))
            for column in referring(SESSIONS.c.id):  # such as push subscriptions: it's the same browser
                theirs = column.table.c.person_id == person_id, column == instead_of
                await db.execute(update(column.table).where(*theirs).values({column: session}))
            await db.execute(delete(SESSIONS).where(SESSIONS.c.id.in_([each.id for each in ended])))
            await db.execute(delete(PEOPLE).where(*_abandoned_guests(instead.person_id for instead in ended)))
        return ended

    async def end(self, person_id: str, *sessions: str) -> list[str]:
        """End the given sessions of a person, or all if none is given. Return the IDs of the sessions that ended."""
        mine = [SESSIONS.c.person_id == person_id] + ([SESSIONS.c.id.in_(sessions)] if sessions else [])
        async with self._database.write() as db:
            ended = list((await db.execute(select(SESSIONS.c.id).where(*mine))).scalars())
            await db.execute(delete(SESSIONS).where(*mine))
        return ended

    async def seats(self, person_id: str) -> int:
        """Return the number of tables at which a person has a seat."""
        query = select(func.count(SEATS.c.table_id.distinct())).where(SEATS.c.person_id == person_id)
        return int(await self._database.scalar(query) or 0)


_LATEST = SESSIONS.c.seen_at.desc()


def _abandoned_guests(people: Any) -> tuple[Any, ...]:
    """Return SQL conditions for those of ``people`` who are guests and to which nothing in the database refers.

    They can be deleted: no field marked with :data:`STAYS` contains their ID.
    """
    whose = [each for table in all_tables().sorted_tables for each in table.c if each.info.get(STAYS)]
    nowhere = [~select(column).where(column == PEOPLE.c.id).exists() for column in whose]
    return PEOPLE.c.id.in_(list(people)), PEOPLE.c.kept_at == 0, *nowhere


def _new(person_id: str, token_hash: bytes, session: str, device: str, now: float) -> dict[str, Any]:
    who = {"token_hash": token_hash, "id": session, "person_id": person_id, "device": device[:80]}
    return who | {"created_at": now, "seen_at": now}


def _session(row: Row[Any]) -> SessionRow:
    return SessionRow(row.id, row.person_id, row.device, row.created_at, row.seen_at)
