"""JSON models of results, profiles and the leaderboard; the pages are rendered from them, too.

People without a public profile are called *Somebody*. Only their opponents see their names, in their own results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from souq.bots.characters import CHARACTERS
from souq.engine import registry
from souq.engine.errors import UnknownGame
from souq.server.core.rating_scale import Rating, points, provisional, spread
from souq.server.features.ratings.history import Entry, Met, Page, Played, Standing, Who
from souq.server.features.ratings.leaders import Board, Leader
from souq.server.features.ratings.profiles import Profile

SOMEBODY = "Somebody"
OTHERS = "Others"


class RatingModel(BaseModel):
    """A player's rating in a game."""

    points: int = Field(
        description="A player 400 points ahead wins ten times as often as they lose. New players have 1500."
    )
    within: int = Field(description="95 % margin of error, in points.")
    provisional: bool = Field(description="Whether there are too few games to compare it with others.")
    games: int = Field(description="Number of rated games behind it; 0 for bots, whose ratings are fixed.")


class PlayerModel(BaseModel):
    """A person or bot that took part in a game, under the name that you may see."""

    name: str
    level: str = Field(default="", description="A bot's level; empty for people.")
    emblem: str = ""
    page: str | None = Field(default=None, description="The code of their public profile.")
    you: bool = False


class PlaceModel(BaseModel):
    """A place, and in how many games a player finished there."""

    place: int
    times: int


class StandingModel(BaseModel):
    """All results of a player in one game, with the player's rating."""

    game: str
    title: str
    played: int
    won: int = Field(description="Number of games won, shared wins included.")
    early: int = Field(description="Games ended by agreement; they count nowhere else.")
    places: list[PlaceModel]
    rating: RatingModel | None = Field(description="Null: no rated game yet.")


class MetModel(BaseModel):
    """A player's results against one opponent: how often they finished ahead, level and behind."""

    who: PlayerModel
    before: int = Field(description="Number of games in which they finished ahead.")
    level: int
    after: int


class SeatModel(BaseModel):
    """A player's place and points in a finished game."""

    who: PlayerModel
    place: int = Field(description="1 is best; 0: the game was ended early.")
    points: int


class PlayedGameModel(BaseModel):
    """A finished game of a player."""

    game: str
    title: str
    ended_at: datetime
    place: int = Field(description="Their rank; 0: the game was ended early.")
    players: list[SeatModel]
    rating: RatingModel | None = Field(description="Their rating afterwards; null: the game was not rated.")
    change: int | None = Field(description="Change of their rating, in points.")
    table: str | None = Field(description="The table's id, if you may look at it.")


class PersonModel(BaseModel):
    """A profile, as far as you may see it."""

    name: str
    emblem: str
    page: str | None = Field(description="The profile's code; null: the profile is private.")
    standings: list[StandingModel]
    met: list[MetModel]
    games: list[PlayedGameModel] = Field(description="Latest first.")
    after: str = Field(description="Send it back as `after` for the next page; empty: this is the last.")


class BroughtGame(BaseModel):
    """A game that you have played without this server."""

    model_config = ConfigDict(extra="forbid")
    match: dict[str, Any] = Field(description="The saved match, as it is downloaded.")
    seat: int = Field(ge=0, le=15, description="Where you sat.")
    ended_at: AwareDatetime | None = Field(default=None, description="When the game ended; null: now.")


class Bringing(BaseModel):
    """Request to add games to your history."""

    model_config = ConfigDict(extra="forbid")
    games: list[BroughtGame] = Field(min_length=1, max_length=20)


class AddedGame(BaseModel):
    """The outcome for one game: the table where you can look at it, or why it can't be added."""

    table: str | None = None
    problem: str = ""


class Brought(BaseModel):
    """The outcome for each game, in the order of the request."""

    games: list[AddedGame]


class Showing(BaseModel):
    """Request to publish or hide your profile."""

    model_config = ConfigDict(extra="forbid")
    shown: bool


class ShownModel(BaseModel):
    """Response after publishing or hiding your profile, with its code."""

    page: str | None = Field(description="The profile's code; null: the profile is private.")


class LeaderModel(BaseModel):
    """A row of the leaderboard."""

    place: int | None = Field(description="Null for bots, and for people with too few games.")
    who: PlayerModel
    rating: RatingModel


class LeaderboardModel(BaseModel):
    """A game's leaderboard: people with public profiles, and the bots with fixed ratings."""

    game: str
    title: str
    lines: list[LeaderModel]
    after: str = Field(description="Send it back as `after` for the next page; empty: this is the last.")


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader of a profile, who determines which opponents' names appear on it."""

    person_id: str | None
    own: bool = False
    """Whether the profile is the reader's own, so that its opponents are named."""

    def player(self, who: Who) -> PlayerModel:
        """Return a player of a finished game under the name that this reader may see."""
        if who.level:
            return PlayerModel(name=level_title(who.level), level=who.level)
        you = who.person_id is not None and who.person_id == self.person_id
        if who.person_id is None or not (you or self.own or who.code):
            return PlayerModel(name=SOMEBODY)
        return PlayerModel(name=who.name, emblem=who.emblem, page=who.code, you=you)


def title_of(game: str) -> str:
    """Return a game's title; for a game that is no longer installed, the name stored with the result."""
    try:
        return registry.find(game).title
    except UnknownGame:
        return game


def level_title(level: str) -> str:
    """Return the title of a bot's level."""
    return next((each.title for each in CHARACTERS if each.name == level), level.capitalize())


def rating_model(rating: Rating, game: str, fixed: bool = False) -> RatingModel:
    """Return the JSON model of a rating, in points."""
    return RatingModel(
        points=points(rating.mu, game),
        within=spread(rating.sigma, game),
        provisional=not fixed and provisional(rating, game),
        games=rating.games,
    )


def person_model(
    person: Profile, reader: Reader, standings: Sequence[Standing], met: Sequence[Met], page: Page
) -> PersonModel:
    """Return the JSON model of a person's profile as a reader may see it."""
    return PersonModel(
        name=person.name,
        emblem=person.emblem,
        page=person.code,
        standings=[_standing(each) for each in standings],
        met=_met(met, reader),
        games=[_game(each, person.person_id, reader) for each in page.games],
        after=page.after,
    )


def _standing(standing: Standing) -> StandingModel:
    return StandingModel(
        game=standing.game,
        title=title_of(standing.game),
        played=standing.played,
        won=standing.won,
        early=standing.early,
        places=[PlaceModel(place=place, times=times) for place, times in standing.places],
        rating=rating_model(standing.rating, standing.game) if standing.rating else None,
    )


def _met(met: Sequence[Met], reader: Reader) -> list[MetModel]:
    """Return a player's results against each opponent.

    Opponents whose names the reader may not see are combined in one row.
    """
    made, rest = [], MetModel(who=PlayerModel(name=OTHERS), before=0, level=0, after=0)
    for each in met:
        who = reader.player(each.who)
        if who.name == SOMEBODY and not (who.page or who.you):
            rest = MetModel(
                who=rest.who,
                before=rest.before + each.before,
                level=rest.level + each.level,
                after=rest.after + each.after,
            )
        else:
            made.append(MetModel(who=who, before=each.before, level=each.level, after=each.after))
    return [*made, rest] if rest.before + rest.level + rest.after else made


def _game(played: Played, person_id: str, reader: Reader) -> PlayedGameModel:
    mine = played.of(person_id)
    return PlayedGameModel(
        game=played.game,
        title=title_of(played.game),
        ended_at=datetime.fromtimestamp(played.ended_at, UTC),
        place=mine.place,
        players=[
            SeatModel(who=reader.player(each.who), place=each.place, points=each.points) for each in played.entries
        ],
        rating=rating_model(mine.after, played.game) if mine.after else None,
        change=change(mine, played.game),
        table=played.table_id if played.may_look(reader.person_id) else None,
    )


def change(entry: Entry, game: str) -> int | None:
    """Return by how many points a game has changed a player's rating, or None if the game wasn't rated."""
    if entry.before is None or entry.after is None:
        return None
    return points(entry.after.mu, game) - points(entry.before.mu, game)


def leaderboard(game: str, board: Board, reader: str | None) -> LeaderboardModel:
    """Return the JSON model of a page of the leaderboard."""
    lines = [_leader(each, game, reader) for each in board.lines]
    return LeaderboardModel(game=game, title=title_of(game), lines=lines, after=board.after)


def _leader(leader: Leader, game: str, reader: str | None) -> LeaderModel:
    if leader.who is None:
        bot = PlayerModel(name=level_title(leader.level), level=leader.level)
        return LeaderModel(place=None, who=bot, rating=rating_model(leader.rating, game, fixed=True))
    who = leader.who
    person = PlayerModel(name=who.name, emblem=who.emblem, page=who.code, you=who.person_id == reader)
    return LeaderModel(place=leader.place or None, who=person, rating=rating_model(leader.rating, game))
