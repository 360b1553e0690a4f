"""What is kept here of somebody: all of it to read, but for what others have told in confidence; and to forget.

Who is reported is not told so, here neither. What they said stays with a report, under *Somebody*.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any

from sqlalchemy import delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.server.core.personal_data import PersonalData
from souq.server.features.moderation.models import ADMINS, AUDIT, REPORTS, SUSPENSIONS


class Forgetting(PersonalData):
    """What moderation keeps of one person."""

    tables = ("admins", "audit", "suspensions")

    async def told(self, db: AsyncConnection, person_id: str) -> dict[str, Any]:
        """What keeping the house has of somebody."""
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

    async def joined(self, db: AsyncConnection, guest_id: str, person_id: str) -> None:
        """What is kept here of a guest is a person's from now on: nobody gets rid of it by signing in."""
        for column in (
            SUSPENSIONS.c.person_id,
            REPORTS.c.reporter_id,
            REPORTS.c.accused_id,
            AUDIT.c.by_id,
            AUDIT.c.person_id,
        ):
            await db.execute(update(column.table).where(column == guest_id).values({column.name: person_id}))

    async def forgotten(
        self, db: AsyncConnection, person_id: str, name: str, at: Collection[tuple[str, int, str]]
    ) -> None:
        """Forget who somebody was; what they said stays with reports, under another name."""
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
    """What somebody said stays in reports of others too, under another name."""
    columns = REPORTS.c.id, REPORTS.c.table_id, REPORTS.c.seat, REPORTS.c.accused, REPORTS.c.evidence
    there = {table_id for table_id, *_ in at}
    for row in list(await db.execute(select(*columns).where(REPORTS.c.table_id.in_(there)))):
        gone = {(seat, was) for table_id, seat, was in at if table_id == row.table_id}
        seen = [each | ({"name": name} if (each["seat"], each["name"]) in gone else {}) for each in row.evidence]
        accused = name if (row.seat, row.accused) in gone else row.accused
        await db.execute(update(REPORTS).where(REPORTS.c.id == row.id).values(evidence=seen, accused=accused))


def _is(said: dict[str, Any], own: bool, seat: int) -> bool:
    """Whether a line was said by who reported (``own``), or by who was reported."""
    return bool(said["own"]) if own else said["seat"] == seat
