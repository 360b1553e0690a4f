"""The leaderboard of a game: people with public profiles, and the bots with fixed ratings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, func, or_, select

from souq.server.core.db.engines import Database
from souq.server.core.db.models import PEOPLE
from souq.server.core.rating_scale import ENOUGH, Rating, most_sigma, provisional
from souq.server.errors import Malformed
from souq.server.features.ratings.marks import MARKS, mark
from souq.server.features.ratings.models import PROFILES, RATINGS
from souq.server.features.ratings.profiles import Profile

MOST = 25
"""Maximum number of people per page."""

_CURSOR = re.compile(r"([01])~(-?\d{1,4}(?:\.\d{1,17})?)~([\w-]{1,24})")


@dataclass(frozen=True, slots=True)
class Leader:
    """A row of the leaderboard: a person with a public profile, or one of the bots."""

    rating: Rating
    who: Profile | None = None
    level: str = ""
    place: int = 0
    """The person's place on the leaderboard; 0 for bots, and for people whose ratings are still provisional."""


@dataclass(frozen=True, slots=True)
class Board:
    """A page of the leaderboard, the best first, and the cursor of the next page ("" if this is the last)."""

    lines: list[Leader]
    after: str = ""


class Leaders:
    """Queries for the leaderboard."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def board(self, game: str, after: str = "", most: int = MOST) -> Board:
        """Return a page of the leaderboard: settled ratings first, then provisional ones.

        Raises:
            Malformed: `after` is no valid cursor.
        """
        unsure = _unsure(game)
        order = unsure, RATINGS.c.mu.desc(), PROFILES.c.code
        place = _place(after)
        query = (
            select(RATINGS, PEOPLE.c.name, PEOPLE.c.emblem, PROFILES.c.code)
            .join(PROFILES, PROFILES.c.person_id == RATINGS.c.person_id)
            .join(PEOPLE, PEOPLE.c.id == RATINGS.c.person_id)
            .where(RATINGS.c.game == game, *([] if place is None else [_beyond(unsure, place)]))
            .order_by(*order)
            .limit(most + 1)
        )
        async with self._database.read() as db:
            rows = list(await db.execute(query))
            before = int((await db.execute(_sure_before(game, unsure, place))).scalar() or 0) if place else 0
        lines = []
        for row in rows[:most]:
            rating = Rating(row.mu, row.sigma, row.games)
            sure = not provisional(rating, game)
            before += int(sure)
            who = Profile(row.person_id, row.name, row.emblem, row.code)
            lines.append(Leader(rating, who, place=before if sure else 0))
        whole = len(rows) <= most
        return Board(_with_bots(game, lines, place, whole), "" if whole else _cursor(lines[-1], game))


Place = tuple[int, float, str]
"""Position in the leaderboard after which the next page begins, named by a page's last person.

The values are 1 for a provisional rating, otherwise 0; the mean of the rating; and the profile's code.
"""


def _unsure(game: str) -> ColumnElement[int]:
    return case((or_(RATINGS.c.games < ENOUGH, RATINGS.c.sigma > most_sigma(game)), 1), else_=0)


def _place(after: str) -> Place | None:
    if not after:
        return None
    found = _CURSOR.fullmatch(after)
    if found is None:
        raise Malformed("Start again from the first page. There’s no such page of the leaderboard.")
    return int(found[1]), float(found[2]), found[3]


def _cursor(last: Leader, game: str) -> str:
    assert last.who is not None
    return f"{int(provisional(last.rating, game))}~{last.rating.mu!r}~{last.who.code}"


def _beyond(unsure: ColumnElement[int], place: Place) -> ColumnElement[bool]:
    """Return the SQL condition for the people who come after a position in the leaderboard."""
    section, mu, code = place
    later = or_(RATINGS.c.mu < mu, and_(RATINGS.c.mu == mu, PROFILES.c.code > code))
    return or_(unsure > section, and_(unsure == section, later))


def _sure_before(game: str, unsure: ColumnElement[int], place: Place) -> Select[Any]:
    """Return a query that counts people with settled ratings up to a position, to number the next page's places."""
    public = select(func.count()).join(PROFILES, PROFILES.c.person_id == RATINGS.c.person_id)
    sure = RATINGS.c.game == game, unsure == 0
    section, mu, code = place
    earlier = or_(RATINGS.c.mu > mu, and_(RATINGS.c.mu == mu, PROFILES.c.code <= code))
    return public.select_from(RATINGS).where(*sure, *([] if section else [earlier]))


def _with_bots(game: str, lines: list[Leader], place: Place | None, whole: bool) -> list[Leader]:
    """Return a page's rows with the bots inserted whose ratings lie between those of the page's people."""
    sure = [each for each in lines if each.place]
    unsure = lines[len(sure) :]
    if place and place[0]:
        return lines
    top = place[1] if place else float("inf")
    bottom = float("-inf") if whole or unsure else sure[-1].rating.mu
    bots = [Leader(rating, level=level) for level in MARKS.get(game, {}) if (rating := mark(game, level))]
    between = [each for each in bots if bottom < each.rating.mu <= top]
    return sorted([*sure, *between], key=lambda each: (-each.rating.mu, bool(each.level))) + unsure
