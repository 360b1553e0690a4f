"""Merging personal data of features into an account: all of it or none, in a fixed order."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.server.container import House
from souq.server.core.db.models import PEOPLE
from souq.server.core.db.storage import Storage
from souq.server.core.events import AccountMerged, Bus
from souq.server.core.personal_data import AllPersonalData, PersonalData
from souq.server.features.accounts.merging import AccountMerging
from souq.server.ops.config.settings import Settings


class Renames(PersonalData):
    async def merge(self, db: AsyncConnection, guest_id: str, person_id: str) -> None:
        name = (await db.execute(select(PEOPLE.c.name).where(PEOPLE.c.id == person_id))).scalar()
        await db.execute(update(PEOPLE).where(PEOPLE.c.id == person_id).values(name=f"{name}+"))


class Fails(PersonalData):
    async def merge(self, db: AsyncConnection, guest_id: str, person_id: str) -> None:
        raise ValueError


async def _merged(file: Path, *all_kept: PersonalData) -> tuple[str, list[AccountMerged]]:
    """Return the account's name after a guest was merged, and the published events."""
    unused: Any = None
    storage, bus, personal, heard = (
        Storage(Settings(database=str(file))),
        Bus(),
        AllPersonalData(),
        list[AccountMerged](),
    )
    bus.subscribe(AccountMerged, heard.append)
    for kept in all_kept:
        personal.add(kept)
    await storage.open()
    try:
        async with storage.database.write() as db:
            values = "('person', 'Amina', 'star', 0, '{}')"
            await db.exec_driver_sql(f"INSERT INTO people (id, name, emblem, created_at, settings) VALUES {values}")
        try:
            await AccountMerging(storage.database, unused, unused, bus, personal).merge("guest", "person")
        except ValueError:
            assert any(isinstance(kept, Fails) for kept in all_kept)
        async with storage.database.read() as db:
            return str((await db.execute(select(PEOPLE.c.name))).scalar()), heard
    finally:
        await storage.close()


@pytest.mark.parametrize("fails", [False, True])
def test_merging_personal_data_is_atomic(tmp_path: Path, fails: bool) -> None:
    each = (Renames(), Renames(), *([Fails()] if fails else []))
    name, heard = asyncio.run(_merged(tmp_path / "souq.db", *each))
    assert name == ("Amina" if fails else "Amina++")
    assert heard == ([] if fails else [AccountMerged("guest", "person")])


def test_features_are_merged_in_order(tmp_path: Path) -> None:
    personal = House(Settings(database=str(tmp_path / "souq.db"))).parts[AllPersonalData]
    assert [type(each).__name__ for each in personal] == [
        "NotificationData",
        "RatingData",
        "PracticeData",
        "TournamentData",
        "ModerationData",
        "BlockData",
    ]
