"""Request and response models of the lobby's API."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from souq.server.core.commands import protocol
from souq.server.core.http.models import LongKey
from souq.server.features.lobby.open_tables import Listed
from souq.server.features.lobby.time_controls import USUAL, Clock, clock_of
from souq.server.features.lobby.waiting import State


class LobbySeat(BaseModel):
    """A seat of a listed table: who sits there, a bot's level, or that it is open."""

    kind: Literal["person", "bot", "open"]
    name: str = Field(description="Empty while the seat is open.")
    level: str = Field(description="A bot's level; empty for people.")


class LobbyTable(BaseModel):
    """A table that strangers may join or watch."""

    code: str = Field(description="The table's code in the lobby, for joining. It isn't an address and opens no seat.")
    game: str
    title: str
    players: int
    options: dict[str, bool | int | str]
    terms: list[str] = Field(description="Options that differ from their defaults, in words.")
    clock: Clock = Field(description="Time control: none, a live clock, or days per turn.")
    timing: str = Field(description="The time control in words; empty without a clock.")
    seats: list[LobbySeat]
    open: int = Field(description="Number of open seats.")
    table: str | None = Field(default=None, description="The table's id, if spectators are allowed.")


class LobbyModel(BaseModel):
    """The tables that strangers may join or watch now."""

    join: list[LobbyTable] = Field(description="Tables with open seats, latest first.")
    watch: list[LobbyTable] = Field(description="Games in progress, latest first.")
    waiting: int = Field(description="Number of players in the queue.")


class JoiningTable(BaseModel):
    """Request to take a seat at a table of the lobby."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field(min_length=1, max_length=20_000, description="Your name at this table; cut to 24 characters.")
    id: LongKey | None = Field(
        default=None, description="A random string, 16 characters or more; send it again if you retry."
    )
    seal: protocol.Bytes | None = Field(
        default=None, description="SHA-256 of your contribution to the dice, if you make one."
    )


class JoinedTable(BaseModel):
    """Response that names the seat you have taken."""

    table: str
    seat: int
    token: str = Field(description="Send it as `Authorization: Bearer …`.")
    seq: int


class Wanting(BaseModel):
    """Request to join the queue, with the games, numbers of players and clock that you accept."""

    model_config = ConfigDict(extra="forbid")
    games: list[Annotated[str, Field(max_length=60)]] = Field(
        min_length=1, max_length=12, examples=[["desert_bazaar"]], description="Games you would play."
    )
    players: list[Annotated[int, Field(ge=2, le=16)]] = Field(
        default_factory=list, max_length=15, description="Numbers of players you would play with; default: any."
    )
    clock: Clock = Field(
        default=USUAL,
        description="Live: 20 minutes plus 30 seconds a turn; days: one day a turn.",
    )
    name: str = Field(default="", max_length=20_000, description="Your name at the table; empty: unchanged.")


class WaitingModel(BaseModel):
    """Your wishes and your place in the queue, or the table that was found for you."""

    games: list[str]
    players: list[int]
    clock: Clock
    place: int = Field(description="Your place in the queue, from 1; 0 once a table was found.")
    waiting: int = Field(description="Number of players in the queue.")
    alike: int = Field(description="Number of other players who chose one of your games.")
    waited: float = Field(description="Seconds you have waited.")
    table: str | None = Field(description="The table that was found.")
    seat: int | None = Field(description="Your seat at that table.")
    ticket: str | None = Field(
        default=None,
        description="Sent once, to callers without a session cookie. Send it as `Authorization: Bearer …` when you "
        "poll, at least every 15 seconds; once a table was found it is your seat's token.",
    )


class ListingWish(BaseModel):
    """Request to change who may join or watch your table; omitted fields stay as they are."""

    model_config = ConfigDict(extra="forbid")
    company: Literal["friends", "anybody"] | None = None
    watch: bool | None = None


def lobby_table(entry: Listed) -> LobbyTable:
    """Convert an entry of the lobby to its API model."""
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
        table=entry.listing.table_id if entry.offer == "watch" else None,
    )


def waiting_model(state: State, ticket: str | None = None) -> WaitingModel:
    """Convert the state of a queue entry to its API model."""
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
