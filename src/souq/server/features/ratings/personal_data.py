"""Personal data of the ratings feature: merging of a guest into an account."""

from __future__ import annotations

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.server.core.personal_data import PersonalData
from souq.server.features.ratings.models import PROFILES, RATINGS, RESULTS, STARTERS


class RatingData(PersonalData):
    """Merging of a person's results and ratings when a guest signs in to an account."""

    async def merge(self, db: AsyncConnection, guest_id: str, person_id: str) -> None:
        """Move a guest's results to an account, and the guest's ratings in games where the account has none.

        The guest's other ratings and public profile are deleted.
        """
        for table in (STARTERS, RESULTS):
            await db.execute(update(table).where(table.c.person_id == guest_id).values(person_id=person_id))
        known = select(RATINGS.c.game).where(RATINGS.c.person_id == person_id)
        games = list((await db.execute(known)).scalars())
        new = RATINGS.c.person_id == guest_id, RATINGS.c.game.not_in(games)
        await db.execute(update(RATINGS).where(*new).values(person_id=person_id))
        for table in (RATINGS, PROFILES):
            await db.execute(delete(table).where(table.c.person_id == guest_id))
