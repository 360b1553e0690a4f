"""Request and response models of the tournaments' API."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from souq.engine import registry
from souq.engine.errors import UnknownGame
from souq.server.core.clocks.terms import USUAL
from souq.server.core.commands import protocol
from souq.server.core.http.models import AgreedClock, LongKey
from souq.server.core.store.rows import Pace
from souq.server.features.tournaments.models import TournamentRow
from souq.server.features.tournaments.pairing import MOST_ROUNDS
from souq.server.features.tournaments.views import TableView, TournamentView

SystemName = Literal["robin", "swiss", "knockout"]
StateName = Literal["waiting", "playing", "finished", "ended"]


class NewTournament(BaseModel):
    """Request to open a tournament, with its settings."""

    model_config = ConfigDict(extra="forbid")
    game: str = Field(max_length=60, examples=["desert_bazaar"])
    title: str = Field(default="", max_length=500, description="Up to 60 characters; default: named after its game.")
    players: int = Field(ge=2, le=16, description="Seats of every table.")
    system: SystemName = Field(default="swiss", description="Round robin, Swiss, or knock-out.")
    rounds: int = Field(default=0, ge=0, le=MOST_ROUNDS, description="0: as many as needed.")
    forward: int = Field(
        default=0, ge=0, le=15, description="In a knock-out, number of players of each table who advance; 0: half."
    )
    options: dict[str, bool | int | str] = Field(
        default_factory=dict, description="Game options by name; those left out keep their defaults."
    )
    clock: AgreedClock = Field(
        description="Time control for people.", examples=[{"kind": "live", "bank": 600, "increment": 20}]
    )
    level: str = Field(default=USUAL, max_length=40, description="Level of the bots that fill empty seats.")
    pace: Pace = Field(default="people", description="How long bots pause before each decision.")
    company: Literal["friends", "anybody"] = Field(
        default="friends", description="Who can find it: only people with its link, or anybody."
    )
    rated: bool = Field(default=False, description="Whether its games are rated.")


class OpenedTournament(BaseModel):
    """Response with the new tournament's code and, for a program, a token that proves that it is the host."""

    code: str = Field(description="Its address is `/tournaments/{code}`. Anyone who knows it can view it and enter.")
    token: str | None = Field(
        description="Only for callers without a session cookie. Send it as `Authorization: Bearer …` to begin "
        "the tournament, or to enter it."
    )


class Entering(BaseModel):
    """Request to enter a tournament: a name, and an optional key with which the request can be repeated."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field(min_length=1, max_length=20_000, description="Your name there; cut to 24 characters.")
    id: LongKey | None = Field(
        default=None, description="A random string, 16 characters or more: send it again if you retry."
    )


class EnteredTournament(BaseModel):
    """Response after entering a tournament."""

    number: int = Field(description="Your number in the draw and the standings.")
    token: str | None = Field(
        description="Only for callers without cookie and token. Send it as `Authorization: Bearer …`."
    )


class Beginning(BaseModel):
    """Request to begin the tournament."""

    model_config = ConfigDict(extra="forbid", strict=True)
    seq: protocol.Seq | None = Field(
        default=None,
        description="The `seq` you have seen. If anybody has entered or left since, the request is refused.",
    )


class StandingIn(BaseModel):
    """Request to let bots play for the absent players of a table."""

    model_config = ConfigDict(extra="forbid", strict=True)
    table: int = Field(ge=1, le=64, description="The table's number in this round.")


class StoodIn(BaseModel):
    """Response with the number of seats that bots have taken over."""

    seats: int


class TournamentSeat(BaseModel):
    """Response with your table and seat in the current round, and a token for the seat."""

    table: str
    seat: int
    token: str = Field(description="The seat's token. Earlier tokens are no longer valid.")


class TournamentEntrant(BaseModel):
    """An entrant and their standing."""

    number: int
    name: str
    gone: bool = Field(description="They left or missed a game: a bot plays in their place.")
    place: int = Field(description="1 is best; nobody shares a place.")
    points: float = Field(description="One for every other player they finished ahead of, half for a tie.")
    met: float = Field(description="Average points of the people they played against.")
    direct: float = Field(description="Points scored against entrants with equal points and equally strong opponents.")
    wins: int = Field(description="Games in which they finished ahead of everybody; a tie isn't a win.")
    games: int


class TournamentPlayer(BaseModel):
    """A player at a table of a round."""

    number: int | None = Field(description="Null: a bot that fills an empty seat.")
    name: str
    rank: int = Field(description="0 while the game goes on, or if it was ended early.")
    points: float


class TournamentTable(BaseModel):
    """A table of a round."""

    number: int
    state: Literal["coming", "playing", "finished"]
    table: str | None = Field(description="Its id, once it is open. Anybody who knows it can watch.")
    players: list[TournamentPlayer] = Field(description="By seat.")


class TournamentSummary(BaseModel):
    """A tournament as an item of a list, without its entrants and rounds."""

    code: str
    title: str
    game: str
    system: SystemName
    players: int = Field(description="Seats of every table.")
    state: StateName
    entrants: int
    round: int = Field(description="The current round, from 1; 0: not started.")
    rounds: int = Field(description="Number of rounds; 0: as many as needed.")


class TournamentModel(TournamentSummary):
    """A tournament with all its details: settings, standings and rounds."""

    seq: int = Field(description="Number of changes so far.")
    seed: str = Field(description="Seed of the draw: pairings follow from it and the results.")
    forward: int
    options: dict[str, bool | int | str]
    terms: list[str] = Field(description="Options that differ from their defaults, in words.")
    clock: AgreedClock
    level: str
    you: int | None = Field(description="Your number, if you have entered.")
    host: bool = Field(description="Whether you are the host.")
    standings: list[TournamentEntrant] = Field(description="Best first.")
    tables: list[list[TournamentTable]] = Field(description="By round.")
    champion: str | None = Field(description="The winner, once it's over.")


def summary(row: TournamentRow) -> TournamentSummary:
    """Convert a stored tournament to its API model in lists."""
    return TournamentSummary(**_about(row))


def _about(row: TournamentRow) -> dict[str, Any]:
    about: dict[str, Any] = {
        name: getattr(row, name) for name in ("code", "title", "game", "system", "state", "round", "rounds")
    }
    return about | {"players": row.size, "entrants": len(row.entrants)}


def tournament_model(seen: TournamentView) -> TournamentModel:
    """Convert a view of a tournament to its API model."""
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
    """Return, in words, the options that differ from the game's defaults; empty if the game has changed since."""
    try:
        return list(registry.find(row.game).terms(row.size, row.options))
    except (UnknownGame, ValueError):
        return []


def _table(table: TableView) -> TournamentTable:
    players = [
        TournamentPlayer(number=each.number, name=each.name, rank=each.rank, points=each.points)
        for each in table.players
    ]
    return TournamentTable(number=table.number, state=table.state, table=table.table, players=players)
