"""The library: search in published games by game, player, date and result.

It holds games that were open to anyone, and those that everyone who played has agreed to publish. Pages are requested
by cursor, not by number, so no game is missed or repeated while others are added.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Literal

from sqlalchemy import ColumnElement, and_, func, or_, select

from souq.server.core.db.models import LISTINGS, SEATS, TABLES
from souq.server.core.db.storage import Storage
from souq.server.core.store.rows import Ended, Listing, TableRow
from souq.server.errors import Malformed

MOST = 50
"""Maximum number of games per page."""
USUAL = 20
DAY = 86_400.0

Order = Literal["newest", "best"]

_CURSOR = re.compile(r"(-?\d{1,12}(?:\.\d{1,9})?)~([a-z0-9]{1,16})")


@dataclass(frozen=True, slots=True)
class Query:
    """Conditions of a search in the library; an empty field matches every game."""

    game: str = ""
    name: str = ""
    """Part of a player's name at the table."""
    players: int = 0
    since: date | None = None
    until: date | None = None
    ended: Ended = ""
    order: Order = "newest"
    after: str = ""
    """Cursor returned with the previous page; "" for the first page."""
    most: int = USUAL


@dataclass(frozen=True, slots=True)
class Found:
    """A game that a search has found: its listing and its table."""

    listing: Listing
    table: TableRow


@dataclass(frozen=True, slots=True)
class Page:
    """A page of games, and the cursor of the next page ("" if this is the last)."""

    games: list[Found]
    after: str


class Library:
    """Search in published games."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    async def find(self, query: Query) -> Page:
        """Return a page of matching games: the newest first, or those with the most points first.

        Raises:
            Malformed: `after` is no valid cursor.
            OutOfReach: the database cannot be reached.
        """
        by = LISTINGS.c.best if query.order == "best" else LISTINGS.c.ended_at
        which = and_(*_conditions(query), *_after(query, by))
        found = (
            select(LISTINGS)
            .join(TABLES, TABLES.c.id == LISTINGS.c.table_id)
            .where(which)
            .order_by(by.desc(), LISTINGS.c.table_id.desc())
            .limit(query.most + 1)
        )
        listings = [Listing(**row._mapping) for row in await self._storage.database.rows(found)]
        first = listings[: query.most]
        ids = [listing.table_id for listing in first]
        tables = {table.id: table for table in await self._storage.tables_where(TABLES.c.id.in_(ids), len(ids))}
        games = [Found(listing, tables[listing.table_id]) for listing in first if listing.table_id in tables]
        return Page(games, _end_of(first[-1], query.order) if len(listings) > query.most else "")


def _conditions(query: Query) -> Iterable[ColumnElement[bool]]:
    yield LISTINGS.c.ended_at.is_not(None)
    if query.game:
        yield TABLES.c.game == query.game
    if query.players:
        yield TABLES.c.players == query.players
    if query.ended:
        yield LISTINGS.c.ended == query.ended
    if query.since:
        yield LISTINGS.c.ended_at >= _midnight(query.since)
    if query.until:
        yield LISTINGS.c.ended_at < _midnight(query.until) + DAY
    if query.name:
        called = func.lower(SEATS.c.name).contains(query.name.lower(), autoescape=True)
        exactly = SEATS.c.name.contains(query.name, autoescape=True)  # SQLite's lower() only knows ASCII
        theirs = or_(SEATS.c.kind == "person", SEATS.c.person_id.is_not(None))
        yield LISTINGS.c.table_id.in_(select(SEATS.c.table_id).where(theirs, or_(called, exactly)))


def _midnight(day: date) -> float:
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def _after(query: Query, by: ColumnElement[float]) -> Iterable[ColumnElement[bool]]:
    if not query.after:
        return
    place = _CURSOR.fullmatch(query.after)
    if place is None:
        raise Malformed("Start again from the first page. There’s no such page of the library.")
    value = float(place[1]) if query.order == "newest" else int(float(place[1]))
    yield or_(by < value, and_(by == value, LISTINGS.c.table_id < place[2]))


def _end_of(last: Listing, order: Order) -> str:
    return f"{last.best if order == 'best' else repr(last.ended_at)}~{last.table_id}"
