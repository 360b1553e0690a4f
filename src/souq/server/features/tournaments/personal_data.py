"""Personal data in tournaments, exported, merged and erased with the account."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import and_, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.server.core.personal_data import PersonalData
from souq.server.features.tournaments.models import ENTRANTS, TOURNAMENTS


class TournamentData(PersonalData):
    """A person's entries and tournaments, exported, merged and erased with the account."""

    tables = ("entrants",)

    async def export(self, db: AsyncConnection, person_id: str) -> dict[str, Any]:
        """Return the tournaments that a person has entered or opened."""
        about = (
            TOURNAMENTS.c.code,
            TOURNAMENTS.c.title,
            TOURNAMENTS.c.game,
            TOURNAMENTS.c.state,
            TOURNAMENTS.c.created_at,
        )
        mine = and_(ENTRANTS.c.code == TOURNAMENTS.c.code, ENTRANTS.c.person_id == person_id)
        columns = (*about, ENTRANTS.c.number, ENTRANTS.c.name, ENTRANTS.c.gone, ENTRANTS.c.entered_at)
        hosts = (TOURNAMENTS.c.host_id == person_id).label("opened")
        query = select(*columns, hosts).outerjoin(ENTRANTS, mine)
        rows = await db.execute(
            query.where((ENTRANTS.c.number.is_not(None)) | hosts).order_by(TOURNAMENTS.c.created_at)
        )
        return {"tournaments": [dict(row._mapping) | {"opened": bool(row.opened)} for row in rows]}

    async def merge(self, db: AsyncConnection, guest_id: str, person_id: str) -> None:
        """Move a guest's entries and tournaments to an account.

        Where the account has entered a tournament too, the guest's entry is deleted or, once the tournament has begun,
        has left it. Revisions are incremented, so that a tournament that begins at the same moment reads its entrants
        again.
        """
        theirs = select(ENTRANTS.c.code).where(ENTRANTS.c.person_id == guest_id)
        touched = TOURNAMENTS.c.code.in_(theirs) | (TOURNAMENTS.c.host_id == guest_id)
        await db.execute(update(TOURNAMENTS).where(touched).values(revision=TOURNAMENTS.c.revision + 1))
        entered = select(ENTRANTS.c.code).where(ENTRANTS.c.person_id == person_id)
        twice = and_(ENTRANTS.c.person_id == guest_id, ENTRANTS.c.code.in_(entered))
        waits = select(TOURNAMENTS.c.code).where(TOURNAMENTS.c.state == "waiting")
        await db.execute(delete(ENTRANTS).where(twice, ENTRANTS.c.code.in_(waits)))
        plays = ENTRANTS.c.code.in_(entered.where(ENTRANTS.c.gone.is_(False)))
        await db.execute(update(ENTRANTS).where(ENTRANTS.c.person_id == guest_id, plays).values(gone=True))
        await db.execute(update(ENTRANTS).where(ENTRANTS.c.person_id == guest_id).values(person_id=person_id))
        await db.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.host_id == guest_id).values(host_id=person_id))

    async def erase(self, db: AsyncConnection, person_id: str, name: str, at: Collection[tuple[str, int, str]]) -> None:
        """Delete a person's entries in tournaments that have not begun, anonymize others, and replace them as host."""
        later = {"revision": TOURNAMENTS.c.revision + 1}
        mine = select(ENTRANTS.c.code).where(ENTRANTS.c.person_id == person_id)
        touched = TOURNAMENTS.c.code.in_(mine) | (TOURNAMENTS.c.host_id == person_id)
        await db.execute(update(TOURNAMENTS).where(touched).values(**later))
        waits = select(TOURNAMENTS.c.code).where(TOURNAMENTS.c.state == "waiting")
        theirs = ENTRANTS.c.person_id == person_id
        await db.execute(delete(ENTRANTS).where(theirs, ENTRANTS.c.code.in_(waits)))
        for code, number in (await db.execute(select(ENTRANTS.c.code, ENTRANTS.c.number).where(theirs))).all():
            called = await _free(db, code, number, name)
            this = and_(ENTRANTS.c.code == code, ENTRANTS.c.number == number)
            nobodys = {"person_id": None, "token_hash": None, "salt": None, "gone": True, "name": called}
            await db.execute(update(ENTRANTS).where(this).values(**nobodys))
        await _hand_over(db, person_id)


async def _hand_over(db: AsyncConnection, person_id: str) -> None:
    """Make another person the host of each tournament that a deleted person hosts.

    The first person who is still entered becomes the host. If there is none, a tournament that has not begun is
    deleted, and one that has begun is left without a host.
    """
    hosted = select(TOURNAMENTS.c.code, TOURNAMENTS.c.state).where(TOURNAMENTS.c.host_id == person_id)
    for code, state in (await db.execute(hosted)).all():
        others = and_(ENTRANTS.c.code == code, ENTRANTS.c.person_id.is_not(None), ENTRANTS.c.gone.is_(False))
        first = select(func.min(ENTRANTS.c.number)).where(others).scalar_subquery()
        heir = select(ENTRANTS.c.person_id).where(ENTRANTS.c.code == code, ENTRANTS.c.number == first)
        to = (await db.execute(heir)).scalar()
        this = TOURNAMENTS.c.code == code
        if to is None and state == "waiting":
            await db.execute(delete(TOURNAMENTS).where(this))
        else:
            await db.execute(update(TOURNAMENTS).where(this).values(host_id=to))


async def _free(db: AsyncConnection, code: str, number: int, somebody: str) -> str:
    """Return the name for a deleted entrant: `somebody`, with a number appended if the name is taken."""
    others = select(ENTRANTS.c.name).where(ENTRANTS.c.code == code, ENTRANTS.c.number != number)
    taken = set((await db.execute(others)).scalars())
    return next(name for n in range(1, 99) if (name := somebody if n == 1 else f"{somebody} {n}") not in taken)
