"""E-mailed links, which are valid once, for fifteen minutes, and only in the browser that requested them.

An e-mail has a link and also a short code, for users who read their mail on another device: they type the code in the
browser that requested the e-mail. Neither works in another browser: someone who intercepts the e-mail cannot sign in,
and nobody can be tricked into signing in as another person.
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
"""Lifetime of a link and its code, in seconds."""
TRIES = 5
"""Number of wrong codes after which an e-mail becomes invalid."""


@dataclass(frozen=True, slots=True)
class Letter:
    """An e-mail with a link and a code, sent to sign in or to confirm an address, and not answered yet."""

    person_id: str | None
    """ID of the account that the e-mail was sent to; None if no account has the address."""
    mail: str
    keeps: bool
    """True if the e-mail asks to confirm an address for an account; False if it asks to sign in."""


class Letters:
    """Database storage of the sent e-mails whose link or code has not been used yet."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def write(self, letter: Letter, token: str, code: str, browser: bytes) -> None:
        """Store an e-mail; it replaces any that this browser requested before."""
        now = time.time()
        values = {"token_hash": hashed(token), "code_hash": code_hash(code), "browser_hash": browser, "tries": 0}
        values |= {"person_id": letter.person_id, "mail": letter.mail, "keeps": letter.keeps, "until": now + LASTS}
        async with self._database.write() as db:
            await db.execute(delete(LETTERS).where((LETTERS.c.browser_hash == browser) | (LETTERS.c.until < now)))
            await db.execute(insert(LETTERS).values(**values))

    async def waits(self, browser: bytes) -> Letter | None:
        """Return the unexpired e-mail that a browser has requested but not answered, or None."""
        query = select(LETTERS).where(LETTERS.c.browser_hash == browser, LETTERS.c.until >= time.time())
        row = await self._database.first(query)
        return Letter(row.person_id, row.mail, row.keeps) if row else None

    async def open(self, token: str, browser: bytes) -> Letter | None:
        """Delete and return the e-mail whose link has this token.

        Return None if another browser requested the e-mail, or it has expired.
        """
        return await self._answer(browser, LETTERS.c.token_hash.name, hashed(token))

    async def type(self, code: str, browser: bytes) -> Letter | None:
        """Delete and return the unanswered e-mail of this browser if the typed code is right; otherwise return None.

        After `TRIES` wrong codes the e-mail is deleted.
        """
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
