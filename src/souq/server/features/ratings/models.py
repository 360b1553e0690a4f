"""Database tables of results, ratings and profiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, String, Table

from souq.server.core.db.declaring import KEY, METADATA, declare, of_person, of_table

STARTERS = Table(  # who started a game, even if they have left their seats since
    "starters",
    METADATA,
    of_table(),
    Column("seat", Integer, primary_key=True),
    of_person(nullable=False),
    Index("starters_person", "person_id"),
)

ENDINGS = Table(  # a queue: finished games whose results are not stored yet, in the order in which they ended
    "endings",
    METADATA,
    Column("n", Integer, primary_key=True),
    of_table(nullable=False),
    Column("at", Float, nullable=False),
    Index("endings_table", "table_id", unique=True),
)


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The result of a game for one seat; the table itself may have been deleted."""

    table_id: Annotated[str, String(16), KEY]
    seat: Annotated[int, KEY]
    game: Annotated[str, String(40)]
    players: int
    ended_at: float
    person_id: Annotated[
        str | None, String(32), ForeignKey("people.id", ondelete="SET NULL")
    ]  # None: a bot, or unknown
    level: Annotated[str, String(40)]  # of a bot; "": a person
    place: int  # 1 is best; 0: the game was ended early
    points: int
    mu_before: float | None = None  # None: the game was not rated
    sigma_before: float | None = None
    mu: float | None = None
    sigma: float | None = None


RESULTS = declare("results", ResultRow, Index("results_person", "person_id", "ended_at"))

RATINGS = Table(
    "ratings",
    METADATA,
    of_person(),
    Column("game", String(40), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("at", Float, nullable=False),  # when the last rated game ended
    Index("ratings_best", "game", "mu"),
)

PROFILES = Table(  # public profiles; people without one have no row
    "profiles",
    METADATA,
    of_person(),
    Column("code", String(24), nullable=False, unique=True),  # in the profile's path; random
)
