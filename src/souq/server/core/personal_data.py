"""What is kept of people, by the features that keep it: told, merged and forgotten in one transaction each."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection


class PersonalData:
    """What one feature keeps of people. What it doesn't do itself follows from columns called ``person_id``."""

    tables: tuple[str, ...] = ()
    """Tables with such a column whose rows the feature tells and forgets in a way of its own."""

    async def told(self, db: AsyncConnection, person_id: str) -> dict[str, Any]:
        """Return what is kept of somebody, by what it is called in the file that they read."""
        return {}

    async def joined(self, db: AsyncConnection, guest_id: str, person_id: str) -> None:
        """Make what is kept of a guest a person's."""

    async def forgotten(
        self, db: AsyncConnection, person_id: str, name: str, at: Collection[tuple[str, int, str]]
    ) -> None:
        """Forget who somebody was; doing so twice does no harm.

        Args:
            db: a transaction.
            person_id: who goes.
            name: what they are called from now on.
            at: where they sat: at which tables, in which seats, under which names.
        """


class AllPersonalData:
    """The features that keep something of people, in the order in which they are asked."""

    def __init__(self) -> None:
        self._all: list[PersonalData] = []

    def add(self, each: PersonalData) -> None:
        """Add a feature's, to be asked after those that there are."""
        self._all.append(each)

    def __iter__(self) -> Iterator[PersonalData]:
        return iter(self._all)
