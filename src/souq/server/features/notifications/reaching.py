"""By what somebody is told of their turns, and when they sleep, as it is stored: how it goes from one to another."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.server.core.db.models import HOURS
from souq.server.core.personal_data import PersonalData
from souq.server.features.notifications.models import CHANNELS, OUTBOX, Kind

MOST: dict[Kind, int] = {"push": 10, "mail": 1, "hook": 3}
"""Channels of one person; of more browsers, those that were added last are kept."""


class Reaching(PersonalData):
    """By what one person is told of their turns, and when they sleep."""

    async def told(self, db: AsyncConnection, person_id: str) -> dict[str, Any]:
        """Return what somebody is to be told, or was and has not seen."""
        query = select(OUTBOX).join(CHANNELS).where(CHANNELS.c.person_id == person_id).order_by(OUTBOX.c.since)
        return {"notices": [dict(row._mapping) for row in await db.execute(query)]}

    async def joined(self, db: AsyncConnection, guest_id: str, person_id: str) -> None:
        """A guest's nights, and the ways by which they are told of their turns, as far as there is room."""
        nights = (await db.execute(select(HOURS.c.person_id).where(HOURS.c.person_id == person_id))).first()
        if nights is None:
            await db.execute(update(HOURS).where(HOURS.c.person_id == guest_id).values(person_id=person_id))
        for kind, most in MOST.items():
            theirs = select(CHANNELS.c.id).where(CHANNELS.c.kind == kind)
            there = len((await db.execute(theirs.where(CHANNELS.c.person_id == person_id))).all())
            latest = theirs.where(CHANNELS.c.person_id == guest_id).order_by(CHANNELS.c.created_at.desc())
            brought = (await db.execute(latest.limit(max(0, most - there)))).scalars().all()
            await db.execute(update(CHANNELS).where(CHANNELS.c.id.in_(brought)).values(person_id=person_id))
