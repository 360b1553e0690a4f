"""The shapes of what tournaments tell programs, and take from them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from souq.engine import registry
from souq.engine.errors import UnknownGame
from souq.server.core.clocks.terms import USUAL
from souq.server.core.commands import protocol
from souq.server.core.db.models import Pace
from souq.server.core.http.models import AgreedClock, LongKey
from souq.server.features.tournaments.models import TournamentRow
from souq.server.features.tournaments.pairing import MOST_ROUNDS
from souq.server.features.tournaments.showing import Shown, TableShown

SystemName = Literal["robin", "swiss", "knockout"]
StateName = Literal["waiting", "playing", "finished", "ended"]


class NewTournament(BaseModel):
    """A tournament to be opened."""

    model_config = ConfigDict(extra="forbid")
    game: str = Field(max_length=60, examples=["desert_bazaar"])
    title: str = Field(default="", max_length=500, description="Up to 60 characters; empty: named after its game.")
    players: int = Field(ge=2, le=16, description="Seats of every table.")
    system: SystemName = Field(default="swiss", description="Round robin, Swiss, or knock-out.")
    rounds: int = Field(default=0, ge=0, le=MOST_ROUNDS, description="0: as many as it takes.")
    forward: int = Field(default=0, ge=0, le=15, description="In a knock-out, how many of a table go on; 0: half.")
    options: dict[str, bool | int | str] = Field(
        default_factory=dict, description="By name, those that differ from their defaults."
    )
    clock: AgreedClock = Field(
        description="How long people may take.", examples=[{"kind": "live", "bank": 600, "increment": 20}]
    )
    level: str = Field(default=USUAL, max_length=40, description="The bots that fill in.")
    pace: Pace = Field(default="people", description="How long bots pause.")
    company: Literal["friends", "anybody"] = Field(
        default="friends", description="Who hears of it: whoever has its link, or anybody."
    )
    rated: bool = Field(default=False, description="Whether its games change the ratings of those who play them.")


class OpenedTournament(BaseModel):
    """A new tournament, and what proves that it's yours."""

    code: str = Field(description="Its address is `/tournaments/` and this. Whoever knows it may look, and enter.")
    token: str | None = Field(
        description="Told to whoever has no cookie. Send it as `Authorization: Bearer …` to begin the tournament, "
        "or to enter it."
    )


class Entering(BaseModel):
    """Who enters."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field(min_length=1, max_length=20_000, description="Your name there; cut to 24 characters.")
    id: LongKey | None = Field(
        default=None, description="A random string, 16 characters or more: say it again should the answer get lost."
    )


class EnteredTournament(BaseModel):
    """You have entered."""

    number: int = Field(description="Your number in the draw and the standings.")
    token: str | None = Field(
        description="Told to whoever came without cookie and token. Send it as `Authorization: Bearer …`."
    )


class Beginning(BaseModel):
    """Begin the tournament."""

    model_config = ConfigDict(extra="forbid", strict=True)
    seq: protocol.Seq | None = Field(
        default=None,
        description="The `seq` you have seen: should anybody have entered or left since, it doesn't begin.",
    )


class StandingIn(BaseModel):
    """At which table bots are to play for those who are away."""

    model_config = ConfigDict(extra="forbid", strict=True)
    table: int = Field(ge=1, le=64, description="The table's number in this round.")


class StoodIn(BaseModel):
    """For how many a bot plays now."""

    seats: int


class TournamentSeat(BaseModel):
    """Your seat in the round that is played."""

    table: str
    seat: int
    token: str = Field(description="The seat's token; one you got before opens nothing any more.")


class TournamentEntrant(BaseModel):
    """Somebody who has entered, and how they stand."""

    number: int
    name: str
    gone: bool = Field(description="They have left, or missed a game: a bot sits in their place.")
    place: int = Field(description="1 is best; nobody shares a place.")
    points: float = Field(description="One for every other player they finished ahead of, half for a tie.")
    met: float = Field(description="The points of the people they met, on average.")
    direct: float = Field(description="Points made against those who have as many, and met as strong ones.")
    wins: int = Field(description="Games in which they finished ahead of everybody; a tie is no win.")
    games: int


class TournamentPlayer(BaseModel):
    """Who sits at a table of a round."""

    number: int | None = Field(description="Null: a bot that fills in.")
    name: str
    rank: int = Field(description="0 while the game goes on, or if it was ended early.")
    points: float


class TournamentTable(BaseModel):
    """A table of a round."""

    number: int
    state: Literal["coming", "playing", "finished"]
    table: str | None = Field(description="Its id, once it's there: whoever knows it may watch.")
    players: list[TournamentPlayer] = Field(description="By seat.")


class TournamentSummary(BaseModel):
    """A tournament as lists show it."""

    code: str
    title: str
    game: str
    system: SystemName
    players: int = Field(description="Seats of every table.")
    state: StateName
    entrants: int
    round: int = Field(description="The round that is played, from 1; 0: it hasn't begun.")
    rounds: int = Field(description="How many there are; 0: as many as it takes.")


class TournamentModel(TournamentSummary):
    """A tournament."""

    seq: int = Field(description="How often it has changed.")
    seed: str = Field(description="Of the draw: pairings follow from it and from the results.")
    forward: int
    options: dict[str, bool | int | str]
    terms: list[str] = Field(description="Options that differ from the usual, in words.")
    clock: AgreedClock
    level: str
    you: int | None = Field(description="Your number, if you have entered.")
    host: bool = Field(description="Whether you have opened it.")
    standings: list[TournamentEntrant] = Field(description="The best first.")
    tables: list[list[TournamentTable]] = Field(description="By round.")
    champion: str | None = Field(description="Who has won, once it's over.")


def summary(row: TournamentRow) -> TournamentSummary:
    """A tournament in a list."""
    return TournamentSummary(**_about(row))


def _about(row: TournamentRow) -> dict[str, Any]:
    about: dict[str, Any] = {
        name: getattr(row, name) for name in ("code", "title", "game", "system", "state", "round", "rounds")
    }
    return about | {"players": row.size, "entrants": len(row.entrants)}


def tournament_model(seen: Shown) -> TournamentModel:
    """A tournament as somebody sees it."""
    row = seen.row
    return TournamentModel(
        **_about(row),
        seq=row.revision,
        seed=row.seed,
        forward=row.forward,
        options=row.options,
        terms=terms_of(row),
        clock=AgreedClock(**row.timing),
        level=row.level,
        you=seen.me.number if seen.me else None,
        host=seen.host,
        standings=[
            TournamentEntrant(
                number=standing.entrant,
                name=entrant.name,
                gone=entrant.gone,
                place=standing.place,
                points=float(standing.points),
                met=round(float(standing.met), 3),
                direct=float(standing.direct),
                wins=standing.wins,
                games=standing.games,
            )
            for standing, entrant in seen.standings
        ],
        tables=[[_table(table) for table in tables] for tables in seen.rounds],
        champion=seen.champion.name if seen.champion else None,
    )


def terms_of(row: TournamentRow) -> list[str]:
    """Options that differ from the usual, in words."""
    try:
        return list(registry.find(row.game).terms(row.size, row.options))
    except (UnknownGame, ValueError):
        return []


def _table(table: TableShown) -> TournamentTable:
    players = [
        TournamentPlayer(number=each.number, name=each.name, rank=each.rank, points=each.points)
        for each in table.players
    ]
    return TournamentTable(number=table.number, state=table.state, table=table.table, players=players)
