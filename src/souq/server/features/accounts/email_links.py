"""Links by mail: good once, for fifteen minutes, in the browser that asked for them.

A letter has a link and, for a browser that mail is not read in, a short code to type where it was asked for: neither is
worth anything elsewhere, so a letter that others read lets nobody in, and nobody can be led in as somebody else.
"""

from __future__ import annotations

import hmac
import time
from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.server.core.db.engines import Database
from souq.server.core.db.models import LETTERS
from souq.server.core.live.people import hashed
from souq.server.features.accounts.codes import code_hash

LASTS = 900.0
"""Seconds."""
TRIES = 5
"""How often a code may be typed."""


@dataclass(frozen=True, slots=True)
class Letter:
    """What a link is for."""

    person_id: str | None
    """Whom it is for; None: nobody is known by that address."""
    mail: str
    keeps: bool
    """It shows that the address is that person's; else it signs in."""


class Letters:
    """The letters that have not been answered."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def write(self, letter: Letter, token: str, code: str, browser: bytes) -> None:
        """Store a letter; it takes the place of what this browser has asked for before."""
        now = time.time()
        values = {"token_hash": hashed(token), "code_hash": code_hash(code), "browser_hash": browser, "tries": 0}
        values |= {"person_id": letter.person_id, "mail": letter.mail, "keeps": letter.keeps, "until": now + LASTS}
        async with self._database.write() as db:
            await db.execute(delete(LETTERS).where((LETTERS.c.browser_hash == browser) | (LETTERS.c.until < now)))
            await db.execute(insert(LETTERS).values(**values))

    async def waits(self, browser: bytes) -> Letter | None:
        """What a browser has asked for."""
        query = select(LETTERS).where(LETTERS.c.browser_hash == browser, LETTERS.c.until >= time.time())
        row = await self._database.first(query)
        return Letter(row.person_id, row.mail, row.keeps) if row else None

    async def open(self, token: str, browser: bytes) -> Letter | None:
        """The letter with a link, in the browser that asked for it; used up with that. Elsewhere it is none."""
        return await self._answer(browser, LETTERS.c.token_hash.name, hashed(token))

    async def type(self, code: str, browser: bytes) -> Letter | None:
        """The letter with a code, typed into the browser that asked for it; used up with that, or after some tries."""
        return await self._answer(browser, LETTERS.c.code_hash.name, code_hash(code))

    async def _answer(self, browser: bytes, by: str, said: bytes) -> Letter | None:
        query = select(LETTERS).where(LETTERS.c.browser_hash == browser, LETTERS.c.until >= time.time())
        async with self._database.write() as db:
            row = (await db.execute(query.with_for_update())).first()
            if row is None:
                return None
            if not hmac.compare_digest(bytes(row._mapping[by]), said):
                await _miss(db, bytes(row.token_hash), row.tries + 1)
                return None
            await db.execute(delete(LETTERS).where(LETTERS.c.token_hash == row.token_hash))
        return Letter(row.person_id, row.mail, row.keeps)


async def _miss(db: AsyncConnection, token_hash: bytes, tries: int) -> None:
    this = LETTERS.c.token_hash == token_hash
    await db.execute(delete(LETTERS).where(this) if tries >= TRIES else update(LETTERS).where(this).values(tries=tries))
