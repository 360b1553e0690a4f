"""JSON models of the library."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from souq.engine import registry
from souq.engine.errors import BadOption, UnknownGame
from souq.server.core.store.rows import TableRow, winners
from souq.server.features.library.service import Found


class Publishing(BaseModel):
    """Request to agree to the publication of a finished game, or to withdraw the agreement."""

    model_config = ConfigDict(extra="forbid")
    agree: bool = True


class LibraryPlayer(BaseModel):
    """A player of a published game."""

    name: str
    kind: Literal["person", "bot"]
    level: str
    points: int
    rank: int = Field(description="1 is best; tied players share a rank; 0: the game was ended early.")
    won: bool


class LibraryGame(BaseModel):
    """A published game."""

    table: str
    game: str
    title: str
    players: list[LibraryPlayer]
    terms: list[str]
    ended: Literal["won", "shared", "nobody", "early"]
    ended_at: datetime
    best: int = Field(description="The winner's points.")


class LibraryPage(BaseModel):
    """A page of published games."""

    games: list[LibraryGame]
    after: str = Field(description="Send it back as `after` for the next page; empty: this is the last.")


def _titled(row: TableRow) -> tuple[str, list[str]]:
    """Return a game's title and the options that differ from the defaults, in words."""
    try:
        game = registry.find(row.game)
        return game.title, game.terms(row.players, row.options)
    except (UnknownGame, BadOption):
        return row.game, []


def library_game(found: Found) -> LibraryGame:
    """Return the JSON model of a published game."""
    row, listing = found.table, found.listing
    title, terms = _titled(row)
    result = row.result or {}
    points, ranks = result.get("points", [0] * row.players), result.get("ranks", [0] * row.players)
    won = winners(result)
    return LibraryGame(
        table=row.id,
        game=row.game,
        title=title,
        players=[
            LibraryPlayer(
                name=seat.name,
                kind="person" if seat.kind == "person" or seat.reserved else "bot",
                level="" if seat.reserved else seat.level,
                points=points[seat.seat],
                rank=ranks[seat.seat],
                won=seat.seat in won,
            )
            for seat in row.seats
        ],
        terms=terms,
        ended=listing.ended or "nobody",
        ended_at=datetime.fromtimestamp(listing.ended_at or 0.0, UTC),
        best=listing.best,
    )
