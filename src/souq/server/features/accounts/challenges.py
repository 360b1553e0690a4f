"""Challenges for passkeys: kept as hashes, each good once, for five minutes, for the browser that asked."""

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
"""Seconds."""
MOST = 10_000
"""Challenges that are remembered; of more, the oldest are forgotten."""


class Challenges:
    """The challenges that have not been answered."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database, self._clock = database, clock

    async def make(self, purpose: str, browser: bytes, party: str, handle: bytes = b"") -> bytes:
        """A new one."""
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
        """What was asked with a challenge, if it was asked of this browser, for this, and lately; never again."""
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
