"""Public profiles. A person who publishes a profile gets a code, which is part of the profile's URL."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy import Select, delete, insert, select
from sqlalchemy.exc import IntegrityError

from souq.server.core.db.engines import Database
from souq.server.core.db.models import PEOPLE
from souq.server.features.ratings.models import PROFILES


@dataclass(frozen=True, slots=True)
class Profile:
    """A person, as other people may see them."""

    person_id: str
    name: str
    emblem: str
    code: str | None
    """The code of the person's profile; None if it is not public."""


class Profiles:
    """Stored public profiles."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def by_code(self, code: str) -> Profile | None:
        """Return the person whose profile has this code, or None."""
        query = _people().join(PROFILES, PROFILES.c.person_id == PEOPLE.c.id).where(PROFILES.c.code == code)
        row = await self._database.first(query)
        return Profile(row.id, row.name, row.emblem, code) if row else None

    async def code_of(self, person_id: str) -> str | None:
        """Return the code of a person's profile, or None if it is not public."""
        query = select(PROFILES.c.code).where(PROFILES.c.person_id == person_id)
        return await self._database.scalar(query)

    async def show(self, person_id: str, public: bool) -> str | None:
        """Publish or hide a person's profile; return its code, or None if it is hidden.

        A profile that is published again after it was hidden gets a new code, so that old addresses stay invalid.

        Raises:
            NotSaved: the database is locked, full or unavailable; nothing has changed.
        """
        if not public:
            await self._database.run(delete(PROFILES).where(PROFILES.c.person_id == person_id))
            return None
        known = await self.code_of(person_id)
        if known is not None:
            return known
        code = secrets.token_urlsafe(12)
        try:
            await self._database.run(insert(PROFILES).values(person_id=person_id, code=code))
        except IntegrityError:  # two requests at once, or the person has been deleted
            return await self.code_of(person_id)
        return code


def _people() -> Select[tuple[str, str, str]]:
    return select(PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.emblem)
