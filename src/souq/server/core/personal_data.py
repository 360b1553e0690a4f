"""Export, merging and erasure of people's data, for which every feature that stores some provides the code."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection


class PersonalData:
    """One feature's code to export, merge and erase the personal data that it stores.

    Rows of tables with a column ``person_id`` are exported and erased automatically, except those of :attr:`tables`.
    """

    tables: tuple[str, ...] = ()
    """Tables with a column ``person_id`` that aren't handled automatically, but by this feature's methods."""

    async def export(self, db: AsyncConnection, person_id: str) -> dict[str, Any]:
        """Return what the feature stores about a person, as additional keys of the export file."""
        return {}

    async def merge(self, db: AsyncConnection, guest_id: str, person_id: str) -> None:
        """Assign a guest's data to the person in whose account the guest has signed in."""

    async def erase(self, db: AsyncConnection, person_id: str, name: str, at: Collection[tuple[str, int, str]]) -> None:
        """Erase a person's data. Must be idempotent.

        Args:
            db: the transaction to use.
            person_id: the deleted account.
            name: the placeholder that replaces their name.
            at: the seats they had: table id, seat, the name they used there.
        """


class AllPersonalData:
    """The code of all features for personal data, in the order in which the features were registered."""

    def __init__(self) -> None:
        self._all: list[PersonalData] = []

    def add(self, each: PersonalData) -> None:
        """Register a feature's personal data, after those registered before it."""
        self._all.append(each)

    def __iter__(self) -> Iterator[PersonalData]:
        return iter(self._all)
