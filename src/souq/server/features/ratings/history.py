"""Queries for results: a person's ratings, places, opponents and past games."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, case, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from souq.server.core.db.engines import Database
from souq.server.core.db.models import LISTINGS, PEOPLE, TABLES
from souq.server.core.rating_scale import Rating
from souq.server.errors import Malformed
from souq.server.features.ratings.models import PROFILES, RATINGS, RESULTS, STARTERS

MOST = 12
"""Maximum number of games per page."""
FOES = 30
"""Maximum number of opponents listed on a profile; those met most often come first."""

_CURSOR = re.compile(r"(\d{1,12}(?:\.\d{1,9})?)~([a-z0-9]{1,16})")


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's results and rating in a game."""

    game: str
    places: tuple[tuple[int, int], ...]
    """How often the person finished in each place: (place, number of games), the best place first.

    Games that ended early don't count.
    """
    early: int
    rating: Rating | None
    """The current rating in the game; None if the person has played no rated game."""

    @property
    def played(self) -> int:
        """Number of games that were played to the end."""
        return sum(times for _, times in self.places)

    @property
    def won(self) -> int:
        """Number of games in which the person came first, alone or tied."""
        return dict(self.places).get(1, 0)


@dataclass(frozen=True, slots=True)
class Who:
    """A player of a finished game: a person, a deleted person (without an ID), or a bot (with its level)."""

    person_id: str | None
    level: str = ""
    name: str = ""
    emblem: str = ""
    code: str | None = None
    """The code of the person's public profile; None without one."""


@dataclass(frozen=True, slots=True)
class Met:
    """A person's results against one opponent: how often they finished ahead of, level with, or behind the opponent."""

    who: Who
    before: int
    level: int
    after: int

    @property
    def games(self) -> int:
        """Number of games against the opponent."""
        return self.before + self.level + self.after


@dataclass(frozen=True, slots=True)
class Entry:
    """One player's part in a finished game: seat, place, points, and rating before and after."""

    seat: int
    who: Who
    place: int
    points: int
    before: Rating | None
    after: Rating | None


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game."""

    table_id: str
    game: str
    ended_at: float
    entries: tuple[Entry, ...]
    there: bool
    """Whether the table still exists."""
    public: bool
    """Whether the game is in the library."""

    def of(self, person_id: str) -> Entry:
        """Return the entry of a person; the person must have played in the game."""
        return next(each for each in self.entries if each.who.person_id == person_id)

    def may_look(self, viewer: str | None) -> bool:
        """Return whether a viewer may open the table: they played in the game, or it is published in the library."""
        played = viewer is not None and any(each.who.person_id == viewer for each in self.entries)
        return self.there and (self.public or played)


@dataclass(frozen=True, slots=True)
class Page:
    """A page of games, and the cursor of the next page ("" if this is the last)."""

    games: list[Played] = field(default_factory=list)
    after: str = ""


class Records:
    """Queries for results."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def standings(self, person_id: str) -> list[Standing]:
        """Return a person's results in every game they have played, the most played first."""
        mine = RESULTS.c.person_id == person_id
        query = select(RESULTS.c.game, RESULTS.c.place, func.count().label("times")).where(mine)
        places: dict[str, Counter[int]] = defaultdict(Counter)
        async with self._database.read() as db:
            for row in await db.execute(query.group_by(RESULTS.c.game, RESULTS.c.place)):
                places[row.game][row.place] += row.times
            rows = await db.execute(select(RATINGS).where(RATINGS.c.person_id == person_id))
            known = {row.game: Rating(row.mu, row.sigma, row.games) for row in rows}
        made = [_standing(game, places[game], known.get(game)) for game in {*places, *known}]
        return sorted(made, key=lambda each: (-each.played, each.game))

    async def met(self, person_id: str, most: int = FOES) -> list[Met]:
        """Return a person's results against each opponent, the most frequent first."""
        me, other = RESULTS.alias(), RESULTS.alias()
        against = and_(other.c.table_id == me.c.table_id, other.c.seat != me.c.seat)
        ended = (
            me.c.person_id == person_id,
            me.c.place > 0,
            or_(other.c.person_id.is_(None), other.c.person_id != person_id),
        )
        times = [func.sum(case((each, 1), else_=0)) for each in _three(me.c.place, other.c.place)]
        query = (
            select(other.c.person_id, other.c.level, PEOPLE.c.name, PEOPLE.c.emblem, PROFILES.c.code, *times)
            .select_from(me.join(other, against))
            .outerjoin(PEOPLE, PEOPLE.c.id == other.c.person_id)
            .outerjoin(PROFILES, PROFILES.c.person_id == other.c.person_id)
            .where(*ended)
            .group_by(other.c.person_id, other.c.level, PEOPLE.c.name, PEOPLE.c.emblem, PROFILES.c.code)
            .order_by(func.count().desc(), other.c.level, other.c.person_id)
            .limit(most)
        )
        return [Met(_who(row), *map(int, row[5:8])) for row in await self._database.rows(query)]

    async def history(self, person_id: str, after: str = "", most: int = MOST) -> Page:
        """Return a page of a person's games, the latest first.

        Raises:
            Malformed: `after` is no valid cursor.
        """
        which = and_(RESULTS.c.person_id == person_id, *_after(after))
        query = select(RESULTS.c.table_id, RESULTS.c.ended_at).where(which).distinct()
        latest = query.order_by(RESULTS.c.ended_at.desc(), RESULTS.c.table_id.desc()).limit(most + 1)
        async with self._database.read() as db:
            found = list(await db.execute(latest))
            games = await _games(db, [row.table_id for row in found[:most]])
        last = found[most - 1] if len(found) > most else None
        return Page(games, f"{last.ended_at!r}~{last.table_id}" if last else "")

    async def of_table(self, table_id: str) -> Played | None:
        """Return the stored results of the game at a table, or None if there are none."""
        async with self._database.read() as db:
            games = await _games(db, [table_id])
        return games[0] if games else None

    async def starters(self, table_id: str) -> list[str]:
        """Return the IDs of the people who sat at a table when its game began."""
        rows = await self._database.rows(select(STARTERS.c.person_id).where(STARTERS.c.table_id == table_id))
        return [row.person_id for row in rows]


def _standing(game: str, places: Counter[int], rating: Rating | None) -> Standing:
    reached = tuple(sorted((place, times) for place, times in places.items() if place > 0))
    return Standing(game, reached, places[0], rating)


def _three(mine: ColumnElement[int], theirs: ColumnElement[int]) -> tuple[ColumnElement[bool], ...]:
    return mine < theirs, mine == theirs, mine > theirs


def _who(row: Row[Any]) -> Who:
    return Who(row.person_id, row.level, row.name or "", row.emblem or "", row.code)


def _after(cursor: str) -> list[ColumnElement[bool]]:
    if not cursor:
        return []
    place = _CURSOR.fullmatch(cursor)
    if place is None:
        raise Malformed("Start again from the first page. There’s no such page of games.")
    at = float(place[1])
    return [or_(RESULTS.c.ended_at < at, and_(RESULTS.c.ended_at == at, RESULTS.c.table_id < place[2]))]


async def _games(db: AsyncConnection, tables: Sequence[str]) -> list[Played]:
    """Return the finished games that were played at these tables, in the same order."""
    rows: dict[str, list[Row[Any]]] = defaultdict(list)
    for row in await db.execute(_seats(tables)):
        rows[row.table_id].append(row)
    return [_played(rows[table]) for table in tables if rows[table]]


def _seats(tables: Sequence[str]) -> Select[Any]:
    beside = (
        PEOPLE.c.name,
        PEOPLE.c.emblem,
        PROFILES.c.code,
        TABLES.c.id.label("there"),
        LISTINGS.c.ended_at.label("listed"),
    )
    return (
        select(RESULTS, *beside)
        .outerjoin(PEOPLE, PEOPLE.c.id == RESULTS.c.person_id)
        .outerjoin(PROFILES, PROFILES.c.person_id == RESULTS.c.person_id)
        .outerjoin(TABLES, TABLES.c.id == RESULTS.c.table_id)
        .outerjoin(LISTINGS, LISTINGS.c.table_id == RESULTS.c.table_id)
        .where(RESULTS.c.table_id.in_(tables))
        .order_by(RESULTS.c.seat)
    )


def _played(rows: Sequence[Row[Any]]) -> Played:
    first = rows[0]
    entries = tuple(Entry(row.seat, _who(row), row.place, row.points, *_ratings(row)) for row in rows)
    return Played(
        first.table_id, first.game, first.ended_at, entries, first.there is not None, first.listed is not None
    )


def _ratings(row: Row[Any]) -> tuple[Rating | None, Rating | None]:
    if row.mu is None:
        return None, None
    return Rating(row.mu_before, row.sigma_before), Rating(row.mu, row.sigma)
