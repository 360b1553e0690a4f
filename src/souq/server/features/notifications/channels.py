"""Storage of notification channels, which are the ways to reach a player: a browser, e-mail or a webhook."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.server.core.db.declaring import columns
from souq.server.core.db.engines import Database
from souq.server.core.db.models import PEOPLE
from souq.server.core.live.people import fresh_id
from souq.server.errors import Refused, SignedOut
from souq.server.features.notifications.models import CHANNELS, OUTBOX, Channel, Kind
from souq.server.features.notifications.personal_data import MOST


class Channels:
    """Stored channels. Each method runs in one transaction; if it fails, nothing has changed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person_id: str) -> list[Channel]:
        """Return a person's channels, the oldest first."""
        return await self._found(CHANNELS.c.person_id == person_id)

    async def for_turn(self, person_id: str | None, host: str | None) -> list[Channel]:
        """Return the channels that are notified of a person's turn at a table with the given host.

        They are the person's own channels, and those on which the host follows all turns at the table.
        """
        own = and_(CHANNELS.c.person_id == person_id, CHANNELS.c.everybody.is_(False))
        return await self._found(or_(own, and_(CHANNELS.c.person_id == host, CHANNELS.c.everybody.is_(True))))

    async def listeners(self) -> tuple[set[str], set[str]]:
        """Return the people notified of their own turns, and the hosts notified of all turns at their tables."""
        query = select(CHANNELS.c.person_id, CHANNELS.c.everybody).distinct()
        rows = [(str(row.person_id), bool(row.everybody)) for row in await self._database.rows(query)]
        return {who for who, everybody in rows if not everybody}, {who for who, everybody in rows if everybody}

    async def mail_of(self, person_id: str) -> str | None:
        """Return the e-mail address that a person has confirmed, or None."""
        return await self._database.scalar(select(PEOPLE.c.mail).where(PEOPLE.c.id == person_id))

    async def add(self, person_id: str, kind: Kind, **about: Any) -> Channel:
        """Store a new channel. It replaces an existing one with the same address or browser, and takes over its outbox.

        Raises:
            Refused: the person has too many.
            SignedOut: the person has been deleted.
        """
        made = Channel(fresh_id(), person_id, kind, created_at=time.time(), **about)
        digest = hashlib.sha256(made.address.encode()).digest() if kind == "push" else None
        try:
            async with self._database.write() as db:
                replaced = await _displace(db, made, digest)
                await db.execute(insert(CHANNELS).values(**asdict(made), digest=digest))
                await _hand_on(db, replaced, made)
        except IntegrityError as error:
            raise SignedOut from error
        return made

    async def drop(self, person_id: str, id: str) -> bool:
        """Delete one of a person's channels; return whether they had it."""
        return await self._drop(CHANNELS.c.person_id == person_id, CHANNELS.c.id == id)

    async def drop_kind(self, person_id: str, kind: Kind, address: str = "") -> bool:
        """Delete a person's channels of the given kind with the given address; return whether there were any."""
        same = CHANNELS.c.kind == kind, CHANNELS.c.address == address
        return await self._drop(CHANNELS.c.person_id == person_id, *same)

    async def gone(self, id: str) -> bool:
        """Delete a channel whose receiver is gone or has unsubscribed; return whether it existed."""
        return await self._drop(CHANNELS.c.id == id)

    async def _drop(self, *which: ColumnElement[bool]) -> bool:
        return await self._database.run(delete(CHANNELS).where(*which)) > 0

    async def _found(self, which: ColumnElement[bool]) -> list[Channel]:
        query = select(CHANNELS).where(which).order_by(CHANNELS.c.created_at, CHANNELS.c.id)
        return [channel_of(row._mapping) for row in await self._database.rows(query)]


def channel_of(row: Any) -> Channel:
    """Return the channel stored in a database row."""
    return Channel(*(row[column] for column in columns(CHANNELS, Channel)))


async def _displace(db: AsyncConnection, made: Channel, digest: bytes | None) -> Sequence[str]:
    """Lock and return the person's channels that a new one replaces, the newest first.

    A push subscription also displaces other people's with the same endpoint, and the person's oldest ones beyond the
    limit; these are deleted.

    Raises:
        Refused: the person has too many webhooks.
    """
    mine = and_(CHANNELS.c.person_id == made.person_id, CHANNELS.c.kind == made.kind)
    here = or_(CHANNELS.c.digest == digest, CHANNELS.c.session == made.session)
    same = CHANNELS.c.address == made.address if digest is None else here
    latest = select(CHANNELS.c.id).order_by(CHANNELS.c.created_at.desc())
    held = latest.where(mine, same).with_for_update()  # locked, so that nobody adds to their outbox until it is moved
    replaced = (await db.execute(held)).scalars().all()
    others = and_(mine, CHANNELS.c.id.not_in(replaced))
    if digest is not None:
        await db.execute(update(CHANNELS).where(CHANNELS.c.id.in_(replaced)).values(digest=None))
        await db.execute(delete(CHANNELS).where(CHANNELS.c.digest == digest))  # another person's
        old = (await db.execute(latest.where(others).offset(MOST["push"] - 1))).scalars().all()
        await db.execute(delete(CHANNELS).where(CHANNELS.c.id.in_(old)))
        return replaced
    there = (await db.execute(select(func.count()).select_from(CHANNELS).where(others))).scalar()
    if int(there or 0) >= MOST[made.kind]:
        raise Refused(f"Remove a webhook first. You already have {MOST[made.kind]}.")
    return replaced


async def _hand_on(db: AsyncConnection, replaced: Sequence[str], made: Channel) -> None:
    """Give a new channel the unsent notifications of the newest channel that it replaces; delete all replaced ones.

    Notifications that have failed before are due immediately.
    """
    if replaced:
        late = update(OUTBOX).where(OUTBOX.c.channel_id == replaced[0])
        await db.execute(late.values(channel_id=made.id))
        unsent = OUTBOX.c.channel_id == made.id, OUTBOX.c.sent_at.is_(None), OUTBOX.c.tries > 0
        await db.execute(update(OUTBOX).where(*unsent).values(due=made.created_at, tries=0))
        await db.execute(delete(CHANNELS).where(CHANNELS.c.id.in_(replaced)))
