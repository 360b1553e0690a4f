"""Personal data of the practice feature: merging of a guest into an account."""

from __future__ import annotations

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.server.core.personal_data import PersonalData
from souq.server.features.practice.models import ATTEMPTS, MISTAKES, PUZZLE_RATINGS, REVIEWED, STORMS


class PracticeData(PersonalData):
    """Merging of a person's tries at puzzles and puzzle ratings; they are exported and erased with their rows."""

    async def merge(self, db: AsyncConnection, guest_id: str, person_id: str) -> None:
        """Move a guest's storms, own puzzles and tries to an account, except what the account has, too.

        The guest's rating moves in games in which the account has none.
        """
        theirs = ATTEMPTS.alias()
        tried = select(theirs.c.puzzle).where(
            theirs.c.person_id == person_id, theirs.c.game == ATTEMPTS.c.game, theirs.c.puzzle == ATTEMPTS.c.puzzle
        )
        await db.execute(delete(ATTEMPTS).where(ATTEMPTS.c.person_id == guest_id, tried.exists()))
        both = select(REVIEWED.c.table_id).where(REVIEWED.c.person_id == person_id)
        for table in (MISTAKES, REVIEWED):
            twice = table.c.person_id == guest_id, table.c.table_id.in_(list((await db.execute(both)).scalars()))
            await db.execute(delete(table).where(*twice))
        for table in (ATTEMPTS, STORMS, MISTAKES, REVIEWED):
            await db.execute(update(table).where(table.c.person_id == guest_id).values(person_id=person_id))
        games = select(PUZZLE_RATINGS.c.game).where(PUZZLE_RATINGS.c.person_id == person_id)
        known = list((await db.execute(games)).scalars())
        new = PUZZLE_RATINGS.c.person_id == guest_id, PUZZLE_RATINGS.c.game.not_in(known)
        await db.execute(update(PUZZLE_RATINGS).where(*new).values(person_id=person_id))
        await db.execute(delete(PUZZLE_RATINGS).where(PUZZLE_RATINGS.c.person_id == guest_id))
