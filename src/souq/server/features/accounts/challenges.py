"""WebAuthn challenges, stored as hashes. Each is valid once, for five minutes, in the browser that requested it."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable

from sqlalchemy import delete, insert, or_, select

from souq.server.core.db.declaring import columns
from souq.server.core.db.engines import Database
from souq.server.features.accounts.models import CHALLENGES, Challenge

LASTS = 300.0
"""Lifetime of a challenge, in seconds."""
MOST = 10_000
"""Maximum number of stored challenges; the oldest are deleted first."""


class Challenges:
    """Database storage of the WebAuthn challenges that browsers have not answered yet."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database, self._clock = database, clock

    async def make(self, purpose: str, browser: bytes, party: str, handle: bytes = b"") -> bytes:
        """Store and return a new challenge; delete expired ones."""
        made, now = secrets.token_bytes(32), self._clock()
        values = {"purpose": purpose, "browser_hash": browser, "party": party, "handle": handle, "until": now + LASTS}
        many = select(CHALLENGES.c.challenge_hash).order_by(CHALLENGES.c.until.desc()).offset(MOST - 1)
        async with self._database.write() as db:
            old = list((await db.execute(many)).scalars())
            spent = or_(CHALLENGES.c.until < now, CHALLENGES.c.challenge_hash.in_(old))
            await db.execute(delete(CHALLENGES).where(spent))
            await db.execute(insert(CHALLENGES).values(challenge_hash=_hash(made), **values))
        return made

    async def take(self, challenge: bytes, purpose: str, browser: bytes, party: str) -> Challenge | None:
        """Delete the given challenge and return its stored data, or None if it isn't valid.

        It is valid only for the browser, purpose and relying party for which it was made, until it expires.
        """
        spent = (
            delete(CHALLENGES)
            .where(CHALLENGES.c.challenge_hash == _hash(challenge))
            .returning(*columns(CHALLENGES, Challenge))
        )
        async with self._database.write() as db:
            row = (await db.execute(spent)).first()
        if row is None or row.until < self._clock():
            return None
        asked = Challenge(*row)
        same = hmac.compare_digest(asked.browser_hash, browser) and (asked.purpose, asked.party) == (purpose, party)
        return asked if same else None


def _hash(challenge: bytes) -> bytes:
    return hashlib.sha256(challenge).digest()
