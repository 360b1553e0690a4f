"""Export, merging and erasure of the personal data that features store, each in one transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection


class PersonalData:
    """One feature's code for exporting, merging and erasing its personal data.

    Rows of tables with a column ``person_id`` are exported and erased automatically, except those of :attr:`tables`.
    """

    tables: tuple[str, ...] = ()
    """Tables with a column ``person_id`` whose rows this feature exports and erases itself."""

    async def export(self, db: AsyncConnection, person_id: str) -> dict[str, Any]:
        """Return a person's data, by the keys of the export file."""
        return {}

    async def merge(self, db: AsyncConnection, guest_id: str, person_id: str) -> None:
        """Move a guest's data to the person whose account they signed in to."""

    async def erase(self, db: AsyncConnection, person_id: str, name: str, at: Collection[tuple[str, int, str]]) -> None:
        """Erase a person's data. Must be idempotent.

        Args:
            db: the transaction to use.
            person_id: the deleted account.
            name: the placeholder that replaces their name.
            at: the seats they had: table id, seat, the name they used there.
        """


class AllPersonalData:
    """The personal data of all features, in the order of registration."""

    def __init__(self) -> None:
        self._all: list[PersonalData] = []

    def add(self, each: PersonalData) -> None:
        """Register a feature's personal data, after those registered before it."""
        self._all.append(each)

    def __iter__(self) -> Iterator[PersonalData]:
        return iter(self._all)
