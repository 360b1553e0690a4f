"""Who shows their page to others: those, and nobody else, have a code, which stands in its address."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy import Select, delete, insert, select
from sqlalchemy.exc import IntegrityError

from souq.server.core.db.engines import Database
from souq.server.core.db.models import PEOPLE
from souq.server.features.ratings.models import PROFILES


@dataclass(frozen=True, slots=True)
class Shown:
    """Somebody as others may see them."""

    person_id: str
    name: str
    emblem: str
    code: str | None
    """Of their page; None: they have not chosen to show it."""


class Profiles:
    """Finds people by their codes, and gives codes to those who want one."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def by_code(self, code: str) -> Shown | None:
        """Whose page has this code."""
        query = _shown().join(PROFILES, PROFILES.c.person_id == PEOPLE.c.id).where(PROFILES.c.code == code)
        row = await self._database.first(query)
        return Shown(row.id, row.name, row.emblem, code) if row else None

    async def code_of(self, person_id: str) -> str | None:
        """The code of somebody's page; None: they show none."""
        query = select(PROFILES.c.code).where(PROFILES.c.person_id == person_id)
        return await self._database.scalar(query)

    async def show(self, person_id: str, shown: bool) -> str | None:
        """Show somebody's page to others, or show it no more; the code of it.

        Whoever shows it anew has another code: addresses from before lead nowhere.

        Raises:
            NotSaved: the database is locked, full or away; nothing has changed.
        """
        if not shown:
            await self._database.run(delete(PROFILES).where(PROFILES.c.person_id == person_id))
            return None
        known = await self.code_of(person_id)
        if known is not None:
            return known
        code = secrets.token_urlsafe(12)
        try:
            await self._database.run(insert(PROFILES).values(person_id=person_id, code=code))
        except IntegrityError:  # they asked twice at once, or are known no more
            return await self.code_of(person_id)
        return code


def _shown() -> Select[tuple[str, str, str]]:
    return select(PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.emblem)
