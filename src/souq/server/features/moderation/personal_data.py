"""Personal data of the moderation feature: export, merging and deletion.

Reports against a person are not exported, since those who sent them did so in confidence. What a deleted person said
stays in reports, under *Somebody*.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any

from sqlalchemy import delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.server.core.personal_data import PersonalData
from souq.server.features.moderation.models import ADMINS, AUDIT, REPORTS, SUSPENSIONS


class ModerationData(PersonalData):
    """A person's moderation data, exported, merged and erased with the account."""

    tables = ("admins", "audit", "suspensions")

    async def export(self, db: AsyncConnection, person_id: str) -> dict[str, Any]:
        """Return a person's own reports, active suspensions, and their actions as an administrator."""
        reports = (REPORTS.c.table_id.label("table"), REPORTS.c.accused, REPORTS.c.kind, REPORTS.c.words, REPORTS.c.at)
        suspensions = SUSPENSIONS.c.reason, SUSPENSIONS.c.since, SUSPENSIONS.c.until
        counts = or_(SUSPENSIONS.c.until.is_(None), SUSPENSIONS.c.until > time.time())
        done = AUDIT.c.at, AUDIT.c.did, AUDIT.c.whom, AUDIT.c.why
        queries = {
            "reports": select(*reports).where(REPORTS.c.reporter_id == person_id),
            "suspensions": select(*suspensions).where(SUSPENSIONS.c.person_id == person_id, counts),
            "runs_the_house_since": select(ADMINS.c.since).where(ADMINS.c.person_id == person_id),
            "done_for_the_house": select(*done).where(AUDIT.c.by_id == person_id),
        }
        return {name: [dict(row._mapping) for row in await db.execute(query)] for name, query in queries.items()}

    async def merge(self, db: AsyncConnection, guest_id: str, person_id: str) -> None:
        """Move a guest's moderation data to the account, so that nobody evades a suspension by signing in."""
        for column in (
            SUSPENSIONS.c.person_id,
            REPORTS.c.reporter_id,
            REPORTS.c.accused_id,
            AUDIT.c.by_id,
            AUDIT.c.person_id,
        ):
            await db.execute(update(column.table).where(column == guest_id).values({column.name: person_id}))

    async def erase(self, db: AsyncConnection, person_id: str, name: str, at: Collection[tuple[str, int, str]]) -> None:
        """Delete a person's suspensions and administrator rights; replace their name in reports and the audit log."""
        await _unnamed(db, name, at)
        query = select(REPORTS.c.id, REPORTS.c.reporter_id, REPORTS.c.seat, REPORTS.c.evidence)
        theirs = or_(REPORTS.c.reporter_id == person_id, REPORTS.c.accused_id == person_id)
        for row in list(await db.execute(query.where(theirs))):
            own = row.reporter_id == person_id
            seen = [each | ({"name": name} if _is(each, own, row.seat) else {}) for each in row.evidence]
            gone = {"reporter_id": None, "reporter": name} if own else {"accused_id": None, "accused": name}
            await db.execute(update(REPORTS).where(REPORTS.c.id == row.id).values(evidence=seen, **gone))
        for table in (ADMINS, SUSPENSIONS):
            await db.execute(delete(table).where(table.c.person_id == person_id))
        await db.execute(update(AUDIT).where(AUDIT.c.by_id == person_id).values(by_id=None, by=name))
        await db.execute(update(AUDIT).where(AUDIT.c.person_id == person_id).values(person_id=None, whom=name))


async def _unnamed(db: AsyncConnection, name: str, at: Collection[tuple[str, int, str]]) -> None:
    """Replace a deleted person's name in all reports about tables where they sat, and in the messages stored there."""
    columns = REPORTS.c.id, REPORTS.c.table_id, REPORTS.c.seat, REPORTS.c.accused, REPORTS.c.evidence
    there = {table_id for table_id, *_ in at}
    for row in list(await db.execute(select(*columns).where(REPORTS.c.table_id.in_(there)))):
        gone = {(seat, was) for table_id, seat, was in at if table_id == row.table_id}
        seen = [each | ({"name": name} if (each["seat"], each["name"]) in gone else {}) for each in row.evidence]
        accused = name if (row.seat, row.accused) in gone else row.accused
        await db.execute(update(REPORTS).where(REPORTS.c.id == row.id).values(evidence=seen, accused=accused))


def _is(said: dict[str, Any], own: bool, seat: int) -> bool:
    """Return whether a reported chat message was written by the reporter (`own`) or else by the accused at `seat`."""
    return bool(said["own"]) if own else said["seat"] == seat
