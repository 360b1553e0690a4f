"""Database access for tournaments. Every method is one transaction.

Every change increments the tournament's revision, so that concurrent changes are detected.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import ColumnElement, Executable, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.server.core.db.declaring import columns
from souq.server.core.db.engines import Database
from souq.server.errors import Stale
from souq.server.features.tournaments.models import (
    ENTRANTS,
    MATCHES,
    PAIRINGS,
    TOURNAMENTS,
    EntrantRow,
    PairingRow,
    TournamentRow,
)

Seats = Sequence[int | None]
"""Numbers of the entrants in a table's seats, in order; None is a bot."""


class Tournaments:
    """Storage of tournaments."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, row: TournamentRow) -> None:
        """Store a new tournament."""
        values = {each.key: getattr(row, each.key) for each in columns(TOURNAMENTS, TournamentRow)}
        await self._database.run(insert(TOURNAMENTS).values(**values))

    async def get(self, code: str) -> TournamentRow | None:
        """Return a tournament with its entrants and pairings, or None."""
        found = await self.where(TOURNAMENTS.c.code == code, 1)
        return found[0] if found else None

    async def where(self, which: ColumnElement[bool], most: int, whole: bool = True) -> list[TournamentRow]:
        """Return the tournaments that match a condition, the latest first; omit pairings unless ``whole``."""
        query = select(TOURNAMENTS).where(which).order_by(TOURNAMENTS.c.updated_at.desc()).limit(most)
        async with self._database.read() as db:
            rows = [dict(row._mapping) for row in await db.execute(query)]
            codes = [row["code"] for row in rows]
            entrants = await _entrants(db, codes)
            pairings = await _pairings(db, codes) if whole else {}
        return [
            TournamentRow(
                **row,
                entrants=tuple(entrants.get(row["code"], ())),
                pairings=tuple(pairings.get(row["code"], ())),
            )
            for row in rows
        ]

    async def of(self, person_id: str, most: int) -> list[TournamentRow]:
        """Return the tournaments that a person has entered or opened, the latest first."""
        entered = TOURNAMENTS.c.code.in_(select(ENTRANTS.c.code).where(ENTRANTS.c.person_id == person_id))
        return await self.where(or_(entered, TOURNAMENTS.c.host_id == person_id), most, whole=False)

    async def open_to_anybody(self, states: Collection[str], most: int) -> list[TournamentRow]:
        """Return the public tournaments in the given states, the latest first."""
        public = and_(TOURNAMENTS.c.company == "anybody", TOURNAMENTS.c.state.in_(list(states)))
        return await self.where(public, most, whole=False)

    async def in_play(self) -> dict[str, list[str]]:
        """Return the IDs of all opened tables of each tournament in play, by tournament code."""
        query = (
            select(TOURNAMENTS.c.code, MATCHES.c.table_id)
            .outerjoin(MATCHES, MATCHES.c.code == TOURNAMENTS.c.code)
            .where(TOURNAMENTS.c.state == "playing")
        )
        found: dict[str, list[str]] = {}
        for row in await self._database.rows(query):
            found.setdefault(row.code, []).extend([row.table_id] if row.table_id else [])
        return found

    async def at(self, table_id: str) -> tuple[str, int] | None:
        """Return the code of the tournament and the round to which a table belongs, or None if it belongs to none."""
        query = select(MATCHES.c.code, MATCHES.c.round).where(MATCHES.c.table_id == table_id)
        row = await self._database.first(query)
        return (row.code, row.round) if row else None

    async def hosted(self, host_id: str) -> int:
        """Count the unfinished tournaments that a person hosts."""
        query = select(func.count()).where(
            TOURNAMENTS.c.host_id == host_id, TOURNAMENTS.c.state.in_(("waiting", "playing"))
        )
        return int(await self._database.scalar(query) or 0)

    # changes

    async def enter(self, row: TournamentRow, entrant: EntrantRow) -> None:
        """Add an entrant to a tournament.

        Raises:
            Stale: the tournament has changed since it was read; nothing was stored.
        """
        async with self._database.write() as db:
            await _advance(db, row)
            await db.execute(insert(ENTRANTS).values(code=row.code, **asdict(entrant)))

    async def change_entrant(self, row: TournamentRow, number: int, **values: Any) -> None:
        """Change stored values of an entrant, such as whether they have left.

        Raises:
            Stale: the tournament has changed since it was read; nothing was stored.
        """
        this = and_(ENTRANTS.c.code == row.code, ENTRANTS.c.number == number)
        async with self._database.write() as db:
            await _advance(db, row)
            await db.execute(update(ENTRANTS).where(this).values(**values))

    async def take_out(self, row: TournamentRow, number: int) -> None:
        """Delete the entry of an entrant who leaves before the tournament begins.

        Raises:
            Stale: the tournament has changed since it was read; nothing was stored.
        """
        async with self._database.write() as db:
            await _advance(db, row)
            await db.execute(delete(ENTRANTS).where(ENTRANTS.c.code == row.code, ENTRANTS.c.number == number))

    async def go_on(self, row: TournamentRow, tables: Sequence[Seats], rounds: int) -> None:
        """Store the next round's pairings, and the number of rounds, which is fixed from now on.

        Raises:
            Stale: the tournament has changed since it was read; nothing was stored.
        """
        nth = row.round + 1
        made = [
            {"code": row.code, "round": nth, "number": number, "seats": list(seats), "ranks": None}
            for number, seats in enumerate(tables, 1)
        ]
        async with self._database.write() as db:
            await _advance(db, row, state="playing", round=nth, rounds=rounds)
            await db.execute(insert(PAIRINGS), made)

    async def finish(self, row: TournamentRow, state: str) -> None:
        """Store that a tournament is over; `state` says whether it was played to the end or called off.

        Raises:
            Stale: the tournament has changed since it was read; nothing was stored.
        """
        async with self._database.write() as db:
            await _advance(db, row, state=state)

    async def result(self, code: str, pairing: PairingRow, ranks: Sequence[int], gone: Collection[int] = ()) -> None:
        """Store a table's final ranks, and mark entrants who never came as gone; repeating it is harmless."""
        this = and_(PAIRINGS.c.code == code, PAIRINGS.c.round == pairing.round, PAIRINGS.c.number == pairing.number)
        later = {"revision": TOURNAMENTS.c.revision + 1, "updated_at": time.time()}
        async with self._database.write() as db:
            await db.execute(update(PAIRINGS).where(this).values(ranks=list(ranks)))
            await _leave(db, code, gone)
            await db.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.code == code).values(**later))

    async def delete(self, code: str) -> None:
        """Delete a tournament; its tables stay."""
        await self._database.run(delete(TOURNAMENTS).where(TOURNAMENTS.c.code == code))


def made(code: str, pairing: PairingRow, table_id: str) -> Executable:
    """Return the SQL statement that links a pairing to its new table; it fails if the pairing already has one."""
    return insert(MATCHES).values(code=code, round=pairing.round, number=pairing.number, table_id=table_id)


async def _advance(db: AsyncConnection, row: TournamentRow, **values: Any) -> None:
    """Increment a tournament's revision and set the given values, if nothing has changed since it was read.

    Raises:
        Stale: another change came first.
    """
    this = and_(TOURNAMENTS.c.code == row.code, TOURNAMENTS.c.revision == row.revision)
    later = {"revision": row.revision + 1, "updated_at": time.time(), **values}
    try:
        done = await db.execute(update(TOURNAMENTS).where(this).values(**later))
    except IntegrityError as error:
        raise Stale from error
    if done.rowcount != 1:
        raise Stale


async def _leave(db: AsyncConnection, code: str, gone: Collection[int]) -> None:
    if gone:
        these = and_(ENTRANTS.c.code == code, ENTRANTS.c.number.in_(list(gone)))
        await db.execute(update(ENTRANTS).where(these).values(gone=True))


async def _entrants(db: AsyncConnection, codes: Collection[str]) -> dict[str, list[EntrantRow]]:
    found: dict[str, list[EntrantRow]] = {}
    query = select(ENTRANTS.c.code, *columns(ENTRANTS, EntrantRow)).where(ENTRANTS.c.code.in_(list(codes)))
    for code, *entrant in await db.execute(query.order_by(ENTRANTS.c.number)):
        found.setdefault(code, []).append(EntrantRow(*entrant))
    return found


async def _pairings(db: AsyncConnection, codes: Collection[str]) -> dict[str, list[PairingRow]]:
    same = and_(*(MATCHES.c[key] == PAIRINGS.c[key] for key in ("code", "round", "number")))
    query = select(PAIRINGS, MATCHES.c.table_id).outerjoin(MATCHES, same).where(PAIRINGS.c.code.in_(list(codes)))
    found: dict[str, list[PairingRow]] = {}
    for row in await db.execute(query.order_by(PAIRINGS.c.round, PAIRINGS.c.number)):
        ranks = None if row.ranks is None else tuple(row.ranks)
        pairing = PairingRow(row.round, row.number, tuple(row.seats), ranks, row.table_id)
        found.setdefault(row.code, []).append(pairing)
    return found
