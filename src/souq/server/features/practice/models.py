"""Database tables of people's progress with puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, String, Table, text

from souq.server.core.db.declaring import KEY, METADATA, declare, of_person, of_table


@dataclass(frozen=True, slots=True)
class AttemptRow:
    """A person's tries at a puzzle."""

    person_id: Annotated[str, String(32), ForeignKey("people.id", ondelete="CASCADE"), KEY]
    game: Annotated[str, String(40), KEY]
    puzzle: Annotated[str, String(40), KEY]
    at: float  # of the first try
    missed: int  # wrong tries
    solved_at: Annotated[float, text("0")] = 0.0  # 0: not solved yet
    gained: int = 0  # points of rating that the first try brought


ATTEMPTS = declare("attempts", AttemptRow, Index("attempts_solved", "person_id", "solved_at"))

PUZZLE_RATINGS = Table(  # people's, by game
    "puzzle_ratings",
    METADATA,
    of_person(),
    Column("game", String(40), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),  # puzzles tried
    Column("at", Float, nullable=False),
)

PUZZLE_DIFFICULTIES = Table(  # the puzzles' own ratings, once somebody has tried them
    "puzzle_difficulties",
    METADATA,
    Column("game", String(40), primary_key=True),
    Column("puzzle", String(40), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),  # people who tried it
)

STORMS = Table(  # runs in which somebody solves as many puzzles as possible in a few minutes
    "storms",
    METADATA,
    Column("n", Integer, primary_key=True),
    of_person(nullable=False),
    Column("game", String(40), nullable=False),
    Column("began_at", Float, nullable=False),
    Column("ends_at", Float, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("missed", Integer, nullable=False),
    Column("counted", String(16), nullable=False),  # the latest table that counted
    Index("storms_best", "person_id", "game", "solved"),
)


@dataclass(frozen=True, slots=True)
class MistakeRow:
    """A puzzle from a person's own game."""

    person_id: Annotated[str, String(32), ForeignKey("people.id", ondelete="CASCADE"), KEY]
    name: Annotated[str, String(16), KEY]
    table_id: Annotated[str, String(16), ForeignKey("tables.id", ondelete="CASCADE")]
    game: Annotated[str, String(40)]
    due: Annotated[str, String(10)]  # the day from which it is offered
    posed: dict[str, Any]  # souq.puzzles.mistake
    solved_at: Annotated[float, text("0")] = 0.0  # 0: not solved yet


MISTAKES = declare(
    "mistakes",
    MistakeRow,
    Index("mistakes_due", "person_id", "game", "due"),
    Index("mistakes_table", "table_id"),
)

REVIEWED = Table(  # reviewed games whose mistakes have been made into puzzles
    "reviewed",
    METADATA,
    of_person(),
    of_table(),
    Index("reviewed_table", "table_id"),
)
