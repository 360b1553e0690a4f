"""Personal data of the notifications feature: channels, notifications, and the hours when the player's clocks pause."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.server.core.db.models import HOURS
from souq.server.core.personal_data import PersonalData
from souq.server.features.notifications.models import CHANNELS, OUTBOX, Kind

MOST: dict[Kind, int] = {"push": 10, "mail": 1, "hook": 3}
"""Maximum number of channels per person, by kind; a further browser replaces the oldest."""


class NotificationData(PersonalData):
    """Export and merging of a person's notification data."""

    async def export(self, db: AsyncConnection, person_id: str) -> dict[str, Any]:
        """Return a person's notifications that are unsent or not seen yet."""
        query = select(OUTBOX).join(CHANNELS).where(CHANNELS.c.person_id == person_id).order_by(OUTBOX.c.since)
        return {"notices": [dict(row._mapping) for row in await db.execute(query)]}

    async def merge(self, db: AsyncConnection, guest_id: str, person_id: str) -> None:
        """Move a guest's night and holidays, when clocks pause, and their notification channels to the account.

        An account with hours of its own keeps them, and only the newest channels up to the limit are moved.
        """
        nights = (await db.execute(select(HOURS.c.person_id).where(HOURS.c.person_id == person_id))).first()
        if nights is None:
            await db.execute(update(HOURS).where(HOURS.c.person_id == guest_id).values(person_id=person_id))
        for kind, most in MOST.items():
            theirs = select(CHANNELS.c.id).where(CHANNELS.c.kind == kind)
            there = len((await db.execute(theirs.where(CHANNELS.c.person_id == person_id))).all())
            latest = theirs.where(CHANNELS.c.person_id == guest_id).order_by(CHANNELS.c.created_at.desc())
            brought = (await db.execute(latest.limit(max(0, most - there)))).scalars().all()
            await db.execute(update(CHANNELS).where(CHANNELS.c.id.in_(brought)).values(person_id=person_id))
