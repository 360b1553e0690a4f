"""Puzzles from people's own games: a day after a game was reviewed, its player's mistakes are offered as puzzles."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from copy import copy
from dataclasses import asdict
from datetime import date, timedelta
from typing import Any

from sqlalchemy import Row, and_, insert, select, update
from sqlalchemy.exc import IntegrityError

from souq.engine.errors import SouqError, WrongVersion
from souq.engine.match.position import position
from souq.engine.present.reasons import mention
from souq.engine.present.scene import pick_for
from souq.puzzles.mistake import Mistake, differing, log_from
from souq.review.turns import Better
from souq.server.core.db.engines import Database
from souq.server.core.db.models import ANALYSES, SEATS, TABLES
from souq.server.core.jobs.analysing import review_of
from souq.server.core.live.live import Live
from souq.server.core.live.tables import Tables
from souq.server.core.realtime.scenes import scene_of
from souq.server.core.realtime.viewers import Viewer
from souq.server.core.store.origins import OWN
from souq.server.core.store.rows import TableRow
from souq.server.features.practice.models import MISTAKES, REVIEWED, MistakeRow
from souq.server.features.practice.puzzle_ratings import solver_of

GAMES = 3
"""Maximum number of reviewed games that are searched for mistakes in one request."""


class Mistakes:
    """Stores puzzles from people's own games."""

    def __init__(self, database: Database, tables: Tables) -> None:
        self._database, self._tables = database, tables

    async def of(self, person_id: str, game: str) -> list[MistakeRow]:
        """Return a person's puzzles from their own games, the earliest first; first make those that are missing."""
        await self._collect(person_id, game)
        query = select(MISTAKES).where(MISTAKES.c.person_id == person_id, MISTAKES.c.game == game)
        rows = await self._database.rows(query.order_by(MISTAKES.c.due, MISTAKES.c.name))
        return [MistakeRow(**row._mapping) for row in rows]

    async def find(self, person_id: str, game: str, name: str) -> MistakeRow | None:
        """Return a person's puzzle by its name; None if they have none with that name."""
        own = MISTAKES.c.person_id == person_id, MISTAKES.c.game == game, MISTAKES.c.name == name
        row = await self._database.first(select(MISTAKES).where(*own))
        return MistakeRow(**row._mapping) if row else None

    async def committed(self, row: TableRow) -> None:
        """Mark the puzzle at a table as solved, if it is."""
        name, person = row.origin.removeprefix(f"{OWN}:"), solver_of(row)
        if row.step == 0 and row.ply > 0:
            own = MISTAKES.c.person_id == person, MISTAKES.c.name == name, MISTAKES.c.solved_at == 0
            await self._database.run(update(MISTAKES).where(*own).values(solved_at=time.time()))

    async def _collect(self, person_id: str, game: str) -> None:
        """Make puzzles of the person's mistakes in games that were reviewed since the last time."""
        known = select(REVIEWED.c.table_id).where(REVIEWED.c.person_id == person_id)
        mine = and_(SEATS.c.person_id == person_id, SEATS.c.kind == "person", TABLES.c.game == game)
        query = select(ANALYSES, SEATS.c.seat).join(SEATS, SEATS.c.table_id == ANALYSES.c.table_id)
        done = ANALYSES.c.found["review"].as_string().is_not(None)
        query = query.join(TABLES, TABLES.c.id == ANALYSES.c.table_id).where(mine, done)
        query = query.where(ANALYSES.c.table_id.not_in(known))
        for row in await self._database.rows(query.order_by(ANALYSES.c.at).limit(GAMES)):
            made = await self._made(person_id, row)
            try:
                async with self._database.write() as db:
                    await db.execute(insert(REVIEWED).values(person_id=person_id, table_id=row.table_id))
                    if made:
                        await db.execute(insert(MISTAKES), made)
            except IntegrityError:  # another request has just done the same
                continue

    async def _made(self, person_id: str, row: Row[Any]) -> list[dict[str, Any]]:
        """Return puzzles of the mistakes in a reviewed game to store; none if its table can't be loaded any more."""
        due = (date.fromtimestamp(row.at) + timedelta(days=1)).isoformat()
        try:
            async with self._tables.hold(row.table_id) as live:
                found = list(_mistakes(live, review_of(dict(row.found)) or {}, row.seat))
                return [
                    asdict(
                        MistakeRow(person_id, _name(live.row.id, ply), live.row.id, live.row.game, due, each.to_json())
                    )
                    for ply, each in found
                ]
        except WrongVersion:
            return []


def _name(table_id: str, ply: int) -> str:
    return hashlib.blake2b(f"{table_id} {ply}".encode(), digest_size=4).hexdigest()


def _mistakes(live: Live, found: dict[int, Better], seat: int) -> Iterator[tuple[int, Mistake]]:
    """Yield a seat's mistakes that can be made into puzzles, each after the number of decisions before it."""
    match = live.playing
    unnamed = copy(match)
    unnamed.names = [mention(each) for each in range(match.players)]  # labels must not keep the names of people
    for at, better in found.items():
        start, end = match.entries.end(at), match.entries.end(at + 1)
        played = [made.choice for made in match.log[start:end]]
        place = differing(better.choices, played)
        if match.log[start].seat != seat or place is None:
            continue
        ply, state = start + place, match.at(start + place)
        legal = tuple(int(choice) for choice in match.game.bindings.legal(state, seat))
        left = better.choices[place:]
        try:
            picks = scene_of(live.with_match(unnamed), Viewer(seat), state, (), legal).picks
        except SouqError:
            continue
        click = pick_for(picks, left)
        if left[0] not in legal or click is None:
            continue
        yield (
            ply,
            Mistake(
                match.players,
                seat,
                dict(match.options),
                position(state),
                [click.choice, *click.then],
                played[place],
                better.lost,
                better.why,
                click.label,
                log_from(match, ply),
            ),
        )
