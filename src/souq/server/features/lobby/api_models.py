"""The shapes of what the lobby and the library tell programs, and take from them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from souq.engine import registry
from souq.engine.errors import BadOption, UnknownGame
from souq.server.core.commands import protocol
from souq.server.core.db.models import Listing, TableRow, winners
from souq.server.core.http.models import LongKey
from souq.server.features.library.service import Found
from souq.server.features.lobby.agreeing import USUAL, Clock, clock_of
from souq.server.features.lobby.hall import Listed
from souq.server.features.lobby.waiting import State


class LobbySeat(BaseModel):
    """A seat, as strangers may know it."""

    kind: Literal["person", "bot", "open"]
    name: str = Field(description="Empty while the seat is open.")
    level: str = Field(description="A bot's level; empty for people.")


class LobbyTable(BaseModel):
    """A table that strangers may join or watch."""

    code: str = Field(description="What it's called in the lobby; join with it. It's no address and opens no seat.")
    game: str
    title: str
    players: int
    options: dict[str, bool | int | str]
    terms: list[str] = Field(description="Options that differ from the usual, in words.")
    clock: Clock = Field(description="Whether people may take as long as they like, have a live clock, or days.")
    timing: str = Field(description="How long that is, in words; empty without a clock.")
    seats: list[LobbySeat]
    open: int = Field(description="How many seats may be taken.")
    table: str | None = Field(default=None, description="The table's id, where it may be watched.")


class LobbyModel(BaseModel):
    """What strangers may join or watch now."""

    join: list[LobbyTable] = Field(description="Tables with open seats, the latest first.")
    watch: list[LobbyTable] = Field(description="Games in play, the latest first.")
    waiting: int = Field(description="How many people wait for company.")


class JoiningTable(BaseModel):
    """Who takes a seat."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field(min_length=1, max_length=20_000, description="Your name at this table; cut to 24 characters.")
    id: LongKey | None = Field(
        default=None, description="A random string, 16 characters or more: say it again should the answer get lost."
    )
    seal: protocol.Bytes | None = Field(default=None, description="SHA-256 of your share of the dice, if you add one.")


class JoinedTable(BaseModel):
    """A seat that is yours now."""

    table: str
    seat: int
    token: str = Field(description="Send it as `Authorization: Bearer …`.")
    seq: int


class Wanting(BaseModel):
    """What you would like to play."""

    model_config = ConfigDict(extra="forbid")
    games: list[Annotated[str, Field(max_length=60)]] = Field(
        min_length=1, max_length=12, examples=[["desert_bazaar"]], description="Any of these."
    )
    players: list[Annotated[int, Field(ge=2, le=16)]] = Field(
        default_factory=list, max_length=15, description="Among so many players; left out: as many as there are."
    )
    clock: Clock = Field(
        default=USUAL,
        description="Live: 20 minutes and 30 seconds a turn; days: one a turn. You meet those who wish for the same.",
    )
    name: str = Field(default="", max_length=20_000, description="What the others call you; empty: as before.")


class WaitingModel(BaseModel):
    """How your waiting stands."""

    games: list[str]
    players: list[int]
    clock: Clock
    place: int = Field(description="Your place in the queue, from 1; 0 once company was found.")
    waiting: int = Field(description="How many people wait.")
    alike: int = Field(description="How many others like one of your games.")
    waited: float = Field(description="For how many seconds you have waited.")
    table: str | None = Field(description="Where company was found.")
    seat: int | None = Field(description="Your seat there.")
    ticket: str | None = Field(
        default=None,
        description="Told once to whoever has no cookie. Send it as `Authorization: Bearer …` when you ask how it "
        "stands, at least every 15 seconds; it's the token of your seat once company was found.",
    )


class ListingWish(BaseModel):
    """Who may come to your table; what is left out stays as it is."""

    model_config = ConfigDict(extra="forbid")
    company: Literal["friends", "anybody"] | None = None
    watch: bool | None = None


class ListingModel(BaseModel):
    """What strangers are told of a table."""

    company: Literal["friends", "anybody"]
    watch: bool = Field(description="Whether the lobby shows the way to watch.")
    agreed: list[int] = Field(description="The seats that would publish the finished game.")
    published: bool = Field(description="Whether it stands in the library.")


class Publishing(BaseModel):
    """Whether you would have a finished game in the library."""

    model_config = ConfigDict(extra="forbid")
    agree: bool = True


class LibraryPlayer(BaseModel):
    """Who played."""

    name: str
    kind: Literal["person", "bot"]
    level: str
    points: int
    rank: int = Field(description="1 is best; equal ranks share a place; 0: the game was ended early.")
    won: bool


class LibraryGame(BaseModel):
    """A finished game that anybody may look at."""

    table: str
    game: str
    title: str
    players: list[LibraryPlayer]
    terms: list[str]
    ended: Literal["won", "shared", "nobody", "early"]
    ended_at: datetime
    best: int = Field(description="The points of whoever came first.")


class LibraryPage(BaseModel):
    """Some finished games."""

    games: list[LibraryGame]
    after: str = Field(description="Send it back as `after` for the next page; empty: this is the last.")


def lobby_table(entry: Listed) -> LobbyTable:
    """A table in the lobby."""
    return LobbyTable(
        code=entry.listing.code,
        game=entry.game,
        title=entry.title,
        players=len(entry.seats),
        options=dict(entry.options),
        terms=list(entry.terms),
        clock=entry.clock,
        timing=entry.timing,
        seats=[LobbySeat(kind=seat.kind, name=seat.name, level=seat.level) for seat in entry.seats],
        open=entry.open,
        table=entry.listing.table_id if entry.shown == "watch" else None,
    )


def waiting_model(state: State, ticket: str | None = None) -> WaitingModel:
    """How somebody's waiting stands."""
    return WaitingModel(
        games=list(state.wish.games),
        players=list(state.wish.sizes),
        clock=clock_of(state.wish.clock),
        place=state.place,
        waiting=state.waiting,
        alike=state.alike,
        waited=round(state.waited, 1),
        table=state.table,
        seat=state.seat,
        ticket=ticket,
    )


def listing_model(listing: Listing) -> ListingModel:
    """What strangers are told of a table."""
    return ListingModel(
        company=listing.company,
        watch=listing.watch,
        agreed=[seat for seat in range(16) if listing.agreed >> seat & 1],
        published=listing.ended_at is not None,
    )


def titled(row: TableRow) -> tuple[str, list[str]]:
    """What a table plays, in words: the game, and options that differ from the usual."""
    try:
        game = registry.find(row.game)
        return game.title, game.terms(row.players, row.options)
    except (UnknownGame, BadOption):
        return row.game, []


def library_game(found: Found) -> LibraryGame:
    """A game in the library."""
    row, listing = found.table, found.listing
    title, terms = titled(row)
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
                kind="person" if seat.kind == "person" or seat.kept else "bot",
                level="" if seat.kept else seat.level,
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
